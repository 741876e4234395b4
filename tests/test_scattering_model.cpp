// Atoms become types and amplitudes: which atoms share a type, what each scatters, what is refused.

#include "catch.hpp"
#include "debye/error.hpp"
#include "debye/scattering_model.hpp"
#include "form_factor.hpp"

using namespace debye;

namespace {

Atoms four_atoms() {
  Atoms atoms;
  atoms.position = {{10, 0, 0}, {12, 0, 0}, {10, 4, 0}, {10, 0, 6}};
  atoms.atomic_number = {6, 6, 8, 6};
  atoms.bonded_hydrogens = {0, 3, 0, 0};
  atoms.occupancy = {1, 1, 1, 0.5f};
  return atoms;
}

}  // namespace

TEST_CASE("a type is an element with its hydrogens and its occupancy") {
  const QGrid q({0.0, 0.3, 1.5});
  const ScatteringModel model = make_model(four_atoms(), q);
  REQUIRE(model.size() == 4);
  REQUIRE(model.type_name.size() == 4);
  REQUIRE(model.channels.size() == 1);
  const auto row = [&](std::size_t atom) { return model.channels[0].form.row(model.type[atom]); };
  for (Eigen::Index n = 0; n < 3; ++n) {
    const double value = q[static_cast<std::size_t>(n)];
    CHECK(std::abs(row(0)[n] - form_factor(6, value)) <= 1e-12);
    CHECK(std::abs(row(2)[n] - form_factor(8, value)) <= 1e-12);
    CHECK(std::abs(row(3)[n] - 0.5 * form_factor(6, value)) <= 1e-12);
    CHECK(std::abs(row(1)[n] - united_form_factor(6, 3, q)[n]) <= 1e-12);
  }
  CHECK(model.type_name[model.type[1]] == "CH3");
}

TEST_CASE("positions are taken as they are") {
  CHECK(make_model(four_atoms(), QGrid({0.1})).position == four_atoms().position);
}

TEST_CASE("more occupancies than anybody refines are refused") {
  Atoms atoms;
  for (int i = 1; i <= 5000; ++i) {
    atoms.position.push_back({0.0, 0.0, static_cast<double>(i)});
    atoms.atomic_number.push_back(6);
    atoms.bonded_hydrogens.push_back(0);
    atoms.occupancy.push_back(static_cast<float>(i) / 5000);
  }
  CHECK_THROWS_AS(make_model(atoms, QGrid({0.1})), InputError);
}

TEST_CASE("no atoms are no model") {
  CHECK_THROWS_AS(make_model(Atoms{}, QGrid({0.1})), InputError);
}
