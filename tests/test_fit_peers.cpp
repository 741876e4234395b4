// The fit from files to χ², on real models and data: against what FoXS and AUSAXS reach with the
// same files, and against a truth of which 200 noisy measurements are made.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "debye/fit.hpp"
#include "debye/solution_sum.hpp"
#include "shared_data.hpp"
#include "solution_fixtures.hpp"
#include "solution_models.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// A model and data, and χ² that other programs reach: FoXS Σ(Δ/σ)²/N without constant, AUSAXS per
/// degree of freedom with constant; 0 where it refuses the structure.
struct Pair {
  const char* model;
  const char* data;
  double foxs, ausaxs;
  double found;  ///< χ²/N of debye without constant when this was written
  double best() const { return ausaxs > 0 ? std::min(foxs, ausaxs) : foxs; }
};

constexpr double q_max = 0.5;  // [1/Å]

MeasuredProfile read_curve(const std::string& path) {
  MeasuredProfile data = read_measured(read_input(path));
  const auto n = static_cast<std::size_t>(
      std::upper_bound(data.q.begin(), data.q.end(), q_max * (1 + 1e-9)) - data.q.begin());
  for (auto* values : {&data.q, &data.intensity, &data.sigma, &data.dq})
    values->resize(std::min(n, values->size()));
  return data;
}

/// Grid for the data, wide enough for the shell around the model.
QGrid grid_around(const MeasuredProfile& data, const Atoms& atoms) {
  return grid_for(data, atoms.audit.d_max + 16);
}

FitResult fit_files(const std::string& model, const std::string& data_path) {
  const MeasuredProfile data = read_curve(data_path);
  const std::vector<Atoms> atoms = {read_structure(model)};
  Engines engines({"cpu", Precision::Single, 0});  // its error is 1e-5, far below any sigma here
  const SolutionSum sum = sum_in_solution(engines, atoms, grid_around(data, atoms[0]), {}, {});
  return fit_profile(sum.profiles(), data);
}

/// χ²/N over that of the best peer; nothing if the files are absent.
std::optional<double> ratio_to_best(const Pair& pair) {
  const auto model = shared_data(std::string("structures/") + pair.model);
  const auto data = shared_data(std::string("experimental/") + pair.data);
  if (!model || !data) return std::nullopt;
  const FitResult fit = fit_files(*model, *data);
  const double ratio = fit.chi2_per_point() / pair.best();
  char line[300];
  std::snprintf(line, sizeof line,
                "%s + %s: chi2/N %.4f (N = %zu, at defaults %.3f), c1 %.4f, contrast %.4f; "
                "%.3f times the best peer",
                pair.model, pair.data, fit.chi2_per_point(), fit.n_points,
                fit.chi2_default / static_cast<double>(fit.n_points), fit.parameter("c1")->value,
                fit.parameter("shell_contrast")->value, ratio);
  INFO(line);
  CHECK_THAT(fit.chi2_per_point(), WithinRel(pair.found, 0.02));
  return ratio;
}

const Pair lysozyme_pair = {"6lyz.pdb", "lyzexp.dat", 0.202, 0.260, 0.2019};

// Worse than a peer: SASDJG5, of which FoXS makes 2.526 (2.24 here with a constant); LAR1-2, to
// which AUSAXS adds a constant (3.52 here with one, c1 at its bound; 2.24 with mean-field volumes,
// as AUSAXS has them). The median of the ratios to the best is 0.93.
const std::vector<Pair> pairs = {
    {"6lyz.pdb", "lys_saxs.dat", 1.309, 1.367, 1.2240},
    {"2epe.pdb", "2epe.dat", 1.112, 1.208, 1.1416},
    {"1lyz.pdb", "SASDAG2.dat", 1.122, 1.530, 1.1332},
    {"1XIB_4mer.pdb.gz", "glucose_isomerase.dat", 1.085, 0, 1.0859},
    {"3KFO_fill_B99990005.pdb", "nup133_23922_merge.dat", 1.311, 3.656, 1.1912},
    {"SASDJG5.pdb", "SASDJG5.dat", 2.526, 6.934, 2.8358},
    {"LAR1-2.pdb", "LAR1-2.dat", 8.169, 2.890, 5.3695},
    {"SASDA32_model2.pdb", "SASDA32.dat", 11.98, 0, 9.3953},
    {"SASDA32_model2.pdb", "BSA_sasbdb.dat", 38.41, 0, 31.584},
    {"insulin_R3T3.pdb", "insulin_saxs.dat", 681, 0, 482.82},
    {"SASDAB7_start.pdb.gz", "SASDAB7.dat", 1.579, 0, 1.4602},
};

}  // namespace

TEST_CASE("lysozyme is fitted no worse than by FoXS", "[fit]") {
  const auto ratio = ratio_to_best(lysozyme_pair);
  if (ratio) CHECK(*ratio * lysozyme_pair.best() < 0.2025);
}

TEST_CASE("most pairs of model and data are fitted as well as by the best open peer",
          "[fit][slow]") {
  std::vector<double> ratios;
  for (const Pair& pair : pairs)
    if (const auto ratio = ratio_to_best(pair)) ratios.push_back(*ratio);
  if (ratios.size() < pairs.size()) return;
  std::sort(ratios.begin(), ratios.end());
  CHECK(ratios[ratios.size() / 2] <= 1.05);
}

TEST_CASE("the truth of lysozyme lies within 1.96 errors in 95 of 100 fits", "[fit]") {
  // Real model, shell and grid; the data come from direct sums at the measured q.
  const Atoms atoms = lysozyme();
  const QGrid at_data = QGrid::linear(0.01, 0.4, 300);
  Truth truth;
  truth.solvent = {1.01, 0.012};
  truth.constant = 2e-3;
  truth.relative_sigma = 0.01;
  truth.flat_sigma = 2e-4;
  Engines engines({"cpu", Precision::Double, 0});
  const MeasuredProfile clean =
      noise_free(sum_in_solution(engines, {atoms}, at_data, {}, {}).profiles(), truth);
  const SolutionProfiles profiles =
      sum_in_solution(engines, {atoms}, grid_around(clean, atoms), {}, {}).profiles();
  FitOptions options;
  options.constant = true;
  options.c1 = {0.8, 1.2};
  options.shell_contrast = {-0.3, 0.3};  // no bound within reach of the noise
  const std::map<std::string, double> true_value = {{"scale", truth.scale},
                                                    {"constant", truth.constant},
                                                    {"c1", truth.solvent.c1},
                                                    {"shell_contrast", 0.012}};
  const FitResult exact = fit_profile(profiles, clean, options);
  for (const auto& [name, value] : true_value)
    CHECK_THAT(exact.parameter(name)->value, WithinAbs(value, 0.01 * exact.parameter(name)->error));

  const int seeds = 200;
  std::map<std::string, int> inside;
  std::map<std::string, double> squares;
  double chi2 = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const FitResult fit =
        fit_profile(profiles, with_noise(clean, static_cast<std::uint64_t>(seed + 1000)), options);
    for (const auto& [name, value] : true_value) {
      const FittedParameter& parameter = *fit.parameter(name);
      REQUIRE(parameter.error > 0);
      const double errors = (parameter.value - value) / parameter.error;
      inside[name] += std::abs(errors) <= 1.96;
      squares[name] += errors * errors / seeds;
    }
    chi2 += fit.chi2_reduced() / seeds;
  }
  // Found: 187 to 189 of 200, rms 0.99 to 1.01; errors 0.0011 of c1 and 0.0003 of the contrast.
  for (const auto& [name, count] : inside) {
    const double rms = std::sqrt(squares[name]);
    INFO(name << ": " << count << " of " << seeds << ", rms deviation " << rms << " errors");
    CHECK(count >= 180);  // 190 ± 3.1 by chance
    CHECK(count <= 199);
    CHECK(rms > 0.85);  // 1 ± 0.05
    CHECK(rms < 1.15);
  }
  CHECK_THAT(chi2, WithinAbs(1, 3.5 * std::sqrt(2.0 / 296 / seeds)));
}
