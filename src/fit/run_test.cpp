// Longest run of one sign and its probability.

#include "fit/run_test.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace debye {

std::size_t longest_run(const Eigen::ArrayXd& residuals) {
  std::size_t longest = 0, run = 0;
  int before = 0;
  for (const double residual : residuals) {
    const int sign = (residual > 0) - (residual < 0);
    run = sign == 0 ? 0 : sign == before ? run + 1 : 1;
    longest = std::max(longest, run);
    before = sign;
  }
  return longest;
}

double run_probability(std::size_t n, std::size_t length) {
  if (length > n) return 0;
  if (length <= 1) return 1;
  // A run of `length` equal faces is one of k = length − 1 "same as before" in m = n − 1 fair
  // tosses. Let p_m be the probability of that. The first such run ends at toss m if the k tosses
  // up to it are "same", the one before is not, and there was none in the m − k − 1 before that:
  //     p_m = p_{m−1} + 2^{−(k+1)} (1 − p_{m−k−1}),   p_k = 2^{−k}.
  // All terms are positive, so small p keep their digits; 1 − (probability of none) would not.
  const std::size_t k = length - 1, m = n - 1;
  const double step = std::exp2(-static_cast<double>(k + 1));
  std::vector<double> p(m + 1, 0.0);
  p[k] = 2 * step;
  for (std::size_t i = k + 1; i <= m; ++i) p[i] = p[i - 1] + step * (1 - p[i - k - 1]);
  return p[m];
}

}  // namespace debye
