// What the program does when OpenCL fails it: `auto` computes on the CPU and says so once, a device
// demanded by name is never replaced. The faults come from opencl_shim.c, before the real driver.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli_checks.hpp"
#include "run_program.hpp"

using namespace debye::test;
namespace fs = std::filesystem;

namespace {

/// Runs debye with faults in its OpenCL devices; shim/ is ours, out/ is for the program.
class FaultyMachine {
 public:
  FaultyMachine() {
    fs::create_directory(place / "shim");
    fs::create_directory(place / "out");
    fs::create_symlink(DEBYE_OPENCL_SHIM, place / "shim/opencl_shim.so");
    std::istringstream lines(place.run("debye devices").out);
    std::string line;
    const bool found = std::getline(lines, line) && line.starts_with("0  ");
    if (found) device = line.substr(3, line.rfind("  (") - 3);
  }

  /// `faults` as in "DEBYE_SHIM_GPU=1 DEBYE_SHIM_FAIL_BUILD=1".
  ProgramResult run(const std::string& faults, const std::string& arguments) const {
    fs::remove(place / "shim/log");
    return place.run(
        // In a build with AddressSanitizer the shim comes before its library.
        "export ASAN_OPTIONS=\"$ASAN_OPTIONS:verify_asan_link_order=0\"\n"
        "DEBYE_SHIM_LOG=shim/log LD_PRELOAD=\"$PWD/shim/opencl_shim.so\" " +
        faults + " debye " + arguments);
  }

  /// The calls that the last run saw fail.
  std::vector<std::string> faults() const {
    return fs::exists(place / "shim/log") ? lines_of(place.read("shim/log")) : Names{};
  }

  /// True if there is nothing to test on. With DEBYE_REQUIRE_OPENCL=1 that is a failure.
  bool skip_without_device() const {
    if (!device.empty()) return false;
    const char* required = std::getenv("DEBYE_REQUIRE_OPENCL");
    if (required && std::string(required) == "1")
      FAIL("DEBYE_REQUIRE_OPENCL=1, but there is no OpenCL device");
    WARN("no OpenCL device: not tested");
    return true;
  }

  Workplace place;
  std::string device;  ///< name of device 0; empty without one
};

/// 4096 irons, near the points of a lattice.
std::string many_irons() {
  const int side = 16;
  std::mt19937 random(1);
  const auto jitter = [&random] { return static_cast<double>(random()) * 0x1p-32; };
  std::ostringstream text;
  text << side * side * side << "\nirons\n";
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      for (int k = 0; k < side; ++k) {
        const double x = 2.6 * i + jitter(), y = 2.6 * j + jitter(), z = 2.6 * k + jitter();
        text << "Fe " << x << ' ' << y << ' ' << z << '\n';
      }
  return text.str();
}

const std::string gpu = "DEBYE_SHIM_GPU=1 ";

/// A fault and the call that it spoils. Launch 1 is the self-test.
struct Fault {
  std::string environment, call;
};
const std::vector<Fault> faults = {
    {"DEBYE_SHIM_FAIL_BUILD=1", "clBuildProgram"},
    {"DEBYE_SHIM_FAIL_LAUNCH=1", "clEnqueueNDRangeKernel"},
    {"DEBYE_SHIM_SCALE=1.01", "clEnqueueReadBuffer"},
    {"DEBYE_SHIM_SCALE=nan", "clEnqueueReadBuffer"},
    {"DEBYE_SHIM_FAIL_BUFFER=all", "clCreateBuffer"},
};
const std::vector<Fault> late_faults = {
    {"DEBYE_SHIM_FAIL_LAUNCH=3", "clEnqueueNDRangeKernel"},
    {"DEBYE_SHIM_FAIL_BUFFER=all DEBYE_SHIM_AFTER_LAUNCH=2", "clCreateBuffer"},
};

/// One line on standard error: which device, and that the CPU does the work.
void check_fallback(const ProgramResult& result, const FaultyMachine& machine) {
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  CHECK(lines_of(result.err).size() == 1);
  CHECK(result.err.starts_with("debye: warning: "));
  CHECK(mentions(result.err, machine.device));
  CHECK(mentions(result.err, "CPU is used"));
}

}  // namespace

TEST_CASE("devices: auto takes a GPU that works for large sums") {
  const FaultyMachine machine;
  if (machine.skip_without_device()) return;
  const ProgramResult result = machine.run(gpu, "devices");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(mentions(result.out, machine.device + "  (GPU)"));
  const std::string last = lines_of(result.out).back();
  CHECK(mentions(last, "large direct sums"));
  CHECK(mentions(last, machine.device));
}

TEST_CASE("devices: auto takes the CPU instead of a GPU that fails its self-test") {
  const FaultyMachine machine;
  if (machine.skip_without_device()) return;
  for (const Fault& fault : faults) {
    CAPTURE(fault.environment);
    const ProgramResult result = machine.run(gpu + fault.environment, "devices");
    check_fallback(result, machine);
    CHECK(mentions(lines_of(result.out).back(), "CPU"));
    REQUIRE_FALSE(machine.faults().empty());
    CHECK(machine.faults().front() == fault.call);
  }
}

TEST_CASE("auto sums on the CPU what a failing GPU does not", "[slow]") {
  const FaultyMachine machine;
  if (machine.skip_without_device()) return;
  machine.place.write("irons.xyz", many_irons());
  const std::string arguments =
      "irons.xyz --vacuum --method direct --threads 1 -q 0.001:1:1000";  // 8.4e9 terms
  const ProgramResult expected = machine.place.run("debye " + arguments + " --device cpu");
  REQUIRE(data_rows(expected.out).size() == 1000);
  std::vector<Fault> all = late_faults;
  all.push_back({"DEBYE_SHIM_FAIL_LAUNCH=3", "clEnqueueNDRangeKernel"});
  all.insert(all.end(), faults.begin(), faults.end());
  for (const Fault& fault : all) {
    CAPTURE(fault.environment);
    const ProgramResult result =
        machine.run(gpu + fault.environment, arguments + " -o out/curve.dat");
    check_fallback(result, machine);
    CHECK(result.out.empty());
    CHECK(machine.place.names("out") == Names{"curve.dat"});
    const std::string curve = machine.place.read("out/curve.dat");
    CHECK(largest_relative_difference(data_rows(curve), data_rows(expected.out), 1) <= 1e-5);
    CHECK(mentions(curve, "precision, CPU"));
    REQUIRE_FALSE(machine.faults().empty());
    CHECK(machine.faults().front() == fault.call);
    fs::remove(machine.place / "out/curve.dat");
  }
}

TEST_CASE("a GPU that was demanded and fails is exit code 3, and nothing is written") {
  const FaultyMachine machine;
  if (machine.skip_without_device()) return;
  copy_lysozyme(machine.place);
  std::vector<Fault> all = faults;
  all.insert(all.end(), late_faults.begin(), late_faults.end());
  for (const std::string device : {"gpu", "0"})
    for (const Fault& fault : all) {
      CAPTURE(device, fault.environment);
      const ProgramResult result =
          machine.run(gpu + fault.environment,
                      "lysozyme.pdb --vacuum -q 0.01:0.5:50 -o out/curve.dat --device " + device);
      check_error(result, {machine.device}, 3);
      CHECK(machine.place.names("out").empty());
      REQUIRE_FALSE(machine.faults().empty());
      CHECK(machine.faults().front() == fault.call);
    }
}

TEST_CASE("the benchmark of the shell goes on without a device that fails, unless demanded") {
  const FaultyMachine machine;
  if (machine.skip_without_device()) return;
  const std::string arguments = "bench --shell --atoms 100 --threads 1";
  for (const Fault& fault : faults) {
    CAPTURE(fault.environment);
    const ProgramResult result = machine.run(fault.environment, arguments);
    CHECK(result.exit_code == 0);
    CHECK(data_lines(result.out).size() == 2);  // the heading and the CPU
    CHECK(lines_of(result.err).size() == 2);    // both kernels
    CHECK(mentions(result.err, machine.device));
    check_error(machine.run(fault.environment, arguments + " --json --device 0"), {machine.device},
                3);
  }
}

TEST_CASE("of what a compiler says, the first error stands in the message") {
  const FaultyMachine machine;
  if (machine.skip_without_device()) return;
  machine.place.write("fe.xyz", two_irons);
  check_error(machine.run("DEBYE_SHIM_FAIL_BUILD=1", "fe.xyz --vacuum -q 0.1 --device 0"),
              {machine.device, "CL_BUILD_PROGRAM_FAILURE", "error: refused by the shim"}, 3);
}

TEST_CASE("a device short of memory for a moment is asked for less and gives the same curve") {
  const FaultyMachine machine;
  if (machine.skip_without_device()) return;
  copy_lysozyme(machine.place);
  const std::string arguments = "lysozyme.pdb --vacuum -q 0.01:0.5:50 --device gpu";
  const ProgramResult expected = machine.run(gpu, arguments);
  REQUIRE(expected.exit_code == 0);
  for (const std::string count : {"1", "2"})
    for (const std::string after : {"0", "2"}) {
      CAPTURE(count, after);
      const ProgramResult result = machine.run(
          gpu + "DEBYE_SHIM_FAIL_BUFFER=" + count + " DEBYE_SHIM_AFTER_LAUNCH=" + after, arguments);
      CHECK(result.exit_code == 0);
      CHECK(result.err.empty());
      CHECK(mentions(result.out, machine.device));
      CHECK(largest_relative_difference(data_rows(result.out), data_rows(expected.out), 1) <= 1e-5);
      CHECK(machine.faults() ==
            Names(static_cast<std::size_t>(std::stoi(count)), "clCreateBuffer"));
    }
}

TEST_CASE("wrong numbers after a self-test that went well do not reach the curve") {
  const FaultyMachine machine;
  if (machine.skip_without_device()) return;
  copy_lysozyme(machine.place);
  const std::string arguments = "lysozyme.pdb --vacuum -q 0:0.5:20 ";
  const ProgramResult expected = machine.place.run("debye " + arguments + "--device cpu");
  const ProgramResult result = machine.run("DEBYE_SHIM_SCALE=1.01 DEBYE_SHIM_AFTER_LAUNCH=4",
                                           arguments + "--device 0 --precision single");
  REQUIRE_FALSE(machine.faults().empty());
  CHECK(result.exit_code == 0);
  CHECK(lines_of(result.err).size() == 1);
  CHECK(result.err.starts_with("debye: warning: "));
  CHECK(largest_relative_difference(data_rows(result.out), data_rows(expected.out), 1) <= 1e-5);
}

TEST_CASE("a device without double precision serves single precision only") {
  const FaultyMachine machine;
  if (machine.skip_without_device()) return;
  copy_lysozyme(machine.place);
  const std::string no_fp64 = gpu + "DEBYE_SHIM_NO_FP64=1",
                    curve = "lysozyme.pdb --vacuum -q 0.1,0.2 ";
  CHECK(mentions(machine.run(no_fp64, "devices").out, "double precision no"));
  for (const std::string device : {"0", "gpu"})
    check_error(machine.run(no_fp64, curve + "--precision double --device " + device),
                {machine.device, "double precision"}, 3);
  const ProgramResult single = machine.run(no_fp64, curve + "--method direct --device 0");
  CHECK(single.exit_code == 0);
  CHECK(single.err.empty());
  CHECK(mentions(single.out, "single precision, " + machine.device));
}

TEST_CASE("without an OpenCL platform the CPU does everything but what was demanded of others") {
  const FaultyMachine machine;
  machine.place.write("fe.xyz", two_irons);
  const ProgramResult expected = machine.place.run("debye fe.xyz --vacuum -q 0,1 --device cpu");
  // No driver installed; CL_PLATFORM_NOT_FOUND_KHR; success, but no platform.
  for (const std::string none :
       {"OCL_ICD_VENDORS=/nonexistent", "DEBYE_SHIM_PLATFORMS=-1001", "DEBYE_SHIM_PLATFORMS=0"}) {
    CAPTURE(none);
    const ProgramResult curve = machine.run(none, "fe.xyz --vacuum -q 0,1");
    CHECK(curve.exit_code == 0);
    CHECK(curve.err.empty());
    CHECK(data_lines(curve.out) == data_lines(expected.out));
    const ProgramResult devices = machine.run(none, "devices");
    CHECK(devices.exit_code == 0);
    CHECK(devices.err.empty());
    CHECK(mentions(devices.out, "no OpenCL devices"));
    for (const std::string device : {"gpu", "0"})
      check_error(machine.run(none, "fe.xyz --vacuum -q 0,1 --device " + device),
                  {"--device", device, "no OpenCL devices"}, 3);
  }
}

TEST_CASE("an OpenCL that cannot even list its platforms is a warning or exit code 3") {
  const FaultyMachine machine;
  machine.place.write("fe.xyz", two_irons);
  const std::string broken = "DEBYE_SHIM_PLATFORMS=-6";  // CL_OUT_OF_HOST_MEMORY
  const ProgramResult curve = machine.run(broken, "fe.xyz --vacuum -q 0,1");
  CHECK(curve.exit_code == 0);
  CHECK(curve.err.empty());
  const ProgramResult devices = machine.run(broken, "devices");
  CHECK(devices.exit_code == 0);
  CHECK(mentions(devices.err, "CL_OUT_OF_HOST_MEMORY"));
  for (const std::string device : {"gpu", "0"})
    check_error(machine.run(broken, "fe.xyz --vacuum -q 0,1 --device " + device),
                {"--device", device, "CL_OUT_OF_HOST_MEMORY"}, 3);
}

TEST_CASE("a device without double precision samples only where single precision suffices") {
  const FaultyMachine machine;
  if (machine.skip_without_device()) return;
  machine.place.write("irons.xyz", many_irons());
  const std::string arguments = "irons.xyz --vacuum -q 0:0.5:50 --device 0 -v -o out/curve.dat ";
  const ProgramResult usual = machine.run("DEBYE_SHIM_NO_FP64=1", arguments);
  CHECK(usual.exit_code == 0);
  CHECK(mentions(usual.err, "sampled on the device"));
  const ProgramResult finer = machine.run("DEBYE_SHIM_NO_FP64=1", arguments + "--tolerance 1e-6");
  CHECK(finer.exit_code == 0);
  CHECK_FALSE(mentions(finer.err, "sampled"));
}
