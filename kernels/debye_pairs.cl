// The Debye double sum over pairs of atoms, two values of q at a time; the plain, exact method.
//
// For each pair of channels a <= b and both q of a pass it sums over the pairs j < k
//
//     a == b:  A_a(k) A_a(j) s_jk                          s_jk = sin(pi q' r') / (pi r')
//     a <  b:  (A_a(k) A_b(j) + A_b(k) A_a(j)) s_jk        q' r' = q r / pi
//
// The self terms, the factor (2 for a == b) / q' and q = 0 are left to the host.
//
// One work-item per atom k. The work-group copies a block of WORK_GROUP atoms j and their
// amplitudes into local memory and every work-item runs through it; r and 1/r serve both q. A group
// takes one entry of the work list: one block of k against a few neighbouring blocks of j, none
// beyond the diagonal. Several groups share a block of k, so a small protein fills a large device.
// A tree in local memory leaves one value for each group, q and pair of channels. Nothing depends
// on the order in which groups run: the same input gives the same bits.
//
// Defines set by src/opencl/pair_sum_opencl.cpp; the defaults let this file compile alone:
//   REAL        float | double (needs cl_khr_fp64)
//   WORK_GROUP  a power of two up to 256: atoms per block and work-items per group
//   N_CHANNELS  1..4
//
// Arguments (N is padded to whole blocks by atoms of type n_types - 1, whose amplitude is 0):
//   position    padded N, centred [A]; .w unused
//   type        padded N, row of `form`
//   form        passes x n_types x N_CHANNELS, amplitude [electrons] at the first and second q
//   passes      (q' of the first q, q' of the second, unit, unused): lengths are r' = unit * r,
//               where `unit` is chosen so that both q' are exact in REAL
//   work        n_work x (block of k, first block of j, number of blocks of j, unused)
//   result      passes x n_work x channel pairs 00, 01, .., 11, ..: (value, value, remainder,
//               remainder) of the first and second q; a launch writes its own items
//   first_item  of this launch; item = pass * n_work + entry of the work list
//
// Error against the sum in double, max over q of |dI|/I: 3.3e-6 (mean over q 1.5e-7) for balls of
// 1000 to 20 000 atoms as dense as a protein, q to 2 1/A, I down to 5e-6 I(0), on PoCL; 2e-14 with
// REAL = double.

#ifndef REAL
#define REAL float
#endif
#ifndef WORK_GROUP
#define WORK_GROUP 128
#endif
#ifndef N_CHANNELS
#define N_CHANNELS 1
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define IS_double 1
#define IS_float 0

#pragma OPENCL FP_CONTRACT OFF  // rounding happens where it is written
#if JOIN(IS_, REAL)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

typedef REAL real;
typedef JOIN(REAL, 2) real2;
typedef JOIN(REAL, 4) real4;

// Added to r^2 so that coincident atoms give sin(q r)/(q r) = 1; lost in rounding for all others.
#define TINY ((real)1e-20f)

// r and 1/r from r^2, each within one rounding. rsqrt() alone is off by parts of the last bit in one
// sense over whole ranges of r, and that error, common to many pairs, is what pairs and self terms
// that nearly cancel would multiply. The residual r2 - r*r is exact: in Newton's step for r taken
// from 1 - r*y the rounding of r would come back with a bias (5e-6 of I at N = 20 000).
real root(real r2, real* inverse_r) {
  const real y = rsqrt(r2);
  const real guess = r2 * y;
  const real r = fma(fma(-guess, guess, r2), (real)0.5f * y, guess);
  *inverse_r = fma(y, fma(-r, y, (real)1.0f), y);
  return r;
}

// sine(q, r) * SCALE = sin(pi q r) / pi
#if JOIN(IS_, REAL)

#define SCALE M_1_PI
real sine(real q, real r) { return sinpi(q * r); }

#else

// Adding 1.5 * 2^23 rounds a float to the nearest whole number n, which then sits in its last bits.
// The fused multiply-add forms f = q r - n with one rounding, however large q r is.
#define ROUND_TO_ONE 12582912.0f
#define SCALE 1.0f

// sin(pi f) / pi = f + f^3 (..) on |f| <= 1/2: minimax of the relative error with the leading term
// exact and the coefficients rounded to float one after the other; error 9.3e-9, a sixth of the
// last bit. One term fewer leaves 1.1e-6, which has one sign for all pairs of nearly equal r.
real sine(real q, real r) {
  const real shifted = fma(q, r, ROUND_TO_ONE);
  const real f = fma(q, r, ROUND_TO_ONE - shifted);
  const real s = f * f;
  const real p = fma(fma(fma(0x1.94f92cp-6f, s, -0x1.86073ap-3f), s, 0x1.9f9938p-1f), s,
                     -0x1.a51a5ap+0f);
  // (-1)^n: the last bit of n is added to the sign bit of f (shift and add are one instruction
  // where shift and xor are two).
  const real signed_f = as_float((as_uint(shifted) << 31) + as_uint(f));
  return signed_f * fma(p, s, 1.0f);
}

#endif

// Numbers with twice the digits of REAL, for the first and second q: value .xy + remainder .zw.
real4 add(real4 a, real4 b) {
  const real2 sum = a.xy + b.xy;
  const real2 part = sum - a.xy;
  const real2 lost = (a.xy - (sum - part)) + (b.xy - part);
  return (real4)(sum, lost + (a.zw + b.zw));
}

real4 multiply(real2 a, real4 b) {
  const real2 product = a * b.xy;
  return (real4)(product, fma(a, b.xy, -product) + a * b.zw);
}

// Adds sum_j A_c(j) s_jk over `count` atoms of the tile, from `first` on, to sum[c].
void add_atoms(real4 atom, real2 q, __local const real4* position,
               __local real2 (*amplitude)[WORK_GROUP], int first, int count, real2* sum) {
  real2 short_sum[N_CHANNELS];
  for (int c = 0; c < N_CHANNELS; ++c)
    short_sum[c] = 0;
  #pragma unroll 16
  for (int j = first; j < first + count; ++j) {
    const real4 d = position[j] - atom;
    const real r2 = fma(d.z, d.z, fma(d.y, d.y, fma(d.x, d.x, TINY)));
    real inverse_r;
    const real r = root(r2, &inverse_r);
    const real2 s = (real2)(sine(q.x, r), sine(q.y, r)) * (inverse_r * SCALE);
    for (int c = 0; c < N_CHANNELS; ++c)
      short_sum[c] = fma(amplitude[c][j], s, short_sum[c]);
  }
  for (int c = 0; c < N_CHANNELS; ++c)
    sum[c] += short_sum[c];
}

// The same over the first `count` atoms. Every 16 atoms have a sum of their own, and the sums of
// tiles are added with all their digits: terms are of either sign, and at a minimum of I the whole
// is smaller than its parts by a factor of 1e4. In one running sum the error is ten times larger.
void add_tile(real4 atom, real2 q, __local const real4* position,
              __local real2 (*amplitude)[WORK_GROUP], int count, real4* sum) {
  real2 tile_sum[N_CHANNELS];
  for (int c = 0; c < N_CHANNELS; ++c)
    tile_sum[c] = 0;
  int first = 0;
  for (; first + 16 <= count; first += 16)
    add_atoms(atom, q, position, amplitude, first, 16, tile_sum);
  add_atoms(atom, q, position, amplitude, first, count - first, tile_sum);
  for (int c = 0; c < N_CHANNELS; ++c)
    sum[c] = add(sum[c], (real4)(tile_sum[c], (real2)(0)));
}

// The sum of `value` over the group, in a fixed order; valid in work-item 0.
real4 sum_over_group(real4 value, __local real4* tree) {
  const int me = get_local_id(0);
  tree[me] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = WORK_GROUP / 2; half_size > 0; half_size /= 2) {
    if (me < half_size)
      tree[me] = add(tree[me], tree[me + half_size]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return tree[0];
}

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void debye_pairs(__global const real4* restrict position, __global const ushort* restrict type,
                 __global const real2* restrict form, __global const real4* restrict passes,
                 __global const int4* restrict work, __global real4* restrict result,
                 uint n_types, uint n_work, uint first_item) {
  __local real4 tile_position[WORK_GROUP];
  __local real2 tile_amplitude[N_CHANNELS][WORK_GROUP];
  __local real4 tree[WORK_GROUP];

  const int me = get_local_id(0);
  const uint item = first_item + get_group_id(0);
  const uint pass = item / n_work;
  const int4 entry = work[item % n_work];
  const int k_block = entry.x;
  const real2 q = passes[pass].xy;
  const real unit = passes[pass].z;
  __global const real2* pass_form = form + pass * n_types * N_CHANNELS;

  const int k = k_block * WORK_GROUP + me;
  const real4 atom = position[k] * unit;
  real4 sum[N_CHANNELS];
  for (int c = 0; c < N_CHANNELS; ++c)
    sum[c] = 0;

  for (int j_block = entry.y; j_block < entry.y + entry.z; ++j_block) {
    const int j = j_block * WORK_GROUP + me;
    barrier(CLK_LOCAL_MEM_FENCE);  // nobody still reads the tile before
    tile_position[me] = position[j] * unit;
    for (int c = 0; c < N_CHANNELS; ++c)
      tile_amplitude[c][me] = pass_form[type[j] * N_CHANNELS + c];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int count = j_block < k_block ? WORK_GROUP : me;  // on the diagonal: the atoms before k
    add_tile(atom, q, tile_position, tile_amplitude, count, sum);
  }

  __global real4* group_result = result + item * (N_CHANNELS * (N_CHANNELS + 1) / 2);
  __global const real2* form_k = pass_form + type[k] * N_CHANNELS;
  for (int a = 0; a < N_CHANNELS; ++a)
    for (int b = a; b < N_CHANNELS; ++b) {
      real4 value = multiply(form_k[a], sum[b]);
      if (a != b)
        value = add(value, multiply(form_k[b], sum[a]));
      const real4 total = sum_over_group(value, tree);
      if (me == 0)
        *group_result = total;
      ++group_result;
      barrier(CLK_LOCAL_MEM_FENCE);  // the tree is free again
    }
}
