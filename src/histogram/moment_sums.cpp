// See moment_sums.hpp. Here: cutting into parts and blocks, threads, and what each thread adds up.

#include "histogram/moment_sums.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <new>

#include "parallel_for.hpp"

namespace debye::histogram {
namespace {

/// Atoms j of a block: their data and the bins share the first-level cache.
constexpr std::size_t block_j = 512;
static_assert(block_j % atom_padding == 0 && block_j <= max_packed_pairs);

/// Pairs in a part of the work, about: 0.4 ms.
constexpr std::size_t part_pairs = 1u << 19;

/// Some atoms i of a pair of classes, with all atoms j.
struct Part {
  std::size_t pair;
  std::size_t first_i, last_i;
  bool alone;  ///< all of its pair of classes
};

std::vector<Part> make_parts(const AtomClasses& atoms, std::span<const ClassPair> pairs) {
  std::vector<Part> parts;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const AtomClass &of_i = atoms.classes[pairs[k].i], &of_j = atoms.classes[pairs[k].j];
    const std::size_t step = std::max<std::size_t>(1, part_pairs / of_j.padded);
    for (std::size_t i = 0; i < of_i.count; i += step)
      parts.push_back(
          {k, of_i.first + i, of_i.first + std::min(i + step, of_i.count), step >= of_i.count});
  }
  return parts;
}

/// What one thread adds up before it is added to the sums of all; 0 when not in use.
struct Workspace {
  struct Aligned {
    void operator()(std::int64_t* p) const { ::operator delete[](p, std::align_val_t{64}); }
  };
  std::unique_ptr<std::int64_t[], Aligned> bins;
  std::vector<std::int64_t> totals;

  explicit Workspace(std::size_t n_bins)
      : bins(new (std::align_val_t{64}) std::int64_t[2 * n_bins]()), totals(n_bins * n_moments) {}
};

/// Workspaces that no thread is using.
class WorkspacePool {
 public:
  explicit WorkspacePool(std::size_t n_bins) : n_bins_(n_bins) {}

  std::unique_ptr<Workspace> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<Workspace>(n_bins_);
    auto workspace = std::move(free_.back());
    free_.pop_back();
    return workspace;
  }

  void give_back(std::unique_ptr<Workspace> workspace) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(workspace));
  }

 private:
  std::size_t n_bins_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

/// Adds the pairs of a part to totals.
void add_part(const InstructionSet& set, const AtomClasses& atoms, const ClassPair& pair,
              const Part& part, std::size_t n_bins, std::int64_t* bins, std::int64_t* totals) {
  const AtomClass& of_j = atoms.classes[pair.j];
  const bool one_class = pair.i == pair.j;
  PairBlock block{atoms.x.data(), atoms.y.data(), atoms.z.data(), atoms.weight.data(), 0, 0, 0, 0,
                  false};
  const std::size_t end = of_j.first + of_j.padded;
  const std::size_t begin =
      one_class ? part.first_i / atom_padding * atom_padding : of_j.first;  // others come before i
  for (std::size_t j = begin; j < end; j += block_j) {
    block.first_j = j;
    block.last_j = std::min(j + block_j, end);
    const std::size_t last_i = one_class ? std::min(part.last_i, block.last_j) : part.last_i;
    const std::size_t rows = max_packed_pairs / (block.last_j - block.first_j);
    for (std::size_t i = part.first_i; i < last_i; i += rows) {
      block.first_i = i;
      block.last_i = std::min(i + rows, last_i);
      block.triangle = one_class && block.first_j < block.last_i;
      set.add_pairs(block, pair.fields, bins);
      set.take_out(pair.fields, n_bins, bins, totals);
    }
  }
}

}  // namespace

std::vector<ClassPair> class_pairs(const AtomClasses& atoms) {
  std::vector<ClassPair> pairs;
  const auto& classes = atoms.classes;
  for (std::size_t s = 0; s < classes.size(); ++s)
    for (std::size_t t = s; t < classes.size(); ++t) {
      if (s == t && classes[s].count < 2) continue;
      // The atoms j fill vectors; the more there are, the fewer stay empty.
      const auto [i, j] = classes[s].count <= classes[t].count ? std::pair(s, t) : std::pair(t, s);
      pairs.push_back({i, j,
                       packed_fields(classes[s].largest_weight * classes[t].largest_weight,
                                     static_cast<double>(classes[s].count) *
                                         static_cast<double>(classes[t].count))});
    }
  return pairs;
}

std::vector<std::int64_t> moment_sums(const InstructionSet& set, const AtomClasses& atoms,
                                      std::span<const ClassPair> pairs, std::size_t n_bins,
                                      int threads, const std::function<void(double)>& after_part) {
  const std::size_t row = n_bins * n_moments;
  std::vector<std::int64_t> sums(pairs.size() * row);
  const std::vector<Part> parts = make_parts(atoms, pairs);
  WorkspacePool pool(n_bins);
  std::mutex progress_mutex;
  std::size_t done = 0;
  std::array<std::mutex, 64> sums_mutex;  // of the rows with this number modulo 64
  parallel_for(parts.size(), threads, [&](std::size_t index) {
    const Part& part = parts[index];
    auto workspace = pool.take();
    std::int64_t* const sum = &sums[part.pair * row];
    add_part(set, atoms, pairs[part.pair], part, n_bins, workspace->bins.get(),
             part.alone ? sum : workspace->totals.data());
    if (!part.alone) {
      const std::lock_guard lock(sums_mutex[part.pair % sums_mutex.size()]);
      for (std::size_t k = 0; k < row; ++k) sum[k] += workspace->totals[k];
      std::fill(workspace->totals.begin(), workspace->totals.end(), 0);
    }
    pool.give_back(std::move(workspace));
    const std::lock_guard lock(progress_mutex);
    after_part(static_cast<double>(++done) / static_cast<double>(parts.size()));
  });
  return sums;
}

}  // namespace debye::histogram
