// See fourier_engine.hpp.

#include "fourier/fourier_engine.hpp"

#include <chrono>
#include <limits>
#include <utility>

#include "debye/error.hpp"
#include "fourier/amplitude_basis.hpp"
#include "fourier/density_grid.hpp"
#include "fourier/radial_transform.hpp"
#include "pair_sum_checks.hpp"
#include "parallel_for.hpp"
#include "single_sums.hpp"
#include "tolerance_text.hpp"

namespace debye::fourier {
namespace {

void check_possible(const Plan& plan) {
  if (plan.is_possible()) return;
  if (plan.n_basis > max_basis)
    fail("the fourier method would need ", plan.n_basis, " grids, more than ", max_basis,
         ", for types of atoms whose amplitudes have little in common; use the direct method");
  fail("the fourier method would need ", plan.split.least_memory / 0x1p30,
       " GiB of memory, more than ", plan.memory / 0x1p30, ", for ", plan.n_basis, " grids of ",
       plan.n_cells[0], " x ", plan.n_cells[1], " x ", plan.n_cells[2], " cells: a model of ",
       plan.particle.diameter, " A to q = ", plan.q_max,
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

class Stopwatch {
 public:
  /// Seconds since the last call, or since the beginning.
  double lap() {
    const auto end = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(end - std::exchange(start_, end)).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

FourierEngine::FourierEngine(const InstructionSet& set, double tolerance, int threads,
                             double memory)
    : set_(set),
      tolerance_(tolerance),
      threads_(threads > 0 ? threads : usable_processors()),
      memory_(memory) {
  if (!(tolerance >= 1e-8 && tolerance <= 0.1))
    fail("tolerance ", tolerance, ": the fourier method takes 1e-8 to 0.1");
}

std::string FourierEngine::description() const {
  return "fourier, " + tolerance_text(tolerance_) + ", CPU (" + set_.name + ", " +
         std::to_string(threads_) + (threads_ == 1 ? " thread)" : " threads)");
}

/// What is known before atoms are spread.
struct FourierEngine::Prepared {
  std::size_t n_in_phase = 0;
  AmplitudeBasis basis;  ///< empty where all atoms scatter in phase
  Plan plan;
  double seconds = 0;  ///< that the preparation took
};

SumPlan FourierEngine::plan(const ScatteringModel& model, const QGrid& q) {
  check_model(model, q);
  Stopwatch watch;
  auto prepared = std::make_shared<Prepared>();
  prepared->n_in_phase = count_in_phase(q, extent_of(model.position).diagonal);
  const auto compute = [this, &model, &q, prepared] { return sum(model, q, *prepared); };
  if (prepared->n_in_phase == q.size()) return {0, compute};
  const Allowed allowed = allowed_for(tolerance_, model.channels.size());
  prepared->basis = make_amplitude_basis(model, prepared->n_in_phase, allowed.basis);
  const auto n_basis = static_cast<std::size_t>(prepared->basis.size());
  if (n_basis == 0) return {0, compute};
  prepared->plan =
      make_plan(find_particle(model.position), model.size(), q.back(), n_basis, allowed, memory_);
  prepared->seconds = watch.lap();
  const double seconds = prepared->plan.is_possible() ? prepared->plan.seconds / threads_
                                                      : std::numeric_limits<double>::infinity();
  return {seconds, compute};
}

PartialProfiles FourierEngine::sum(const ScatteringModel& model, const QGrid& q,
                                   const Prepared& prepared) {
  const std::size_t n_in_phase = prepared.n_in_phase;
  const AmplitudeBasis& basis = prepared.basis;
  const Plan& plan = prepared.plan;
  breakdown_ = {};
  breakdown_.plan = prepared.seconds;
  PartialProfiles partials{q, static_cast<int>(model.channels.size()),
                           single_sums(model, q, n_in_phase)};
  if (n_in_phase == q.size()) return partials;
  if (basis.size() == 0) {
    partials.values.rightCols(partials.values.cols() - static_cast<Eigen::Index>(n_in_phase)) = 0;
    return partials;
  }
  check_possible(plan);
  breakdown_.split = plan.split;

  Stopwatch watch;
  const RadialNodes nodes = radial_nodes(plan.k_max, plan.particle.diameter + plan.taper);
  const auto sums_in = [&]<class Real>(Real) {
    const Density<Real> density(model, basis.weight, plan, set_, threads_);
    breakdown_.spread = watch.lap();
    const auto fill = [&](const Slab& slab, Real* cells) {
      breakdown_.transform += watch.lap();
      density.fill(slab, cells);
      breakdown_.spread += watch.lap();
    };
    return wave_sums<Real>(fill, plan, nodes, set_, threads_,
                           [this](double fraction) { report_progress(fraction); });
  };
  const Eigen::MatrixXd sums = plan.in_double ? sums_in(double{}) : sums_in(float{});
  breakdown_.transform += watch.lap();
  const std::vector<double> values(q.values().begin() + static_cast<long>(n_in_phase),
                                   q.values().end());
  contract(basis, structure_factors(sums, nodes, plan, values, threads_), n_in_phase, partials);
  breakdown_.radial = watch.lap();
  return partials;
}

}  // namespace debye::fourier

namespace debye {

std::unique_ptr<PairSumEngine> make_fourier_engine(double tolerance, int threads) {
  return std::make_unique<fourier::FourierEngine>(*fourier::available_instruction_sets().front(),
                                                  tolerance, threads);
}

}  // namespace debye
