// Vectors of floats or doubles in the compiler's own notation (GCC and Clang vector extensions),
// and the few functions that the tile sums need on them. Included only by pair_tile_impl.hpp,
// inside a namespace of one instruction set: nothing here may be shared by object files that are
// compiled for different processors, and so nothing from the standard library is inlined here
// either.

typedef double Doubles __attribute__((vector_size(DEBYE_VECTOR_BYTES)));
typedef long long Integers __attribute__((vector_size(DEBYE_VECTOR_BYTES)));
inline constexpr int n_doubles = DEBYE_VECTOR_BYTES / 8;

/// Full vectors of Real, and vectors of as many Real as Doubles holds.
template <class Real>
struct VectorOf;

template <>
struct VectorOf<float> {
  typedef float Full __attribute__((vector_size(DEBYE_VECTOR_BYTES)));
  typedef float Narrow __attribute__((vector_size(DEBYE_VECTOR_BYTES / 2)));
};

template <>
struct VectorOf<double> {
  using Full = Doubles;
  using Narrow = Doubles;
};

template <class Real>
using Full = typename VectorOf<Real>::Full;
template <class Real>
using Narrow = typename VectorOf<Real>::Narrow;
template <class Real>
inline constexpr int lanes = DEBYE_VECTOR_BYTES / static_cast<int>(sizeof(Real));

inline Doubles load(const double* p) {
  Doubles v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

inline Doubles square_root(Doubles v) {
  Doubles root;
  for (int l = 0; l < n_doubles; ++l) root[l] = __builtin_sqrt(v[l]);
  return root;
}

/// Rounds to Real and stores.
template <class Real>
void store_as(Real* p, Doubles v) {
  const Narrow<Real> rounded = __builtin_convertvector(v, Narrow<Real>);
  __builtin_memcpy(p, &rounded, sizeof rounded);
}

// Adding it rounds to an integer, which then stands in the low mantissa bits; |x| < 2⁵¹.
inline constexpr double rounder = 6755399441055744.0;  // 1.5·2⁵²

/// x with its sign flipped where bit 0 of n is set.
inline Doubles flip_sign(Doubles x, Integers n) {
  return reinterpret_cast<Doubles>(reinterpret_cast<Integers>(x) ^ (n << 63));
}

/// x − n π/2 with π/2 split in three (Cody & Waite 1980; the parts are twice those of π/4 in
/// Cephes): the first two products are exact for n < 2²⁹, with fused multiply-add or without it.
inline Doubles subtract_quarter_turns(Doubles x, Doubles n) {
  x -= n * 1.57079625129699707031;
  x -= n * 7.54978941586159635335e-8;
  return x - n * 5.39030285815811905290e-15;
}

struct SineCosine {
  Doubles sine, cosine;
};

/// sin and cos of x >= 0, x < 10⁸, within 3e-16. On [-π/4, π/4] polynomials in x², coefficients of
/// sin and cos in Moshier's Cephes library, https://www.netlib.org/cephes/.
inline SineCosine sine_cosine(Doubles x) {
  const Doubles rounded = x * 0.63661977236758134308 + rounder;  // 2/π
  const Integers n = reinterpret_cast<Integers>(rounded);
  const Doubles f = subtract_quarter_turns(x, rounded - rounder);
  const Doubles f2 = f * f;
  Doubles s = f2 * 1.58962301576546568060e-10 + -2.50507477628578072866e-8;
  s = s * f2 + 2.75573136213857245213e-6;
  s = s * f2 + -1.98412698295895385996e-4;
  s = s * f2 + 8.33333333332211858878e-3;
  s = s * f2 + -1.66666666666666307295e-1;
  s = s * f2 * f + f;
  Doubles c = f2 * -1.13585365213876817300e-11 + 2.08757008419747316778e-9;
  c = c * f2 + -2.75573141792967388112e-7;
  c = c * f2 + 2.48015872888517045348e-5;
  c = c * f2 + -1.38888888888730564116e-3;
  c = c * f2 + 4.16666666666665929218e-2;
  c = c * f2 * f2 + (f2 * -0.5 + 1.0);
  const Integers odd = (n & 1) != 0;
  return {flip_sign(odd ? c : s, n >> 1), flip_sign(odd ? s : c, (n + 1) >> 1)};
}

/// sin of x >= 0, x < 10⁸, within 3e-16: the remainder of half turns, then sin(f) = f + f³ P(f²) on
/// [-π/2, π/2] with P minimax for the relative error (Remez, in 50 digits: 1.5e-16).
inline Doubles sine(Doubles x) {
  const Doubles rounded = x * 0.31830988618379067154 + rounder;  // 1/π
  const Doubles n = rounded - rounder;
  Doubles f = x - n * 3.14159250259399414062;
  f -= n * 1.50995788317231927067e-7;
  f -= n * 1.0780605716316238106e-14;
  const Doubles f2 = f * f;
  Doubles p = f2 * -7.373344359274044e-13 + 1.6048095388527762e-10;
  p = p * f2 + -2.5051880273244745e-08;
  p = p * f2 + 2.755731660054093e-06;
  p = p * f2 + -0.00019841269825056143;
  p = p * f2 + 0.008333333333285542;
  p = p * f2 + -0.16666666666666186;
  return flip_sign(p * f2 * f + f, reinterpret_cast<Integers>(rounded));
}

/// sin and cos of 2x from those of x.
inline SineCosine doubled(SineCosine x) {
  return {2.0 * x.sine * x.cosine, 1.0 - 2.0 * x.sine * x.sine};
}
