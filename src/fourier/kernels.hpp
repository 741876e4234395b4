// The inner loops of the fourier engine. One source (kernels_impl.hpp) is compiled for several
// instruction sets; the fastest that the processor has is chosen at run time.
#pragma once

#include <cstddef>
#include <vector>

namespace debye::fourier {

/// Arrays of Real are padded to a multiple of this many values, so that every load is a full vector
/// of any instruction set.
inline constexpr std::size_t padding = 16;
constexpr std::size_t padded(std::size_t n) { return (n + padding - 1) / padding * padding; }

/// Rows of A that multiply() handles best at a time.
inline constexpr std::size_t best_rows = 6;

/// Cells of the widest spreading kernel, and nodes of the radial one.
inline constexpr std::size_t max_width = 16, radial_width = 12;

/// Most grids of a sum. All elements, in solution, to q = 25/A and a tolerance of 1e-8 need 61;
/// those of proteins to q = 5/A and 1e-4, 21 (see AmplitudeBasis).
inline constexpr std::size_t max_basis = 64;

/// Highest degree of the polynomials of a spreading kernel.
inline constexpr std::size_t max_degree = 20;

/// A window of `width` cells as one polynomial a cell: cell l of the window, for a point that lies
/// a fraction f of a cell after its beginning, weighs Σ_d coefficient[d][l] s^d, s = 2f − 1. The
/// cells beyond the width weigh 0.
template <class Real>
struct Window {
  std::size_t width = 0, degree = 0;
  alignas(64) Real coefficient[max_degree + 1][max_width] = {};
};

/// C = A · B, row-major, C overwritten: rows × depth times depth × columns, in double precision
/// whatever that of B. The columns are a multiple of `padding`; strides are those of rows, in
/// values.
template <class Real>
struct Product {
  const double* a;
  const Real* b;
  double* c;
  std::size_t a_stride, b_stride, c_stride, rows, depth, columns;
};

/// Adds atoms to rows first_row <= y < end_row of n_basis grids; what lies in other rows is left
/// out. Cell (z, y, x) of grid k is grid[k·grid_stride + z·plane_stride + (y −
/// first_row)·row_stride
/// + x]; a row of the window may write zeros up to max_width cells further.
template <class Real>
struct Spreading {
  const Window<Real>* window;
  std::size_t n_atoms;
  const double* position[3];  ///< x, y, z in cells, window inside the grid
  const unsigned short* type;
  const Real* weight;  ///< of type t in grid k: weight[t·weight_stride + k]
  std::size_t weight_stride, n_basis;
  std::size_t first_row, end_row;
  bool clipped;  ///< whether a window may reach into other rows
  Real* grid;
  std::size_t grid_stride, plane_stride, row_stride;
};

/// Amplitudes at a row of wave vectors, in their eight parities, for each of n_basis grids: value i
/// of parity p of grid k is wave[(k·8 + p)·stride + i]. The wave vector i has k² = k2 + (first +
/// i·step)² and the row is cut at `count`. For each, and each pair (k, l >= k) in the order 00, 01,
/// …, 11, …: adds (Σ_p G_kp G_lp)/|k|, spread over the radial nodes around |k|/node_step, to
/// sums[node·pair_stride + pair]; node 0 is stored at sums[radial_width·pair_stride].
struct RadialSums {
  const Window<double>* window;  ///< of radial_width nodes
  const double* wave;
  std::size_t stride, n_basis, count;
  double k2, first, step, node_step;
  double* sums;
  std::size_t pair_stride;  ///< a multiple of 8, at least n_basis (n_basis + 1)/2
};

/// Functions that depend on the precision of the grids.
template <class Real>
struct GridFunctions {
  void (*spread)(const Spreading<Real>&);
  void (*multiply)(const Product<Real>&);
};

/// Functions of one instruction set.
struct InstructionSet {
  const char* name;  ///< "AVX-512", "AVX2", "portable"
  GridFunctions<float> single_precision;
  GridFunctions<double> double_precision;
  void (*add_radial)(const RadialSums&);

  template <class Real>
  const GridFunctions<Real>& functions() const {
    if constexpr (sizeof(Real) == sizeof(float))
      return single_precision;
    else
      return double_precision;
  }
};

/// Those compiled in that this processor runs, fastest first; never empty.
std::vector<const InstructionSet*> available_instruction_sets();

extern const InstructionSet portable;
#ifdef DEBYE_X86_SIMD
extern const InstructionSet avx2;
extern const InstructionSet avx512;
#endif

}  // namespace debye::fourier
