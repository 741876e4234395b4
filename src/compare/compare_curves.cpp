// Two curves on common q, the scale between them, and what is left.

#include <algorithm>
#include <cmath>

#include "compare/differences.hpp"
#include "debye/compare.hpp"
#include "debye/error.hpp"

namespace debye {
namespace {

/// Rounding of q in files: a point that lies this share of the largest q beyond an end counts as
/// the end.
constexpr double rounding_of_q = 2e-6;

/// Points first..last−1 of a curve that lie in the range.
struct Part {
  std::size_t first = 0, last = 0;
  std::size_t size() const { return last - first; }
};

Part part_of(const MeasuredProfile& curve, double lower, double upper) {
  const auto begin = curve.q.begin();
  return {static_cast<std::size_t>(std::lower_bound(begin, curve.q.end(), lower) - begin),
          static_cast<std::size_t>(std::upper_bound(begin, curve.q.end(), upper) - begin)};
}

MeasuredProfile cut(const MeasuredProfile& curve, const Part& part) {
  const auto slice = [&](const std::vector<double>& values) {
    if (values.empty()) return values;
    return std::vector<double>(values.begin() + static_cast<std::ptrdiff_t>(part.first),
                               values.begin() + static_cast<std::ptrdiff_t>(part.last));
  };
  MeasuredProfile result;
  result.q = slice(curve.q);
  result.intensity = slice(curve.intensity);
  result.sigma = slice(curve.sigma);
  return result;
}

bool has_same_q(const MeasuredProfile& a, const MeasuredProfile& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::abs(a.q[i] - b.q[i]) > rounding_of_q * a.q.back()) return false;
  return true;
}

Eigen::ArrayXd array_of(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::ArrayXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// Both curves at common q; A is not scaled yet.
struct Aligned {
  CurveComparison result;
  Eigen::ArrayXd sigma_a, sigma_b;  ///< empty without sigma
};

/// `source` at the q of `kept`. @return the interpolated curve
InterpolatedCurve at_q_of(const MeasuredProfile& kept, const MeasuredProfile& source,
                          CurveComparison& result) {
  std::vector<double> q = kept.q;
  for (double& value : q) value = std::clamp(value, source.q.front(), source.q.back());
  InterpolatedCurve curve = interpolate_curve(source, q);
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double error = curve.error[i] / std::abs(curve.intensity[i]);
    if (error > result.interpolation_error) {
      result.interpolation_error = error;
      result.q_of_interpolation_error = q[i];
    }
  }
  return curve;
}

std::string range_text(const MeasuredProfile& curve) {
  std::ostringstream text;
  text << curve.q.front() << " to " << curve.q.back();
  return text.str();
}

Aligned align(const MeasuredProfile& a, const MeasuredProfile& b, const CompareOptions& options) {
  const double slack = rounding_of_q * std::min(a.q.back(), b.q.back());
  const double lower = std::max({a.q.front(), b.q.front(), options.q_min}) - slack;
  const double upper = std::min({a.q.back(), b.q.back(), options.q_max}) + slack;
  const Part in_a = part_of(a, lower, upper), in_b = part_of(b, lower, upper);
  Aligned aligned;
  CurveComparison& result = aligned.result;
  result.outside_a = a.size() - in_a.size();
  result.outside_b = b.size() - in_b.size();
  const MeasuredProfile cut_a = cut(a, in_a), cut_b = cut(b, in_b);
  using Kept = CurveComparison::Kept;
  result.kept = cut_a.q.empty() || cut_b.q.empty() || has_same_q(cut_a, cut_b) ? Kept::Both
                : a.sigma.empty() != b.sigma.empty() ? (a.sigma.empty() ? Kept::B : Kept::A)
                : in_a.size() < in_b.size()          ? Kept::A
                                                     : Kept::B;
  const MeasuredProfile& kept = result.kept == Kept::A ? cut_a : cut_b;
  if (kept.size() < 3 || cut_a.q.empty() || cut_b.q.empty())
    fail(a.name, " and ", b.name, ": only ", std::min(in_a.size(), in_b.size()),
         " points in common, q ", range_text(a), " and ", range_text(b),
         " 1/A; a comparison needs 3 (see --units, --qmin, --qmax)");
  result.q = kept.q;
  const auto set = [](const std::vector<double>& intensity, const std::vector<double>& sigma,
                      Eigen::ArrayXd& values, Eigen::ArrayXd& sigmas) {
    values = array_of(intensity);
    sigmas = array_of(sigma);
  };
  set(cut_a.intensity, cut_a.sigma, result.a, aligned.sigma_a);
  set(cut_b.intensity, cut_b.sigma, result.b, aligned.sigma_b);
  if (result.kept == Kept::Both) return aligned;
  // All of the other curve, beyond the range too: it helps at the ends.
  const bool keeps_a = result.kept == Kept::A;
  const InterpolatedCurve other = at_q_of(kept, keeps_a ? b : a, result);
  if (keeps_a)
    set(other.intensity, other.sigma, result.b, aligned.sigma_b);
  else
    set(other.intensity, other.sigma, result.a, aligned.sigma_a);
  return aligned;
}

/// √(σ_B² + k² σ_A²), or empty.
Eigen::ArrayXd sigma_of_difference(const Aligned& aligned, double scale) {
  if (aligned.sigma_a.size() == 0) return aligned.sigma_b;
  if (aligned.sigma_b.size() == 0) return scale * aligned.sigma_a;
  return (aligned.sigma_b.square() + (scale * aligned.sigma_a).square()).sqrt();
}

/// Points that the scale may be taken from.
Eigen::Index count_reliable(const CurveComparison& result, const CompareOptions& options) {
  if (!options.q_reliable) return result.a.size();
  const auto n =
      std::upper_bound(result.q.begin(), result.q.end(), *options.q_reliable) - result.q.begin();
  return n >= 3 ? n : result.a.size();
}

void find_scale(Aligned& aligned, const CompareOptions& options) {
  CurveComparison& result = aligned.result;
  if (options.absolute) return;
  const Eigen::Index n = count_reliable(result, options);
  const Eigen::ArrayXd a = result.a.head(n), b = result.b.head(n);
  double sum = 0;
  std::size_t positive = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!(a[i] > 0 && b[i] > 0)) continue;
    sum += std::log(b[i]) - std::log(a[i]);
    ++positive;
  }
  using ScaledBy = CurveComparison::ScaledBy;
  result.n_scale = static_cast<std::size_t>(n);
  if (positive > 0) {
    result.scaled_by = ScaledBy::Log;
    result.n_scale = positive;
    result.scale = std::exp(sum / static_cast<double>(positive));
  } else {
    result.scaled_by = ScaledBy::Linear;
    result.scale = (a * b).sum() / a.square().sum();
  }
  if (sigma_of_difference(aligned, 1).size() == 0) return;
  // The weights depend on k where A has errors too; three rounds settle it to 1e-6 and better.
  constexpr int rounds = 4;
  result.scaled_by = ScaledBy::Sigma;
  result.n_scale = static_cast<std::size_t>(n);
  for (int round = 0; round < rounds; ++round) {
    const Eigen::ArrayXd weight =
        sigma_of_difference(aligned, result.scale).head(n).square().inverse();
    result.scale = (weight * a * b).sum() / (weight * a.square()).sum();
  }
}

}  // namespace

CurveComparison compare_curves(const MeasuredProfile& a, const MeasuredProfile& b,
                               const CompareOptions& options) {
  Aligned aligned = align(a, b, options);
  find_scale(aligned, options);
  CurveComparison result = std::move(aligned.result);
  if (!(result.scale > 0 && std::isfinite(result.scale)))
    fail(a.name, " and ", b.name, ": no positive scale brings one to the other");
  result.a *= result.scale;
  result.sigma = sigma_of_difference(aligned, result.scale);
  find_differences(result, options.q_reliable);
  return result;
}

}  // namespace debye
