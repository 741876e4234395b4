// The path of one input: model, sum, write.
#pragma once

#include <cstddef>
#include <functional>

#include "command/compute_curve.hpp"
#include "output/curve_writer.hpp"

namespace debye {

/// What all inputs of a run share.
struct ProfileRun {
  const ProfileOptions& options;
  CurveWriter& writer;
  Talk& talk;
};

/// A curve that has been written.
struct WrittenCurve {
  const Curve& curve;
  std::string suffix;    ///< of its name
  std::size_t n_curves;  ///< of the input
  std::size_t bytes;     ///< of its files
};

/// Between stem and extension of a file with several curves.
std::string model_suffix(const std::string& model);

/// All curves of one input. Those of several models are written in the order of the file, up to the
/// first one that cannot be computed.
/// @param number  of the input, for the writer
/// @param text  its content, which is given up when it has been read
/// @param command  for the headers
/// @param written  called for each curve; may be empty
/// @throws InputError naming the input; OutputError; DeviceError
void profile_input(const ProfileRun& run, Worker& worker, std::size_t number, InputText text,
                   const std::string& command,
                   const std::function<void(const WrittenCurve&)>& written);

}  // namespace debye
