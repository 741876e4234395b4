// The direct sum on OpenCL devices at the few q that determine the curve.
#pragma once

#include <memory>

#include "debye/pair_sum.hpp"

namespace debye {
namespace opencl {
class DeviceGroup;
}

/// Sums all pairs by kernels/debye_blocks.cl at multiples of a step that Shannon's theorem asks
/// for, for each pair of types, and interpolates (sampled_curve.hpp): a protein of 2000 atoms has
/// 45 to q = 0.5 1/Å, whatever the grid, which need not be uniform. The error bound is 1e-7 in
/// double precision, and 1e-5 in single, as that of the direct sum.
/// @throws DeviceError as make_opencl_engine()
std::unique_ptr<PairSumEngine> make_sampled_engine(std::shared_ptr<opencl::DeviceGroup> devices,
                                                   Precision precision);

}  // namespace debye
