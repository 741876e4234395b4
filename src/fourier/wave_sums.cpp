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

/// The planes of wave vectors k_z number first … first + count − 1, of all grids.
struct Batch {
  std::size_t first, count;
  std::unique_ptr<double[]> table[2];  ///< count × half the cells along z, for each parity
  /// Products along z: values[((2k + p)·count + i)·plane_stride + cell] is that of grid k, parity
  /// p, number first + i.
  double* values;
};

class WaveSums {
 public:
  WaveSums(const Plan& plan, const RadialNodes& nodes, const InstructionSet& set, std::size_t lines)
      : plan_(plan),
        nodes_(nodes),
        set_(set),
        window_(nodes.window.window<double>()),
        lines_(lines),
        row_(wave_stride(plan)),
        pair_stride_(pair_stride(plan)) {
    for (const std::size_t parity : {even, odd}) {
      const std::size_t across = plan.n_cells[0] / 2, along = plan.n_cells[1] / 2;
      std::vector<double> of_wave(across);
      in_x_[parity].assign(across * row_, 0.0);
      for (std::size_t n = 0; n < plan.n_waves[0]; ++n) {
        set_factors(0, parity, n, of_wave.data());
        for (std::size_t d = 0; d < across; ++d) in_x_[parity][d * row_ + n] = of_wave[d];
      }
      in_y_[parity].resize(plan.n_waves[1] * along);
      for (std::size_t n = 0; n < plan.n_waves[1]; ++n)
        set_factors(1, parity, n, in_y_[parity].data() + n * along);
    }
  }

  /// Without space for the products.
  Batch make_batch(std::size_t first, std::size_t count, int threads) const {
    const std::size_t half = plan_.n_cells[2] / 2;
    Batch batch{first, count, {}, nullptr};
    for (auto& table : batch.table) table = std::make_unique_for_overwrite<double[]>(count * half);
    parallel_for(2 * count, threads, [&](std::size_t index) {
      const std::size_t parity = index % 2, i = index / 2;
      set_factors(2, parity, first + i, batch.table[parity].get() + i * half);
    });
    return batch;
  }

  /// The products along z of the cells of a slab.
  template <class Real>
  void transform_z(const Batch& batch, const Slab& slab, const Real* cells, int threads) const {
    constexpr std::size_t chunk = 64 * padding;  // cells, of which a thread takes one lot at a time
    const std::size_t half = plan_.n_cells[2] / 2, row = plan_.row_stride;
    const std::vector<Stripe> stripes = stripes_of(slab, plan_);
    const std::size_t columns = (stripes[0].end - stripes[0].begin) * row;
    const std::size_t chunks = (columns + chunk - 1) / chunk;
    parallel_for(2 * slab.n_grids * stripes.size() * chunks, threads, [&](std::size_t index) {
      const std::size_t begin = index % chunks * chunk, parity = index / chunks % 2;
      const std::size_t grid = index / chunks / 2 % slab.n_grids;
      const Stripe& stripe = stripes[index / chunks / 2 / slab.n_grids];
      const Real* from =
          cells + (grid * plan_.n_cells[2] + (parity == even ? half : 0)) * slab.plane_stride +
          stripe.row * row + begin;
      double* to = batch.values +
                   (2 * (slab.first_grid + grid) + parity) * batch.count * plan_.plane_stride +
                   stripe.begin * row + begin;
      set_.functions<Real>().multiply({batch.table[parity].get(), from, to, half, slab.plane_stride,
                                       plan_.plane_stride, batch.count, half,
                                       std::min(chunk, columns - begin)});
    });
  }

  /// Sums over all wave vectors of k_z number batch.first + i, as RadialSums::sums.
  std::vector<double> sum_plane(const Batch& batch, std::size_t i) const {
    std::vector<double> sums((nodes_.count + 2 * radial_width) * pair_stride_, 0.0);
    const auto lines = std::make_unique_for_overwrite<double[]>(line_values(plan_, lines_));
    const auto waves = std::make_unique_for_overwrite<double[]>(wave_values(plan_));
    const double kz = wave(2, batch.first + i), kz2 = kz * kz;
    const std::size_t ny = n_inside(1, kz2), half = plan_.n_cells[1] / 2;
    const std::size_t row = plan_.row_stride, line_stride = lines_ * row;
    for (std::size_t begin = 0; begin < ny; begin += lines_) {
      const std::size_t end = std::min(ny, begin + lines_);
      for (std::size_t p = 0; p < 4 * plan_.n_basis; ++p) {
        const std::size_t parity = p % 2;
        const double* plane = batch.values + (p / 2 * batch.count + i) * plan_.plane_stride;
        set_.double_precision.multiply(
            {in_y_[parity].data() + begin * half, plane + (parity == even ? half * row : 0),
             lines.get() + p * line_stride, half, row, row, end - begin, half, row});
      }
      for (std::size_t first = begin; first < end; first += best_rows)
        sum_lines(lines.get() + (first - begin) * row, line_stride, first,
                  std::min(best_rows, end - first), kz2, waves.get(), sums.data());
    }
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
  /// Of wave number n, for half the cells: cos(k x) or sin(k x) over the window's transform, the
  /// cells in the order in which the folded grid holds them.
  void set_factors(std::size_t axis, std::size_t parity, std::size_t n, double* factors) const {
    const std::size_t half = plan_.n_cells[axis] / 2;
    const double k = wave(axis, n) * plan_.spacing;
    // Beyond k_max, in a block begun inside, nothing is used; the transform may come close to 0.
    const double scale = k > plan_.k_max * plan_.spacing ? 0 : 1 / plan_.window.transform(k);
    for (std::size_t d = 0; d < half; ++d) {
      const double x = static_cast<double>(parity == even ? d : half - 1 - d) + 0.5;
      factors[d] = scale * (parity == even ? std::cos(k * x) : std::sin(k * x));
    }
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

  /// n_rows lines of wave vectors, from k_y number `first` on.
  void sum_lines(const double* lines, std::size_t stride, std::size_t first, std::size_t n_rows,
                 double kz2, double* waves, double* sums) const {
    const std::size_t half = plan_.n_cells[0] / 2;
    const std::size_t longest = n_inside(0, kz2 + wave(1, first) * wave(1, first));
    for (std::size_t i = 0; i < 8 * plan_.n_basis; ++i) {
      const std::size_t parity = i % 2;
      set_.double_precision.multiply({lines + i / 2 * stride + (parity == even ? half : 0),
                                      in_x_[parity].data(), waves + i * best_rows * row_,
                                      plan_.row_stride, row_, row_, n_rows, half, padded(longest)});
    }
    for (std::size_t r = 0; r < n_rows; ++r) {
      const double k2 = kz2 + wave(1, first + r) * wave(1, first + r);
      set_.add_radial({&window_, waves + r * row_, best_rows * row_, plan_.n_basis, n_inside(0, k2),
                       k2, wave(0, 0), plan_.step[0], nodes_.step, sums, pair_stride_});
    }
  }

  const Plan& plan_;
  const RadialNodes& nodes_;
  const InstructionSet& set_;
  Window<double> window_;
  std::size_t lines_;  ///< that are transformed at once
  std::size_t row_;    ///< wave vectors of a line, padded
  std::size_t pair_stride_;
  std::array<std::vector<double>, 2> in_x_, in_y_;  ///< half cells × waves; turned
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
Eigen::MatrixXd wave_sums(const FillSlab<Real>& fill, const Plan& plan, const RadialNodes& nodes,
                          const InstructionSet& set, int threads,
                          const std::function<void(double)>& progress) {
  const Lines lines = choose_lines(plan, threads);
  const WaveSums transform(plan, nodes, set, lines.count);
  const std::size_t n_planes = plan.n_waves[2], most = std::min(plan.split.waves, n_planes);
  const auto cells = std::make_unique_for_overwrite<Real[]>(slab_values(plan));
  const auto products =
      std::make_unique_for_overwrite<double[]>(2 * plan.n_basis * most * plan.plane_stride);
  const std::vector<Slab> slabs = slabs_of(plan);
  if (slabs.size() == 1) fill(slabs.front(), cells.get());
  OrderedSum sum;
  std::mutex mutex;
  for (std::size_t first = 0; first < n_planes; first += most) {
    Batch batch = transform.make_batch(first, std::min(most, n_planes - first), threads);
    batch.values = products.get();
    for (const Slab& slab : slabs) {
      if (slabs.size() > 1) fill(slab, cells.get());
      transform.transform_z(batch, slab, cells.get(), threads);
    }
    parallel_for(batch.count, lines.threads, [&](std::size_t i) {
      std::vector<double> of_plane = transform.sum_plane(batch, i);
      const std::lock_guard lock(mutex);
      const std::size_t before = sum.count();
      sum.add(first + i, std::move(of_plane));
      if (sum.count() > before)
        progress(static_cast<double>(sum.count()) / static_cast<double>(n_planes));
    });
  }
  return transform.fold(sum.total());
}

template Eigen::MatrixXd wave_sums(const FillSlab<float>&, const Plan&, const RadialNodes&,
                                   const InstructionSet&, int, const std::function<void(double)>&);
template Eigen::MatrixXd wave_sums(const FillSlab<double>&, const Plan&, const RadialNodes&,
                                   const InstructionSet&, int, const std::function<void(double)>&);

}  // namespace debye::fourier
