// Every flag of a fit: raised where it should be, silent where all is well.

#include <cmath>

#include "catch.hpp"
#include "errors.hpp"
#include "fit/residual_bands.hpp"
#include "solution_models.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinRel;

namespace {

std::string flags_of(const FitResult& fit) {
  std::string text;
  for (const std::string& flag : fit.flags) {
    CHECK_FALSE(mentions(flag, "\n"));
    text += flag + "\n";
  }
  return text;
}

MeasuredProfile noisy(const Truth& truth = {}, std::uint64_t seed = 1) {
  return with_noise(noise_free(measurement().at_data, truth), seed);
}

FitResult fit(const MeasuredProfile& data, const FitOptions& options = {}) {
  return fit_profile(measurement().on_grid, data, options);
}

}  // namespace

TEST_CASE("a good fit of parameters far from their defaults has no flag but correlation", "[fit]") {
  Truth truth;
  truth.solvent = {0.98, 0.06};
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const FitResult result = fit(noisy(truth, seed));
    for (const std::string& flag : result.flags) CHECK(mentions(flag, "strongly correlated"));
    CHECK(result.cormap_p > 0.01);
    CHECK(result.bands.size() == 5);
  }
}

TEST_CASE("a parameter at its bound is named with the bound and what it means", "[fit]") {
  Truth truth;
  truth.solvent = {1.1, 0.03};
  FitOptions fixed_shell;  // else the shell makes up for the volume
  fixed_shell.shell_contrast = {0.03, 0.03};
  const FitResult large = fit(noisy(truth), fixed_shell);
  CHECK(large.parameter("c1")->value == 1.05);
  CHECK(large.parameter("c1")->at_bound);
  CHECK(std::isnan(large.parameter("c1")->error));
  CHECK(large.free == std::vector<int>{0});
  CHECK(large.correlation.rows() == 1);
  CHECK(large.n_parameters == 2);
  CHECK(mentions(flags_of(large), "c1 is at its upper bound 1.05: the data ask for a larger"));
  truth.solvent = {0.9, 0.03};
  CHECK(mentions(flags_of(fit(noisy(truth), fixed_shell)),
                 "c1 is at its lower bound 0.95: the data ask for a sm"));
  truth.solvent = {1.0, 0.15};
  CHECK(mentions(flags_of(fit(noisy(truth))),
                 "shell_contrast is at its upper bound 0.09: the data "
                 "ask for a denser"));
  truth.solvent = {1.0, -0.08};
  CHECK(mentions(flags_of(fit(noisy(truth))), "lower bound -0.03: the data ask for a less dense"));
}

TEST_CASE("strong correlation is said with its number", "[fit]") {
  MeasuredProfile low = noisy();
  for (auto* column : {&low.q, &low.intensity, &low.sigma}) column->resize(30);  // q to 0.083
  FitOptions options;
  options.c1 = {0.5, 2};
  options.shell_contrast = {-1, 1};
  const FitResult result = fit(low, options);
  CHECK(mentions(flags_of(result), "strongly correlated: c1/shell_contrast ("));
}

TEST_CASE("chi2 far from 1 on either side is said, with what it means", "[fit]") {
  MeasuredProfile data = noisy();
  for (double& sigma : data.sigma) sigma *= 3;
  CHECK(mentions(flags_of(fit(data)), "far below 1: sigma is overestimated"));
  for (double& sigma : data.sigma) sigma /= 9;
  const std::string text = flags_of(fit(data));
  CHECK(mentions(text, "far above 1"));
  CHECK_FALSE(mentions(text, "systematic"));  // it is noise all the same
}

TEST_CASE("a systematic misfit is seen by the run test and by bands", "[fit]") {
  MeasuredProfile data = noisy();
  for (std::size_t i = 0; i < data.size(); ++i)  // waves that no parameter can follow
    data.intensity[i] += 2 * data.sigma[i] * std::sin(40 * data.q[i]);
  const FitResult result = fit(data);
  CHECK(result.cormap_p < 0.01);
  CHECK(mentions(flags_of(result), "systematic misfit: "));
  CHECK(mentions(flags_of(result), "on average the data lie off the model at q "));
}

TEST_CASE("defaults that describe the data as well are preferred", "[fit]") {
  Truth truth;
  truth.solvent = SolventParameters{};
  const FitResult plain = fit(noisy(truth, 3));
  CHECK(plain.chi2_default >= plain.chi2);
  CHECK(mentions(flags_of(plain),
                 "default solvent parameters describe the data as well: fitting c1 "
                 "and shell_contrast lowers chi2 by "));
  FitOptions only_c1;
  only_c1.shell_contrast = {0.01, 0.01};
  CHECK(mentions(flags_of(fit(noisy(truth, 3), only_c1)), "fitting c1 lowers"));
  only_c1.c1 = {1, 1};
  CHECK_FALSE(mentions(flags_of(fit(noisy(truth, 3), only_c1)), "default"));
  truth.solvent = {1.02, 0.05};
  CHECK_FALSE(mentions(flags_of(fit(noisy(truth, 3))), "default"));
}

TEST_CASE("residuals by band, by hand", "[fit]") {
  std::vector<double> q;
  for (int i = 0; i < 11; ++i) q.push_back(0.1 * i);
  Eigen::ArrayXd residuals(11);
  residuals << 1, 1, -1, 1, 2, 0, 0, 3, -3, 1, 2;
  const auto bands = residual_bands(q, residuals);  // of 2, 2, 2, 2 and 3 points
  REQUIRE(bands.size() == 5);
  CHECK(bands[0].n == 2);
  CHECK(bands[0].mean == 1);
  CHECK(bands[1].mean == 0);
  CHECK(bands[1].chi2 == 1);
  CHECK(bands[4].n == 3);
  CHECK(bands[4].q_min == q[8]);
  CHECK(bands[4].q_max == q[10]);
  CHECK_THAT(bands[4].chi2, WithinRel(14.0 / 3, 1e-12));
  CHECK(residual_bands(std::vector<double>(1000, 0.1), Eigen::ArrayXd::Zero(1000)).size() == 10);
  CHECK(residual_bands({0.1, 0.2}, Eigen::ArrayXd::Zero(2)).size() == 2);
}
