// The direct sum on a uniform grid, many q at a time: kernels/debye_blocks.cl.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <vector>

#include "opencl/device_group.hpp"

namespace debye::opencl {

/// Σ sin(q r)/r over the pairs of atoms of two types, at each q and for each pair of types.
struct SineSums {
  std::vector<TypePair> pairs;
  Eigen::MatrixXd values;  ///< Nq × pairs [1/Å]
  double kernel_seconds = 0;
};

/// At q = q_min + i·δ, `first` <= i < `size`, on all devices of the group; i = first is row 0.
/// @throws DeviceError
template <class Real>
SineSums sine_sums(DeviceGroup& devices, const ScatteringModel& model, double q_min, double delta,
                   std::size_t first, std::size_t size, BlockShape shape,
                   const std::function<void(double)>& progress);

/// Σ over pairs i != j of A_a(i) A_b(j) sin(q r)/(q r), C(C+1)/2 × Nq as PartialProfiles, at the q
/// from index `first` on; 0 at the others. @param sums  at these q
Eigen::ArrayXXd contract(const ScatteringModel& model, const QGrid& q, std::size_t first,
                         const SineSums& sums);

/// Index of the first q, from `first` on, that this form should do; q.size() if none, because the
/// grid is not uniform, or the other form is faster, more accurate or asked for. Up to one q is
/// left to the other: one of less than δ/2, a small difference of large phases here.
template <class Real>
std::size_t first_fast_q(const DeviceGroup& devices, const ScatteringModel& model, const QGrid& q,
                         std::size_t first);

}  // namespace debye::opencl
