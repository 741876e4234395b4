// Text of a structure file → models, residues and atoms as the file states them. The format is
// recognised by content. Nothing is chosen or interpreted here except which model to keep.
#pragma once

#include <string_view>

#include "debye/atoms.hpp"
#include "structure/model_texts.hpp"
#include "structure/source_model.hpp"

namespace debye {

/// @param name  of the file, for messages
/// @param model  1-based index of the only model whose atoms are kept; nullopt keeps all.
/// @throws InputError if the text is no structure or holds coordinates that are not numbers.
SourceFile read_structure(const InputText& input, const std::string& name,
                          std::optional<int> model);

/// Where the models stand in a PDB or mmCIF file; nothing if it has to be read as a whole.
/// @param input, name  must outlive the result
/// @throws InputError as above
std::optional<ModelTexts> find_models(const InputText& input, const std::string& name,
                                      const ScanOptions& options);

// The formats. `text` is the content without a byte order mark; `name` is for messages. CIF and
// mmJSON fill the format entry themselves, because both come through read_cif_text.

SourceFile read_pdb_text(std::string_view text, const std::string& name, std::optional<int> model);
SourceFile read_pqr_text(std::string_view text, const std::string& name, std::optional<int> model);
SourceFile read_xyz_text(std::string_view text, const std::string& name, std::optional<int> model);
SourceFile read_cif_text(std::string_view text, const std::string& name, std::optional<int> model);
SourceFile read_mmjson_text(std::string_view text, const std::string& name,
                            std::optional<int> model);

/// True if the line is an ATOM or HETATM record.
bool is_atom_record(std::string_view line);

}  // namespace debye
