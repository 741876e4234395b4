// A short check that a device computes what it should, before it is trusted with anything.
#pragma once

#include <string>

#include "debye/pair_sum.hpp"

namespace debye::opencl {

/// Runs `engine` on 200 fixed positions (3 types; 6 values of q and a uniform grid of 41, with 0
/// among them) and compares with the double sum in plain C++: 10⁶ terms, 20 ms, once the kernels
/// are compiled.
/// @throws DeviceError "device NAME gives wrong numbers (relative error X at q = Y 1/A); it is not
///         used" if I is off by more than 1e-4, or not a number.
void self_test(PairSumEngine& engine, const std::string& device_name);

}  // namespace debye::opencl
