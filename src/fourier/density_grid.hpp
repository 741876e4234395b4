// Atoms spread over cells, once for each weighting of the amplitude basis.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "fourier/sorted_atoms.hpp"

namespace debye::fourier {

/// Rows of cells that are held at a time, in some of the grids: those that lie first_pair …
/// first_pair + n_pairs − 1 rows above the middle, and their mirror images below it. Cell (z, row,
/// x) of grid first_grid + k is cell[(k·n_cells[2] + z)·plane_stride + row·row_stride + x]; rows 0
/// … n_pairs − 1 are those below the middle, from the lowest upwards, then come those above.
struct Slab {
  std::size_t first_pair, n_pairs;
  std::size_t first_grid, n_grids;
  std::size_t plane_stride;
};

/// Rows of cells side by side, and the row of the slab that the first of them is.
struct Stripe {
  std::size_t begin, end, row;
};

/// One around the middle, or two of the same width.
std::vector<Stripe> stripes_of(const Slab& slab, const Plan& plan);

/// All slabs that plan.split makes of the density.
std::vector<Slab> slabs_of(const Plan& plan);

/// Values of the largest of them.
std::size_t slab_values(const Plan& plan);

/// The density of a model, of which a part is made at a time.
template <class Real>
class Density {
 public:
  /// Sorts the atoms. @param weight  of each type in each grid, T × K
  Density(const ScatteringModel& model, const Eigen::MatrixXd& weight, const Plan& plan,
          const InstructionSet& set, int threads);

  /// Cells of a slab, folded: along each axis the upper half of the cells holds the even part,
  /// g(x) + g(−x) for x = (i + ½) spacing at i cells above the middle, and the lower half the odd
  /// part, g(x) − g(−x) at i cells below the middle.
  void fill(const Slab& slab, Real* cells) const;

 private:
  void spread(const Slab& slab, Real* cells) const;

  const Plan& plan_;
  const InstructionSet& set_;
  int threads_;
  Tiles tiles_;
  SortedAtoms atoms_;
  Window<Real> window_;
  std::vector<Real> weight_;  ///< T × K, row-major
};

}  // namespace debye::fourier
