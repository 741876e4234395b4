// See form_factor.hpp.

#include "form_factor.hpp"

#include <cmath>
#include <gemmi/elem.hpp>  // for Element, molecular_weight
#include <gemmi/it92.hpp>  // for IT92
#include <numbers>

#include "debye/error.hpp"
#include "sinc.hpp"

namespace debye {
namespace {

gemmi::El element(int atomic_number) {
  // gemmi has coefficients for element X too, those of oxygen: refuse it here once and for all.
  if (atomic_number < 1 || atomic_number > 98)
    fail("atomic number ", atomic_number, " has no X-ray form factor; the table holds 1 to 98");
  return static_cast<gemmi::El>(atomic_number);
}

}  // namespace

double form_factor(int atomic_number, double q) {
  const double s = q / (4.0 * std::numbers::pi);  // sinθ/λ
  // By index: get() wants a charge as well from gemmi 0.6 on.
  return gemmi::IT92<double>::data[static_cast<int>(element(atomic_number))].calculate_sf(s * s);
}

double hydrogen_bond_length(int atomic_number) {
  switch (atomic_number) {
    case 7:
      return 1.015;
    case 8:
      return 0.993;
    case 16:
      return 1.338;
    case 34:
      return 1.46;
    case 15:
      return 1.42;
    case 5:
      return 1.19;
    case 14:
      return 1.48;
    default:
      return 1.089;  // carbon
  }
}

Eigen::ArrayXd united_form_factor(int atomic_number, int hydrogens, const QGrid& q) {
  const double distance = hydrogen_bond_length(atomic_number);
  Eigen::ArrayXd form(static_cast<Eigen::Index>(q.size()));
  for (std::size_t n = 0; n < q.size(); ++n)
    form[static_cast<Eigen::Index>(n)] =
        form_factor(atomic_number, q[n]) +
        (hydrogens == 0 ? 0.0 : hydrogens * form_factor(1, q[n]) * sinc(q[n] * distance));
  return form;
}

std::string group_name(int atomic_number, int hydrogens) {
  std::string name = element_symbol(atomic_number);
  if (hydrogens > 0) name += 'H';
  if (hydrogens > 1) name += std::to_string(hydrogens);
  return name;
}

double atomic_weight(int atomic_number) { return gemmi::molecular_weight(element(atomic_number)); }

const char* element_symbol(int atomic_number) {
  return gemmi::element_name(element(atomic_number));
}

}  // namespace debye
