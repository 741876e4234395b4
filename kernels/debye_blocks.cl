// The Debye double sum over pairs of atoms on a uniform grid of q, N_Q values at a time: the fast
// form. debye_pairs.cl does the same two q at a time and for any grid; it is the one to read first.
//
// A pass takes the q of K_MAX blocks on either side of a centre and of A_MAX steps on either side
// of the middle of a block,
//
//     q = centre + k step + a delta     |k| <= K_MAX, |a| <= A_MAX, step = (2 A_MAX + 1) delta
//
// and sin(q r) is expanded by the addition theorems. For each pair of atoms this kernel adds up the
// products of one of 4 K_MAX + 2 factors that depend on k alone with one of 2 A_MAX that depend on
// a alone; sums that differ in the signs of k and a are told apart afterwards, on the host. So a
// pair costs one multiplication with addition for each q, and about as much again for distance,
// sines and factors. (The recurrence s_n+1 = 2 cos(delta r) s_n - s_n-1 costs two, and its error
// grows with n.) With s, c = sin, cos(centre r)/r, the sums are, in this order,
//
//     k = 0:   s;  for a = 1..A_MAX:  s C_a,  c S_a
//     k = 1..: s c_k,  c s_k;  for a:  s c_k C_a,  s s_k S_a,  c s_k C_a,  c c_k S_a
//
// where s_k, c_k = sin, cos(k step r), S_a = sin(a delta r), C_a = cos(a delta r) - 1: the 1 would
// cost digits, and its term is that of a = 0.
//
// Products mix the frequencies of a pass. What is wrong by 1e-9 in a sine, and the same for many
// pairs, would show as 1e-9 of I(0) at a minimum of I that is 1e5 times lower. This is why sines
// have more terms here than in debye_pairs.cl, why lengths are in a unit in which centre and delta
// are exact, and why sums of more than 256 atoms j are not left to a single float.
//
// Atoms are sorted by type and in random order within a type; those of several models follow each
// other, each model from a group on. One work-item per atom k. A group takes one entry of the work
// list: WORK_GROUP neighbouring atoms k, of one or several types, against a run of atoms j <= k of
// one type, so that no amplitude is needed; atoms k of one type share a row of sums. A group writes
// no rows but its own; add_rows() adds up those of each pair of types. The host multiplies them with
// the amplitudes of all channels, in double.
//
// Defines set by src/opencl/block_slot.cpp; the defaults let this file compile alone:
//   REAL         float | double (needs cl_khr_fp64)
//   WORK_GROUP   work-items per group and atoms k per entry
//   K_MAX A_MAX  as above; K_MAX may be 0
//   COLUMNS      sums that are added over the group at a time; bounds local memory
//
// Arguments (N, of all models, each padded to whole groups):
//   position       N, centred [A]; .w unused
//   segment_end    N: number, in its group, of the first atom after k of another type, or
//                  WORK_GROUP; 0 for padding
//   passes         (centre, delta/2, unit, unused): q/pi per unit of length; lengths are
//                  r' = unit * r
//   work           n_entries: (group of k, first j, number of j, first row)
//   result         passes x n_rows x N_Q: (value, remainder)
//   first_item     of this launch; item = pass * n_entries + entry
//
// Error against the sum in double, max over 9 q of |dI|/I, on an NVIDIA H200: 3e-7 for random
// proteins of 10 000 atoms, 4e-6 of 40 000, 6e-6 of 100 000, 2e-5 of 300 000, q to 2 1/A; 6e-13 with
// REAL = double and 100 000 atoms.
//
// Speed there, 100 000 atoms and 200 q, in terms (pair and q) a second: 1.09e13, in double 5.0e12.
// A pair takes about 230 instructions for 105 q, and the device issues 3.2e13 a second, 1.6e13 in
// double: bound by that, 1.4e13 terms and 7e12.

#ifndef REAL
#define REAL float
#endif
#ifndef WORK_GROUP
#define WORK_GROUP 64
#endif
#ifndef K_MAX
#define K_MAX 3
#endif
#ifndef A_MAX
#define A_MAX 7
#endif
#ifndef COLUMNS
#define COLUMNS 105
#endif

#define BLOCK_Q (2 * A_MAX + 1)
#define N_Q ((2 * K_MAX + 1) * BLOCK_Q)

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

// r and 1/r from r^2, each within one rounding; see debye_pairs.cl. A guess of 1/r in single
// precision and one step of Newton's are faster than rsqrt() in double.
real root(real r2, real* inverse_r) {
  real y = rsqrt((float)r2);
#if JOIN(IS_, REAL)
  y = fma((real)0.5 * y, fma(-r2 * y, y, (real)1), y);
#endif
  const real guess = r2 * y;
  const real r = fma(fma(-guess, guess, r2), (real)0.5f * y, guess);
  *inverse_r = fma(y, fma(-r, y, (real)1.0f), y);
  return r;
}

// On |f| <= 1/2,
//   sin(pi f) = f (PI_HIGH + PI_LOW + f^2 P(f^2)),  cos(pi f) - 1 = f^2 (C_HIGH + C_LOW + f^2 Q(f^2))
// In double the polynomials go through their functions at Chebyshev's points: error 3e-17. In float
// they are minimax with the coefficients rounded one after the other: relative error of the sine
// 2.4e-10, error of the cosine 4.0e-10.
#if JOIN(IS_, REAL)

#define PI_HIGH 0x1.921fb54442d18p+1
#define PI_LOW 0x1.1a62633145c07p-53
#define C_HIGH (-0x1.3bd3cc9be45dep+2)
#define C_LOW (-0x1.692b71366cc04p-52)
#define ROUND_TO_ONE 0x1.8p+52  // of what is added, the digits behind the point are lost

real sine_polynomial(real s) {
  const real high = fma(fma(fma(0x1.9ec5cdbeecd34p-21, s, -0x1.6f866b70b27bdp-16), s,
                            0x1.e8f3b0121aafdp-12), s, -0x1.e3074ee5f4a61p-8);
  return fma(fma(fma(fma(high, s, 0x1.50783486f190cp-4), s, -0x1.32d2cce62adb9p-1), s,
                 0x1.466bc6775aad6p+1), s, -0x1.4abbce625be53p+2);
}

real cosine_polynomial(real s) {
  const real high = fma(fma(fma(-0x1.22678e9c47cf7p-23, s, 0x1.20ad6f13d6527p-18), s,
                            -0x1.b6e1fbb4dced2p-14), s, 0x1.f9d3899ae421ep-10);
  return fma(fma(fma(fma(high, s, -0x1.a6d1f2a1656cfp-6), s, 0x1.e1f506891b0c8p-3), s,
                 -0x1.55d3c7e3cbff6p+0), s, 0x1.03c1f081b5ac4p+2);
}

// 1 if n, shifted by ROUND_TO_ONE, is even; else -1.
real sign_of(real shifted) { return as_double((as_ulong(shifted) << 63) | as_ulong(1.0)); }

#else

#define PI_HIGH 0x1.921fb6p+1f
#define PI_LOW (-0x1.777a5cp-24f)
#define C_HIGH (-0x1.3bd3ccp+2f)
#define C_LOW (-0x1.37c8bcp-23f)
#define ROUND_TO_ONE 0x1.8p+23f

real sine_polynomial(real s) {
  return fma(fma(fma(fma(-0x1.bbd53ep-8f, s, 0x1.4f6cd8p-4f), s, -0x1.32ccb0p-1f), s,
                 0x1.466ba8p+1f), s, -0x1.4abbcep+2f);
}

real cosine_polynomial(real s) {
  return fma(fma(fma(-0x1.91dc94p-6f, s, 0x1.e153b6p-3f), s, -0x1.55d1c0p+0f), s, 0x1.03c1ecp+2f);
}

real sign_of(real shifted) { return as_float((as_uint(shifted) << 31) | as_uint(1.0f)); }

#endif

// sin(phi) and cos(phi) - 1 of the reduced angle phi = pi (q r - n), and the sign (-1)^n that sine
// and cosine of pi q r still need.
real sine_cosine(real q, real r, real* cosine_less_1, real* sign) {
  const real shifted = fma(q, r, ROUND_TO_ONE);
  const real f = fma(q, r, ROUND_TO_ONE - shifted);
  const real s = f * f;
  *cosine_less_1 = fma(s, C_HIGH, s * fma(cosine_polynomial(s), s, C_LOW));
  *sign = sign_of(shifted);
  return fma(f, PI_HIGH, f * fma(sine_polynomial(s), s, PI_LOW));
}

// S and C of a = 1..A_MAX + 1. sin and cos of half the angle give C_1 without cancellation, and
// with the right signs whatever theirs. A cosine near 1 is the same float for all r in 1e-3 A: its
// rounding would not average out.
void steps(real half_delta, real r, real* S, real* C) {
  real cosine_less_1, sign;
  const real sine = sine_cosine(half_delta, r, &cosine_less_1, &sign);
  const real twice = sine + sine;
  S[1] = fma(twice, cosine_less_1, twice);
  C[1] = -twice * sine;
  #pragma unroll
  for (int a = 2; a <= A_MAX + 1; ++a) {
    const int h = a / 2, g = a - h;
    if (h == g) {
      const real two_S = S[h] + S[h];
      S[a] = fma(two_S, C[h], two_S);
      C[a] = -two_S * S[h];
    } else {
      S[a] = fma(S[h], C[g], fma(C[h], S[g], S[h] + S[g]));
      C[a] = fma(-S[h], S[g], fma(C[h], C[g], C[h] + C[g]));
    }
  }
}

// Adds one pair of atoms at the distance `d` to the N_Q sums.
void add_pair(real4 d, real centre, real half_delta, real* sum) {
  const real r2 = fma(d.z, d.z, fma(d.y, d.y, fma(d.x, d.x, TINY)));
  real inverse_r;
  const real r = root(r2, &inverse_r);
  real cosine_less_1, sign;
  const real sine = sine_cosine(centre, r, &cosine_less_1, &sign);
  const real scale = inverse_r * sign;
  const real s = sine * scale, c = (1 + cosine_less_1) * scale;
  real S[A_MAX + 2], C[A_MAX + 2];
  steps(half_delta, r, S, C);

  sum[0] += s;
  #pragma unroll
  for (int a = 1; a <= A_MAX; ++a) {
    sum[2 * a - 1] = fma(s, C[a], sum[2 * a - 1]);
    sum[2 * a] = fma(c, S[a], sum[2 * a]);
  }
  // BLOCK_Q = A_MAX + (A_MAX + 1)
  const real sin_step = fma(S[A_MAX], C[A_MAX + 1], fma(C[A_MAX], S[A_MAX + 1],
                                                        S[A_MAX] + S[A_MAX + 1]));
  const real cos_step = 1 + fma(-S[A_MAX], S[A_MAX + 1], fma(C[A_MAX], C[A_MAX + 1],
                                                             C[A_MAX] + C[A_MAX + 1]));
  real s_k = sin_step, c_k = cos_step;
  #pragma unroll
  for (int k = 1; k <= K_MAX; ++k) {
    real* block = sum + BLOCK_Q * (2 * k - 1);
    const real sc = s * c_k, ss = s * s_k, cs = c * s_k, cc = c * c_k;
    block[0] += sc;
    block[1] += cs;
    #pragma unroll
    for (int a = 1; a <= A_MAX; ++a) {
      block[4 * a - 2] = fma(sc, C[a], block[4 * a - 2]);
      block[4 * a - 1] = fma(ss, S[a], block[4 * a - 1]);
      block[4 * a] = fma(cs, C[a], block[4 * a]);
      block[4 * a + 1] = fma(cc, S[a], block[4 * a + 1]);
    }
    const real next_c = fma(-s_k, sin_step, c_k * cos_step);
    s_k = fma(c_k, sin_step, s_k * cos_step);
    c_k = next_c;
  }
}

// a + b for a number of twice the digits, value .x + remainder .y.
real2 add(real2 a, real b) {
  const real sum = a.x + b;
  const real part = sum - a.x;
  return (real2)(sum, a.y + ((a.x - (sum - part)) + (b - part)));
}

// value[begin] + .. + value[end - 1]; eight at a time, whose sum is added with all its digits.
real2 sum_of(__local const real* value, int begin, int end) {
  real2 total = 0;
  int i = begin;
  for (; i + 8 <= end; i += 8) {
    real part = value[i];
    #pragma unroll
    for (int n = 1; n < 8; ++n)
      part += value[i + n];
    total = add(total, part);
  }
  for (; i < end; ++i)
    total = add(total, value[i]);
  return total;
}

#define TILES 4  // of WORK_GROUP atoms j, until the sums of work-items are added up

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void debye_blocks(__global const real4* restrict position,
                  __global const ushort* restrict segment_end,
                  __global const real4* restrict passes, __global const int4* restrict work,
                  __global real2* restrict result,
                  uint n_entries, uint n_rows, uint first_item) {
  __local real4 tile[WORK_GROUP];
  __local ushort end[WORK_GROUP];
  __local real column[COLUMNS][WORK_GROUP + 1];  // one more: no two items in one memory bank

  const int me = get_local_id(0);
  const uint item = first_item + get_group_id(0);
  const uint pass = item / n_entries;
  const int4 entry = work[item % n_entries];
  const real centre = passes[pass].x, half_delta = passes[pass].y, unit = passes[pass].z;
  const int k = entry.x * WORK_GROUP + me;
  const real4 atom = position[k] * unit;
  const int n_before = k - entry.y;  // atoms from the first j on that come before k
  end[me] = segment_end[k];

  for (int first = 0; first < entry.z; first += TILES * WORK_GROUP) {
    const int last = min(first + TILES * WORK_GROUP, entry.z);
    real sum[N_Q];
    #pragma unroll
    for (int n = 0; n < N_Q; ++n)
      sum[n] = 0;
    for (int start = first; start < last; start += WORK_GROUP) {
      barrier(CLK_LOCAL_MEM_FENCE);  // nobody still reads the tile before
      if (start + me < last)
        tile[me] = position[entry.y + start + me] * unit;
      barrier(CLK_LOCAL_MEM_FENCE);
      const int count = min(min(WORK_GROUP, last - start), n_before - start);
      for (int j = 0; j < count; ++j)
        add_pair(tile[j] - atom, centre, half_delta, sum);
    }

    #pragma unroll
    for (int begin = 0; begin < N_Q; begin += COLUMNS) {
      barrier(CLK_LOCAL_MEM_FENCE);  // nobody still reads the columns before
      #pragma unroll
      for (int n = begin; n < begin + COLUMNS; ++n)
        if (n < N_Q)
          column[n - begin][me] = sum[n];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int n = begin + me; n < min(begin + COLUMNS, N_Q); n += WORK_GROUP) {
        __global real2* row = result + ((ulong)pass * n_rows + entry.w) * N_Q + n;
        for (int i = 0; i < WORK_GROUP && end[i] > 0; i = end[i]) {
          real2 total = sum_of(column[n - begin], i, end[i]);
          if (first > 0) {
            total = add(total, row->x);
            total.y += row->y;
          }
          *row = total;
          row += N_Q;
        }
      }
    }
  }
}

// Adds the rows of each pair of types, so that the host gets one row for each. Work-item `item` adds
// up the sums item % N_Q of list item / N_Q % n_lists and pass item / (N_Q n_lists).
//   list_end  n_lists: in `row`, the end of each list; it starts where the one before ends
//   row       n_rows: the rows of `result` by list
//   total     passes x n_lists x N_Q: (value, remainder)
__kernel void add_rows(__global const real2* restrict result, __global const uint* restrict list_end,
                       __global const uint* restrict row, __global real2* restrict total,
                       uint n_rows, uint n_lists, uint n_items, uint first_group) {
  const uint item = first_group * get_local_size(0) + get_global_id(0);
  if (item >= n_items)
    return;
  const uint n = item % N_Q, list = item / N_Q % n_lists, pass = item / N_Q / n_lists;
  real2 sum = 0;
  for (uint i = list > 0 ? list_end[list - 1] : 0; i < list_end[list]; ++i) {
    const real2 value = result[((ulong)pass * n_rows + row[i]) * N_Q + n];
    sum = add(sum, value.x);
    sum.y += value.y;
  }
  total[item] = sum;
}
