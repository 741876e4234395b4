// See histogram_work.hpp.
#include "opencl/histogram_work.hpp"

#include <algorithm>
#include <cmath>

namespace debye::opencl {
namespace {

struct Box {
  std::array<float, 3> low, high;
};

Box box_around(const HistogramAtoms& atoms, std::size_t first, std::size_t n) {
  Box box{atoms.atom[first].position, atoms.atom[first].position};
  for (std::size_t i = first; i < first + n; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      box.low[k] = std::min(box.low[k], atoms.atom[i].position[k]);
      box.high[k] = std::max(box.high[k], atoms.atom[i].position[k]);
    }
  return box;
}

/// Boxes around every `size` atoms of a class, the last ones fewer.
std::vector<Box> boxes_of(const HistogramAtoms& atoms, std::size_t atom_class, std::size_t size) {
  std::vector<Box> boxes;
  const std::size_t n = atoms.padded[atom_class];
  for (std::size_t i = 0; i < n; i += size)
    boxes.push_back(box_around(atoms, atoms.first[atom_class] + i, std::min(size, n - i)));
  return boxes;
}

/// Bounds on the distance of a point in one box from a point in the other, with a bin to spare.
std::array<double, 2> distances_between(const Box& a, const Box& b) {
  double nearest = 0, farthest = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double gap = std::max({0.0F, a.low[k] - b.high[k], b.low[k] - a.high[k]});
    const double reach = std::max(a.high[k] - b.low[k], b.high[k] - a.low[k]);
    nearest += gap * gap;
    farthest += reach * reach;
  }
  return {std::sqrt(nearest) - 1, std::sqrt(farthest) + 1};
}

}  // namespace

HistogramAtoms pack_histogram_atoms(const histogram::AtomClasses& atoms, std::size_t tile) {
  double largest = 1;
  for (const auto* lengths : {&atoms.x, &atoms.y, &atoms.z})
    for (const double length : *lengths) largest = std::max(largest, std::abs(length));
  // Differences of multiples of this, up to 2·largest, have 24 bits.
  const double multiple = std::ldexp(1.0, std::ilogb(largest) + 2 - 24);
  HistogramAtoms packed;
  for (const histogram::AtomClass& one : atoms.classes) {
    packed.first.push_back(packed.atom.size());
    for (std::size_t i = one.first; i < one.first + one.count; ++i) {
      const std::array<double, 3> exact = {atoms.x[i], atoms.y[i], atoms.z[i]};
      HistogramAtom atom{{}, static_cast<float>(atoms.weight[i]), {}};
      for (std::size_t k = 0; k < 3; ++k) {
        const double rounded = std::nearbyint(exact[k] / multiple) * multiple;
        atom.position[k] = static_cast<float>(rounded);
        atom.rest[k] = static_cast<float>(exact[k] - rounded);
      }
      packed.atom.push_back(atom);
    }
    HistogramAtom padding = packed.atom.back();
    padding.weight = 0;
    packed.padded.push_back((one.count + tile - 1) / tile * tile);
    packed.atom.resize(packed.first.back() + packed.padded.back(), padding);
  }
  return packed;
}

std::vector<HistogramEntry> make_histogram_work(const histogram::AtomClasses& classes,
                                                const HistogramAtoms& atoms,
                                                std::span<const histogram::ClassPair> pairs,
                                                std::size_t n_bins, const HistogramShape& shape) {
  std::vector<std::vector<Box>> group_boxes, run_boxes;
  if (n_bins > shape.range)
    for (std::size_t c = 0; c < atoms.first.size(); ++c) {
      group_boxes.push_back(boxes_of(atoms, c, shape.group));
      run_boxes.push_back(boxes_of(atoms, c, shape.run));
    }
  std::vector<HistogramEntry> work;
  for (std::size_t row = 0; row < pairs.size(); ++row) {
    const std::size_t ci = pairs[row].i, cj = pairs[row].j, n_i = classes.classes[ci].count;
    for (std::size_t i = 0; i < n_i; i += shape.group)
      for (std::size_t j = 0; j < atoms.padded[cj]; j += shape.run) {
        const std::size_t last_i = std::min(i + shape.group, n_i);
        const std::size_t last_j = std::min(j + shape.run, atoms.padded[cj]);
        if (ci == cj && last_j <= i + 1) continue;
        std::array<double, 2> reach = {0, static_cast<double>(n_bins)};
        if (n_bins > shape.range)
          reach = distances_between(group_boxes[ci][i / shape.group], run_boxes[cj][j / shape.run]);
        for (std::size_t bin = 0; bin < n_bins; bin += shape.range) {
          if (static_cast<double>(bin) > reach[1] ||
              static_cast<double>(bin + shape.range) < reach[0])
            continue;
          work.push_back({static_cast<cl_int>(atoms.first[ci] + i), static_cast<cl_int>(last_i - i),
                          static_cast<cl_int>(atoms.first[cj] + j), static_cast<cl_int>(last_j - j),
                          static_cast<cl_int>(row), static_cast<cl_int>(bin),
                          ci == cj && j < last_i ? 1 : 0, 0});
        }
      }
  }
  return work;
}

}  // namespace debye::opencl
