// The sweep behind the error bound of the histogram: shapes × sizes × ranges of q × tolerances
// against the direct sum in double. Prints the worst error/tolerance of each tolerance, then of
// all.
//
// Largest found, by tolerance, 200 q to 0.5, 2 and 5 1/Å:
//
//                                       1e-2    1e-3    1e-4    1e-5    1e-6    1e-7
//   molecules, 2 to 20 000 atoms        0.0005  0.0005  0.0005  0.0005  0.0006  0.0005
//   lysozyme in solution, any contrast  0.002   0.003   0.003   0.002   0.009   0.06
//   crystals, 13 to 20 000 atoms        0.03    0.07    0.04    0.07    0.10    0.24
//
// Bins are chosen for crystals, whose equal distances make errors add up. At 1e-7, rounding to the
// units of the packed fields is part of the error, most where weights up to 32 leave fewer bits.

#include <iostream>
#include <map>

#include "accuracy.hpp"
#include "catch.hpp"
#include "debye/atoms.hpp"
#include "debye/pair_sum.hpp"
#include "debye/solution_model.hpp"
#include "models.hpp"
#include "random_protein.hpp"

using namespace debye;
using namespace debye::test;

namespace {

const std::vector<double> tolerances = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};

/// The largest error/tolerance, and where, for each tolerance, of molecules and of crystals.
class Clearances {
 public:
  void add(const std::string& kind, double tolerance, double error, const std::string& what) {
    auto& entry = worst_[{kind, -tolerance}];
    if (!(error / tolerance <= entry.first)) entry = {error / tolerance, what};
  }
  void print() const {
    auto worst = worst_.begin();
    for (auto it = worst_.begin(); it != worst_.end(); ++it) {
      std::cout << "histogram, " << it->first.first << ", tolerance " << -it->first.second
                << ": error/tolerance " << it->second.first << " (" << it->second.second << ")\n";
      if (!(it->second.first <= worst->second.first)) worst = it;
    }
    std::cout << "histogram: worst error/tolerance " << worst->second.first << " ("
              << worst->second.second << ", tolerance " << -worst->first.second << ")\n";
  }

 private:
  std::map<std::pair<std::string, double>, std::pair<double, std::string>> worst_;
};

double largest_curve_error(const PartialProfiles& result, const PartialProfiles& expected,
                           const std::vector<double>& k) {
  const Eigen::ArrayXd exact = expected.combine(k).intensity;
  return ((result.combine(k).intensity - exact) / exact).abs().maxCoeff();
}

/// @param curves  coefficients of the curves that must keep the tolerance
void check_model(const std::string& kind, const std::string& name, const ScatteringModel& model,
                 const QGrid& q, const std::vector<std::vector<double>>& curves,
                 Clearances& clearances) {
  const PartialProfiles expected = make_cpu_engine(Precision::Double, 0)->compute(model, q);
  const std::string what =
      name + ", " + std::to_string(model.size()) + " atoms, q to " + std::to_string(q.back());
  for (const double tolerance : tolerances) {
    const PartialProfiles result = make_histogram_engine(tolerance, 0)->compute(model, q);
    for (const auto& k : curves) {
      const double error = largest_curve_error(result, expected, k);
      INFO("tolerance " << tolerance << ": " << what);
      CHECK(error <= tolerance);
      clearances.add(kind, tolerance, error, what);
    }
  }
}

void sweep(std::size_t n, const std::vector<double>& ranges) {
  Clearances clearances;
  for (const double q_max : ranges) {
    const QGrid q = QGrid::linear(0.0, q_max, 200);
    for (const Shape shape : {Shape::Globule, Shape::EvenGlobule, Shape::Rod, Shape::Shell})
      check_model("molecules", name_of(shape), shaped_model(shape, n, q), q, {{1.0}}, clearances);
    check_model("molecules", "random protein", random_protein(n, q), q, {{1.0}}, clearances);
    check_model("crystals", "crystal", crystal(n, q), q, {{1.0}}, clearances);
  }
  clearances.print();
}

}  // namespace

TEST_CASE("the histogram keeps every tolerance at every q, small models", "[histogram][sweep]") {
  for (const std::size_t n : {2u, 10u, 60u, 300u}) sweep(n, {0.5, 5.0});
}

TEST_CASE("the histogram keeps every tolerance at every q", "[histogram][sweep]") {
  sweep(1500, {0.5, 2.0});
}

TEST_CASE("the histogram keeps every tolerance in solution", "[histogram][sweep]") {
  Clearances clearances;
  for (const double q_max : {0.5, 2.0}) {
    const QGrid q = QGrid::linear(0.0, q_max, 100);
    const Atoms atoms = read_atoms(read_input(DEBYE_DATA_DIR "/lysozyme.pdb")).at(0);
    check_model(
        "molecules", "lysozyme in solution", make_solution_model(atoms, q, {}, {}).scattering, q,
        {{1, -1, 0.01}, {1, -1, 0.03}, {1, -1.1, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, clearances);
  }
  clearances.print();
}

TEST_CASE("the histogram keeps every tolerance at 20 000 atoms", "[histogram][sweep][slow]") {
  sweep(20'000, {0.5, 2.0});
}
