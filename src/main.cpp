// The program as a table of contents: parse the command line, do the job, map errors to exit codes.

#include <exception>
#include <iostream>

#include "command/bench.hpp"
#include "command/cli.hpp"
#include "command/print_devices.hpp"
#include "command/run_profiles.hpp"
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
    case CommandLine::Action::Profile:
      return run_profiles(line.profile, line.text);
  }
  return Internal;
}

int report(const std::exception& error, int code) {
  std::cerr << "debye: " << (code == Internal ? "internal error: " : "") << error.what() << '\n';
  return code;
}

}  // namespace

int main(int argc, char** argv) {
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
