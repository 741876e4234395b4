// See batch.hpp. The path of one file is take(): read, profile_input(), rows.

#include "command/batch.hpp"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>

#include "command/earlier_run.hpp"
#include "command/files_at_once.hpp"
#include "command/find_inputs.hpp"
#include "command/interrupt.hpp"
#include "command/options_text.hpp"
#include "command/pictures.hpp"
#include "command/profile_input.hpp"
#include "debye/error.hpp"
#include "output/header_text.hpp"
#include "output/journal.hpp"
#include "output/summary.hpp"
#include "parallel_for.hpp"
#include "structure/sha256.hpp"

namespace debye {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// A file that this run is to do, and what came of it.
struct Task {
  std::size_t number;            ///< in the whole batch, from 0
  std::vector<SummaryRow> rows;  ///< of an earlier run until it is done again
  bool done_before = false;
};

struct Batch {
  const ProfileOptions& options;
  const std::vector<InputFile>& files;
  std::string checksum;  ///< of the options
  Talk& talk;
  CurveWriter writer;
  Journal journal;
  std::vector<Task> tasks;
  std::mutex mutex = {};                                                ///< of what follows
  std::map<std::size_t, std::vector<plot::PlottedCurve>> plotted = {};  ///< by number of the file
};

template <class Value>
std::vector<std::string> all_of(const std::vector<InputFile>& files, Value value) {
  std::vector<std::string> values;
  for (const InputFile& file : files) values.push_back(file.*value);
  return values;
}

/// As precise as clocks are.
double seconds_since(Clock::time_point start) {
  return std::round(std::chrono::duration<double>(Clock::now() - start).count() * 1e5) / 1e5;
}

void keep(Batch& batch, Task& task, SummaryRow row) {
  row.number = task.number + 1;
  row.file = batch.files[task.number].name;
  row.options = batch.checksum;
  batch.journal.append(json_line(row));
  if (batch.options.talk.verbose && row.error.empty()) {
    std::ostringstream text;
    text << row.file << ": " << row.atoms << " atoms, " << row.method << ", " << row.seconds
         << " s, " << row.output << '\n';
    batch.talk.say(text.str());
  }
  task.rows.push_back(std::move(row));
}

void profiles_of(Batch& batch, Worker& worker, Task& task, InputText text,
                 Clock::time_point start) {
  const std::string command = batch.options.command + " " + quoted_for_shell(text.name);
  profile_input(
      {batch.options, batch.writer, batch.talk}, worker, task.number, std::move(text), command,
      [&](const WrittenCurve& written) {
        SummaryRow row = summary_row(written.curve.info);
        row.warnings = written.curve.warnings;
        row.output = batch.writer.name_in_directory(task.number, written.suffix);
        row.curves = written.n_curves;
        row.bytes = written.bytes;
        row.seconds = seconds_since(start);
        start = Clock::now();
        keep(batch, task, std::move(row));
        if (batch.options.plot.empty()) return;
        const std::lock_guard lock(batch.mutex);
        batch.plotted[task.number].push_back(plotted(batch.files[task.number].stem, written));
      });
}

void take(Batch& batch, Worker& worker, Task& task) {
  const InputFile& file = batch.files[task.number];
  const auto start = Clock::now();
  SummaryRow failure;
  task.rows.clear();
  try {
    if (!file.error.empty()) fail(file.error);
    InputText text = read_input(file.name);
    failure.sha256 = text.sha256;
    profiles_of(batch, worker, task, std::move(text), start);
    return;
  } catch (const DeviceError&) {
    throw;  // the next file would fail as well
  } catch (const OutputError&) {
    throw;  // likewise
  } catch (const InputError& error) {
    failure.error = error.what();
  } catch (const std::exception& error) {
    failure.error = file.name + ": internal error: " + error.what();
  }
  batch.talk.say("debye: " + failure.error + "\n");
  failure.seconds = seconds_since(start);
  keep(batch, task, std::move(failure));
}

void take_all(Batch& batch, const std::vector<Task*>& tasks, const Interrupt& interrupt) {
  if (tasks.empty()) return;
  // The whole batch decides, so that shards and resumed runs give the same files.
  const std::size_t n_workers = files_at_once(batch.files.size(), batch.options.engine);
  EngineOptions engine = batch.options.engine;
  if (n_workers > 1) engine.threads = 1;
  const auto devices = make_device_pool();
  std::atomic<std::size_t> next{0};
  parallel_for(n_workers, static_cast<int>(n_workers), [&](std::size_t) {
    Worker worker{Engines(engine, devices), engine.threads};
    if (n_workers == 1)
      worker.engines.on_progress([&](double fraction) { batch.talk.show_progress(fraction); });
    for (std::size_t n; interrupt.signal() == 0 && (n = next.fetch_add(1)) < tasks.size();) {
      batch.talk.start_file(batch.files[tasks[n]->number].name);
      try {
        take(batch, worker, *tasks[n]);
      } catch (...) {
        next = tasks.size();
        throw;
      }
      batch.talk.finish_file();
    }
  });
}

/// The checksum of a file that can be read more than once; empty if it cannot be read.
std::string checksum_of(const InputFile& file) {
  if (!file.error.empty() || file.name == "-") return "";
  try {
    return read_input(file.name).sha256;
  } catch (const InputError&) {
    return "";  // told when its turn comes
  }
}

void look_for_done(Batch& batch, const EarlierRun& earlier, const Interrupt& interrupt) {
  const int threads =
      batch.options.engine.threads > 0 ? batch.options.engine.threads : usable_processors();
  const bool distances = batch.options.distances && !batch.options.json;
  parallel_for(batch.tasks.size(), threads, [&](std::size_t n) {
    Task& task = batch.tasks[n];
    const InputFile& file = batch.files[task.number];
    task.rows = earlier.rows_of(file, task.number, batch.writer);
    for (SummaryRow& row : task.rows) row.number = task.number + 1;
    if (task.rows.empty() || interrupt.signal() != 0) return;
    task.done_before = are_complete(task.rows, checksum_of(file), batch.options.output, distances);
  });
}

void tell_found(const InputFiles& found, const ProfileOptions& options, Talk& talk) {
  if (found.others.empty()) return;
  talk.note(std::to_string(found.files.size()) + " structures found; " +
            std::to_string(found.others.size()) + " other files left out");
  if (!options.talk.verbose) return;
  for (const std::string& name : found.others) talk.say("  left out: " + name + "\n");
}

std::vector<Task> tasks_of(std::size_t n_files, const Shard& shard) {
  std::vector<Task> tasks;
  for (std::size_t number = 0; number < n_files; ++number)
    if (shard.has(number)) tasks.push_back({number, {}});
  return tasks;
}

void draw(Batch& batch, const plot::PictureFile& picture) {
  std::vector<plot::PlottedCurve> curves;
  for (auto& [number, of_file] : batch.plotted)
    std::move(of_file.begin(), of_file.end(), std::back_inserter(curves));
  if (!curves.empty()) show(picture, plot::profile_picture(curves, batch.options.unit), batch.talk);
}

int finish(Batch& batch, const std::string& summary, const Interrupt& interrupt) {
  std::vector<SummaryRow> rows;
  std::size_t failed = 0, undone = 0;
  for (const Task& task : batch.tasks) {
    failed += !task.rows.empty() && !task.rows.back().error.empty();
    undone += task.rows.empty();
    rows.insert(rows.end(), task.rows.begin(), task.rows.end());
  }
  write_summary(summary, std::move(rows));
  const std::string n_tasks = std::to_string(batch.tasks.size());
  if (failed > 0)
    batch.talk.say("debye: " + std::to_string(failed) + " of " + n_tasks + " inputs failed\n");
  if (interrupt.signal() == 0) return failed > 0 ? 1 : 0;
  batch.talk.say("debye: stopped; " + std::to_string(undone) + " of " + n_tasks +
                 " inputs are left for --resume\n");
  return 128 + interrupt.signal();
}

}  // namespace

bool is_batch(const ProfileOptions& options) {
  return options.inputs.size() > 1 || options.resume || options.shard.count > 1 ||
         stands_for_files(options.inputs.front());
}

int run_batch(const ProfileOptions& options) {
  const InputFiles found = find_inputs(options.inputs, options.recursive, options.output);
  std::vector<Task> tasks = tasks_of(found.files.size(), options.shard);
  Talk talk({false, options.talk.quiet}, options.input.strict, tasks.size());
  CurveWriter writer(options.output, all_of(found.files, &InputFile::stem), true,
                     all_of(found.files, &InputFile::name), options.json ? ".json" : ".dat");
  tell_found(found, options, talk);
  const std::string checksum = sha256(options_text(options));
  const std::string summary = fs::path(options.output) / options.shard.summary_name();
  std::vector<SummaryRow> earlier_rows;
  std::error_code ignored;
  if (options.resume)
    earlier_rows = read_json_lines(summary + ".jsonl");
  else
    fs::remove(summary + ".csv", ignored);
  Batch batch{options,           found.files,
              checksum,          talk,
              std::move(writer), Journal(summary + ".jsonl", options.resume),
              std::move(tasks)};
  std::vector<std::string> names = {options.shard.summary_name()};
  for (const Task& task : batch.tasks) names.push_back(found.files[task.number].stem);
  remove_leftovers(options.output, names);

  const std::optional<plot::PictureFile> picture = picture_file(options.plot);

  const Interrupt interrupt;
  if (options.resume)
    look_for_done(batch, EarlierRun(std::move(earlier_rows), checksum), interrupt);
  std::vector<Task*> left;
  for (Task& task : batch.tasks)
    if (!task.done_before) left.push_back(&task);
  talk.skip_files(batch.tasks.size() - left.size());
  if (left.size() < batch.tasks.size())
    talk.note(std::to_string(batch.tasks.size() - left.size()) + " of " +
              std::to_string(batch.tasks.size()) + " inputs were done before");
  take_all(batch, left, interrupt);
  if (picture) draw(batch, *picture);
  return finish(batch, summary, interrupt);
}

}  // namespace debye
