// Interpolation and smearing as rows of a sparse matrix, and the grid that they need.

#include "fit/q_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "debye/error.hpp"
#include "debye/fit.hpp"

namespace debye {
namespace {

constexpr int stencil = 2 * static_cast<int>(nodes_beyond);

/// A larger grid comes from a slip (q in 1/nm taken for 1/Å, an atom far away), not from a
/// measurement: 1000 Å to q = 5/Å, more than any solution experiment resolves, takes 6400 nodes.
constexpr std::size_t max_nodes = 20'000;

/// Diameter below which the spread of the atoms themselves (displaced-solvent Gaussians fade to
/// nothing within 9 Å) rather than the distances between them sets how fast the curve varies [Å].
constexpr double least_diameter = 20.0;

/// One row of the map while it is summed up.
struct Row {
  std::vector<double> weight;  ///< of every node
  Eigen::Index first, last;    ///< the part of it that is in use; first > last: none

  explicit Row(std::size_t n) : weight(n, 0.0), first(static_cast<Eigen::Index>(n)), last(-1) {}

  void add(Eigen::Index node, double value) {
    weight[static_cast<std::size_t>(node)] += value;
    first = std::min(first, node);
    last = std::max(last, node);
  }

  /// Appends row i, the next one, to the map and leaves this one empty.
  void move_to(QMap& map, Eigen::Index i) {
    map.startVec(i);
    for (Eigen::Index node = first; node <= last; ++node) {
      double& value = weight[static_cast<std::size_t>(node)];
      if (value != 0) map.insertBack(i, node) = value;
      value = 0;
    }
    first = static_cast<Eigen::Index>(weight.size());
    last = -1;
  }
};

/// Weights (−1)^j C(15, j) of the barycentric formula for equidistant points (Berrut & Trefethen,
/// SIAM Rev. 46 (2004) 501); a factor common to all of them cancels.
std::array<double, stencil> barycentric_weights() {
  std::array<double, stencil> weight{};
  double binomial = 1;
  for (int j = 0; j < stencil; ++j) {
    weight[static_cast<std::size_t>(j)] = j % 2 == 0 ? binomial : -binomial;
    binomial = binomial * (stencil - 1 - j) / (j + 1);
  }
  return weight;
}

/// Adds factor · I(q), interpolated, to the row; `position` is |q| in steps of the nodes.
void add_interpolation(Row& row, double position, double factor) {
  static const std::array<double, stencil> barycentric = barycentric_weights();
  const auto n = static_cast<Eigen::Index>(row.weight.size());
  const Eigen::Index central = static_cast<Eigen::Index>(position) - (stencil / 2 - 1);
  const Eigen::Index first = std::min(central, n - stencil);  // one-sided only at the very end
  const double t = position - static_cast<double>(first);
  std::array<double, stencil> weight{};
  double sum = 0;
  for (int j = 0; j < stencil; ++j) {
    if (t == j) return row.add(std::abs(first + j), factor);
    weight[static_cast<std::size_t>(j)] = barycentric[static_cast<std::size_t>(j)] / (t - j);
    sum += weight[static_cast<std::size_t>(j)];
  }
  for (int j = 0; j < stencil; ++j)
    row.add(std::abs(first + j), factor * weight[static_cast<std::size_t>(j)] / sum);
}

/// Gauss–Legendre rule of 10 points on [−1, 1] (Abramowitz & Stegun, table 25.4); symmetric.
constexpr std::array<double, 5> legendre_point = {0.148874338981631211, 0.433395394129247191,
                                                  0.679409568299024406, 0.865063366688984511,
                                                  0.973906528517171720};
constexpr std::array<double, 5> legendre_weight = {0.295524224714752870, 0.269266719309996355,
                                                   0.219086362515982044, 0.149451349150580593,
                                                   0.066671344308688138};

/// Adds the smeared curve at `position` to the row; `width` is dq. Both in steps of the nodes.
void add_smeared(Row& row, double position, double width) {
  // The fastest wave of I has a period of 8 steps, the Gaussian falls by e^4.5 in 3 dq: 10 points
  // integrate a panel of either size to 10⁻⁹.
  const double reach = resolution_reach * width;
  const int panels = 2 * std::max(1, static_cast<int>(std::ceil(reach / 8)));
  const double half = reach / panels;
  std::vector<std::array<double, 2>> points;  // position, weight
  points.reserve(static_cast<std::size_t>(panels) * 10);
  double sum = 0;
  for (int panel = 0; panel < panels; ++panel)
    for (std::size_t k = 0; k < 5; ++k)
      for (const double sign : {-1.0, 1.0}) {
        const double offset = -reach + half * (2 * panel + 1 + sign * legendre_point[k]);
        const double weight =
            legendre_weight[k] * std::exp(-0.5 * (offset / width) * (offset / width));
        points.push_back({std::abs(position + offset), weight});
        sum += weight;
      }
  const double end = static_cast<double>(row.weight.size() - 1);
  for (const auto& [at, weight] : points)
    add_interpolation(row, std::min(at, end), weight / sum);  // min: rounding at the last node
}

}  // namespace

QGrid grid_for(const MeasuredProfile& data, double d_max) {
  if (!std::isfinite(d_max) || d_max < 0)
    fail(data.name, ": the model's largest distance is ", d_max, " A; it must be finite and >= 0");
  if (data.size() == 0) fail(data.name, ": no points to fit");
  double reach = 0;
  for (std::size_t i = 0; i < data.size(); ++i)
    reach = std::max(reach, data.q[i] + (data.dq.empty() ? 0 : resolution_reach * data.dq[i]));
  const double step = M_PI / (4 * std::max(d_max, least_diameter));
  const double nodes = std::ceil(reach / step) + 1 + static_cast<double>(nodes_beyond);
  if (!(nodes <= static_cast<double>(max_nodes)))
    fail(data.name, ": q up to ", reach, "/A (resolution included) and a model of ", d_max,
         " A need a curve of ", nodes, " points, more than ", max_nodes,
         "; check the unit of q and the model for stray atoms");
  return QGrid::linear(0, step * (nodes - 1), static_cast<std::size_t>(nodes));
}

QMap make_q_map(const QGrid& nodes, const std::vector<double>& q, const std::vector<double>& dq) {
  const std::optional<double> step = nodes.uniform_step();
  if (!step || nodes.front() != 0 || nodes.size() <= nodes_beyond)
    fail("a curve can only be interpolated from ", nodes_beyond + 1,
         " or more equidistant q that start at 0");
  if (!dq.empty() && dq.size() != q.size())
    fail("there are ", q.size(), " q but ", dq.size(), " resolutions");
  const double end = static_cast<double>(nodes.size() - 1);
  QMap map(static_cast<Eigen::Index>(q.size()), static_cast<Eigen::Index>(nodes.size()));
  map.reserve(map.rows() * stencil);
  Row row(nodes.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double position = q[i] / *step, width = dq.empty() ? 0 : dq[i] / *step;
    if (!(position >= 0 && width >= 0 && position + resolution_reach * width <= end * (1 + 1e-12)))
      fail("the curve is computed up to q = ", nodes.back(), "/A, but needed at ", q[i],
           dq.empty() ? "" : " and around", "/A");
    if (width > 0)
      add_smeared(row, position, width);
    else
      add_interpolation(row, std::min(position, end), 1.0);
    row.move_to(map, static_cast<Eigen::Index>(i));
  }
  map.finalize();
  return map;
}

}  // namespace debye
