// From a model as its file states it to the atoms that scatter.
#pragma once

#include <string>

#include "debye/atoms.hpp"
#include "structure/source_model.hpp"

namespace debye {

/// @param audit  with what is known of the file
/// @param file  its name, for messages
/// @param threads  that share the work
/// @throws InputError as read_atoms()
Atoms read_model(SourceModel&& model, Audit audit, const ReadOptions& options,
                 const std::string& file, int threads);

}  // namespace debye
