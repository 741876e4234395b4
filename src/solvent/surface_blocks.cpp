// See surface_blocks.hpp.

#include "solvent/surface_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

#include "debye/error.hpp"
#include "parallel_for.hpp"

namespace debye {
namespace {

using Place = std::array<std::int32_t, 3>;

/// Beyond the farthest distance asked for, the blended sum still needs atoms that add exp(−β tail)
/// of its value: 5 %, which moves the distance by less than 0.03 Å where the layer fades out.
constexpr double tail = 1.5;

template <class Visit>
void for_each_neighbour(const Place& p, Visit visit) {
  for (std::int32_t dz = -1; dz <= 1; ++dz)
    for (std::int32_t dy = -1; dy <= 1; ++dy)
      for (std::int32_t dx = -1; dx <= 1; ++dx) visit(Place{p[0] + dx, p[1] + dy, p[2] + dz});
}

Position grid_point_near_middle(std::span<const Position> position, double spacing,
                                const Position& phase) {
  Position low = position.front(), high = position.front(), origin;
  for (const Position& p : position)
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  for (std::size_t k = 0; k < 3; ++k)
    origin[k] = phase[k] + spacing * std::round((0.5 * (low[k] + high[k]) - phase[k]) / spacing);
  return origin;
}

Place place_of(const Position& p, const Position& origin, double side) {
  Place place;
  for (std::size_t k = 0; k < 3; ++k) {
    const double from_origin = p[k] - origin[k];
    // Coordinates are kept in single precision, which here still tells 0.06 Å.
    if (!(std::abs(from_origin) <= 5e5))
      fail("atoms more than 10^6 A apart are too far for a hydration shell: ", p[k], " A");
    place[k] = static_cast<std::int32_t>(std::floor(from_origin / side));
  }
  return place;
}

/// Four floats in the compiler's own notation, which every processor has instructions for.
typedef float Floats __attribute__((vector_size(16)));
typedef std::int32_t Integers __attribute__((vector_size(16)));
constexpr std::size_t n_floats = 4;

Floats square_root(Floats v) {
  Floats root;
  for (std::size_t l = 0; l < n_floats; ++l) root[l] = std::sqrt(v[l]);
  return root;
}

/// e^x for |x| < 87 within 2e-7 of it: 2^n e^f, |f| <= ln 2/2, with the polynomial of expf in
/// Moshier's Cephes library, https://www.netlib.org/cephes/.
Floats exponential(Floats x) {
  constexpr float rounder = 12582912.0f;  // 1.5·2²³: n then stands in the low bits
  const Floats rounded = x * 1.44269504f + rounder;
  const Floats n = rounded - rounder;
  const Floats f = x - n * 0.693359375f + n * 2.12194440e-4f;
  Floats p = f * 1.9875691500e-4f + 1.3981999507e-3f;
  p = p * f + 8.3334519073e-3f;
  p = p * f + 4.1665795894e-2f;
  p = p * f + 1.6666665459e-1f;
  p = p * f + 5.0000001201e-1f;
  p = p * f * f + f + 1.0f;
  return reinterpret_cast<Floats>(reinterpret_cast<Integers>(p) +
                                  (reinterpret_cast<Integers>(rounded) << 23));
}

/// A block while its sums are made: rows of points along x, each padded to full vectors.
struct OpenBlock {
  std::array<float, 3> corner;
  std::size_t row_length;
  std::vector<float> x;    ///< of the points of a row, from the corner [Å]
  std::vector<float> sum;  ///< edge² rows
};

/// Adds exp(−β (|x − r| − R)) of one atom to the points of a block within reach.
void add_atom(const SurfaceBlocks& blocks, const std::array<float, 4>& atom, OpenBlock& block) {
  const auto h = static_cast<float>(blocks.spacing), reach = static_cast<float>(blocks.reach);
  std::array<int, 3> low, high;
  std::array<float, 3> from_corner;
  for (std::size_t k = 0; k < 3; ++k) {
    from_corner[k] = atom[k] - block.corner[k];
    low[k] = std::max(0, static_cast<int>(std::ceil((from_corner[k] - reach) / h)));
    high[k] = std::min(blocks.edge - 1, static_cast<int>(std::floor((from_corner[k] + reach) / h)));
    if (low[k] > high[k]) return;
  }
  for (int z = low[2]; z <= high[2]; ++z)
    for (int y = low[1]; y <= high[1]; ++y) {
      const float dz = static_cast<float>(z) * h - from_corner[2];
      const float dy = static_cast<float>(y) * h - from_corner[1];
      const float beside = dy * dy + dz * dz;
      if (beside > reach * reach) continue;
      float* row =
          block.sum.data() + static_cast<std::size_t>(z * blocks.edge + y) * block.row_length;
      for (std::size_t i = 0; i < block.row_length; i += n_floats) {
        Floats x, sum;
        std::memcpy(&x, &block.x[i], sizeof x);
        std::memcpy(&sum, row + i, sizeof sum);
        const Floats dx = x - from_corner[0], squared = dx * dx + beside;
        const Floats value = exponential((square_root(squared) - atom[3]) * -surface_blending);
        sum += squared <= reach * reach ? value : Floats{};
        std::memcpy(row + i, &sum, sizeof sum);
      }
    }
}

void fill_block(const SurfaceBlocks& blocks, std::size_t number, float* distance) {
  const auto edge = static_cast<std::size_t>(blocks.edge);
  const std::size_t row_length = (edge + n_floats - 1) / n_floats * n_floats;
  OpenBlock block{{},
                  row_length,
                  std::vector<float>(row_length),
                  std::vector<float>(edge * edge * row_length, 0.0f)};
  const auto h = static_cast<float>(blocks.spacing);
  for (std::size_t k = 0; k < 3; ++k)
    block.corner[k] = h * static_cast<float>(edge) * static_cast<float>(blocks.place[number][k]);
  for (std::size_t i = 0; i < row_length; ++i) block.x[i] = h * static_cast<float>(i);
  for (const std::int32_t near : blocks.neighbour[number]) {
    if (near == SurfaceBlocks::none) continue;
    const auto n = static_cast<std::size_t>(near);
    for (std::uint32_t i = blocks.first_atom[n]; i < blocks.first_atom[n + 1]; ++i)
      add_atom(blocks, blocks.atom[i], block);
  }
  for (std::size_t row = 0; row < edge * edge; ++row)
    for (std::size_t i = 0; i < edge; ++i) {
      const float sum = block.sum[row * row_length + i];
      *distance++ =
          sum > 0 ? -std::log(sum) / surface_blending : std::numeric_limits<float>::infinity();
    }
}

}  // namespace

SurfaceBlocks make_surface_blocks(std::span<const Position> position,
                                  std::span<const double> radius, double spacing, double farthest,
                                  const Position& phase) {
  SurfaceBlocks blocks;
  blocks.spacing = spacing;
  blocks.reach = *std::max_element(radius.begin(), radius.end()) + farthest + tail;
  blocks.edge = static_cast<int>(std::ceil(blocks.reach / spacing));
  blocks.origin = grid_point_near_middle(position, spacing, phase);

  const double side = spacing * blocks.edge;
  std::vector<Place> of_atom;
  std::map<Place, std::int32_t> number;  // in the order of places, the same on every machine
  for (const Position& p : position) {
    of_atom.push_back(place_of(p, blocks.origin, side));
    std::int32_t& surrounded = number[of_atom.back()];
    if (!surrounded)
      for_each_neighbour(of_atom.back(), [&](const Place& near) { number.try_emplace(near, 0); });
    surrounded = 1;
  }
  if (static_cast<double>(number.size()) * static_cast<double>(blocks.points_per_block()) > 0x1p31)
    fail("the molecule is too large for a hydration shell: ", number.size(),
         " blocks of grid points");
  for (auto& [place, index] : number) {
    index = static_cast<std::int32_t>(blocks.size());
    blocks.place.push_back(place);
  }
  for (const Place& place : blocks.place) {
    blocks.neighbour.emplace_back();
    std::size_t slot = 0;
    for_each_neighbour(place, [&](const Place& near) {
      const auto found = number.find(near);
      blocks.neighbour.back()[slot++] = found == number.end() ? SurfaceBlocks::none : found->second;
    });
  }

  std::vector<std::uint32_t> block_of_atom;
  blocks.first_atom.assign(blocks.size() + 1, 0);
  for (const Place& place : of_atom) {
    block_of_atom.push_back(static_cast<std::uint32_t>(number.at(place)));
    ++blocks.first_atom[block_of_atom.back() + 1];
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) blocks.first_atom[b + 1] += blocks.first_atom[b];
  blocks.atom.resize(position.size());
  std::vector<std::uint32_t> next(blocks.first_atom.begin(), blocks.first_atom.end() - 1);
  for (std::size_t i = 0; i < position.size(); ++i)
    blocks.atom[next[block_of_atom[i]]++] = {static_cast<float>(position[i][0] - blocks.origin[0]),
                                             static_cast<float>(position[i][1] - blocks.origin[1]),
                                             static_cast<float>(position[i][2] - blocks.origin[2]),
                                             static_cast<float>(radius[i])};
  return blocks;
}

std::vector<float> surface_distances(const SurfaceBlocks& blocks, int threads) {
  const std::size_t n_points = blocks.points_per_block();
  std::vector<float> distance(blocks.size() * n_points);
  const int workers = threads > 0 ? threads : usable_processors();
  parallel_for(blocks.size(), workers, [&](std::size_t block) {
    fill_block(blocks, block, distance.data() + block * n_points);
  });
  return distance;
}

}  // namespace debye
