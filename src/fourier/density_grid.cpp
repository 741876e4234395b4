// See density_grid.hpp. Atoms are sorted into tiles of planes and rows, at least as wide as the
// window, and within them into blocks of cells. Tiles are filled in four rounds, those of even and
// odd number along z and y, so that no two threads write to one cell and each cell is summed up in
// the same order by any number of threads.

#include "fourier/density_grid.hpp"

#include <algorithm>
#include <vector>

#include "parallel_for.hpp"

namespace debye::fourier {
namespace {

/// Blocks into which atoms are sorted [cells], a cache line wide.
constexpr std::size_t block_width = 8, block_side = 4;

/// How the first cells of the windows are numbered by tile, block and, along x, block.
struct Tiles {
  std::size_t layers, lines;     ///< blocks to a tile, along z and y
  std::size_t along_y, along_z;  ///< tiles
  std::size_t across;            ///< blocks along x

  explicit Tiles(const Plan& plan)
      : layers(plan.window.width > 8 ? 4 : 2),
        lines(4),
        along_y(plan.n_cells[1] / (lines * block_side) + 1),
        along_z(plan.n_cells[2] / (layers * block_side) + 1),
        across(plan.n_cells[0] / block_width + 1) {}

  std::size_t blocks_a_tile() const { return layers * lines * across; }
  std::size_t count() const { return along_y * along_z; }

  std::size_t block_of(std::size_t x, std::size_t y, std::size_t z) const {
    const std::size_t layer = z / block_side, line = y / block_side;
    const std::size_t tile = layer / layers * along_y + line / lines;
    return ((tile * layers + layer % layers) * lines + line % lines) * across + x / block_width;
  }
};

/// Atoms by tile and, within it, by block.
struct SortedAtoms {
  std::vector<double> position[3];  ///< x, y, z [cells]
  std::vector<unsigned short> type;
  std::vector<std::size_t> tile_begin;  ///< tiles + 1
};

SortedAtoms sort_atoms(const ScatteringModel& model, const Plan& plan, const Tiles& tiles,
                       int threads) {
  const std::size_t n = model.size();
  std::vector<std::uint32_t> key(n);
  std::vector<Eigen::Array3d> place(n);
  const Eigen::Array3d middle(0.5 * static_cast<double>(plan.n_cells[0]) - 0.5,
                              0.5 * static_cast<double>(plan.n_cells[1]) - 0.5,
                              0.5 * static_cast<double>(plan.n_cells[2]) - 0.5);
  constexpr std::size_t chunk = 16'384;
  const double half = 0.5 * plan.window.width;
  parallel_for((n + chunk - 1) / chunk, threads, [&](std::size_t c) {
    for (std::size_t i = c * chunk; i < std::min(n, (c + 1) * chunk); ++i) {
      place[i] = plan.particle.place(model.position[i]).array() / plan.spacing + middle;
      const auto first_cell = [&](Eigen::Index axis) {
        return static_cast<std::size_t>(place[i][axis] - half + 1);
      };
      key[i] =
          static_cast<std::uint32_t>(tiles.block_of(first_cell(0), first_cell(1), first_cell(2)));
    }
  });
  std::vector<std::size_t> begin(tiles.count() * tiles.blocks_a_tile() + 1, 0);
  for (const std::uint32_t k : key) ++begin[k + 1];
  for (std::size_t k = 1; k < begin.size(); ++k) begin[k] += begin[k - 1];
  SortedAtoms sorted;
  for (std::size_t tile = 0; tile <= tiles.count(); ++tile)
    sorted.tile_begin.push_back(begin[tile * tiles.blocks_a_tile()]);
  for (auto& axis : sorted.position) axis.resize(n);
  sorted.type.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t slot = begin[key[i]]++;
    for (std::size_t axis = 0; axis < 3; ++axis)
      sorted.position[axis][slot] = place[i][static_cast<Eigen::Index>(axis)];
    sorted.type[slot] = model.type[i];
  }
  return sorted;
}

/// (u, l) → (u + l, u − l), element by element.
template <class Real>
void fold_rows(Real* upper, Real* lower, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const Real u = upper[i], l = lower[i];
    upper[i] = u + l;
    lower[i] = u - l;
  }
}

template <class Real>
void fold_row(Real* row, std::size_t n_cells) {
  for (std::size_t u = n_cells / 2, l = n_cells / 2; l-- > 0; ++u) {
    const Real upper = row[u], lower = row[l];
    row[u] = upper + lower;
    row[l] = upper - lower;
  }
}

template <class Real>
void fold_planes(Real* upper, Real* lower, const Plan& plan) {
  const std::size_t half = plan.n_cells[1] / 2, stride = plan.row_stride, n = plan.n_cells[0];
  for (std::size_t y = 0; y < half; ++y) {
    Real* rows[4] = {upper + (half + y) * stride, upper + (half - 1 - y) * stride,
                     lower + (half + y) * stride, lower + (half - 1 - y) * stride};
    for (Real* row : rows) fold_row(row, n);
    fold_rows(rows[0], rows[1], n);
    fold_rows(rows[2], rows[3], n);
    fold_rows(rows[0], rows[2], n);
    fold_rows(rows[1], rows[3], n);
  }
}

}  // namespace

template <class Real>
DensityGrid<Real> make_density_grid(const ScatteringModel& model, const Eigen::MatrixXd& weight,
                                    const Plan& plan, const InstructionSet& set, int threads) {
  const Tiles tiles(plan);
  const SortedAtoms atoms = sort_atoms(model, plan, tiles, threads);
  const Window<Real> window = plan.window.window<Real>();
  const auto n_basis = static_cast<std::size_t>(weight.cols());
  const std::size_t n_planes = plan.n_cells[2], stride = plan.plane_stride;
  std::vector<Real> weights(static_cast<std::size_t>(weight.size()));
  for (Eigen::Index t = 0, i = 0; t < weight.rows(); ++t)
    for (Eigen::Index k = 0; k < weight.cols(); ++k, ++i)
      weights[static_cast<std::size_t>(i)] = static_cast<Real>(weight(t, k));

  auto grid = std::make_unique_for_overwrite<Real[]>(n_basis * plan.grid_stride());
  parallel_for(n_basis * n_planes, threads, [&](std::size_t plane) {
    std::fill_n(grid.get() + plane * stride, stride, Real(0));
  });
  for (const std::size_t round : {0u, 1u, 2u, 3u}) {
    const std::size_t odd_y = round % 2, odd_z = round / 2;
    const std::size_t in_y = (tiles.along_y + 1 - odd_y) / 2;
    parallel_for(in_y * ((tiles.along_z + 1 - odd_z) / 2), threads, [&](std::size_t index) {
      const std::size_t tile =
          (2 * (index / in_y) + odd_z) * tiles.along_y + 2 * (index % in_y) + odd_y;
      const std::size_t first = atoms.tile_begin[tile];
      Spreading<Real> job{};
      job.window = &window;
      job.n_atoms = atoms.tile_begin[tile + 1] - first;
      for (std::size_t axis = 0; axis < 3; ++axis)
        job.position[axis] = atoms.position[axis].data() + first;
      job.type = atoms.type.data() + first;
      job.weight = weights.data();
      job.n_basis = n_basis;
      job.grid = grid.get();
      job.grid_stride = plan.grid_stride();
      job.plane_stride = stride;
      job.row_stride = plan.row_stride;
      set.functions<Real>().spread(job);
    });
  }
  parallel_for(n_basis * n_planes / 2, threads, [&](std::size_t index) {
    Real* first = grid.get() + index / (n_planes / 2) * plan.grid_stride();
    const std::size_t z = index % (n_planes / 2);
    fold_planes(first + (n_planes / 2 + z) * stride, first + (n_planes / 2 - 1 - z) * stride, plan);
  });
  return grid;
}

template DensityGrid<float> make_density_grid(const ScatteringModel&, const Eigen::MatrixXd&,
                                              const Plan&, const InstructionSet&, int);
template DensityGrid<double> make_density_grid(const ScatteringModel&, const Eigen::MatrixXd&,
                                               const Plan&, const InstructionSet&, int);

}  // namespace debye::fourier
