// The program as a table of contents: parse the command line, do the job, map errors to exit codes.

#include <fcntl.h>
#include <unistd.h>

#include <exception>
#include <iostream>

#include "command/bench.hpp"
#include "command/cli.hpp"
#include "command/merge_summary.hpp"
#include "command/print_devices.hpp"
#include "command/run_compare.hpp"
#include "command/run_fits.hpp"
#include "command/run_profiles.hpp"
#include "command/run_report.hpp"
#include "command/run_selftest.hpp"
#include "debye/error.hpp"

namespace {

enum ExitCode { Ok = 0, SomeFailed = 1, BadInput = 2, BadDevice = 3, Internal = 4 };

int run(int argc, char** argv) {
  using namespace debye;
  const CommandLine line = parse_command_line(argc, argv);
  switch (line.action) {
    case CommandLine::Action::Exit:
      return Ok;
    case CommandLine::Action::Devices:
      return print_devices();
    case CommandLine::Action::Bench:
      return run_bench(line.bench, line.text);
    case CommandLine::Action::Selftest:
      return run_selftest(line.text);
    case CommandLine::Action::Fit:
      return run_fits(line.fit);
    case CommandLine::Action::Compare:
      return run_compare(line.compare);
    case CommandLine::Action::Report:
      return run_report(line.report);
    case CommandLine::Action::MergeSummary:
      return merge_summaries(line.merged_directory);
    case CommandLine::Action::Profile:
      return run_profiles(line.profile);
  }
  return Internal;
}

int report(const std::exception& error, int code) {
  std::cerr << "debye: " << (code == Internal ? "internal error: " : "") << error.what() << '\n';
  return code;
}

/// Opens standard streams that the caller has closed, so that no file takes their numbers and with
/// them what is printed. Standard output for reading: to write to it stays an error.
void occupy_standard_streams() {
  for (int opened = 0; opened >= 0 && opened <= STDERR_FILENO;) {
    opened = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (opened == STDOUT_FILENO) {
      ::close(opened);
      opened = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    if (opened > STDERR_FILENO) ::close(opened);
  }
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  try {
    return run(argc, argv);
  } catch (const debye::DeviceError& error) {
    return report(error, BadDevice);
  } catch (const debye::Error& error) {
    return report(error, BadInput);
  } catch (const std::exception& error) {
    return report(error, Internal);
  }
}
