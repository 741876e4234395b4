// Kernels for one instruction set. The including file defines DEBYE_FOURIER_SET (the name of the
// InstructionSet), DEBYE_FOURIER_SET_NAMESPACE, DEBYE_FOURIER_NAME (its printed name),
// DEBYE_VECTOR_BYTES and DEBYE_PANEL_VECTORS (vectors of a row of C that are held in registers, a
// power of two), and is compiled with the matching -m options. Nothing from the standard library is
// inlined here: object files for different processors must share no code.

#include "fourier/kernels.hpp"

namespace debye::fourier {
namespace DEBYE_FOURIER_SET_NAMESPACE {
namespace {

using Size = std::size_t;

template <class Real, int N>
struct VectorOf {
  typedef Real type __attribute__((vector_size(N * sizeof(Real))));
};

template <class Real, int N>
using Vector = typename VectorOf<Real, N>::type;

template <class Real>
inline constexpr int lanes = DEBYE_VECTOR_BYTES / static_cast<int>(sizeof(Real));

/// N values as parts that fit a register; wider vectors the compiler would keep in memory.
template <class Real, int N>
struct Parts {
  static constexpr int size = N < lanes<Real> ? N : lanes<Real>, count = N / size;
  using Part = Vector<Real, size>;
  Part part[count];
};

template <class V, class Real>
inline V load(const Real* p) {
  V v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

template <class V, class Real>
inline void store(Real* p, const V& v) {
  __builtin_memcpy(p, &v, sizeof v);
}

// ── Matrix product ───────────────────────────────────────────────────────────────────────────────

inline constexpr Size rows_ahead = 8;

/// R rows by V vectors of C, held in registers over the whole depth.
template <class Real, int R, int V>
inline void multiply_block(const Product<Real>& product, Size row, Size column) {
  constexpr int width = lanes<double>;
  using Full = Vector<double, width>;
  Full sum[R][V] = {};
  const double* a = product.a + row * product.a_stride;
  const Real* b = product.b + column;
  for (Size d = 0; d < product.depth; ++d, b += product.b_stride) {
    Full values[V];
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) {
      values[v] = __builtin_convertvector(load<Vector<Real, width>>(b + v * width), Full);
      // Rows of B may lie pages apart, where no hardware foresees them. Never faults.
      __builtin_prefetch(b + rows_ahead * product.b_stride + static_cast<Size>(v * width));
    }
#pragma GCC unroll 6
    for (int r = 0; r < R; ++r) {
      const double factor = a[static_cast<Size>(r) * product.a_stride + d];
#pragma GCC unroll 4
      for (int v = 0; v < V; ++v) sum[r][v] += factor * values[v];
    }
  }
#pragma GCC unroll 6
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v)
      store(product.c + (row + static_cast<Size>(r)) * product.c_stride + column + v * width,
            sum[r][v]);
}

/// All rows of V vectors of columns.
template <class Real, int V>
void multiply_panel(const Product<Real>& product, Size column) {
  Size row = 0;
  for (; row + 6 <= product.rows; row += 6) multiply_block<Real, 6, V>(product, row, column);
  if (row + 3 <= product.rows) {
    multiply_block<Real, 3, V>(product, row, column);
    row += 3;
  }
  for (; row < product.rows; ++row) multiply_block<Real, 1, V>(product, row, column);
}

template <class Real>
void multiply(const Product<Real>& product) {
  constexpr Size vector = static_cast<Size>(lanes<double>);
  Size column = 0;
  for (; column + DEBYE_PANEL_VECTORS * vector <= product.columns;
       column += DEBYE_PANEL_VECTORS * vector)
    multiply_panel<Real, DEBYE_PANEL_VECTORS>(product, column);
#if DEBYE_PANEL_VECTORS > 2
  if (column + 2 * vector <= product.columns) {
    multiply_panel<Real, 2>(product, column);
    column += 2 * vector;
  }
#endif
  if (column < product.columns) multiply_panel<Real, 1>(product, column);
}

// ── Spreading ────────────────────────────────────────────────────────────────────────────────────

/// First cell of the window around `position` and its weights, those of N cells at once.
template <class Real, int N>
inline long window_at(const Window<Real>& window, double position, Parts<Real, N>& weight) {
  using Part = typename Parts<Real, N>::Part;
  const double begin = position - 0.5 * static_cast<double>(window.width);
  const long first = static_cast<long>(begin) + (begin > 0 ? 1 : 0);  // begin > -1 here
  const Real s = static_cast<Real>(2 * (static_cast<double>(first) - begin) - 1);
#pragma GCC unroll 8
  for (int p = 0; p < Parts<Real, N>::count; ++p) {
    const Real* coefficient = window.coefficient[window.degree] + p * Parts<Real, N>::size;
    Part value = load<Part>(coefficient);
    for (Size d = window.degree; d-- > 0;) {
      coefficient -= max_width;
      value = value * s + load<Part>(coefficient);
    }
    weight.part[p] = value;
  }
  return first;
}

/// Atoms whose windows are evaluated before they are added to one grid after the other: the cells
/// around them, which the order of the atoms keeps few, then stay in the first-level cache.
inline constexpr Size batch = 64;

/// Windows of a batch.
template <class Real, int N>
struct Windows {
  Parts<Real, N> x[batch];
  Real y[batch][N], z[batch][N];
  Size corner[batch];                     ///< the first cell that is written to
  Size first_row[batch], end_row[batch];  ///< of the window, that are; if it is clipped
};

template <class Real, int N, bool clipped>
inline void find_windows(const Spreading<Real>& job, Size first, Size n,
                         Windows<Real, N>& windows) {
  const Size width = job.window->width;
  Parts<Real, N> wy, wz;
  for (Size i = 0; i < n; ++i) {
    const Size atom = first + i;
    const long x = window_at<Real, N>(*job.window, job.position[0][atom], windows.x[i]);
    const long y = window_at<Real, N>(*job.window, job.position[1][atom], wy);
    const long z = window_at<Real, N>(*job.window, job.position[2][atom], wz);
    store(windows.y[i], wy);
    store(windows.z[i], wz);
    Size row = static_cast<Size>(y);
    if (clipped) {
      const Size skipped = row < job.first_row ? job.first_row - row : 0;
      const Size end = row + width <= job.end_row ? width
                       : row < job.end_row        ? job.end_row - row
                                                  : 0;
      windows.first_row[i] = skipped;
      windows.end_row[i] = end;
      row = skipped < end ? row + skipped : job.first_row;  // nothing is written from the latter
    }
    windows.corner[i] = static_cast<Size>(z) * job.plane_stride +
                        (row - job.first_row) * job.row_stride + static_cast<Size>(x);
  }
}

template <class Real, int N, bool clipped>
void spread_rows(const Spreading<Real>& job) {
  using Row = Parts<Real, N>;
  using Part = typename Row::Part;
  const Size width = job.window->width;
  Windows<Real, N> windows;
  for (Size first = 0; first < job.n_atoms; first += batch) {
    const Size n = job.n_atoms - first < batch ? job.n_atoms - first : batch;
    find_windows<Real, N, clipped>(job, first, n, windows);
    for (Size k = 0; k < job.n_basis; ++k)
      for (Size i = 0; i < n; ++i) {
        const Real weight = job.weight[job.type[first + i] * job.weight_stride + k];
        Real* plane = job.grid + k * job.grid_stride + windows.corner[i];
        const Size first_row = clipped ? windows.first_row[i] : 0;
        const Size end_row = clipped ? windows.end_row[i] : width;
        for (Size c = 0; c < width; ++c, plane += job.plane_stride) {
          Row in_plane;
#pragma GCC unroll 8
          for (int p = 0; p < Row::count; ++p)
            in_plane.part[p] = windows.x[i].part[p] * (weight * windows.z[i][c]);
          Real* row = plane;
          for (Size b = first_row; b < end_row; ++b, row += job.row_stride)
#pragma GCC unroll 8
            for (int p = 0; p < Row::count; ++p) {
              Real* cells = row + p * Row::size;
              store(cells, Part(load<Part>(cells) + in_plane.part[p] * windows.y[i][b]));
            }
        }
      }
  }
}

template <class Real, int N>
void spread_clipped(const Spreading<Real>& job) {
  if (job.clipped)
    spread_rows<Real, N, true>(job);
  else
    spread_rows<Real, N, false>(job);
}

template <class Real>
void spread(const Spreading<Real>& job) {
  if (job.window->width <= 8)
    spread_clipped<Real, 8>(job);
  else
    spread_clipped<Real, 16>(job);
}

// ── Radial sums ──────────────────────────────────────────────────────────────────────────────────

/// Wave vectors whose products are formed at once.
inline constexpr int block = static_cast<int>(padding);

void pair_products(const RadialSums& job, Size first, double* products) {
  constexpr int width = lanes<double>;
  using Full = Vector<double, width>;
  Size pair = 0;
  for (Size k = 0; k < job.n_basis; ++k)
    for (Size l = k; l < job.n_basis; ++l, ++pair)
      for (int begin = 0; begin < block; begin += width) {
        const double* a = job.wave + k * 8 * job.stride + first + begin;
        const double* b = job.wave + l * 8 * job.stride + first + begin;
        Full sum = {};
#pragma GCC unroll 8
        for (int p = 0; p < 8; ++p, a += job.stride, b += job.stride)
          sum += load<Full>(a) * load<Full>(b);
        for (int i = 0; i < width; ++i)
          products[static_cast<Size>(begin + i) * job.pair_stride + pair] = sum[i];
      }
}

/// For `block` wave vectors at once: first node, and weights over |k| of node j: weight[j].
struct Nodes {
  Size first[block];
  double weight[radial_width][block];
};

void find_nodes(const RadialSums& job, Size first, Nodes& nodes) {
  using Full = Vector<double, lanes<double>>;
  constexpr Size group = 4;  // polynomials evaluated side by side
  static_assert(radial_width % group == 0);
  const Size degree = job.window->degree;
  for (int part = 0; part < block; part += lanes<double>) {
    Full k, s;
    for (int i = 0; i < lanes<double>; ++i)
      k[i] = static_cast<double>(first + static_cast<Size>(part + i));
    const Full kx = k * job.step + job.first, k2 = kx * kx + job.k2;
    for (int i = 0; i < lanes<double>; ++i) k[i] = __builtin_sqrt(k2[i]);
    // Nodes are shifted by radial_width, so that those before zero have a place of their own.
    const Full begin = k * (1 / job.node_step) + 0.5 * static_cast<double>(radial_width);
    for (int i = 0; i < lanes<double>; ++i) {
      nodes.first[part + i] = static_cast<Size>(begin[i]) + 1;
      s[i] = static_cast<double>(nodes.first[part + i]);
    }
    s = 2 * (s - begin) - 1;
    const Full inverse = 1 / k;
    for (Size j = 0; j < radial_width; j += group) {
      const double* coefficient = job.window->coefficient[degree] + j;
      Full weight[group];
#pragma GCC unroll 4
      for (Size g = 0; g < group; ++g) weight[g] = Full{} + coefficient[g];
      for (Size d = degree; d-- > 0;) {
        coefficient -= max_width;
#pragma GCC unroll 4
        for (Size g = 0; g < group; ++g) weight[g] = weight[g] * s + coefficient[g];
      }
#pragma GCC unroll 4
      for (Size g = 0; g < group; ++g) store(nodes.weight[j + g] + part, Full(weight[g] * inverse));
    }
  }
}

void add_radial(const RadialSums& job) {
  using Row = Parts<double, 8>;
  using Part = Row::Part;
  constexpr Size max_pairs = max_basis * (max_basis + 1) / 2;
  alignas(64) double products[block * (max_pairs + 8)];
  Nodes nodes;
  for (Size i = 0; i < block * job.pair_stride; ++i) products[i] = 0;
  for (Size first = 0; first < job.count; first += block) {
    pair_products(job, first, products);
    find_nodes(job, first, nodes);
    const Size n = job.count - first < block ? job.count - first : block;
    for (Size i = 0; i < n; ++i) {
      double* to = job.sums + nodes.first[i] * job.pair_stride;
      const double* from = products + i * job.pair_stride;
      for (Size pair = 0; pair < job.pair_stride; pair += static_cast<Size>(Row::size)) {
        const Part product = load<Part>(from + pair);
#pragma GCC unroll 12
        for (Size j = 0; j < radial_width; ++j) {
          double* sum = to + j * job.pair_stride + pair;
          store(sum, Part(load<Part>(sum) + nodes.weight[j][i] * product));
        }
      }
    }
  }
}

}  // namespace
}  // namespace DEBYE_FOURIER_SET_NAMESPACE

const InstructionSet DEBYE_FOURIER_SET = {
    DEBYE_FOURIER_NAME,
    {DEBYE_FOURIER_SET_NAMESPACE::spread<float>, DEBYE_FOURIER_SET_NAMESPACE::multiply<float>},
    {DEBYE_FOURIER_SET_NAMESPACE::spread<double>, DEBYE_FOURIER_SET_NAMESPACE::multiply<double>},
    DEBYE_FOURIER_SET_NAMESPACE::add_radial};

}  // namespace debye::fourier
