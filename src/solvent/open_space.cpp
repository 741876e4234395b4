// See open_space.hpp. The regions are a union-find forest over summits.

#include "solvent/open_space.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace debye {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr std::uint32_t no_summit = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t bulk_summit = 0;

/// Regions that flooding has joined so far, each a set of summits. Summit 0 is the bulk.
class Regions {
 public:
  Regions() { add(); }

  std::uint32_t add() {
    const auto summit = static_cast<std::uint32_t>(parent_.size());
    parent_.push_back(summit);
    summits_.push_back({summit});
    pass_.push_back(summit == bulk_summit ? infinite : -infinite);
    return summit;
  }

  /// The regions of summits a and b meet at this height.
  void join(std::uint32_t a, std::uint32_t b, float height) {
    a = root(a), b = root(b);
    if (a == b) return;
    if (b == root(bulk_summit)) std::swap(a, b);
    if (a == root(bulk_summit)) {
      for (const std::uint32_t summit : summits_[b]) pass_[summit] = height;
    } else {
      if (summits_[a].size() < summits_[b].size()) std::swap(a, b);
      summits_[a].insert(summits_[a].end(), summits_[b].begin(), summits_[b].end());
    }
    summits_[b] = {};
    parent_[b] = a;
  }

  float pass(std::uint32_t summit) const { return pass_[summit]; }

 private:
  std::uint32_t root(std::uint32_t summit) {
    while (parent_[summit] != summit) summit = parent_[summit] = parent_[parent_[summit]];
    return summit;
  }

  std::vector<std::uint32_t> parent_;
  std::vector<std::vector<std::uint32_t>> summits_;  // of roots that the bulk has not reached
  std::vector<float> pass_;
};

/// Index of the point one step along an axis, also across the face of a block.
class Steps {
 public:
  explicit Steps(const SurfaceBlocks& blocks)
      : blocks_(blocks), edge_(static_cast<std::size_t>(blocks.edge)) {}

  /// Calls visit(index) for the up to six points beside one.
  template <class Visit>
  void for_each(std::size_t point, Visit visit) const {
    const std::size_t n = blocks_.points_per_block(), block = point / n, inside = point % n;
    std::size_t stride = 1, slot = 1;  // along x, y, z; of the point, of SurfaceBlocks::neighbour
    for (int axis = 0; axis < 3; ++axis, stride *= edge_, slot *= 3) {
      const std::size_t along = inside / stride % edge_;
      const auto beyond = [&](std::size_t neighbour, std::size_t place) {
        const std::int32_t other = blocks_.neighbour[block][neighbour];
        if (other != SurfaceBlocks::none) visit(static_cast<std::size_t>(other) * n + place);
      };
      if (along > 0)
        visit(point - stride);
      else
        beyond(13 - slot, inside + (edge_ - 1) * stride);
      if (along + 1 < edge_)
        visit(point + stride);
      else
        beyond(13 + slot, inside - (edge_ - 1) * stride);
    }
  }

 private:
  const SurfaceBlocks& blocks_;
  std::size_t edge_;
};

}  // namespace

std::vector<float> lowest_pass(const SurfaceBlocks& blocks, std::span<const float> distance,
                               float lowest, float bulk) {
  std::vector<std::uint32_t> summit(distance.size(), no_summit), order;
  for (std::size_t p = 0; p < distance.size(); ++p)
    if (distance[p] >= bulk)
      summit[p] = bulk_summit;
    else if (distance[p] > lowest)
      order.push_back(static_cast<std::uint32_t>(p));
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(-distance[a], a) < std::pair(-distance[b], b);
  });

  Regions regions;
  const Steps steps(blocks);
  for (const std::uint32_t p : order) {
    std::array<std::uint32_t, 6> around;
    std::size_t n_around = 0;
    float highest = -infinite;
    steps.for_each(p, [&](std::size_t other) {
      if (summit[other] == no_summit) return;
      around[n_around++] = summit[other];
      if (distance[other] <= highest) return;
      highest = distance[other];
      summit[p] = summit[other];
    });
    if (n_around == 0) summit[p] = regions.add();
    for (std::size_t k = 0; k < n_around; ++k) regions.join(summit[p], around[k], distance[p]);
  }

  std::vector<float> pass(distance.size(), -infinite);
  for (std::size_t p = 0; p < distance.size(); ++p)
    if (summit[p] != no_summit) pass[p] = regions.pass(summit[p]);
  return pass;
}

}  // namespace debye
