// Which files of a directory are structures.
#pragma once

#include <string>

namespace debye {

/// Whether a file, gzipped or not, begins like a structure with atoms: PDB, PQR, XYZ, or mmCIF and
/// mmJSON that mention atom sites. At most 16 MiB are looked at. A file that cannot be opened
/// counts as one, so that its reader says what is wrong.
bool is_structure_file(const std::string& path);

}  // namespace debye
