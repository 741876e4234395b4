// Neighbour search: which points lie within a cutoff of a position. Space is cut into cubes with
// the cutoff as edge; cubes are hashed into about as many buckets as there are points, so memory
// and time are linear in the points however thinly they are spread. The points are not stored in
// their order, only referred to by index.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace debye {

class CellList {
 public:
  using Point = std::array<double, 3>;

  /// @param points  copied.  @param cutoff  > 0, the largest distance that can be asked for [Å].
  CellList(std::span<const Point> points, double cutoff)
      : inverse_edge_(1 / cutoff), squared_cutoff_(cutoff * cutoff) {
    mask_ = std::bit_ceil(points.size() + 1) - 1;
    start_.assign(mask_ + 2, 0);
    std::vector<Cell> cells(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      cells[i] = cell_of(points[i]);
      ++start_[bucket(cells[i]) + 1];
    }
    for (std::size_t b = 0; b <= mask_; ++b) start_[b + 1] += start_[b];
    entries_.resize(points.size());
    std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
    for (std::size_t i = 0; i < points.size(); ++i)
      entries_[next[bucket(cells[i])]++] = {points[i], cells[i], static_cast<std::uint32_t>(i)};
  }

  /// Calls visit(index, squared distance) for every point within the cutoff of a position, itself
  /// included if it is one of the points.
  template <class Visit>
  void for_each_within_cutoff(const Point& position, Visit&& visit) const {
    const Cell centre = cell_of(position);
    for (std::int64_t dz = -1; dz <= 1; ++dz)
      for (std::int64_t dy = -1; dy <= 1; ++dy)
        for (std::int64_t dx = -1; dx <= 1; ++dx)
          visit_cell({centre[0] + dx, centre[1] + dy, centre[2] + dz}, position, visit,
                     squared_cutoff_);
  }

  /// The same for a distance far below the cutoff: only the cubes that it reaches are looked into,
  /// mostly the one of the position.
  template <class Visit>
  void for_each_within(double distance, const Point& position, Visit&& visit) const {
    const double reach = distance * (1 + 1e-9);  // rounding must not lose a cube
    const Cell low = cell_of({position[0] - reach, position[1] - reach, position[2] - reach});
    const Cell high = cell_of({position[0] + reach, position[1] + reach, position[2] + reach});
    for (std::int64_t z = low[2]; z <= high[2]; ++z)
      for (std::int64_t y = low[1]; y <= high[1]; ++y)
        for (std::int64_t x = low[0]; x <= high[0]; ++x)
          visit_cell({x, y, z}, position, visit, distance * distance);
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  struct Entry {
    Point point;
    Cell cell;
    std::uint32_t index;
  };

  Cell cell_of(const Point& p) const {
    // Beyond 2^62 cells a double no longer tells neighbouring cells apart anyway.
    const auto index = [this](double x) {
      constexpr double limit = 4e18;
      return static_cast<std::int64_t>(
          std::fmin(std::fmax(std::floor(x * inverse_edge_), -limit), limit));
    };
    return {index(p[0]), index(p[1]), index(p[2])};
  }

  // Neighbours in x fall into adjacent buckets, which keeps memory access local. Cells that share a
  // bucket are told apart by the cell stored with each point.
  std::size_t bucket(const Cell& c) const {
    const auto hash = static_cast<std::uint64_t>(c[0]) +
                      static_cast<std::uint64_t>(c[1]) * 73856093u +
                      static_cast<std::uint64_t>(c[2]) * 19349663u;
    return static_cast<std::size_t>(hash) & mask_;
  }

  template <class Visit>
  void visit_cell(const Cell& cell, const Point& position, Visit& visit,
                  double largest_squared) const {
    const std::size_t b = bucket(cell);
    for (std::size_t i = start_[b]; i < start_[b + 1]; ++i) {
      const Entry& entry = entries_[i];
      // One by one: the comparison of arrays is a call of memcmp.
      if (entry.cell[0] != cell[0] || entry.cell[1] != cell[1] || entry.cell[2] != cell[2])
        continue;
      const double x = entry.point[0] - position[0], y = entry.point[1] - position[1],
                   z = entry.point[2] - position[2];
      const double squared = x * x + y * y + z * z;
      if (squared <= largest_squared) visit(std::size_t{entry.index}, squared);
    }
  }

  double inverse_edge_, squared_cutoff_;
  std::size_t mask_ = 0;
  std::vector<std::uint32_t> start_;
  std::vector<Entry> entries_;
};

}  // namespace debye
