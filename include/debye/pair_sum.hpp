// Engines that compute the Debye pair sum, and how one is chosen.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "debye/profile.hpp"
#include "debye/scattering_model.hpp"
#include "debye/surface_distances.hpp"

namespace debye {

enum class Precision { Single, Double };

/// The sum that an engine is about to do.
struct SumPlan {
  double seconds = 0;  ///< forecast, from the constants in costs.hpp; infinite: compute() throws
  std::function<PartialProfiles()> compute;  ///< refers to the engine, the model and the grid
};

/// Computes PartialProfiles on some hardware. Every engine obeys the same contract: the same model
/// gives the same bits each time on the same device and options, whatever the number of threads;
/// the error against the sum is bounded as tests/accuracy.hpp states; no single launch blocks a
/// display. An engine may be used again and again, by one thread at a time.
class PairSumEngine {
 public:
  virtual ~PairSumEngine() = default;

  /// Bound on |I(q) − I_exact(q)| / I_exact(q) at every q; kept by tests/test_accuracy.cpp. In
  /// double precision it holds for any model; in single precision for molecules, whose pairs are
  /// all of different length: the rounding errors of many equal distances, as in a crystal lattice,
  /// add up where they otherwise cancel. Engines::compute() finds out.
  virtual double error_bound() const = 0;

  virtual Precision precision() const = 0;

  /// Relative error of the amplitudes that differs from channel to channel. All other errors are
  /// those of sin(qr)/(qr), which channels share, and so cancel where channels do; these grow by
  /// PartialProfiles::cancellation().
  virtual double channel_error() const = 0;

  /// For the output header: "direct, single precision, CPU (AVX-512, 16 threads)".
  virtual std::string description() const = 0;

  /// Looks at the model, in O(N), but sums nothing yet. N >= 1.
  /// @throws InputError on sizes that disagree or coordinates that are not finite
  virtual SumPlan plan(const ScatteringModel& model, const QGrid& q) = 0;

  /// Plans the sum and does it.
  /// @throws InputError as above; DeviceError naming buffer, size and device when a device call
  ///         fails
  PartialProfiles compute(const ScatteringModel& model, const QGrid& q) {
    return plan(model, q).compute();
  }

  /// Seconds that the device itself was busy in the last compute(), from its profiling events;
  /// 0 where the hardware keeps no such clock (the CPU).
  virtual double kernel_seconds() const { return 0; }

  /// From now on compute() calls this with the fraction done, from any thread, one at a time.
  void on_progress(std::function<void(double)> callback) { progress_ = std::move(callback); }

 protected:
  void report_progress(double fraction) const {
    if (progress_) progress_(fraction);
  }

 private:
  std::function<void(double)> progress_;
};

/// How pairs are summed: see make_cpu_engine(), make_histogram_engine(), make_fourier_engine().
/// Sampled: directly on a device at the few q that determine the curve. Hybrid: low q by fourier on
/// the CPU, high q by direct on a device at the same time.
enum class Method { Auto, Direct, Sampled, Histogram, Fourier, Hybrid };

inline constexpr Method all_methods[] = {Method::Auto,      Method::Direct,  Method::Sampled,
                                         Method::Histogram, Method::Fourier, Method::Hybrid};

/// "auto", "direct", "sampled", "histogram", "fourier", "hybrid".
const char* method_name(Method method);

/// How the direct sum runs on an OpenCL device: two values of q at a time (kernels/debye_pairs.cl),
/// or a hundred if the grid is uniform (kernels/debye_blocks.cl); Auto: what is faster.
enum class DirectKernel { Auto, TwoQ, Fast };

struct EngineOptions {
  std::string device = "auto";  ///< auto | cpu | gpu | gpu:all | index | part of a name | list
  std::optional<Precision> precision;  ///< of direct; nothing: double on the CPU, else single
  int threads = 0;                     ///< of the CPU engines; 0: all the process may use
  Method method = Method::Auto;  ///< Auto: what is ready first; direct if a precision is named
  double tolerance = 1e-4;       ///< of I(q), relative, at every q; of methods other than direct
  bool check = false;            ///< measure the error of every sum
  bool cache = true;             ///< keep compiled kernels in the user's cache directory
  DirectKernel kernel = DirectKernel::Auto;
};

/// One row of `debye devices`.
struct DeviceInfo {
  int index = 0;  ///< as --device takes it
  std::string name, platform, driver, version;
  bool is_gpu = false;
  bool has_fp64 = false;
  std::uint64_t global_memory = 0;  ///< [bytes]
  unsigned compute_units = 0;
  unsigned clock = 0;  ///< [MHz], of the driver; 0 if it does not say
};

/// OpenCL devices of all platforms, in a stable order; empty without a platform or in a build
/// without OpenCL. Never throws: a broken platform is left out and named in `problems`.
std::vector<DeviceInfo> list_devices(std::vector<std::string>* problems = nullptr);

/// The CPU engine on its own; never fails. threads = 0: all the process may use.
std::unique_ptr<PairSumEngine> make_cpu_engine(Precision precision, int threads);

/// The CPU engine that counts pairs by distance: O(N²) for any number of q. Its error bound is
/// `tolerance`. threads as above.
/// @throws InputError unless 1e-7 <= tolerance <= 1e-2.
std::unique_ptr<PairSumEngine> make_histogram_engine(double tolerance, int threads);

/// The engine for large models: Fourier transforms on CPU threads, O(N) where N is large. It takes
/// at most 1.5 GiB and 100 bytes an atom. threads = 0: all the process may use.
/// @param tolerance  1e-8 to 0.1, the error_bound() that its parameters are chosen for
/// @throws InputError on another tolerance; compute() also if the model is so large, and q so high,
///         that this does not suffice (to q = 2/A, about 4000 A).
std::unique_ptr<PairSumEngine> make_fourier_engine(double tolerance, int threads);

/// What summing again at a few q has found.
struct MeasuredError {
  double largest = 0;  ///< |I/I_exact − 1|, over the q looked at
  double q = 0;        ///< where that is [1/Å]
  std::size_t n_q = 0;
  std::size_t rows = 0;       ///< atoms whose pairs with all the others were summed again,
  std::size_t n_atoms = 0;    ///< of so many
  double sampling_error = 0;  ///< standard deviation of `largest` by the choice of rows
};

/// Partial profiles with the error that they are known to have.
struct StatedSum {
  PartialProfiles partials;
  std::string engine;        ///< PairSumEngine::description()
  double engine_error = 0;   ///< PairSumEngine::error_bound()
  double channel_error = 0;  ///< PairSumEngine::channel_error()
  /// In single precision, and with EngineOptions::check.
  std::optional<MeasuredError> measured_error = {};

  /// Bound on the relative error, at every q, of the curve Σ k_a k_b P_ab.
  double error_bound(const std::vector<double>& coefficient) const {
    return engine_error + channel_error * (partials.cancellation(coefficient) - 1);
  }
};

/// Partial profiles averaged over models on one grid, with the largest errors.
/// @param sums  not empty
StatedSum mean_of(const std::vector<StatedSum>& sums);

/// How long "auto" expects a way to take.
struct Forecast {
  std::string what;  ///< "fourier", "direct on the GPU"
  double seconds;    ///< infinite if it would refuse
};

class DeviceEngines;
class DevicePool;

/// OpenCL devices for several Engines, of different threads for instance, that are to share them.
std::shared_ptr<DevicePool> make_device_pool();

/// The engines that the options allow, made when first needed and kept. An OpenCL device passes a
/// self-test before its first use.
class Engines {
 public:
  /// @param devices  shared with other Engines of the same options; nullptr: with none
  explicit Engines(EngineOptions options, std::shared_ptr<DevicePool> devices = nullptr);
  ~Engines();
  Engines(Engines&&) noexcept;
  Engines& operator=(Engines&&) noexcept;

  /// The engine for a direct sum of about `pair_q` = N²/2 · Nq terms. "auto" takes the first GPU
  /// that works, unless the CPU ends sooner than a GPU starts; why a GPU was passed over is told
  /// once in warnings().
  /// @throws DeviceError if a device named by the user is not found, ambiguous or unusable; it is
  ///         never replaced by another.
  PairSumEngine& choose(double pair_q);

  /// The engine for a model by the method of choice; "auto" takes what is forecast to end first.
  /// @throws as above
  PairSumEngine& choose(const ScatteringModel& model, const QGrid& q);

  /// The sum by the engine of choice. A single-precision sum is compared with double precision at
  /// one q; if it is off by more than its bound, everything is summed again in double precision,
  /// and warnings() says so. A device that "auto" chose and that fails is given up for the CPU.
  /// @param coefficient  k of each channel in the curve whose error is stated; empty: all 1
  StatedSum compute(const ScatteringModel& model, const QGrid& q,
                    std::vector<double> coefficient = {});

  /// Distances for a hydration shell, by the same choice: "auto" takes a GPU that is in use
  /// already, or starts one if the CPU would need longer than that takes, and gives one up that
  /// fails; a device named by the user is never replaced.
  std::vector<float> surface_distances(const SurfaceBlocks& blocks);

  /// See PairSumEngine::on_progress.
  void on_progress(std::function<void(double)> callback) { progress_ = std::move(callback); }

  /// What was chosen from for the last sum, fastest first; what was taken comes first.
  const std::vector<Forecast>& forecasts() const { return forecasts_; }

  /// What the last sum took [s].
  double seconds() const { return seconds_; }

  /// One line for each device that "auto" fell back from, and each sum that was repeated.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct Candidate;

  PairSumEngine& cpu();
  PairSumEngine& cpu_in_double();
  PairSumEngine& histogram();
  PairSumEngine& fourier();
  PairSumEngine& hybrid();
  PairSumEngine& in_double(const PairSumEngine& engine);
  DeviceEngines& device();
  bool find_gpu();
  void give_up_gpu(const std::string& reason);
  bool device_is_named() const { return options_.device != "auto" && options_.device != "cpu"; }
  int threads() const;

  Candidate best(const ScatteringModel& model, const QGrid& q);
  std::vector<Candidate> candidates(const ScatteringModel& model, const QGrid& q);
  StatedSum compute_by(PairSumEngine& engine, const SumPlan& plan, const ScatteringModel& model,
                       const QGrid& q, const std::vector<double>& coefficient);

  EngineOptions options_;
  std::shared_ptr<DevicePool> pool_;
  std::unique_ptr<PairSumEngine> cpu_, cpu_double_, histogram_, fourier_, hybrid_;
  std::unique_ptr<DeviceEngines> device_;
  bool looked_for_gpu_ = false;
  std::vector<Forecast> forecasts_;
  double seconds_ = 0;
  std::vector<std::string> warnings_;
  std::function<void(double)> progress_;
};

}  // namespace debye
