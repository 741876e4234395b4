// See merge_summary.hpp.

#include "command/merge_summary.hpp"

#include <filesystem>
#include <iostream>
#include <optional>
#include <vector>

#include "command/shard.hpp"
#include "debye/error.hpp"
#include "output/summary.hpp"

namespace debye {
namespace {

namespace fs = std::filesystem;

/// The shard whose table has this name.
std::optional<Shard> shard_of(const std::string& name) {
  const std::string before = "summary.", middle = "of", after = ".jsonl";
  if (!name.starts_with(before) || !name.ends_with(after)) return std::nullopt;
  std::string text = name.substr(before.size(), name.size() - before.size() - after.size());
  const std::size_t at = text.find(middle);
  if (at == std::string::npos) return std::nullopt;
  try {
    return parse_shard(text.replace(at, middle.size(), "/"));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::vector<Shard> shards_in(const std::string& directory) {
  std::error_code error;
  std::vector<Shard> shards;
  auto entry = fs::directory_iterator(directory, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error))
    if (const auto shard = shard_of(entry->path().filename().string())) shards.push_back(*shard);
  if (error) fail(directory, ": cannot be opened: ", error.message());
  return shards;
}

}  // namespace

int merge_summaries(const std::string& directory) {
  const std::vector<Shard> shards = shards_in(directory);
  if (shards.empty())
    fail(directory, ": holds no summary.KofN.jsonl, as runs with --shard K/N write them");
  std::vector<SummaryRow> all;
  for (const Shard& shard : shards) {
    if (shard.count != shards.front().count)
      fail(directory, ": holds tables of batches in ", shards.front().count, " and in ",
           shard.count, " shards; remove those that are out of date");
    const std::vector<SummaryRow> rows =
        read_json_lines(directory + "/" + shard.summary_name() + ".jsonl");
    all.insert(all.end(), rows.begin(), rows.end());
  }
  write_summary(directory + "/summary", std::move(all));
  const std::size_t missing = shards.front().count - shards.size();
  if (missing > 0)
    std::cerr << "debye: " << missing << " of " << shards.front().count
              << " shards have no table in " << directory << '\n';
  return missing > 0 ? 1 : 0;
}

}  // namespace debye
