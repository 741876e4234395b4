// See foxs_form_factors.hpp.

#include "compare/foxs_form_factors.hpp"

namespace debye {

void take_foxs_form_factors(SolutionModel& model, const QGrid& q) {
  constexpr double half_modulation = 0.23 / 2;  // of I, hence half of it in the amplitude [Å²]
  const auto n_q = static_cast<Eigen::Index>(q.size());
  const Eigen::Map<const Eigen::ArrayXd> values(q.values().data(), n_q);
  const Eigen::ArrayXd decay = (-half_modulation * values.square()).exp();
  for (std::size_t c = 0; c < model.scattering.channels.size(); ++c)
    model.scattering.channels[c].form =
        (model.electrons.col(static_cast<Eigen::Index>(c)).matrix() * decay.matrix().transpose())
            .array();
}

}  // namespace debye
