// See pair_sum_checks.hpp.

#include "pair_sum_checks.hpp"

#include <cmath>
#include <numbers>

#include "debye/error.hpp"
#include "single_sums.hpp"

namespace debye {
namespace {

/// Largest q r [rad]: 2²⁰ half turns, so that single precision still holds an eighth of a turn.
constexpr double max_phase = 0x1p20 * std::numbers::pi;

}  // namespace

void check_model(const ScatteringModel& model, const QGrid& q) {
  if (model.size() == 0) fail("the model has no scatterers");
  if (model.type.size() != model.size())
    fail("the model has ", model.size(), " positions but ", model.type.size(), " types");
  for (std::size_t i = 0; i < model.size(); ++i) {
    for (const double coordinate : model.position[i])
      if (!std::isfinite(coordinate))
        fail("scatterer ", i + 1, " has a coordinate that is not a finite number");
    if (model.type[i] >= model.type_name.size())
      fail("scatterer ", i + 1, " is of type ", model.type[i], ", but there are only ",
           model.type_name.size(), " types");
  }
  const double phase = q.back() * extent_of(model.position).diagonal;
  if (!(phase <= max_phase))
    fail("q times the size of the model is ", phase, "; above ", max_phase,
         " a sum of rounded phases means nothing (are the coordinates in Å, and q in 1/Å?)");
  if (model.channels.empty()) fail("the model has no channels");
  for (const Channel& channel : model.channels) {
    if (channel.form.rows() != static_cast<Eigen::Index>(model.type_name.size()) ||
        channel.form.cols() != static_cast<Eigen::Index>(q.size()))
      fail("channel \"", channel.name, "\" is ", channel.form.rows(), " x ", channel.form.cols(),
           ", not types x q values = ", model.type_name.size(), " x ", q.size());
    if (!channel.form.isFinite().all())
      fail("channel \"", channel.name, "\" has an amplitude that is not a finite number");
  }
}

}  // namespace debye
