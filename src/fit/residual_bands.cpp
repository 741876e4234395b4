// Residuals summed up by stretches of q.

#include "fit/residual_bands.hpp"

#include <algorithm>

namespace debye {

std::vector<ResidualBand> residual_bands(const std::vector<double>& q,
                                         const Eigen::ArrayXd& residuals) {
  const std::size_t count = std::min(q.size(), std::clamp<std::size_t>(q.size() / 50, 5, 10));
  std::vector<ResidualBand> bands;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = q.size() * i / count, end = q.size() * (i + 1) / count;
    const auto part =
        residuals.segment(static_cast<Eigen::Index>(begin), static_cast<Eigen::Index>(end - begin));
    bands.push_back({q[begin], q[end - 1], end - begin, part.mean(), part.square().mean()});
  }
  return bands;
}

}  // namespace debye
