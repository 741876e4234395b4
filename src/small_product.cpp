// See small_product.hpp.

#include "small_product.hpp"

#include <cstring>

#if defined(__x86_64__) && defined(__GLIBC__)
#define DEBYE_FOR_EACH_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define DEBYE_FOR_EACH_PROCESSOR
#endif

namespace debye {
namespace {

/// Eight doubles; GCC and Clang make one, two or four registers of them.
using Lanes [[gnu::vector_size(64)]] = double;
constexpr Eigen::Index n_lanes = 8;

/// Rows and columns of the product that are held in registers.
constexpr Eigen::Index tile_rows = 2 * n_lanes, tile_columns = 4;

/// c = a b for a tile: c[row + rows column] = Σ_k a[row + rows k] b[k + depth column].
DEBYE_FOR_EACH_PROCESSOR
void multiply_tile(const double* a, const double* b, Eigen::Index rows, Eigen::Index depth,
                   double* c) {
  Lanes sum[tile_columns][2] = {};
  for (Eigen::Index k = 0; k < depth; ++k) {
    Lanes low, high;
    std::memcpy(&low, a + rows * k, sizeof low);
    std::memcpy(&high, a + rows * k + n_lanes, sizeof high);
#pragma GCC unroll 4
    for (Eigen::Index column = 0; column < tile_columns; ++column) {
      const double factor = b[k + depth * column];
      sum[column][0] += low * factor;
      sum[column][1] += high * factor;
    }
  }
#pragma GCC unroll 4
  for (Eigen::Index column = 0; column < tile_columns; ++column)
    std::memcpy(c + rows * column, sum[column], sizeof sum[column]);
}

Eigen::Index round_up(Eigen::Index n, Eigen::Index to) { return (n + to - 1) / to * to; }

}  // namespace

Eigen::MatrixXd small_product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  const Eigen::Index rows = round_up(a.rows(), tile_rows);
  const Eigen::Index columns = round_up(b.cols(), tile_columns), depth = a.cols();
  Eigen::MatrixXd left = Eigen::MatrixXd::Zero(rows, depth);
  Eigen::MatrixXd right = Eigen::MatrixXd::Zero(depth, columns);
  left.topRows(a.rows()) = a;
  right.leftCols(b.cols()) = b;
  Eigen::MatrixXd product(rows, columns);
  for (Eigen::Index column = 0; column < columns; column += tile_columns)
    for (Eigen::Index row = 0; row < rows; row += tile_rows)
      multiply_tile(left.data() + row, right.data() + depth * column, rows, depth,
                    product.data() + row + rows * column);
  return product.topLeftCorner(a.rows(), b.cols());
}

}  // namespace debye
