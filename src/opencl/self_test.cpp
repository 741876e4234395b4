// The self-test's model.
#include "opencl/self_test.hpp"

#include <cmath>
#include <cstdint>

#include "debye/error.hpp"
#include "plain_sum.hpp"

namespace debye::opencl {
namespace {

ScatteringModel test_model(const QGrid& q) {
  ScatteringModel model;
  // Not in a multiple of any block size; a linear congruential generator is the same everywhere.
  std::uint32_t state = 1;
  const auto next = [&state] {
    state = 1664525u * state + 1013904223u;  // Numerical Recipes, 2nd ed., section 7.1
    return state * 0x1p-32;
  };
  for (std::size_t k = 0; k < 200; ++k) {
    Position position{};
    for (double& coordinate : position) coordinate = 24 * next();
    model.position.push_back(position);
    model.type.push_back(static_cast<std::uint16_t>(k % 3));
  }
  model.type_name = {"first", "second", "third"};
  const double width[] = {3, 5, 9};  // Gaussians; [Å²]
  Channel channel{"test", Eigen::ArrayXXd(3, static_cast<Eigen::Index>(q.size()))};
  for (Eigen::Index t = 0; t < 3; ++t)
    for (std::size_t i = 0; i < q.size(); ++i)
      channel.form(t, static_cast<Eigen::Index>(i)) =
          (7.0 + static_cast<double>(t)) * std::exp(-q[i] * q[i] * width[t] / 11.0);
  model.channels.push_back(channel);
  return model;
}

}  // namespace

void self_test(PairSumEngine& engine, const std::string& device_name) {
  // The second grid is uniform, and long enough for the fast form of the sum.
  for (const QGrid& q : {QGrid({0, 0.05, 0.2, 0.5, 1, 2}), QGrid::linear(0, 2, 41)}) {
    const ScatteringModel model = test_model(q);
    const PartialProfiles result = engine.compute(model, q);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const auto iq = static_cast<Eigen::Index>(i);
      const double expected = plain_sum(model, q, i, {1.0});
      const double error = std::abs(result.values(0, iq) - expected) / expected;
      if (!(error <= 1e-4))  // so that NaN fails
        fail<DeviceError>("device ", device_name, " gives wrong numbers (relative error ", error,
                          " at q = ", q[i], " 1/A); it is not used");
    }
  }
}

}  // namespace debye::opencl
