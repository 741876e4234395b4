// See plain_sum.hpp.

#include "plain_sum.hpp"

#include <cmath>

namespace debye {

double plain_sum(const ScatteringModel& model, const QGrid& q, std::size_t column,
                 const std::vector<double>& coefficient) {
  std::vector<double> amplitude(model.size(), 0.0);
  for (std::size_t i = 0; i < model.size(); ++i)
    for (std::size_t a = 0; a < coefficient.size(); ++a)
      amplitude[i] +=
          coefficient[a] * model.channels[a].form(model.type[i], static_cast<Eigen::Index>(column));
  double sum = 0;
  for (std::size_t i = 0; i < model.size(); ++i) {
    const Position& p = model.position[i];
    double others = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const Position& r = model.position[j];
      const double dx = p[0] - r[0], dy = p[1] - r[1], dz = p[2] - r[2];
      const double x = q[column] * std::sqrt(dx * dx + dy * dy + dz * dz);
      others += amplitude[j] * (x > 0 ? std::sin(x) / x : 1);
    }
    sum += amplitude[i] * (amplitude[i] + 2 * others);
  }
  return sum;
}

}  // namespace debye
