// The parts of the fourier engine, each against plain arithmetic: window, amplitude basis, kernels
// of every instruction set.

#include <cmath>
#include <numbers>
#include <random>

#include "catch.hpp"
#include "fourier/amplitude_basis.hpp"
#include "fourier/kaiser_bessel.hpp"
#include "fourier/kernels.hpp"
#include "models.hpp"

using namespace debye;
using namespace debye::test;
using fourier::InstructionSet;
using fourier::KaiserBessel;

namespace {

template <class Real>
std::vector<Real> random_values(std::size_t n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Real> values(n);
  for (Real& value : values) value = static_cast<Real>(uniform(random) - 0.5);
  return values;
}

/// Weights of the cells around `position` that lie in a window, from its definition.
double weight_of_cell(const KaiserBessel& window, double cell, double position) {
  return window.value(cell - position);
}

template <class Real>
double product_error(const InstructionSet& set, std::size_t rows, std::size_t depth,
                     std::size_t columns) {
  const std::size_t a_stride = depth + 3, b_stride = columns + 16, c_stride = columns + 32;
  const auto a = random_values<double>(rows * a_stride, 1);
  const auto b = random_values<Real>(depth * b_stride, 2);
  std::vector<double> c(rows * c_stride, 7.0);
  set.functions<Real>().multiply(
      {a.data(), b.data(), c.data(), a_stride, b_stride, c_stride, rows, depth, columns});
  double largest = 0;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < c_stride; ++j) {
      double expected = j < columns ? 0 : 7;  // what lies beyond is left alone
      for (std::size_t d = 0; d < depth && j < columns; ++d)
        expected += a[i * a_stride + d] * double{b[d * b_stride + j]};
      largest = std::max(largest, std::abs(c[i * c_stride + j] - expected));
    }
  return largest;
}

template <class Real>
double spreading_error(const InstructionSet& set, double width, std::size_t first_row,
                       std::size_t end_row) {
  const KaiserBessel shape{width, 2.2 * width};
  const auto window = shape.window<Real>();
  constexpr std::size_t n_atoms = 70, n_basis = 3, side = 40;
  std::mt19937_64 random(3);
  std::vector<double> position[3];
  std::vector<unsigned short> type;
  for (std::size_t i = 0; i < n_atoms; ++i) {
    for (auto& axis : position)
      axis.push_back(i < 4 ? 12 + 0.5 * static_cast<double>(i) + 1e-9 : 9 + 14 * uniform(random));
    type.push_back(static_cast<unsigned short>(random() % 2));
  }
  const auto weight = random_values<Real>(2 * n_basis, 4);
  std::vector<Real> grid(n_basis * side * side * side, Real(0));
  set.functions<Real>().spread({&window,
                                n_atoms,
                                {position[0].data(), position[1].data(), position[2].data()},
                                type.data(),
                                weight.data(),
                                n_basis,
                                n_basis,
                                first_row,
                                end_row,
                                end_row - first_row < side,
                                grid.data() + first_row * side,
                                side * side * side,
                                side * side,
                                side});
  std::vector<double> weights[3];  // of each cell along an axis, for each atom
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t i = 0; i < n_atoms; ++i)
      for (std::size_t cell = 0; cell < side; ++cell)
        weights[axis].push_back(
            weight_of_cell(shape, static_cast<double>(cell), position[axis][i]));
  double largest = 0;
  for (std::size_t k = 0; k < n_basis; ++k)
    for (std::size_t z = 0; z < side; ++z)
      for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x) {
          double expected = 0;
          for (std::size_t i = 0; i < n_atoms && y >= first_row && y < end_row; ++i)
            expected += double{weight[type[i] * n_basis + k]} * weights[0][i * side + x] *
                        weights[1][i * side + y] * weights[2][i * side + z];
          const double found{grid[((k * side + z) * side + y) * side + x]};
          largest = std::max(largest, std::abs(found - expected));
        }
  return largest;
}

double radial_error(const InstructionSet& set, std::size_t n_basis) {
  const KaiserBessel shape{static_cast<double>(fourier::radial_width), 30};
  const auto window = shape.window<double>();
  constexpr std::size_t count = 21, stride = 32, n_nodes = 60;
  const double k2 = 0.03, first = 0.05, step = 0.1, node_step = 0.07;
  const auto wave = random_values<double>(n_basis * 8 * stride, 5);
  const std::size_t pairs = n_basis * (n_basis + 1) / 2, pair_stride = (pairs + 7) / 8 * 8;
  std::vector<double> sums((n_nodes + 2 * fourier::radial_width) * pair_stride, 0.0);
  set.add_radial({&window, wave.data(), stride, n_basis, count, k2, first, step, node_step,
                  sums.data(), pair_stride});
  double largest = 0;
  for (std::size_t row = 0; row < n_nodes; ++row) {
    std::size_t pair = 0;
    for (std::size_t a = 0; a < n_basis; ++a)
      for (std::size_t b = a; b < n_basis; ++b, ++pair) {
        double expected = 0;
        for (std::size_t i = 0; i < count; ++i) {
          const double k = std::sqrt(k2 + std::pow(first + static_cast<double>(i) * step, 2));
          double product = 0;
          for (std::size_t p = 0; p < 8; ++p)
            product += wave[(a * 8 + p) * stride + i] * wave[(b * 8 + p) * stride + i];
          const double node = static_cast<double>(row) - static_cast<double>(fourier::radial_width);
          expected += product / k * weight_of_cell(shape, node, k / node_step);
        }
        largest = std::max(largest, std::abs(sums[row * pair_stride + pair] - expected));
      }
  }
  return largest;
}

}  // namespace

TEST_CASE("the Kaiser-Bessel window has the transform that is stated", "[fourier]") {
  for (const double width : {4.0, 7.0, 12.0}) {
    const KaiserBessel window{width, 2.3 * width};
    for (const double xi : {0.0, 0.4, 1.7, 3.0, 5.9}) {
      constexpr int n = 4000;  // midpoints; the window is nearly 0 at both ends
      double sum = 0;
      for (int i = 0; i < n; ++i) {
        const double u = width * ((i + 0.5) / n - 0.5);
        sum += window.value(u) * std::cos(xi * u) * width / n;
      }
      CHECK(std::abs(window.transform(xi) - sum) <= 1e-7 * window.transform(0));
    }
  }
  CHECK(fourier::bessel_i0(0) == 1);
  CHECK(fourier::bessel_i0(10) == Approx(2815.716628466254).epsilon(1e-14));
  for (const double s : {-1e-9, 1e-9}) CHECK(fourier::sinh_over(s) == Approx(1 + s / 6));
  CHECK(fourier::sinh_over(-std::numbers::pi * std::numbers::pi) == Approx(0).margin(1e-15));
}

TEST_CASE("the radial window aliases by less than 1e-13", "[fourier]") {
  // exp(i x t), spread over the integers and deconvolved, at the oversampling of radial_nodes().
  const KaiserBessel shape{12, 6 * 1.75 * std::numbers::pi};
  const auto window = shape.window<double>();
  double largest = 0;
  for (double x = 10; x < 11; x += 0.07) {
    const double begin = x - 6;
    const auto first = static_cast<int>(std::ceil(begin));
    const double s = 2 * (first - begin) - 1;
    for (double t = 0; t <= std::numbers::pi / 4; t += 0.05) {
      double sine = 0;
      for (int l = 0; l < 12; ++l) {
        double weight = 0;
        for (std::size_t d = window.degree + 1; d-- > 0;)
          weight = weight * s + window.coefficient[d][l];
        sine += weight * std::sin((first + l) * t);
      }
      largest = std::max(largest, std::abs(sine / shape.transform(t) - std::sin(x * t)));
    }
  }
  CHECK(largest <= 1e-13);
}

TEST_CASE("the kernels of every instruction set do what they state", "[fourier]") {
  for (const InstructionSet* set : fourier::available_instruction_sets()) {
    INFO(set->name);
    for (const std::size_t rows : {1u, 2u, 3u, 5u, 6u, 7u, 11u, 13u})
      for (const std::size_t columns : {16u, 32u, 48u, 112u}) {
        CHECK(product_error<float>(*set, rows, 19, columns) <= 1e-14);
        CHECK(product_error<double>(*set, rows, 19, columns) <= 1e-14);
      }
    for (const double width : {3.0, 7.0, 8.0, 9.0, 16.0}) {
      using Rows = std::pair<std::size_t, std::size_t>;
      for (const Rows& rows : {Rows{0, 40}, Rows{13, 17}, Rows{18, 40}}) {
        CHECK(spreading_error<float>(*set, width, rows.first, rows.second) <= 3e-5);
        CHECK(spreading_error<double>(*set, width, rows.first, rows.second) <=
              std::max(1e-12, 0.05 * std::exp(-2.0 * width)));
      }
    }
    for (const std::size_t n_basis : {1u, 3u, 4u, 9u}) CHECK(radial_error(*set, n_basis) <= 1e-11);
  }
}

TEST_CASE("a basis of amplitudes is as accurate as asked and small", "[fourier]") {
  const QGrid q = QGrid::linear(0, 0.8, 60);
  ScatteringModel model = random_model(500, 6, 1, q);
  model.channels.clear();
  model.type_name.clear();
  add_channels(model, 30, 2, q);  // 24 types have no atom
  model.channels[1].form.row(3) *= -2;
  std::size_t last = 0;
  for (const double allowed : {1e-1, 1e-3, 1e-6, 1e-10}) {
    const auto basis = fourier::make_amplitude_basis(model, 1, allowed);
    CHECK(basis.size() >= static_cast<Eigen::Index>(last));
    CHECK(basis.size() <= 6);
    last = static_cast<std::size_t>(basis.size());
    for (std::size_t c = 0; c < 2; ++c)
      for (Eigen::Index n = 1; n < 60; ++n) {
        double error = 0, all = 0;
        for (const std::uint16_t t : model.type) {
          const double exact = model.channels[c].form(t, n);
          error += std::pow(basis.coefficient[c].row(n).dot(basis.weight.row(t)) - exact, 2);
          all += exact * exact;
        }
        CHECK(std::sqrt(error / all) <= allowed * (1 + 1e-3) + 1e-14);
      }
  }
  CHECK(fourier::make_amplitude_basis(model, 1, 1e-1).size() <= 2);
  for (Channel& channel : model.channels) channel.form.setZero();
  CHECK(fourier::make_amplitude_basis(model, 1, 1e-4).size() == 0);
}
