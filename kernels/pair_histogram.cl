// Pairs of atoms -> moments of their distances in bins, for the histogram engine. The host makes
// curves of them (src/histogram/transform.cpp).
//
// A pair of weight w at the distance r = b - 1/2 + y, b whole and 0 <= y <= 1, in widths of the
// bins, adds w, w y, w y^2 and w y^3 to bin b, in units of 1, 1/s, 1/s, 1/s and rounded to whole
// numbers: nothing depends on the order in which work-items and groups run. The numbers are never
// negative, so that the high halves of the 64-bit totals change only when the low ones overflow.
//
// The errors of pairs must not add up where many have the very same distance, as in a crystal. So
// distances are computed with the digits of two floats (to about 1e-6 of a bin), and a number is
// rounded up or down by a dither that differs from pair to pair, but is the same every time.
//
// A work-group takes one entry of the work list: up to WORK_GROUP atoms i of one class against a
// run of atoms j of one class, and those of their distances that lie in one range of bins. One
// work-item per atom i; TILE atoms j at a time are copied to local memory, and so are the sums of
// the bins. Those are moved to the totals before they can overflow.
//
// Defines set by src/opencl/histogram_opencl.cpp; the defaults let this file compile alone:
//   WORK_GROUP  atoms i and work-items per group
//   TILE        atoms j in local memory, at most WORK_GROUP
//
// Arguments:
//   atom        two float4 each: (x, y, z) in widths of the bins, rounded to a common multiple so
//               that differences are exact, and the weight, a whole number, 0 for padding; then
//               what the rounding took off x, y, z
//   work        for each entry two int4:
//                 first i, number of i, first j, number of j (a multiple of TILE)
//                 row of totals, first bin of the range, whether only i < j counts, unused
//   rows        for each row (s, tiles of j until the sums must be moved)
//   total       rows x n_bins x 4 moments x (low, high), uint
//   sum         local, 4 moments x range, uint
//   range       bins in a range
//   n_bins
//   first_item  of this launch

#pragma OPENCL FP_CONTRACT OFF  // rounding happens where it is written

#ifndef WORK_GROUP
#define WORK_GROUP 128
#endif
#ifndef TILE
#define TILE 64
#endif

// What rounding takes off a + b.
float lost_in(float a, float b, float sum) {
  const float part = sum - a;
  return (a - (sum - part)) + (b - part);
}

// The length of d + rest, as value + remainder.
float2 length_of(float4 d, float4 rest) {
  const float xx = d.x * d.x, yy = d.y * d.y, zz = d.z * d.z;
  const float xy = xx + yy, all = xy + zz;
  const float below = fma(d.x, d.x, -xx) + fma(d.y, d.y, -yy) + fma(d.z, d.z, -zz) +
                      lost_in(xx, yy, xy) + lost_in(xy, zz, all) +
                      2 * (d.x * rest.x + d.y * rest.y + d.z * rest.z);
  const float r = sqrt(all);
  return (float2)(r, r > 0 ? 0.5f * (fma(-r, r, all) + below) / r : 0.0f);
}

// A number in [0, 1) for the pair of these atoms, evenly spread (a multiplicative hash).
float dither(uint i, uint j) {
  uint h = i * 0x9E3779B1u ^ j * 0x85EBCA77u;
  h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
  return (float)(h >> 9) * 0x1p-23f;
}

// Moves the sums of the first n bins of the group's range to the totals of all groups.
void move_sums(__local uint* sum, uint range, uint n, __global uint* total) {
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = get_local_id(0); bin < n; bin += WORK_GROUP) {
    for (uint m = 0; m < 4; ++m) {
      const uint value = sum[m * range + bin];
      __global uint* const low = total + 2 * (4 * bin + m);
      if (value != 0) {
        const uint before = atomic_add(low, value);
        if (before + value < before)
          atomic_add(low + 1, 1u);
        sum[m * range + bin] = 0;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void pair_histogram(__global const float4* restrict atom, __global const int4* restrict work,
                    __global const float2* restrict rows, __global uint* restrict total,
                    __local uint* sum, uint range, uint n_bins, uint first_item) {
  __local float4 tile[2 * TILE];

  const int me = get_local_id(0);
  const uint item = first_item + get_group_id(0);
  const int4 place = work[2 * item], kind = work[2 * item + 1];
  const float scale = rows[kind.x].x;
  const int tiles_until_move = (int)rows[kind.x].y;
  const float first_bin = (float)kind.y;
  const uint n_in_range = min(range, n_bins - (uint)kind.y);
  __global uint* const group_total = total + 8 * ((ulong)kind.x * n_bins + (uint)kind.y);

  const int i = place.x + min(me, place.y - 1);
  const float4 mine = atom[2 * i], my_rest = atom[2 * i + 1];
  const float my_weight = me < place.y ? mine.w : 0.0f;
  for (uint k = me; k < 4 * range; k += WORK_GROUP)
    sum[k] = 0;

  int tiles = 0;
  for (int first = place.z; first < place.z + place.w; first += TILE) {
    barrier(CLK_LOCAL_MEM_FENCE);  // nobody still reads the tile before
    for (int k = me; k < 2 * TILE; k += WORK_GROUP)
      tile[k] = atom[2 * first + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) {
      const float2 r = length_of(tile[2 * k] - mine, tile[2 * k + 1] - my_rest);
      // The bin of the rounded distance may be that beside, by up to 1e-4 of a bin.
      const float near_bin = rint(r.x);
      const float near_y = (r.x - near_bin) + r.y + 0.5f;
      const float bin = near_bin + (near_y > 1 ? 1.0f : near_y < 0 ? -1.0f : 0.0f);
      const float w = my_weight * tile[2 * k].w;
      const float place_in_range = bin - first_bin;
      const bool counts = w != 0 && place_in_range >= 0 && place_in_range < range &&
                          (!kind.z || i < first + k);
      if (counts) {
        const float y = clamp((r.x - bin) + r.y + 0.5f, 0.0f, 1.0f);
        const float up = dither((uint)i, (uint)(first + k));
        __local uint* const of_bin = sum + (uint)place_in_range;
        float moment = w * scale;
        atomic_add(of_bin, (uint)w);
        for (uint m = 1; m < 4; ++m) {
          moment *= y;
          atomic_add(of_bin + m * range, (uint)(moment + up));
        }
      }
    }
    if (++tiles == tiles_until_move) {
      move_sums(sum, range, n_in_range, group_total);
      tiles = 0;
    }
  }
  move_sums(sum, range, n_in_range, group_total);
}
