// See wave_sums.hpp. The transform is separable: along z, y and x in turn it is a product with a
// matrix of cosines (even part of the density) or sines (odd part), so that all arithmetic is real,
// only the wave vectors inside the sphere are computed, and any spacing of them will do. Up to
// about 1000 cells a side this takes less time than fast Fourier transforms of the padded grid,
// most of whose output would be thrown away.
//
// Everything from here on is in double precision, even if the grid is not. The rounding of cells
// differs from cell to cell and averages out; that of a transform does not: a relative error of
// 1e-7 of the products at small k, 10⁵ times as large as those at a minimum of I, would reach it
// through the width of χ's transform.
//
// With G = Σ_p i^|p| G_p over the eight parities p, the sum of G_k G_l* over the eight wave vectors
// (±k_x, ±k_y, ±k_z) is 8 Σ_p G_kp G_lp.

#include "fourier/wave_sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <numbers>
#include <utility>
#include <vector>

#include "parallel_for.hpp"

namespace debye::fourier {
namespace {

constexpr std::size_t even = 0, odd = 1;

std::size_t padded(std::size_t n) { return (n + padding - 1) / padding * padding; }

template <class Real>
class WaveSums {
 public:
  WaveSums(const DensityGrid<Real>& grid, const Plan& plan, const RadialNodes& nodes,
           const InstructionSet& set)
      : grid_(grid.get()),
        plan_(plan),
        nodes_(nodes),
        set_(set),
        window_(nodes.window.window<double>()),
        row_(padded(plan.n_waves[0])),
        pair_stride_((plan.n_basis * (plan.n_basis + 1) / 2 + 7) / 8 * 8) {
    for (const std::size_t parity : {even, odd}) {
      for (const std::size_t axis : {1u, 2u}) table_[axis][parity] = table(axis, parity);
      const std::vector<double> by_wave = table(0, parity);
      const std::size_t depth = plan.n_cells[0] / 2;
      table_[0][parity].assign(depth * row_, 0.0);
      for (std::size_t n = 0; n < plan.n_waves[0]; ++n)
        for (std::size_t d = 0; d < depth; ++d)
          table_[0][parity][d * row_ + n] = by_wave[n * depth + d];
    }
  }

  /// Planes of wave vectors, k_z number first … first + n, of all grids: the product along z.
  /// planes[((2k + p)·n + i)·plane_stride + cell] is that of grid k, parity p, number first + i.
  void transform_z(std::size_t first, std::size_t n, double* planes, int threads) const {
    constexpr std::size_t chunk = 64 * padding;  // cells, of which a thread takes one lot at a time
    const std::size_t columns = plan_.plane_stride, half = plan_.n_cells[2] / 2;
    const std::size_t chunks = (columns + chunk - 1) / chunk;
    parallel_for(2 * plan_.n_basis * chunks, threads, [&](std::size_t index) {
      const std::size_t i = index / chunks, begin = index % chunks * chunk, parity = i % 2;
      const Real* cells =
          grid_ + i / 2 * plan_.grid_stride() + (parity == even ? half * columns : 0);
      set_.template functions<Real>().multiply(
          {table_[2][parity].data() + first * half, cells + begin, planes + i * n * columns + begin,
           half, columns, columns, n, half, std::min(chunk, columns - begin)});
    });
  }

  /// Bytes that sum_plane() works with.
  double workspace() const { return 8.0 * static_cast<double>(line_space() + wave_space()); }

  /// Sums over all wave vectors of k_z number nz, as RadialSums::sums.
  /// @param planes  of grid k, parity p: planes + (2k + p)·stride
  std::vector<double> sum_plane(const double* planes, std::size_t stride, std::size_t nz) const {
    std::vector<double> sums((nodes_.count + 2 * radial_width) * pair_stride_, 0.0);
    const auto lines = std::make_unique_for_overwrite<double[]>(line_space());
    const auto waves = std::make_unique_for_overwrite<double[]>(wave_space());
    const double kz2 = wave(2, nz) * wave(2, nz);
    const std::size_t ny = n_inside(1, kz2), half = plan_.n_cells[1] / 2;
    const std::size_t row = plan_.row_stride, line_stride = ny * row;
    for (std::size_t i = 0; i < 4 * plan_.n_basis; ++i) {
      const std::size_t parity = i % 2;
      set_.double_precision.multiply(
          {table_[1][parity].data(), planes + i / 2 * stride + (parity == even ? half * row : 0),
           lines.get() + i * line_stride, half, row, row, ny, half, row});
    }
    for (std::size_t first = 0; first < ny; first += best_rows)
      sum_lines(lines.get() + first * row, line_stride, first, std::min(best_rows, ny - first), kz2,
                waves.get(), sums.data());
    return sums;
  }

  /// Sums of planes → nodes × pairs; sin(k r) is odd, and so are the nodes below zero.
  Eigen::MatrixXd fold(const std::vector<double>& sums) const {
    const auto pairs = static_cast<Eigen::Index>(plan_.n_basis * (plan_.n_basis + 1) / 2);
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const Rows> all(sums.data(),
                                     static_cast<Eigen::Index>(sums.size() / pair_stride_),
                                     static_cast<Eigen::Index>(pair_stride_));
    const auto zero = static_cast<Eigen::Index>(radial_width);
    Eigen::MatrixXd folded = all.bottomRows(all.rows() - zero).leftCols(pairs);
    for (Eigen::Index j = 1; j <= zero && j < folded.rows(); ++j)
      folded.row(j) -= all.row(zero - j).head(pairs);
    return folded * 8;
  }

 private:
  /// n_waves × half the cells: cos(k x) or sin(k x) over the window's transform, the cells in the
  /// order in which the folded grid holds them.
  std::vector<double> table(std::size_t axis, std::size_t parity) const {
    const std::size_t half = plan_.n_cells[axis] / 2;
    std::vector<double> values;
    values.reserve(plan_.n_waves[axis] * half);
    for (std::size_t n = 0; n < plan_.n_waves[axis]; ++n) {
      const double k = wave(axis, n) * plan_.spacing;
      // Beyond k_max, in a block begun inside, nothing is used; the transform may come close to 0.
      const double scale = k > plan_.k_max * plan_.spacing ? 0 : 1 / plan_.window.transform(k);
      for (std::size_t d = 0; d < half; ++d) {
        const double x = static_cast<double>(parity == even ? d : half - 1 - d) + 0.5;
        values.push_back(scale * (parity == even ? std::cos(k * x) : std::sin(k * x)));
      }
    }
    return values;
  }

  double wave(std::size_t axis, std::size_t n) const {
    return (static_cast<double>(n) + 0.5) * plan_.step[static_cast<Eigen::Index>(axis)];
  }

  /// How many n along the axis keep k² + wave(n)² <= k_max².
  std::size_t n_inside(std::size_t axis, double k2) const {
    const double rest = plan_.k_max * plan_.k_max - k2;
    if (rest <= 0) return 0;
    const double n = std::sqrt(rest) / plan_.step[static_cast<Eigen::Index>(axis)] + 0.5;
    return std::min(static_cast<std::size_t>(n), plan_.n_waves[axis]);
  }

  std::size_t line_space() const { return plan_.n_basis * 4 * plan_.n_waves[1] * plan_.row_stride; }
  std::size_t wave_space() const { return plan_.n_basis * 8 * best_rows * row_; }

  /// n_rows lines of wave vectors, from k_y number `first` on.
  void sum_lines(const double* lines, std::size_t stride, std::size_t first, std::size_t n_rows,
                 double kz2, double* waves, double* sums) const {
    const std::size_t half = plan_.n_cells[0] / 2;
    const std::size_t longest = n_inside(0, kz2 + wave(1, first) * wave(1, first));
    for (std::size_t i = 0; i < 8 * plan_.n_basis; ++i) {
      const std::size_t parity = i % 2;
      set_.double_precision.multiply({lines + i / 2 * stride + (parity == even ? half : 0),
                                      table_[0][parity].data(), waves + i * best_rows * row_,
                                      plan_.row_stride, row_, row_, n_rows, half, padded(longest)});
    }
    for (std::size_t r = 0; r < n_rows; ++r) {
      const double k2 = kz2 + wave(1, first + r) * wave(1, first + r);
      set_.add_radial({&window_, waves + r * row_, best_rows * row_, plan_.n_basis, n_inside(0, k2),
                       k2, wave(0, 0), plan_.step[0], nodes_.step, sums, pair_stride_});
    }
  }

  const Real* grid_;
  const Plan& plan_;
  const RadialNodes& nodes_;
  const InstructionSet& set_;
  Window<double> window_;
  std::size_t row_;  ///< wave vectors of a line, padded
  std::size_t pair_stride_;
  std::array<std::array<std::vector<double>, 2>, 3>
      table_;  ///< x: half cells × waves; y, z: turned
};

/// Adds up arrays in the order of their number, whatever the order in which they come.
class OrderedSum {
 public:
  void add(std::size_t number, std::vector<double> values) {
    waiting_.emplace(number, std::move(values));
    for (auto it = waiting_.begin(); it != waiting_.end() && it->first == next_;
         it = waiting_.erase(it), ++next_) {
      total_.resize(it->second.size(), 0.0);
      for (std::size_t i = 0; i < total_.size(); ++i) total_[i] += it->second[i];
    }
  }
  std::size_t count() const { return next_; }
  const std::vector<double>& total() const { return total_; }

 private:
  std::map<std::size_t, std::vector<double>> waiting_;
  std::vector<double> total_;
  std::size_t next_ = 0;
};

}  // namespace

RadialNodes radial_nodes(double k_max, double cut) {
  constexpr double oversampling = 4;  // aliases by 1e-14 with 12 nodes
  const double width = static_cast<double>(radial_width);
  RadialNodes nodes;
  nodes.step = std::numbers::pi / (oversampling * cut);
  nodes.count = static_cast<std::size_t>(k_max / nodes.step) + radial_width + 2;
  nodes.window = {width, 0.5 * width * (2 - 1 / oversampling) * std::numbers::pi};
  return nodes;
}

template <class Real>
Eigen::MatrixXd wave_sums(const DensityGrid<Real>& grid, const Plan& plan, const RadialNodes& nodes,
                          const InstructionSet& set, int threads,
                          const std::function<void(double)>& progress) {
  // So many at once that the product along z, which has to fetch the whole grid from memory, has
  // something to do meanwhile.
  constexpr std::size_t planes_at_once = 4 * best_rows;
  const WaveSums<Real> transform(grid, plan, nodes, set);
  // Many threads may not take more memory than the grids are allowed to.
  constexpr double most_memory = 1 << 30;
  const int summing =
      std::clamp(static_cast<int>(std::min(1e6, most_memory / transform.workspace())), 1, threads);
  const std::size_t n_planes = plan.n_waves[2], most = std::min(planes_at_once, n_planes);
  const auto planes =
      std::make_unique_for_overwrite<double[]>(2 * plan.n_basis * most * plan.plane_stride);
  OrderedSum sum;
  std::mutex mutex;
  for (std::size_t first = 0; first < n_planes; first += most) {
    const std::size_t n = std::min(most, n_planes - first);
    transform.transform_z(first, n, planes.get(), threads);
    parallel_for(n, summing, [&](std::size_t i) {
      std::vector<double> of_plane = transform.sum_plane(planes.get() + i * plan.plane_stride,
                                                         n * plan.plane_stride, first + i);
      const std::lock_guard lock(mutex);
      const std::size_t before = sum.count();
      sum.add(first + i, std::move(of_plane));
      if (sum.count() > before)
        progress(static_cast<double>(sum.count()) / static_cast<double>(n_planes));
    });
  }
  return transform.fold(sum.total());
}

template Eigen::MatrixXd wave_sums(const DensityGrid<float>&, const Plan&, const RadialNodes&,
                                   const InstructionSet&, int, const std::function<void(double)>&);
template Eigen::MatrixXd wave_sums(const DensityGrid<double>&, const Plan&, const RadialNodes&,
                                   const InstructionSet&, int, const std::function<void(double)>&);

}  // namespace debye::fourier
