// Many models from memory.

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "debye/ensemble.hpp"
#include "random_protein.hpp"

using namespace debye;

namespace {

const QGrid q = QGrid::linear(0, 0.5, 21);

std::vector<ScatteringModel> various_models() {
  std::vector<ScatteringModel> models;
  for (std::size_t i = 0; i < 30; ++i)
    models.push_back(shaped_protein(all_protein_shapes[i % 3], 2 + 37 * i % 400, q));
  return models;
}

}  // namespace

TEST_CASE("an ensemble's sums are those of each model alone", "[opencl]") {
  const std::vector<ScatteringModel> models = various_models();
  std::vector<std::string> devices = {"cpu", "auto"};
  if (!list_devices().empty()) devices.emplace_back("0");
  for (const std::string& device : devices)
    for (const int threads : {1, 3}) {
      CAPTURE(device, threads);
      EngineOptions options;
      options.device = device;
      options.threads = threads;
      std::vector<PartialProfiles> alone;
      for (const ScatteringModel& model : models)
        alone.push_back(Engines(options).compute(model, q).partials);
      EnsembleSums ensemble(options);
      std::vector<int> times(models.size(), 0);
      std::size_t different = 0;
      ensemble.sum(
          q, models.size(), [&](std::size_t i) { return models[i]; },
          [&](std::size_t i, const StatedSum& sum) {
            ++times[i];
            different += !(sum.partials.values == alone[i].values).all();
          });
      CHECK(different == 0);
      CHECK(times == std::vector<int>(models.size(), 1));
    }
}

TEST_CASE("an error in an ensemble ends it", "[ensemble]") {
  EngineOptions options;
  options.device = "cpu";
  EnsembleSums ensemble(options);
  std::atomic<int> asked{0};
  CHECK_THROWS_AS(ensemble.sum(
                      q, 1'000'000,
                      [&](std::size_t) -> ScatteringModel {
                        if (++asked > 20) throw std::runtime_error("no more");
                        return random_protein(50, q);
                      },
                      [](std::size_t, const StatedSum&) {}),
                  std::runtime_error);
  CHECK(asked < 1000);
}
