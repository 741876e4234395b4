// Where the models of a file stand in its text, so that those of an ensemble can be read one at a
// time, by several threads.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "structure/source_model.hpp"

namespace debye {

struct ModelText {
  std::string_view text;
  std::size_t first_line;  ///< in the file, from 1
  std::string name;
};

struct ModelTexts {
  std::vector<ModelText> models;
  /// The one model that such a text holds, the same as if the whole file were read. May be called
  /// by several threads at once.
  std::function<SourceFile(const ModelText&)> read;
};

/// Lets every text reach to where the next one starts, the last one to `end`.
inline void end_at_next(std::vector<ModelText>& models, const char* end) {
  for (std::size_t i = models.size(); i-- > 0;) {
    const char* const begin = models[i].text.data();
    models[i].text = {begin, static_cast<std::size_t>(end - begin)};
    end = begin;
  }
}

/// How a text is cut for threads that look for models.
struct ScanOptions {
  int threads = 0;                     ///< 0: all the process may use
  std::size_t piece_size = 1u << 20u;  ///< [bytes]
};

// Nothing is returned where the models cannot be told apart by looking at single lines: those of a
// PDB file without MODEL records, or rows of a CIF that are spread over lines or return to a model
// left before. `text` and `name` as for the readers in structure_text.hpp; both must outlive the
// result.

std::optional<ModelTexts> find_pdb_models(std::string_view text, const std::string& name,
                                          const ScanOptions& options);
std::optional<ModelTexts> find_cif_models(std::string_view text, const std::string& name,
                                          const ScanOptions& options);

}  // namespace debye
