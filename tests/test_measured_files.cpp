// Real files of measured and computed curves: number of points, unit and columns of each. They are
// not part of the project; see shared_data.hpp.

#include <string>
#include <vector>

#include "catch.hpp"
#include "measured_text.hpp"
#include "shared_data.hpp"

using namespace debye;
using namespace debye::test;
using Catch::Matchers::WithinRel;

namespace {

constexpr bool nanometre = true, angstrom = false;

struct Expected {
  const char* name;
  std::size_t points;
  bool is_nanometre;
  bool has_sigma, has_dq;
  double first_q, last_q;  ///< as written in the file
  double first_intensity;
};

const std::vector<Expected> experimental = {
    {"2epe.dat", 104, angstrom, true, false, 9.81300045e-3, 0.408344507, 6.67934353e-3},
    {"BSA_sasbdb.dat", 474, angstrom, true, false, 0.01432, 0.2732, 56.00},
    {"LAR1-2.dat", 205, angstrom, true, false, 8.21867865e-3, 0.494773090, 26.7674370},
    {"SASDA32.dat", 2168, nanometre, true, false, 0.0871252, 6.01453, 56.5729},
    {"SASDAB7.dat", 700, nanometre, true, false, 0.111721, 4.00983, 0.052725},
    {"SASDAG2.dat", 3428, nanometre, true, false, 0.0871252, 17.6902, 4.00680},
    {"SASDF52.dat", 1043, nanometre, true, false, 0.03479421, 4.943923, 52.8571},
    {"SASDFX7.dat", 1660, angstrom, true, false, 0.0032, 0.3695583, 14913.30},
    {"SASDJG5.dat", 723, angstrom, true, false, 0.0124287, 0.604386, 2.027764},
    {"bsa_005_sub.dat", 1037, nanometre, true, false, 0.02821363, 4.525032, 6.735539},
    {"bsa_sub_mar.dat", 2178, nanometre, true, false, 0.067101, 6.02413, 61.5},
    {"diUb_K48_UBA2.dat", 31, angstrom, true, false, 0, 0.3, 0.1229},
    {"gi_gnom5.out", 474, angstrom, true, false, 0.0100967, 0.282997, 0.0585325},
    {"gi_raw_csv_3col.csv", 474, angstrom, true, false, 1.00967275e-2, 2.82996847e-1,
     5.85325362e-2},
    {"gi_sasdak6_gnom.out", 1171, nanometre, true, false, 0.166412, 3.36799, 147.292},
    {"glucose_isomerase.dat", 474, angstrom, true, false, 1.00967275e-2, 2.82996847e-1,
     5.85325362e-2},
    {"insulin_sans_100D_pos2a.dat", 39, angstrom, true, false, 4.38515912e-2, 0.4715770305,
     0.332773597},
    {"insulin_sans_100D_pos2b.dat", 39, angstrom, true, false, 9.25871033e-3, 0.104880053,
     0.564408294},
    {"insulin_sans_42D_pos10a.dat", 39, angstrom, true, false, 4.38515912e-2, 0.4715770305,
     0.614477695},
    {"insulin_sans_42D_pos10b.dat", 39, angstrom, true, false, 9.25871033e-3, 0.104880053,
     0.595980715},
    {"insulin_saxs.dat", 77, angstrom, true, false, 8.28366e-3, 0.597373, 23.49811},
    {"lys_saxs.dat", 474, angstrom, true, false, 1.00967275e-2, 2.82996847e-1, 4.45714742e-2},
    {"lys_waxs.dat", 292, angstrom, true, false, 0.214089383, 0.793624, 136.44458},
    {"lyzexp.dat", 197, angstrom, true, false, 4.138455e-2, 0.4983631, 5.904029},
    {"lyzexp_nm.dat", 197, nanometre, true, false, 0.413845, 4.98363, 5.904029},
    {"nup133_23922_merge.dat", 456, angstrom, true, false, 0.022805, 0.299473, 3.78596},
    {"raw_sans_4col.dat", 117, angstrom, true, true, 6.852634e-3, 0.783919, 0.7477176},
    {"sv_apoferritin.txt", 395, angstrom, true, false, 0.0055, 0.3995, 0.6648618},
    {"wif_nanodisc_set1.rad", 77, angstrom, true, false, 9.4346693e-3, 7.2138153e-2, 1.951465},
    {"wif_nanodisc_set2.rad", 77, angstrom, true, false, 5.9681918e-2, 0.4284439, 0.4054832},
    {"wif_nanodisc_set4.rad", 77, angstrom, true, false, 9.4346693e-3, 7.2138153e-2, 0.2019693},
    {"wif_nanodisc_set5.rad", 106, angstrom, true, false, 9.44194011e-3, 0.38200036,
     5.78362867e-2}};

const std::vector<Expected> computed = {
    {"2kkj_000.int", 100, angstrom, false, false, 0, 0.5, 46148.1},
    {"2q1r_rna_iq.dat", 501, angstrom, true, false, 0, 0.5, 678151.625},
    {"3KFOfill_B99990003_foxs.fit", 456, angstrom, true, false, 0.022805, 0.299473, 3.78595996},
    {"6lyz_foxs.dat", 500, angstrom, false, false, 0, 0.499, 3280254.92988282},
    {"SASDA32_fit1.fir", 474, angstrom, true, false, 0.01432, 0.2732, 56.00},
    {"carbon_sphere_waxs_ausaxs.dat.gz", 20000, angstrom, false, false, 0.001, 20,
     3939908.92751299},
    {"denss_6lyz.dat", 1001, angstrom, true, false, 0, 1, 68517072},
    {"diUb_f001_sascalc_n100.iq", 31, angstrom, false, false, 0, 0.3, 1},
    {"gag_f001_crysol.int", 31, angstrom, false, false, 0, 0.3, 0.785022e8},
    {"gag_f001_xtal2sas100.iq", 31, angstrom, false, false, 0, 0.3, 0.019},
    {"gi_crysol3.int", 101, angstrom, false, false, 0, 0.5, 0.489032e9},
    {"gi_crysol3.fit", 474, angstrom, true, false, 1.009673e-2, 0.2829968, 5.853254e-2},
    {"gi_dammif.fir", 395, angstrom, true, false, 0.0100967, 0.237417, 0.0585325},
    {"gi_dammif.fit", 413, angstrom, false, false, 0, 0.2374, 0.06117},
    {"gi_denss_pdb2mrc_fit.ift", 474, angstrom, true, false, 1.00967e-2, 0.282997, 3.21088633e8},
    {"imp_weighted.dat", 501, angstrom, true, false, 0, 0.5, 4500379}};

void check_file(const std::string& folder, const Expected& expected) {
  CAPTURE(expected.name);
  const auto path = shared_data(folder + "/" + expected.name);
  if (!path) return;
  const InputText input = read_input(*path);
  CHECK(looks_like_data(input));
  const MeasuredProfile data = read_measured(input);
  const double factor = expected.is_nanometre ? 0.1 : 1;
  REQUIRE(data.size() == expected.points);
  CHECK(data.audit.unit ==
        (expected.is_nanometre ? QUnit::InverseNanometre : QUnit::InverseAngstrom));
  CHECK(data.sigma.size() == (expected.has_sigma ? expected.points : 0));
  CHECK(data.dq.size() == (expected.has_dq ? expected.points : 0));
  CHECK_THAT(data.q.front(), WithinRel(expected.first_q * factor, 1e-5));
  CHECK_THAT(data.q.back(), WithinRel(expected.last_q * factor, 1e-5));
  CHECK_THAT(data.intensity.front(), WithinRel(expected.first_intensity, 1e-5));
  CHECK(data.audit.dropped.empty());
  CHECK(data.audit.sorted);
  CHECK(data.audit.repeated_q == 0);
  CHECK_FALSE(data.audit.sin_theta);
}

}  // namespace

TEST_CASE("real measured curves: points, unit and columns", "[measured]") {
  for (const Expected& expected : experimental) check_file("experimental", expected);
}

TEST_CASE("curves computed by other programs: points, unit and columns", "[measured]") {
  for (const Expected& expected : computed) check_file("computed", expected);
}

TEST_CASE("real files that hold no curve that debye reads", "[measured]") {
  struct Refused {
    const char* name;
    bool is_data;
    const char* message;
  };
  const std::vector<Refused> files = {
      {"experimental/insulin_wif_card.txt", false, "holds no rows of two numbers"},
      {"experimental/odd_whitespace.dat", false, "is empty"},
      {"experimental/sv_NXcanSAS.h5", true, "is an HDF5 file"},
      {"experimental/sv_NXcanSAS_v3.h5", true, "is an HDF5 file"},
      {"experimental/sv_canSAS1D.xml", true, "is a canSAS XML file"},
      {"computed/gag_f001_crysol.log", false, "holds no rows of two numbers"},
      {"computed/gag_f001_xtal2sas100.pr", false, ":1: no curve: column 1 goes to 204.057"},
      {"computed/gag_contrast_izero.txt", false,
       ":23: no curve: the header calls column 1 \"frac\""},
      {"computed/plumed_rt2_saxs.dat", false, ":2: no curve: only 1 row of numbers"},
      {"structures/6lyz.pdb", false, "is a structure file"},
      {"structures/6lyz_full.cif", false, "is a structure file"},
      {"structures/carbon_sphere.xyz", false, "is a structure file"},
      {"structures/deb_2lzt_lys.pqr", false, "is a structure file"}};
  for (const Refused& file : files) {
    CAPTURE(file.name);
    const auto path = shared_data(file.name);
    if (!path) continue;
    const InputText input = read_input(*path);
    CHECK(looks_like_data(input) == file.is_data);
    CHECK(mentions(error_of([&] { read_measured(input); }),
                   *path + (file.message[0] == ':' ? "" : ": ") + file.message));
  }
}

TEST_CASE("footers and repeated headers of real files are told from rows", "[measured]") {
  const auto path = shared_data("experimental/raw_sans_4col.dat");
  if (!path) return;
  const MeasuredProfile data = read_measured(read_input(*path));
  CHECK(data.audit.columns == "q, I, sigma, dQ (header line 4)");
  REQUIRE(data.dq.size() == 117);
  CHECK_THAT(data.dq[0], WithinRel(2.09011e-3, 1e-9));
}
