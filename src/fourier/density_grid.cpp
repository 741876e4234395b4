// See density_grid.hpp. Tiles are filled in four rounds, those of even and odd number along z and
// y, so that no two threads write to one cell and each cell is summed up in the same order by any
// number of threads.

#include "fourier/density_grid.hpp"

#include <algorithm>

#include "parallel_for.hpp"

namespace debye::fourier {
namespace {

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

/// Planes that mirror each other in z.
template <class Real>
void fold_planes(Real* upper, Real* lower, const Slab& slab, const Plan& plan) {
  const std::size_t half = slab.n_pairs, stride = plan.row_stride, n = plan.n_cells[0];
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

/// The lines of a tile from which atoms reach into a stripe.
struct TileLines {
  Stripe stripe;
  std::size_t tile, first, end;
};

/// Those of every other tile along y and z.
std::vector<TileLines> lines_of_round(const Tiles& tiles, const std::vector<Stripe>& stripes,
                                      std::size_t width, std::size_t odd_y, std::size_t odd_z) {
  std::vector<TileLines> all;
  for (const Stripe& stripe : stripes) {
    const std::size_t first =
        (stripe.begin < width ? 0 : stripe.begin + 1 - width) / Tiles::block_side;
    const std::size_t last = (stripe.end - 1) / Tiles::block_side;
    for (std::size_t z = odd_z; z < tiles.along_z; z += 2)
      for (std::size_t y = first / Tiles::lines; y <= last / Tiles::lines; ++y) {
        if (y % 2 != odd_y) continue;
        const std::size_t line = y * Tiles::lines;
        all.push_back({stripe, z * tiles.along_y + y, std::max(first, line) - line,
                       std::min(last + 1, line + Tiles::lines) - line});
      }
  }
  return all;
}

}  // namespace

std::vector<Stripe> stripes_of(const Slab& slab, const Plan& plan) {
  const std::size_t middle = plan.n_cells[1] / 2, end = slab.first_pair + slab.n_pairs;
  if (slab.first_pair == 0) return {{middle - end, middle + end, 0}};
  return {{middle - end, middle - slab.first_pair, 0},
          {middle + slab.first_pair, middle + end, slab.n_pairs}};
}

std::vector<Slab> slabs_of(const Plan& plan) {
  const std::size_t half = plan.n_cells[1] / 2;
  std::vector<Slab> slabs;
  for (std::size_t pair = 0; pair < half; pair += plan.split.pairs)
    for (std::size_t grid = 0; grid < plan.n_basis; grid += plan.split.grids) {
      const std::size_t n = std::min(plan.split.pairs, half - pair);
      slabs.push_back({pair, n, grid, std::min(plan.split.grids, plan.n_basis - grid),
                       spaced_plane(plan.row_stride, 2 * n)});
    }
  return slabs;
}

std::size_t slab_values(const Plan& plan) {
  return plan.split.grids * plan.n_cells[2] * spaced_plane(plan.row_stride, 2 * plan.split.pairs);
}

template <class Real>
Density<Real>::Density(const ScatteringModel& model, const Eigen::MatrixXd& weight,
                       const Plan& plan, const InstructionSet& set, int threads)
    : plan_(plan),
      set_(set),
      threads_(threads),
      tiles_(plan),
      atoms_(sort_atoms(model, plan, tiles_, threads)),
      window_(plan.window.window<Real>()) {
  for (Eigen::Index t = 0; t < weight.rows(); ++t)
    for (Eigen::Index k = 0; k < weight.cols(); ++k)
      weight_.push_back(static_cast<Real>(weight(t, k)));
}

template <class Real>
void Density<Real>::spread(const Slab& slab, Real* cells) const {
  const std::vector<Stripe> stripes = stripes_of(slab, plan_);
  for (const std::size_t round : {0u, 1u, 2u, 3u}) {
    const std::vector<TileLines> all =
        lines_of_round(tiles_, stripes, window_.width, round % 2, round / 2);
    parallel_for(all.size(), threads_, [&](std::size_t index) {
      const TileLines& lines = all[index];
      Spreading<Real> job{};
      job.window = &window_;
      job.weight = weight_.data() + slab.first_grid;
      job.weight_stride = plan_.n_basis;
      job.n_basis = slab.n_grids;
      job.first_row = lines.stripe.begin;
      job.end_row = lines.stripe.end;
      job.clipped = slab.n_pairs < plan_.n_cells[1] / 2;
      job.grid = cells + lines.stripe.row * plan_.row_stride;
      job.grid_stride = plan_.n_cells[2] * slab.plane_stride;
      job.plane_stride = slab.plane_stride;
      job.row_stride = plan_.row_stride;
      const auto add = [&](std::size_t first_line, std::size_t end_line) {
        const std::size_t first = atoms_.line_begin[first_line];
        job.n_atoms = atoms_.line_begin[end_line] - first;
        for (std::size_t axis = 0; axis < 3; ++axis)
          job.position[axis] = atoms_.position[axis].data() + first;
        job.type = atoms_.type.data() + first;
        set_.functions<Real>().spread(job);
      };
      const auto line_of = [&](std::size_t layer, std::size_t line) {
        return tiles_.line_of(lines.tile, layer, line);
      };
      if (lines.end - lines.first == Tiles::lines)
        add(line_of(0, 0), line_of(tiles_.layers, 0));
      else
        for (std::size_t layer = 0; layer < tiles_.layers; ++layer)
          add(line_of(layer, lines.first), line_of(layer, lines.end));
    });
  }
}

template <class Real>
void Density<Real>::fill(const Slab& slab, Real* cells) const {
  const std::size_t n_planes = plan_.n_cells[2], stride = slab.plane_stride;
  parallel_for(slab.n_grids * n_planes, threads_,
               [&](std::size_t plane) { std::fill_n(cells + plane * stride, stride, Real(0)); });
  spread(slab, cells);
  parallel_for(slab.n_grids * n_planes / 2, threads_, [&](std::size_t index) {
    Real* first = cells + index / (n_planes / 2) * n_planes * stride;
    const std::size_t z = index % (n_planes / 2);
    fold_planes(first + (n_planes / 2 + z) * stride, first + (n_planes / 2 - 1 - z) * stride, slab,
                plan_);
  });
}

template class Density<float>;
template class Density<double>;

}  // namespace debye::fourier
