// The minimum of the fit: against brute force, and known parameters found again.

#include <algorithm>
#include <chrono>
#include <cmath>

#include "catch.hpp"
#include "errors.hpp"
#include "fit/least_squares.hpp"
#include "solution_models.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

double value(const FitResult& fit, const char* name) { return fit.parameter(name)->value; }

/// χ² of the best scale and constant by normal equations in long double.
double brute_chi2(const MeasuredProfile& data, const Eigen::ArrayXd& curve, bool constant) {
  long double w = 0, m = 0, mm = 0, y = 0, my = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const long double weight =
        data.sigma.empty() ? 1.0L
                           : 1.0L / (static_cast<long double>(data.sigma[i]) * data.sigma[i]);
    const long double model = curve[static_cast<Eigen::Index>(i)], measured = data.intensity[i];
    w += weight;
    m += weight * model;
    mm += weight * model * model;
    y += weight * measured;
    my += weight * model * measured;
  }
  const long double scale = constant ? (w * my - m * y) / (w * mm - m * m) : my / mm;
  const long double offset = constant ? (y - scale * m) / w : 0;
  long double chi2 = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const long double misfit =
        data.intensity[i] - scale * curve[static_cast<Eigen::Index>(i)] - offset;
    chi2 += misfit * misfit /
            (data.sigma.empty() ? 1.0L : static_cast<long double>(data.sigma[i]) * data.sigma[i]);
  }
  return static_cast<double>(chi2);
}

double rss(const MeasuredProfile& data, const FitResult& fit) {
  double sum = 0;
  for (std::size_t i = 0; i < data.size(); ++i)
    sum += std::pow((data.intensity[i] - fit.model[static_cast<Eigen::Index>(i)]) /
                        (data.sigma.empty() ? 1.0 : data.sigma[i]),
                    2);
  return sum;
}

}  // namespace

TEST_CASE("no point of a grid over the bounds or close to the fit is better than it", "[fit]") {
  const Measurement& m = measurement();
  for (const bool constant : {false, true})
    for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
      Truth truth;
      truth.constant = constant ? 3e-3 : 0;
      if (seed == 3) truth.solvent = {1.049, -0.029};  // beside a corner
      if (seed == 5) truth.solvent = {1.1, 0.03};      // out of bounds
      if (seed == 6) truth.solvent = {1.0, 0.2};
      truth.relative_sigma = seed == 4 ? 0.05 : 0.003;
      const MeasuredProfile data = with_noise(noise_free(m.at_data, truth), seed);
      FitOptions options;
      options.constant = constant;
      const FitResult fit = fit_profile(m.on_grid, data, options);
      CHECK_THAT(fit.chi2, WithinRel(rss(data, fit), 1e-12));
      int better = 0;
      double best = INFINITY;
      for (int i = 0; i <= 50; ++i)
        for (int j = 0; j <= 60; ++j)
          best = std::min(
              best,
              brute_chi2(
                  data,
                  solution_profile(m.at_data, {0.95 + 0.002 * i, -0.03 + 0.002 * j}).intensity,
                  constant));
      INFO("seed " << seed << ", constant " << constant << ": " << fit.chi2 << ", grid " << best);
      CHECK(fit.chi2 <= best * (1 + 1e-7));
      // The valley is narrow: a second grid follows its neighbourhood, bounds respected.
      const double c1 = value(fit, "c1"), shell = value(fit, "shell_contrast");
      const auto chi2_at = [&](double x, double y) {
        return brute_chi2(
            data,
            solution_profile(m.at_data, {std::clamp(x, 0.95, 1.05), std::clamp(y, -0.03, 0.09)})
                .intensity,
            constant);
      };
      CHECK_THAT(chi2_at(c1, shell), WithinRel(fit.chi2, 1e-6));
      for (int i = -20; i <= 20; ++i)
        for (int j = -20; j <= 20; ++j)
          if (chi2_at(c1 + 2e-5 * i, shell + 1e-5 * j) < fit.chi2 * (1 - 1e-6)) ++better;
      CHECK(better == 0);
    }
}

TEST_CASE("parameters are found again in data without noise", "[fit]") {
  const Measurement& m = measurement();
  for (const bool weighted : {true, false})
    for (const bool constant : {false, true}) {
      Truth truth;
      truth.constant = constant ? 0.01 : 0;
      MeasuredProfile data = noise_free(m.at_data, truth);
      if (!weighted) data.sigma.clear();
      FitOptions options;
      options.constant = constant;
      const FitResult fit = fit_profile(m.on_grid, data, options);
      // As near as the interpolation, 10⁻⁷, lets it.
      CHECK_THAT(value(fit, "scale"), WithinRel(truth.scale, 1e-4));
      CHECK_THAT(value(fit, "c1"), WithinAbs(1.01, 1e-5));
      CHECK_THAT(value(fit, "shell_contrast"), WithinAbs(0.025, 2e-5));
      if (constant) CHECK_THAT(value(fit, "constant"), WithinRel(0.01, 1e-3));
      CHECK((fit.parameter("constant") != nullptr) == constant);
      CHECK(fit.r_factor < 1e-6);
      CHECK(fit.n_parameters == (constant ? 4 : 3));
      CHECK(fit.free.size() == fit.n_parameters);

      // From the very same map they are found to rounding.
      const QMap map = make_q_map(m.on_grid.partials.q, data.q);
      const Eigen::VectorXd mapped =
          map * solution_profile(m.on_grid, truth.solvent).intensity.matrix();
      for (std::size_t i = 0; i < data.size(); ++i)
        data.intensity[i] = truth.scale * mapped[static_cast<Eigen::Index>(i)] + truth.constant;
      const FitResult exact = fit_profile(m.on_grid, data, options);
      CHECK_THAT(value(exact, "scale"), WithinRel(truth.scale, 1e-9));
      CHECK_THAT(value(exact, "c1"), WithinRel(1.01, 1e-10));
      CHECK_THAT(value(exact, "shell_contrast"), WithinRel(0.025, 1e-9));
    }
}

TEST_CASE("fixed parameters stay and the others are the best beside them", "[fit]") {
  const Measurement& m = measurement();
  const MeasuredProfile data = with_noise(noise_free(m.at_data, {}), 11);
  const FitResult all = fit_profile(m.on_grid, data);
  for (const bool constant : {false, true})
    for (const bool c1 : {false, true})
      for (const bool shell : {false, true}) {
        INFO("constant " << constant << ", c1 fixed " << c1 << ", shell fixed " << shell);
        FitOptions options;
        options.constant = constant;
        if (c1) options.c1 = {0.99, 0.99};
        if (shell) options.shell_contrast = {0.01, 0.01};
        const FitResult fit = fit_profile(m.on_grid, data, options);
        CHECK(fit.n_parameters == 1U + constant + !c1 + !shell);
        CHECK(fit.parameter("c1")->fixed == c1);
        CHECK(fit.parameter("shell_contrast")->fixed == shell);
        if (c1) CHECK_FALSE(fit.parameter("c1")->at_bound);
        if (c1) CHECK(value(fit, "c1") == 0.99);
        if (shell) CHECK(value(fit, "shell_contrast") == 0.01);
        CHECK(std::isnan(fit.parameter("c1")->error) == (c1 || fit.parameter("c1")->at_bound));
        CHECK(std::isnan(fit.parameter("shell_contrast")->error) ==
              (shell || fit.parameter("shell_contrast")->at_bound));
        if (!constant) CHECK(fit.chi2 >= all.chi2 * (1 - 1e-9));
        CHECK(std::isnan(fit.chi2_default) == (c1 && shell));
        double best = INFINITY;
        for (int i = 0; i <= (c1 ? 0 : 400); ++i)
          for (int j = 0; j <= (shell ? 0 : c1 ? 400 : 20); ++j)
            best = std::min(
                best, brute_chi2(data,
                                 solution_profile(
                                     m.at_data, {c1 ? 0.99 : 0.95 + 0.00025 * i,
                                                 shell ? 0.01 : -0.03 + 0.12 * j / (c1 ? 400 : 20)})
                                     .intensity,
                                 constant));
        CHECK(fit.chi2 <= best * (1 + 1e-6));
        if (c1 || shell) CHECK(best <= fit.chi2 * 1.1);
      }
}

TEST_CASE("wide bounds hold several minima and the deepest is found", "[fit]") {
  const Measurement& m = measurement();
  FitOptions options;
  options.c1 = {0.7, 1.6};
  options.shell_contrast = {-0.3, 0.3};
  for (const double c1 : {0.8, 1.0, 1.25, 1.5}) {
    Truth truth;
    truth.solvent = {c1, 0.1};
    const FitResult fit = fit_profile(m.on_grid, noise_free(m.at_data, truth), options);
    CHECK_THAT(value(fit, "c1"), WithinAbs(c1, 1e-4));
    CHECK_THAT(value(fit, "shell_contrast"), WithinAbs(0.1, 1e-4));
  }
}

TEST_CASE("points with the same q each count", "[fit]") {
  const Measurement& m = measurement();
  const MeasuredProfile once = with_noise(noise_free(m.at_data, {}), 3);
  MeasuredProfile twice = once, better = once;
  twice.q.clear();
  twice.intensity.clear();
  twice.sigma.clear();
  for (std::size_t i = 0; i < once.size(); ++i) {
    for (int k = 0; k < 2; ++k) {
      twice.q.push_back(once.q[i]);
      twice.intensity.push_back(once.intensity[i]);
      twice.sigma.push_back(once.sigma[i]);
    }
    better.sigma[i] /= std::sqrt(2.0);
  }
  const FitResult a = fit_profile(m.on_grid, twice), b = fit_profile(m.on_grid, better);
  CHECK(a.n_points == 400);
  CHECK_THAT(a.chi2, WithinRel(b.chi2, 1e-9));
  for (const char* name : {"scale", "c1", "shell_contrast"}) {
    CHECK_THAT(value(a, name), WithinRel(value(b, name), 1e-6));
    CHECK_THAT(a.parameter(name)->error, WithinRel(b.parameter(name)->error, 1e-6));
  }
}

TEST_CASE("data of poor resolution are fitted with a smeared curve", "[fit]") {
  // Smeared by a sum over directly computed curves, at 13 q of different resolution.
  const double d_max = measurement().d_max;
  MeasuredProfile data;
  data.name = "smeared.dat";
  const SolventParameters truth{0.98, 0.04};
  for (int i = 0; i < 13; ++i) {
    const double q = 0.02 + 0.03 * i, dq = 0.004 + 0.1 * q;
    std::vector<double> at, weight;
    for (int k = -150; k <= 150; ++k) {
      at.push_back(std::abs(q + dq * k / 50));
      weight.push_back(std::exp(-0.5 * k * k / 2500.0) * (std::abs(k) == 150 ? 0.5 : 1));
    }
    std::vector<double> sorted = at;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const Profile curve =
        solution_profile(solution_profiles(Measurement::atoms, QGrid(sorted)), truth);
    double sum = 0, weights = 0;
    for (std::size_t k = 0; k < at.size(); ++k) {
      const auto place = std::lower_bound(sorted.begin(), sorted.end(), at[k]) - sorted.begin();
      sum += weight[k] * curve.intensity[place];
      weights += weight[k];
    }
    data.q.push_back(q);
    data.dq.push_back(dq);
    data.intensity.push_back(sum / weights);
    data.sigma.push_back(0.01 * sum / weights);
  }
  const SolutionProfiles profiles = solution_profiles(Measurement::atoms, grid_for(data, d_max));
  const FitResult fit = fit_profile(profiles, data);
  CHECK_THAT(value(fit, "scale"), WithinRel(1, 1e-3));
  CHECK_THAT(value(fit, "c1"), WithinAbs(0.98, 1e-4));
  CHECK_THAT(value(fit, "shell_contrast"), WithinAbs(0.04, 2e-4));
  CHECK(fit.chi2 < 1e-4);
  data.dq.clear();
  CHECK(fit_profile(profiles, data).chi2 > 1);  // smearing matters here
}

TEST_CASE("what cannot be fitted is refused with the name of the data", "[fit]") {
  const Measurement& m = measurement();
  MeasuredProfile few = noise_free(m.at_data, {});
  few.q.resize(3);
  few.intensity.resize(3);
  few.sigma.resize(3);
  const std::string text = error_of([&] { fit_profile(m.on_grid, few); });
  CHECK(mentions(text, "synthetic.dat"));
  CHECK(mentions(text, "3 points"));
  FitOptions fixed;
  fixed.c1 = {1, 1};
  CHECK(fit_profile(m.on_grid, few, fixed).n_points == 3);  // one more than parameters
  fixed.shell_contrast = {0.03, 0.03};
  few.q.resize(2);
  few.intensity.resize(2);
  few.sigma.resize(2);
  CHECK(fit_profile(m.on_grid, few, fixed).n_points == 2);

  MeasuredProfile negative = noise_free(m.at_data, {});
  for (double& intensity : negative.intensity) intensity = -intensity;
  CHECK(mentions(error_of([&] { fit_profile(m.on_grid, negative); }),
                 "synthetic.dat: no positive scale"));
  const auto refused = [&](Bounds c1, Bounds shell) {
    return error_of([&] { fit_profile(m.on_grid, noise_free(m.at_data, {}), {c1, shell, false}); });
  };
  CHECK(mentions(refused({1.05, 0.95}, {0, 0.1}), "c1 are no interval"));
  CHECK(mentions(refused({0.95, 1.05}, {0, INFINITY}), "shell_contrast are no interval"));
  CHECK(mentions(refused({0, 1.05}, {0, 0.1}), "positive"));
  MeasuredProfile far = noise_free(m.at_data, {});
  far.q.back() = 3;
  CHECK(mentions(error_of([&] { fit_profile(m.on_grid, far); }), "needed at 3"));
}

TEST_CASE("time of a fit", "[.][fit-time]") {
  for (const std::size_t n : {500, 3500}) {
    const QGrid q = QGrid::linear(0.01, 0.5, n);
    const SolutionProfiles at_data = solution_profiles(Measurement::atoms, q);
    const MeasuredProfile data = with_noise(noise_free(at_data, {}), 1);
    const SolutionProfiles& on_grid = measurement().on_grid;
    const auto start = std::chrono::steady_clock::now();
    fit_profile(on_grid, data);
    WARN(n << " points: "
           << std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()
           << " s");
  }
}
