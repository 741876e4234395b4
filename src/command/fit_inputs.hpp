// The files of `debye fit`, told apart and the data read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command/cli.hpp"
#include "command/talk.hpp"
#include "debye/error.hpp"
#include "measured/data_kind.hpp"

namespace debye {

/// What `read` makes of a text that is no structure; its errors say that it is none.
template <class Read>
MeasuredProfile or_no_structure(const InputText& input, const Read& read) {
  try {
    return read();
  } catch (const InputError& error) {
    if (kind_of(input.content) != DataKind::Text) throw;
    fail(error.what(), "; it is no structure either");
  }
}

/// A measured curve as it is fitted.
struct FitData {
  std::shared_ptr<const MeasuredProfile> profile;  ///< the points in the range asked for
  std::string note;  ///< what was left out, and the resolution; may be empty
};

struct FitInputs {
  std::vector<std::string> models;          ///< names of structure files
  std::optional<InputText> standard_input;  ///< if it is one of the models
  std::vector<FitData> data;
  std::size_t failed = 0;  ///< inputs that could not be read, already reported
};

/// Content decides what is a curve and what a structure. Structures are read later, one by one.
/// @throws InputError if no model or no data is left, or one of two files cannot be read.
FitInputs sort_fit_inputs(const FitCommandOptions& options, Talk& talk);

}  // namespace debye
