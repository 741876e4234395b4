// See fourier_engine.hpp.

#include "fourier/fourier_engine.hpp"

#include <chrono>
#include <limits>
#include <sstream>
#include <utility>

#include "debye/error.hpp"
#include "fourier/amplitude_basis.hpp"
#include "fourier/radial_transform.hpp"
#include "pair_sum_checks.hpp"
#include "parallel_for.hpp"
#include "single_sums.hpp"

namespace debye::fourier {
namespace {

/// Largest grids [bytes].
constexpr double most_memory = 4.0 * 1024 * 1024 * 1024;

struct Prepared {
  AmplitudeBasis basis;
  Plan plan;
};

/// @param n_in_phase  q that are left out; not all of them
Prepared prepare(const ScatteringModel& model, const QGrid& q, std::size_t n_in_phase,
                 double tolerance) {
  const Allowed allowed = allowed_for(tolerance, model.channels.size());
  Prepared prepared{make_amplitude_basis(model, n_in_phase, allowed.basis), {}};
  if (prepared.basis.size() > 0)
    prepared.plan = make_plan(find_particle(model.position), model.size(), q.back(),
                              static_cast<std::size_t>(prepared.basis.size()), allowed);
  return prepared;
}

bool is_possible(const Plan& plan) {
  return plan.grid_bytes() <= most_memory && plan.n_basis <= max_basis;
}

void check_possible(const Plan& plan) {
  if (is_possible(plan)) return;
  if (plan.n_basis > max_basis)
    fail("the fourier method would need ", plan.n_basis, " grids, more than ", max_basis,
         ", for types of atoms whose amplitudes have little in common; use the direct method");
  fail("the fourier method would need ", plan.n_basis, " grids of ", plan.n_cells[0], " x ",
       plan.n_cells[1], " x ", plan.n_cells[2], " cells, ", plan.grid_bytes() / 0x1p30,
       " GiB, for a model of ", plan.particle.diameter, " A to q = ", plan.q_max,
       "/A; use a smaller q or the direct method");
}

/// P_ab(q) = Σ_k Σ_l B_ak B_bl S_kl for the q from first_q on.
void contract(const AmplitudeBasis& basis, const Eigen::MatrixXd& factors, std::size_t first_q,
              PartialProfiles& partials) {
  const Eigen::Index n_basis = basis.size(), first = static_cast<Eigen::Index>(first_q);
  for (int a = 0; a < partials.n_channels; ++a)
    for (int b = a; b < partials.n_channels; ++b) {
      const auto& of_a = basis.coefficient[static_cast<std::size_t>(a)];
      const auto& of_b = basis.coefficient[static_cast<std::size_t>(b)];
      for (Eigen::Index n = first; n < partials.values.cols(); ++n) {
        double sum = 0;
        Eigen::Index pair = 0;
        for (Eigen::Index k = 0; k < n_basis; ++k)
          for (Eigen::Index l = k; l < n_basis; ++l, ++pair)
            sum += factors(n - first, pair) *
                   (k == l ? of_a(n, k) * of_b(n, k)
                           : of_a(n, k) * of_b(n, l) + of_a(n, l) * of_b(n, k));
        partials.values(partials.row(a, b), n) = sum;
      }
    }
}

}  // namespace

FourierEngine::FourierEngine(const InstructionSet& set, double tolerance, int threads)
    : set_(set), tolerance_(tolerance), threads_(threads > 0 ? threads : usable_processors()) {
  if (!(tolerance >= 1e-8 && tolerance <= 0.1))
    fail("tolerance ", tolerance, ": the fourier method takes 1e-8 to 0.1");
}

std::string FourierEngine::description() const {
  std::ostringstream text;
  text << "fourier, tolerance " << tolerance_ << ", CPU (" << set_.name << ", " << threads_
       << (threads_ == 1 ? " thread)" : " threads)");
  return text.str();
}

PartialProfiles FourierEngine::compute(const ScatteringModel& model, const QGrid& q) {
  check_model(model, q);
  breakdown_ = {};
  const std::size_t n_in_phase = count_in_phase(q, extent_of(model.position).diagonal);
  const int n_channels = static_cast<int>(model.channels.size());
  PartialProfiles partials{q, n_channels, single_sums(model, q, n_in_phase)};
  if (n_in_phase == q.size()) return partials;

  auto start = std::chrono::steady_clock::now();
  const auto lap = [&start] {
    const auto end = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(end - std::exchange(start, end)).count();
  };
  const Prepared prepared = prepare(model, q, n_in_phase, tolerance_);
  const AmplitudeBasis& basis = prepared.basis;
  const Plan& plan = prepared.plan;
  if (basis.size() == 0) {
    partials.values.rightCols(partials.values.cols() - static_cast<Eigen::Index>(n_in_phase)) = 0;
    return partials;
  }
  check_possible(plan);
  breakdown_.plan = lap();

  const RadialNodes nodes = radial_nodes(plan.k_max, plan.particle.diameter + plan.taper);
  const auto sums_in = [&]<class Real>(Real) {
    const DensityGrid<Real> grid =
        make_density_grid<Real>(model, basis.weight, plan, set_, threads_);
    breakdown_.spread = lap();
    return wave_sums<Real>(grid, plan, nodes, set_, threads_,
                           [this](double fraction) { report_progress(fraction); });
  };
  const Eigen::MatrixXd sums = plan.in_double ? sums_in(double{}) : sums_in(float{});
  breakdown_.transform = lap();
  const std::vector<double> values(q.values().begin() + static_cast<long>(n_in_phase),
                                   q.values().end());
  contract(basis, structure_factors(sums, nodes, plan, values, threads_), n_in_phase, partials);
  breakdown_.radial = lap();
  return partials;
}

double fourier_seconds(const ScatteringModel& model, const QGrid& q, double tolerance,
                       int threads) {
  check_model(model, q);
  const std::size_t n_in_phase = count_in_phase(q, extent_of(model.position).diagonal);
  if (n_in_phase == q.size()) return 0;
  const Plan plan = prepare(model, q, n_in_phase, tolerance).plan;
  if (!is_possible(plan)) return std::numeric_limits<double>::infinity();
  return plan.seconds / (threads > 0 ? threads : usable_processors());
}

}  // namespace debye::fourier

namespace debye {

std::unique_ptr<PairSumEngine> make_fourier_engine(double tolerance, int threads) {
  return std::make_unique<fourier::FourierEngine>(*fourier::available_instruction_sets().front(),
                                                  tolerance, threads);
}

}  // namespace debye
