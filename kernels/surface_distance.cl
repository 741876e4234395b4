// Distance of grid points from the blended surface of a molecule: src/solvent/surface_blocks.hpp.
//
//     d(x) = -(1/beta) ln sum_i exp(-beta (|x - r_i| - R_i))     over atoms with |x - r_i| <= reach
//
// surface_distance gathers: a work-item owns a column of COLUMN points along z, for which it keeps
// dx^2 + dy^2 of an atom, and neighbouring items own neighbouring columns, so that stores are of
// consecutive addresses. A group owns WORK_GROUP columns of one block ("part"). It reads the atoms
// of the block and the 26 around once, keeps those within reach of the box around its points (half
// of them where a block is its reach wide), and runs through these in local memory. They stay in
// the order of the arrays: the same input gives the same bits.
//
// surface_distance_all_atoms has an item for each point, which runs through all atoms of the
// molecule. It is there to be compared with.
//
// Whether an atom is within reach is decided by the very operations of the CPU form, rounding by
// rounding: at the farthest distance asked for, one atom more or less is worth 0.02 A.
//
// Defines set by src/opencl/surface_grid.cpp; the defaults let this file compile alone:
//   WORK_GROUP  work-items per group
//   COLUMN      points of a work-item
//   BLENDING    beta [1/A]
//
// Arguments:
//   atom        x, y, z from the origin, radius R [A]
//   first_atom  of each block; one more
//   place       3 x blocks of this chunk, in blocks from the origin
//   neighbour   27 x blocks of this chunk, or -1
//   distance    edge^3 x blocks of this chunk; x runs fastest, then y, z; infinite if out of reach
//   edge        points along a block
//   spacing     of the points [A]
//   side        of a block [A]
//   reach       [A]
//   n_parts     groups that share a block
//   first_group of this launch; group = block * n_parts + part
//   n_atoms, n_points  of surface_distance_all_atoms: of the molecule, of this chunk

#ifndef WORK_GROUP
#define WORK_GROUP 32
#endif
#ifndef COLUMN
#define COLUMN 5
#endif
#ifndef BLENDING
#define BLENDING 2.0f
#endif

#pragma OPENCL FP_CONTRACT OFF  // rounding happens where it is written

// exp(-beta (r - R)) = 2^(STEEPNESS (R - r)): the native base of devices. Their native functions
// are off by a few units in the last place, which moves a distance by 1e-6 A.
#define STEEPNESS (BLENDING * M_LOG2E_F)

#define TILE (4 * WORK_GROUP)  // atoms kept in local memory
#define WORDS ((WORK_GROUP + 31) / 32)

float distance_of(float sum) { return sum > 0 ? log2(sum) * (-1.0f / STEEPNESS) : INFINITY; }

// Square of the distance of `p` from a box.
float squared_distance(float3 p, float3 low, float3 high) {
  const float3 d = fmax(fmax(low - p, p - high), 0.0f);
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

// Appends the atoms of the items that want it to the tile, in the order of the items; the number of
// atoms in the tile from then on. Every item of the group must come here. A bit for each item, set
// in any order, says who is before whom: no scan, and nothing depends on who comes first.
int append(bool wanted, float4 atom, __local float4* tile, int n_tile, __local uint* who) {
  const int me = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);  // nobody still reads `who` or a tile that starts anew
  if (me < WORDS)
    who[me] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (wanted)
    atomic_or(&who[me / 32], 1u << (me % 32));
  barrier(CLK_LOCAL_MEM_FENCE);
  int mine = n_tile;
  for (int w = 0; w < WORDS; ++w) {
    const uint word = who[w];
    const int count = popcount(word);
    if (w < me / 32)
      mine += count;
    else if (w == me / 32)
      mine += popcount(word & ((1u << (me % 32)) - 1));
    n_tile += count;
  }
  if (wanted)
    tile[mine] = atom;
  return n_tile;
}

// Adds the atoms of the tile to the points (x, y, z[k]).
void add_tile(__local const float4* tile, int n_tile, float x, float y, const float* z,
              float reach_squared, float* sum) {
  barrier(CLK_LOCAL_MEM_FENCE);  // the tile is complete
  for (int j = 0; j < n_tile; ++j) {
    const float4 atom = tile[j];
    const float dx = x - atom.x, dy = y - atom.y;
    const float flat = dx * dx + dy * dy;
    #pragma unroll
    for (int k = 0; k < COLUMN; ++k) {
      const float dz = z[k] - atom.z;
      const float squared = flat + dz * dz;
      if (squared <= reach_squared)
        sum[k] += native_exp2(fma(-STEEPNESS, native_sqrt(squared), atom.w));
    }
  }
}

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void surface_distance(__global const float4* restrict atom,
                      __global const uint* restrict first_atom, __global const int* restrict place,
                      __global const int* restrict neighbour, __global float* restrict distance,
                      int edge, float spacing, float side, float reach, uint n_parts,
                      uint first_group) {
  __local float4 tile[TILE];
  __local uint who[WORDS];

  const int me = get_local_id(0);
  const uint group = first_group + get_group_id(0);
  const uint block = group / n_parts;
  const float3 corner = side * convert_float3(vload3(block, place));
  const float reach_squared = reach * reach;

  // Columns are numbered by x, y and slab of COLUMN layers; those beyond the last one are idle.
  const int layer = edge * edge;
  const int first_column = group % n_parts * WORK_GROUP;
  const int column = first_column + me;
  const int slab = column / layer;
  const int x = column % edge, y = column / edge % edge;
  float z[COLUMN], sum[COLUMN];
  for (int k = 0; k < COLUMN; ++k) {
    z[k] = (slab * COLUMN + k) * spacing;
    sum[k] = 0;
  }

  // The box around the points of the group, and a little more.
  const int last_column = first_column + WORK_GROUP - 1;
  const int first_slab = first_column / layer, last_slab = last_column / layer;
  const bool one_slab = first_slab == last_slab;
  const float3 low =
      spacing * (float3)(0, one_slab ? first_column / edge % edge : 0, first_slab * COLUMN);
  const float3 high =
      spacing * (float3)(edge - 1, one_slab ? last_column / edge % edge : edge - 1,
                         min(last_slab * COLUMN + COLUMN, edge) - 1);
  const float keep_squared = 1.0001f * reach_squared;

  int n_tile = 0;
  for (int near = 0; near < 27; ++near) {
    const int source = neighbour[block * 27 + near];
    if (source < 0)
      continue;
    const uint end = first_atom[source + 1];
    for (uint i = first_atom[source]; i < end; i += WORK_GROUP) {
      float4 a = (float4)(0);
      bool wanted = false;
      if (i + me < end) {
        a = atom[i + me];
        a.xyz -= corner;
        a.w *= STEEPNESS;
        wanted = squared_distance(a.xyz, low, high) <= keep_squared;
      }
      n_tile = append(wanted, a, tile, n_tile, who);
      if (n_tile > TILE - WORK_GROUP) {
        add_tile(tile, n_tile, x * spacing, y * spacing, z, reach_squared, sum);
        n_tile = 0;
      }
    }
  }
  add_tile(tile, n_tile, x * spacing, y * spacing, z, reach_squared, sum);

  __global float* out = distance + (size_t)block * layer * edge;
  for (int k = 0; k < COLUMN; ++k)
    if (slab * COLUMN + k < edge)
      out[(slab * COLUMN + k) * layer + column % layer] = distance_of(sum[k]);
}

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void surface_distance_all_atoms(__global const float4* restrict atom,
                                __global const int* restrict place,
                                __global float* restrict distance, int edge, float spacing,
                                float side, float reach, uint n_atoms, uint n_points,
                                uint first_group) {
  const uint point = (first_group + get_group_id(0)) * WORK_GROUP + get_local_id(0);
  if (point >= n_points)
    return;
  const uint layer = edge * edge;
  const uint block = point / (layer * edge), inside = point % (layer * edge);
  const float3 corner = side * convert_float3(vload3(block, place));
  const float3 p = spacing * (float3)(inside % edge, inside / edge % edge, inside / layer);
  float sum = 0;
  for (uint i = 0; i < n_atoms; ++i) {
    const float4 a = atom[i];
    const float3 d = p - (a.xyz - corner);
    const float squared = d.x * d.x + d.y * d.y + d.z * d.z;
    if (squared <= reach * reach)
      sum += native_exp2(STEEPNESS * (a.w - native_sqrt(squared)));
  }
  distance[point] = distance_of(sum);
}
