// Counting pairs on an OpenCL device: against the counts of the CPU, and the curves against the
// direct sum.

#include <cmath>
#include <cstdlib>
#include <iostream>

#include "accuracy.hpp"
#include "catch.hpp"
#include "debye/atoms.hpp"
#include "debye/solution_model.hpp"
#include "engines.hpp"
#include "errors.hpp"
#include "histogram/distance_bins.hpp"
#include "models.hpp"
#include "opencl/open_device.hpp"
#include "opencl/pair_histogram.hpp"
#include "reference.hpp"
#include "single_sums.hpp"

using namespace debye;
using namespace debye::histogram;
using namespace debye::test;

namespace {

/// n atoms of 3 classes, one of them with weights, in bins of 0.2 Å.
AtomClasses weighted_classes(std::size_t n) {
  const QGrid q({0.1});
  ScatteringModel model = random_model(n, 5, 1, q);
  model.channels[0].form(3, 0) = 7 * model.channels[0].form(1, 0);
  model.channels[0].form(4, 0) = 30 * model.channels[0].form(1, 0);
  AtomClasses atoms = sort_into_classes(model, {});
  for (auto* lengths : {&atoms.x, &atoms.y, &atoms.z})
    for (double& length : *lengths) length /= 0.2;
  return atoms;
}

std::size_t bins_for(const AtomClasses& atoms) {
  double farthest = 0;
  for (std::size_t i = 0; i < atoms.x.size(); ++i)
    farthest = std::max(farthest, std::hypot(atoms.x[i], atoms.y[i], atoms.z[i]));
  return static_cast<std::size_t>(2 * farthest) + 3;
}

}  // namespace

TEST_CASE("a device counts what the CPU counts", "[histogram][opencl]") {
  if (opencl_is_missing()) return;
  for (const std::size_t n : {2, 63, 130, 1500}) {
    const AtomClasses atoms = weighted_classes(n);
    const std::size_t n_bins = bins_for(atoms);
    std::vector<ClassPair> pairs = class_pairs(atoms), device_pairs = pairs;
    const auto expected = moment_sums(portable, atoms, pairs, n_bins, 2, [](double) {});
    for (const opencl::Device& device : opencl::find_devices()) {
      INFO(device.info.name << ", " << n << " atoms");
      const auto open = std::make_shared<opencl::OpenDevice>(device);
      opencl::PairHistogram counter(open, {});
      const auto found = counter.moments(atoms, device_pairs, n_bins);
      REQUIRE(found.size() == expected.size());
      // Pairs nearer than 1e-6 to the border of a bin may be on either side of it.
      std::int64_t elsewhere = 0, all = 0;
      double worst = 0;
      for (std::size_t row = 0; row < pairs.size(); ++row) {
        const PackedFields &a = pairs[row].fields, &b = device_pairs[row].fields;
        std::int64_t in_row = 0, moved = 0;
        for (std::size_t bin = 0; bin < n_bins; ++bin) {
          const std::size_t k = (row * n_bins + bin) * n_moments;
          in_row += expected[k];
          moved += std::abs(found[k] - expected[k]);
          if (found[k] != expected[k]) continue;
          worst = std::max(worst, std::abs(std::ldexp(double(found[k + 1]), -b.first_bits) -
                                           std::ldexp(double(expected[k + 1]), -a.first_bits)) /
                                      std::sqrt(double(expected[k]) + 1));
        }
        all += in_row;
        elsewhere += moved;
      }
      CHECK(static_cast<double>(elsewhere) <= 1e-5 * static_cast<double>(all));
      CHECK(worst < 0.02);  // rounded to 2^-8 of a bin at weights up to 900, to 2^-18 at 1
    }
  }
}

TEST_CASE("counts of a device do not depend on how the work is cut up", "[histogram][opencl]") {
  if (opencl_is_missing()) return;
  const AtomClasses atoms = weighted_classes(900);
  const std::size_t n_bins = bins_for(atoms);
  for (const opencl::Device& device : opencl::find_devices()) {
    INFO(device.info.name);
    std::vector<ClassPair> pairs = class_pairs(atoms);
    const auto open = std::make_shared<opencl::OpenDevice>(device);
    opencl::PairHistogram counter(open, {});
    const auto first = counter.moments(atoms, pairs, n_bins);
    CHECK(counter.moments(atoms, pairs, n_bins) == first);
    HistogramOptions options;
    options.max_launch_groups = 3;
    CHECK(opencl::PairHistogram(open, options).moments(atoms, pairs, n_bins) == first);
    options = {};
    for (const std::size_t range : {1, 37, 200}) {
      options.max_range = range;
      CHECK(opencl::PairHistogram(open, options).moments(atoms, pairs, n_bins) == first);
    }
  }
}

TEST_CASE("the histogram of a device gives the double sum", "[histogram][opencl]") {
  if (opencl_is_missing()) return;
  for (const DeviceInfo& device : list_devices())
    for (const double tolerance : {1e-2, 1e-4, 1e-7}) {
      const auto engine =
          make_opencl_histogram_engine(opencl::open_device(device.index), tolerance);
      for (const QGrid& q : {QGrid::linear(0.0, 0.5, 41), QGrid({0.0, 0.013, 0.21, 3.0}),
                             QGrid({0.0}), QGrid({0.3})})
        for (const std::size_t n : {1, 2, 65, 391}) {
          INFO(device.name << ", tolerance " << tolerance << ", " << n << " atoms, q to "
                           << q.back());
          const ScatteringModel model = random_model(n, n < 20 ? 1 : 3, 2, q);
          CHECK(max_relative_error(engine->compute(model, q), reference_sum(model, q)) <=
                tolerance);
        }
    }
}

TEST_CASE("the histogram of a device says what it is", "[histogram][opencl]") {
  if (opencl_is_missing()) return;
  const DeviceInfo device = list_devices().front();
  const auto engine = make_opencl_histogram_engine(opencl::open_device(device.index), 1e-3);
  CHECK(mentions(engine->description(), "histogram, tolerance 1e-3, "));
  CHECK(mentions(engine->description(), device.name));
  CHECK(engine->error_bound() == 1e-3);
  const QGrid q({0.1, 0.2});
  engine->compute(random_model(500, 2, 1, q), q);
  CHECK(engine->kernel_seconds() > 0);
  CHECK_THROWS_AS(make_opencl_histogram_engine(opencl::open_device(99), 1e-3), DeviceError);
  CHECK_THROWS_AS(make_opencl_histogram_engine(opencl::open_device(device.index), 0.5), InputError);
}

TEST_CASE("the histogram of a device keeps its tolerance", "[histogram][opencl][sweep]") {
  if (opencl_is_missing()) return;
  double worst = 0;
  for (const double q_max : {0.5, 2.0}) {
    const QGrid q = QGrid::linear(0.0, q_max, 100);
    std::vector<ScatteringModel> models;
    for (const Shape shape : {Shape::Globule, Shape::EvenGlobule, Shape::Rod, Shape::Shell})
      models.push_back(shaped_model(shape, 1500, q));
    models.push_back(crystal(1500, q));
    const Atoms atoms = read_atoms(read_input(DEBYE_DATA_DIR "/lysozyme.pdb")).at(0);
    models.push_back(make_solution_model(atoms, q, {}, {}).scattering);
    for (const ScatteringModel& model : models) {
      const PartialProfiles expected = make_cpu_engine(Precision::Double, 0)->compute(model, q);
      const std::vector<double> k =
          model.channels.size() == 1 ? std::vector{1.0} : std::vector{1.0, -1.0, 0.02};
      const Eigen::ArrayXd exact = expected.combine(k).intensity;
      for (const DeviceInfo& device : list_devices())
        for (const double tolerance : {1e-2, 1e-4, 1e-5, 1e-6}) {
          INFO(device.name << ", tolerance " << tolerance << ", " << model.size() << " atoms, q to "
                           << q_max);
          const auto curve =
              make_opencl_histogram_engine(opencl::open_device(device.index), tolerance)
                  ->compute(model, q)
                  .combine(k);
          const double error = ((curve.intensity - exact) / exact).abs().maxCoeff();
          CHECK(error <= tolerance);
          worst = std::max(worst, error / tolerance);
        }
    }
  }
  std::cout << "clearance " << worst << "  histogram, OpenCL, all tolerances\n";
}
