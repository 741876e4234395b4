// See pair_histogram.hpp.
#include "opencl/pair_histogram.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "opencl/buffer.hpp"
#include "opencl/kernels.hpp"

namespace debye::opencl {
namespace {

const std::string kernel_name = "pair_histogram";

/// How finely the moments of a pair of classes are counted; float2 in the kernel.
struct RowScale {
  cl_float scale = 1;  ///< 2^bits
  cl_float tiles = 1;  ///< until the sums must be moved
};

/// Bits of the moments such that 32 bits hold the sums of `pairs_per_tile` (a power of two) pairs
/// of weights up to `largest`.
int moment_bits(std::size_t pairs_per_tile, double largest) {
  const auto pair_bits = std::bit_width(pairs_per_tile) - 1;
  const auto weight_bits = std::bit_width(static_cast<std::size_t>(largest) - 1);
  return 31 - static_cast<int>(pair_bits) - static_cast<int>(weight_bits);
}

/// From the kernel's totals, of y = x + 1/2 in units of 2^-bits, to moments of x in units of 1,
/// 2^-(bits + 1), 2^-(bits + 2), 2^-(bits + 3), in which they are whole.
void shift_moments(const std::array<cl_uint, 2>* total, int bits, std::int64_t* moment) {
  std::array<std::int64_t, histogram::n_moments> y{};
  for (std::size_t m = 0; m < y.size(); ++m)
    y[m] = static_cast<std::int64_t>(total[m][0]) + (static_cast<std::int64_t>(total[m][1]) << 32);
  const std::int64_t unit = y[0] << bits;
  moment[0] = y[0];
  moment[1] = 2 * y[1] - unit;
  moment[2] = 4 * y[2] - 4 * y[1] + unit;
  moment[3] = 8 * y[3] - 12 * y[2] + 6 * y[1] - unit;
}

}  // namespace

PairHistogram::PairHistogram(std::shared_ptr<OpenDevice> device, const HistogramOptions& options)
    : options_(options),
      launcher_(std::move(device), {options.launch_seconds, options.max_launch_groups}) {
  while (group_ > this->device().max_work_group && group_ > 1) group_ /= 2;
  tile_ = std::min(tile_, group_);
  kernel_ = launcher_.device().kernel(pair_histogram_source,
                                      "-w -cl-std=CL1.2 -DWORK_GROUP=" + std::to_string(group_) +
                                          " -DTILE=" + std::to_string(tile_),
                                      kernel_name.c_str());
}

HistogramShape PairHistogram::shape_for(std::size_t n_atoms, std::size_t n_bins) const {
  HistogramShape shape{group_, tile_, 0, 0};
  // Half of the local memory, so that two groups share a unit, less what the tile takes.
  const std::size_t bytes = static_cast<std::size_t>(device().local_memory) / 2 - 32 * tile_;
  const std::size_t bytes_per_bin = histogram::n_moments * sizeof(cl_uint);
  shape.range = std::min({n_bins, options_.max_range, bytes / bytes_per_bin});
  // Some 64 groups a compute unit even out the work; longer runs begin and end less often.
  const double groups = 64.0 * std::max(device().info.compute_units, 1u);
  const double pairs = 0.5 * static_cast<double>(n_atoms) * static_cast<double>(n_atoms);
  const double tiles = pairs / groups / static_cast<double>(group_ * tile_);
  shape.run = tile_ * static_cast<std::size_t>(std::clamp(tiles, 4.0, 256.0));
  return shape;
}

std::vector<std::int64_t> PairHistogram::moments(const histogram::AtomClasses& atoms,
                                                 std::span<histogram::ClassPair> pairs,
                                                 std::size_t n_bins) {
  const HistogramShape shape = shape_for(atoms.x.size(), n_bins);
  const HistogramAtoms packed = pack_histogram_atoms(atoms, tile_);
  const std::vector<HistogramEntry> work = make_histogram_work(atoms, packed, pairs, n_bins, shape);
  std::vector<RowScale> rows;
  for (histogram::ClassPair& pair : pairs) {
    const int bits = moment_bits(group_ * tile_, atoms.classes[pair.i].largest_weight *
                                                     atoms.classes[pair.j].largest_weight);
    // More than 18 bits mean nothing in a float that is rounded up and down.
    const int spare = std::max(bits - 18, 0);
    rows.push_back({std::ldexp(1.0F, bits - spare), std::ldexp(1.0F, spare)});
    pair.fields.first_bits = bits - spare + 1;
    pair.fields.second_bits = bits - spare + 2;
    pair.fields.third_bits = bits - spare + 3;
  }
  std::vector<std::array<cl_uint, 2>> totals(pairs.size() * n_bins * histogram::n_moments);
  const cl_context context = launcher_.context();
  const cl_command_queue queue = launcher_.queue();
  const Buffer<HistogramAtom> atom_buffer(context, queue, "atoms", packed.atom);
  const Buffer<HistogramEntry> work_buffer(context, queue, "work list", work);
  const Buffer<RowScale> row_buffer(context, queue, "scales", rows);
  const Buffer<std::array<cl_uint, 2>> total_buffer(context, queue, "moments", totals);
  set_arguments(kernel_.get(), kernel_name, atom_buffer.get(), work_buffer.get(), row_buffer.get(),
                total_buffer.get());
  run(work, shape, n_bins);
  total_buffer.read(queue, totals);

  std::vector<std::int64_t> sums(totals.size());
  const std::size_t row_length = n_bins * histogram::n_moments;
  for (std::size_t k = 0; k < totals.size(); k += histogram::n_moments)
    shift_moments(&totals[k], pairs[k / row_length].fields.first_bits - 1, &sums[k]);
  return sums;
}

void PairHistogram::run(const std::vector<HistogramEntry>& work, const HistogramShape& shape,
                        std::size_t n_bins) {
  const std::size_t local_bytes = shape.range * histogram::n_moments * sizeof(cl_uint);
  cl_uint index = 4;  // after the buffers
  check(clSetKernelArg(kernel_.get(), index++, local_bytes, nullptr),
        "clSetKernelArg " + kernel_name);
  for (const std::size_t number : {shape.range, n_bins}) {
    const auto value = static_cast<cl_uint>(number);
    check(clSetKernelArg(kernel_.get(), index++, sizeof value, &value),
          "clSetKernelArg " + kernel_name);
  }
  double terms = 0;
  for (const HistogramEntry& entry : work)
    terms += static_cast<double>(group_) * static_cast<double>(entry.n_j);
  kernel_seconds_ += launcher_.run({kernel_name, kernel_.get(), index, work.size(), group_,
                                    terms / static_cast<double>(work.size())});
}

}  // namespace debye::opencl
