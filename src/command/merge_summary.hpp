// `debye merge-summary`: the tables of shards as one.
#pragma once

#include <string>

namespace debye {

/// Writes summary.csv and summary.jsonl in a directory from all summary.KofN.jsonl there, rows in
/// the order of the whole batch.
/// @return 0; 1 if shards are missing, which is told on standard error
/// @throws InputError if there are none, or of batches cut into different N.
int merge_summaries(const std::string& directory);

}  // namespace debye
