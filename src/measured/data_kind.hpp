// What kind of file a text is, told from its content.
#pragma once

#include <string_view>

namespace debye {

enum class DataKind {
  Empty,
  Binary,
  Utf16,
  Hdf5,       ///< NXcanSAS, for one
  CanSasXml,  ///< canSAS1D
  OtherXml,   ///< HTML included: an error page saved under the name of a file
  Json,       ///< mmJSON is a structure
  SasCif,
  Structure,  ///< mmCIF, PDB, PQR, XYZ
  Text        ///< may hold columns of numbers
};

/// The text without the byte order mark of UTF-8.
std::string_view without_byte_order_mark(std::string_view text);

DataKind kind_of(std::string_view text);

/// True for what the reader of structures takes: all else is taken for a curve, whose reader says
/// what is wrong with it.
inline bool is_structure(DataKind kind) {
  return kind == DataKind::Structure || kind == DataKind::Json;  // mmJSON
}

}  // namespace debye
