// See ensemble.hpp.

#include "debye/ensemble.hpp"

#include <atomic>
#include <mutex>
#include <utility>

#include "lower_case.hpp"
#include "parallel_for.hpp"

namespace debye {

EnsembleSums::EnsembleSums(const EngineOptions& options) {
  const std::string device = lower_case(options.device);
  int threads = options.threads > 0 ? options.threads : usable_processors();
  if (device != "cpu" && device != "auto") threads *= 8;
  EngineOptions of_one = options;
  of_one.threads = 1;
  const auto devices = make_device_pool();
  for (int i = 0; i < threads; ++i) engines_.emplace_back(of_one, devices);
}

void EnsembleSums::sum(const QGrid& q, std::size_t n,
                       const std::function<ScatteringModel(std::size_t)>& model,
                       const std::function<void(std::size_t, StatedSum)>& done) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  parallel_for(engines_.size(), static_cast<int>(engines_.size()), [&](std::size_t thread) {
    try {
      for (std::size_t k; (k = next.fetch_add(1)) < n;) {
        const ScatteringModel one = model(k);
        StatedSum sum = engines_[thread].compute(one, q);
        const std::lock_guard lock(mutex);
        done(k, std::move(sum));
      }
    } catch (...) {
      next = n;
      throw;
    }
  });
}

}  // namespace debye
