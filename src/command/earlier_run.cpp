// See earlier_run.hpp.

#include "command/earlier_run.hpp"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include "command/profile_input.hpp"
#include "output/output_file.hpp"

namespace debye {
namespace {

namespace fs = std::filesystem;

std::uintmax_t size_of(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  return error ? 0 : size;
}

}  // namespace

EarlierRun::EarlierRun(std::vector<SummaryRow> rows, const std::string& options) {
  for (SummaryRow& row : rows)
    if (row.error.empty() && row.options == options) rows_[row.file].push_back(std::move(row));
}

std::vector<SummaryRow> EarlierRun::rows_of(const InputFile& file, std::size_t number,
                                            const CurveWriter& writer) const {
  std::vector<SummaryRow> found;
  const auto rows = rows_.find(file.name);
  if (rows == rows_.end()) return found;
  for (const SummaryRow& row : rows->second) {
    const std::string suffix = row.curves > 1 ? model_suffix(row.model) : "";
    if (row.output != writer.name_in_directory(number, suffix)) continue;
    // A file may have been done again; what came last counts.
    const auto same = std::find_if(found.begin(), found.end(), [&](const SummaryRow& other) {
      return other.output == row.output;
    });
    if (same != found.end())
      *same = row;
    else
      found.push_back(row);
  }
  return found;
}

bool are_complete(const std::vector<SummaryRow>& rows, const std::string& sha256,
                  const std::string& output, bool distances) {
  return !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const SummaryRow& row) {
    const fs::path path = fs::path(output) / row.output;
    std::uintmax_t bytes = size_of(path);
    if (distances) bytes += size_of(fs::path(path).replace_extension(".pr"));
    return row.sha256 == sha256 && row.curves == rows.size() && row.bytes == bytes;
  });
}

void remove_leftovers(const std::string& output, const std::vector<std::string>& names) {
  const std::unordered_set<std::string> own(names.begin(), names.end());
  const auto is_own = [&own](const fs::path& target) {
    const std::string stem = target.parent_path() / target.stem();
    return own.contains(stem) || own.contains(stem.substr(0, stem.rfind(model_suffix(""))));
  };
  std::error_code error;
  std::vector<fs::path> leftovers;
  auto entry = fs::recursive_directory_iterator(
      output, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const auto target = name_of_temporary(entry->path().string());
    if (target && is_own(fs::path(*target).lexically_relative(output)))
      leftovers.push_back(entry->path());
  }
  for (const fs::path& path : leftovers) fs::remove(path, error);
}

}  // namespace debye
