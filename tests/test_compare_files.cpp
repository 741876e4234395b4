// All files of measured and computed curves at hand, as `debye compare` reads them: columns, unit,
// which column is compared, number of points; or why not. They are not part of the project; see
// shared_data.hpp.

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "debye/measured_profile.hpp"
#include "errors.hpp"
#include "measured/column_words.hpp"
#include "shared_data.hpp"

using namespace debye;
using namespace debye::test;

namespace {

constexpr bool nanometre = true, angstrom = false;

struct Readable {
  const char* name;
  const char* format;
  const char* columns;
  std::size_t column;
  bool has_sigma;
  bool is_nanometre;
  std::size_t points;
};

struct Refused {
  const char* name;
  const char* reason;
};

constexpr const char* parts = "1 q, 2 I, 3 vacuum, 4 solvent, 5 shell";
constexpr const char* two = "1 q, 2 I";
constexpr const char* three = "1 q, 2 I, 3 sigma";
constexpr const char* with_flag = "1 q, 2 I, 3 sigma, 4 constant";
constexpr const char* fit = "1 q, 2 data, 3 sigma, 4 model";
constexpr const char* sascalc = "1 q, 2 normalised, 3 constant, 4 I, 5 vacuum, 6 solvent";
constexpr const char* gnom = "1 q, 2 data, 3 sigma, 4 model, 5 i_reg";
constexpr const char* crysol = "CRYSOL intensities";
constexpr const char* columns = "columns";

const std::vector<Readable> readable = {
    // Computed by CRYSON and CRYSOL.
    {"computed/2kkj_000.int", crysol, parts, 2, false, angstrom, 100},
    {"computed/2kkj_100.int", crysol, parts, 2, false, angstrom, 100},
    {"computed/2kkj_200.int", crysol, parts, 2, false, angstrom, 100},
    {"computed/2kkj_300.int", crysol, parts, 2, false, angstrom, 100},
    {"computed/2kkj_400.int", crysol, parts, 2, false, angstrom, 100},
    {"computed/diUb_f001_cryson.int", crysol, parts, 2, false, angstrom, 31},
    {"computed/gag_f001_crysol.int", crysol, parts, 2, false, angstrom, 31},
    {"computed/gag_f001_cryson100.int", crysol, parts, 2, false, angstrom, 31},
    {"computed/gag_f010_crysol.int", crysol, parts, 2, false, angstrom, 31},
    {"computed/gag_f010_cryson100.int", crysol, parts, 2, false, angstrom, 31},
    {"computed/gag_f020_crysol.int", crysol, parts, 2, false, angstrom, 31},
    {"computed/gag_f020_cryson100.int", crysol, parts, 2, false, angstrom, 31},
    {"computed/gi_crysol2.int", crysol, parts, 2, false, angstrom, 51},
    {"computed/gi_crysol3.int", crysol, parts, 2, false, angstrom, 101},
    {"computed/rna_f001_crysol.int", crysol, parts, 2, false, angstrom, 72},
    {"computed/gi_crysol3.fit", "CRYSOL fit", fit, 4, false, angstrom, 474},
    // Other programs.
    {"computed/2q1r_rna_iq.dat", columns, three, 2, true, angstrom, 501},
    {"computed/3KFOfill_B99990003_foxs.fit", "FoXS fit", fit, 4, false, angstrom, 456},
    {"computed/6lyz_foxs.dat", "FoXS profile", two, 2, false, angstrom, 500},
    {"computed/imp_weighted.dat", "FoXS profile", three, 2, true, angstrom, 501},
    {"computed/pcsk9_fab_iq.dat", "FoXS profile", two, 2, false, angstrom, 500},
    {"computed/rpa_weighted.dat", "FoXS profile", two, 2, false, angstrom, 501},
    {"computed/SASDA32_fit1.fir", columns, fit, 4, false, angstrom, 474},
    {"computed/carbon_sphere_waxs_ausaxs.dat.gz", columns, two, 2, false, angstrom, 20000},
    {"computed/denss_6lyz.dat", columns, three, 2, true, angstrom, 1001},
    {"computed/diUb_f001_sascalc_n100.iq", columns, sascalc, 4, false, angstrom, 31},
    {"computed/gag_f001_sascalc_n000.iq", columns, sascalc, 4, false, angstrom, 31},
    {"computed/gag_f001_sascalc_n100.iq", columns, sascalc, 4, false, angstrom, 31},
    {"computed/gag_f010_sascalc_n000.iq", columns, sascalc, 4, false, angstrom, 31},
    {"computed/gag_f010_sascalc_n100.iq", columns, sascalc, 4, false, angstrom, 31},
    {"computed/gag_f020_sascalc_n000.iq", columns, sascalc, 4, false, angstrom, 31},
    {"computed/gag_f020_sascalc_n100.iq", columns, sascalc, 4, false, angstrom, 31},
    {"computed/gag_f001_xtal2sas100.iq", columns, "1 q, 2 I, 3 constant", 2, false, angstrom, 31},
    {"computed/gag_f010_xtal2sas100.iq", columns, "1 q, 2 I, 3 constant", 2, false, angstrom, 31},
    {"computed/gag_f020_xtal2sas100.iq", columns, "1 q, 2 I, 3 constant", 2, false, angstrom, 31},
    {"computed/gi_dammif.fir", "DAMMIF fit", fit, 4, false, angstrom, 395},
    {"computed/gi_dammif.fit", columns, "1 q, 2 data, 3 model", 3, false, angstrom, 413},
    {"computed/gi_denss_pdb2mrc_fit.ift", columns, fit, 4, false, angstrom, 474},
    {"computed/gi_denss_pdb2mrc_model.ift", columns, fit, 4, false, angstrom, 222},
    // Model curves of Will It Fit, whose third and fourth column are 1.0.
    {"computed/insulin_wif_fit1.dat", columns, "1 q, 2 I, 3 weight, 4 constant", 2, false, angstrom,
     77},
    {"computed/insulin_wif_fit2.dat", columns, "1 q, 2 I, 3 weight, 4 constant", 2, false, angstrom,
     39},
    {"computed/insulin_wif_fit3.dat", columns, "1 q, 2 I, 3 weight, 4 constant", 2, false, angstrom,
     39},
    {"computed/insulin_wif_fit4.dat", columns, "1 q, 2 I, 3 weight, 4 constant", 2, false, angstrom,
     39},
    {"computed/insulin_wif_fit5.dat", columns, "1 q, 2 I, 3 weight, 4 constant", 2, false, angstrom,
     39},
    // Measured.
    {"experimental/2epe.dat", columns, with_flag, 2, true, angstrom, 104},
    {"experimental/BSA_sasbdb.dat", columns, three, 2, true, angstrom, 474},
    {"experimental/LAR1-2.dat", columns, with_flag, 2, true, angstrom, 205},
    {"experimental/SASDA32.dat", columns, three, 2, true, nanometre, 2168},
    {"experimental/SASDAB7.dat", columns, three, 2, true, nanometre, 700},
    {"experimental/SASDAG2.dat", columns, three, 2, true, nanometre, 3428},
    {"experimental/SASDF52.dat", columns, three, 2, true, nanometre, 1043},
    {"experimental/SASDFX7.dat", columns, three, 2, true, angstrom, 1660},
    {"experimental/SASDJG5.dat", columns, three, 2, true, angstrom, 723},
    {"experimental/bsa_005_sub.dat", columns, three, 2, true, nanometre, 1037},
    {"experimental/bsa_sub_mar.dat", columns, three, 2, true, nanometre, 2178},
    {"experimental/diUb_K48_UBA2.dat", columns, three, 2, true, angstrom, 31},
    {"experimental/gi_gnom5.out", "GNOM output", gnom, 2, true, angstrom, 474},
    {"experimental/gi_sasdak6_gnom.out", "GNOM output", gnom, 2, true, nanometre, 1171},
    {"experimental/gi_raw_csv_3col.csv", columns, three, 2, true, angstrom, 474},
    {"experimental/glucose_isomerase.dat", columns, three, 2, true, angstrom, 474},
    {"experimental/insulin_sans_100D_pos2a.dat", columns, with_flag, 2, true, angstrom, 39},
    {"experimental/insulin_sans_100D_pos2b.dat", columns, with_flag, 2, true, angstrom, 39},
    {"experimental/insulin_sans_42D_pos10a.dat", columns, with_flag, 2, true, angstrom, 39},
    {"experimental/insulin_sans_42D_pos10b.dat", columns, with_flag, 2, true, angstrom, 39},
    {"experimental/insulin_saxs.dat", columns, with_flag, 2, true, angstrom, 77},
    {"experimental/lys_saxs.dat", columns, three, 2, true, angstrom, 474},
    {"experimental/lys_waxs.dat", columns, three, 2, true, angstrom, 292},
    {"experimental/lyzexp.dat", columns, three, 2, true, angstrom, 197},
    {"experimental/lyzexp_nm.dat", columns, three, 2, true, nanometre, 197},
    {"experimental/nup133_23922_merge.dat", columns, three, 2, true, angstrom, 456},
    {"experimental/raw_sans_4col.dat", columns, "1 q, 2 I, 3 sigma, 4 dQ", 2, true, angstrom, 117},
    {"experimental/sv_apoferritin.txt", columns, "1 q, 2 I, 3 sigma, 4 ?", 2, true, angstrom, 395},
    {"experimental/wif_nanodisc_set1.rad", columns, with_flag, 2, true, angstrom, 77},
    {"experimental/wif_nanodisc_set2.rad", columns, with_flag, 2, true, angstrom, 77},
    {"experimental/wif_nanodisc_set4.rad", columns, with_flag, 2, true, angstrom, 77},
    {"experimental/wif_nanodisc_set5.rad", columns, with_flag, 2, true, angstrom, 106}};

constexpr const char* no_numbers = "holds no rows of two numbers or more";
constexpr const char* fraction = "the header calls column 1 \"frac\", which is not q";
constexpr const char* one_row = "only 1 row of numbers";
constexpr const char* distances = "more than any q";  // P(r)

const std::vector<Refused> refused = {{"computed/2kkj_000.log", no_numbers},
                                      {"computed/2kkj_100.log", no_numbers},
                                      {"computed/2kkj_200.log", no_numbers},
                                      {"computed/2kkj_300.log", no_numbers},
                                      {"computed/2kkj_400.log", no_numbers},
                                      {"computed/gag_f001_crysol.log", no_numbers},
                                      {"computed/gag_f010_crysol.log", no_numbers},
                                      {"computed/gag_f020_crysol.log", no_numbers},
                                      {"computed/gag_f001_cryson100.log", no_numbers},
                                      {"computed/gag_f010_cryson100.log", no_numbers},
                                      {"computed/gag_f020_cryson100.log", no_numbers},
                                      {"computed/gag_f001_sascalc_n000.log", no_numbers},
                                      {"computed/gag_f010_sascalc_n000.log", no_numbers},
                                      {"computed/gag_f020_sascalc_n000.log", no_numbers},
                                      {"computed/gag_sascalc_settings.json", no_numbers},
                                      {"computed/plumed_rt2_input.dat", no_numbers},
                                      {"computed/SASDAB7_plumed_input.dat", no_numbers},
                                      {"experimental/insulin_wif_card.txt", no_numbers},
                                      {"computed/SASDAB7_plumed_aa.dat", one_row},
                                      {"computed/SASDAB7_plumed_pdb.dat", one_row},
                                      {"computed/plumed_rt2_psans_onebead_surf.dat", one_row},
                                      {"computed/plumed_rt2_psaxs.dat", one_row},
                                      {"computed/plumed_rt2_psaxs_onebead.dat", one_row},
                                      {"computed/plumed_rt2_psaxs_onebead_surf.dat", one_row},
                                      {"computed/plumed_rt2_sans.dat", one_row},
                                      {"computed/plumed_rt2_saxs.dat", one_row},
                                      {"computed/dsDNA60_contrast_contrast.txt", fraction},
                                      {"computed/dsDNA60_contrast_izero.txt", fraction},
                                      {"computed/dsDNA60_contrast_sld.txt", fraction},
                                      {"computed/gag_contrast_contrast.txt", fraction},
                                      {"computed/gag_contrast_izero.txt", fraction},
                                      {"computed/gag_contrast_sld.txt", fraction},
                                      {"computed/gag_salt_contrast_contrast.txt", fraction},
                                      {"computed/gag_salt_contrast_izero.txt", fraction},
                                      {"computed/gag_salt_contrast_sld.txt", fraction},
                                      {"computed/trunc2a_contrast_contrast.txt", fraction},
                                      {"computed/trunc2a_contrast_izero.txt", fraction},
                                      {"computed/trunc2a_contrast_sld.txt", fraction},
                                      {"computed/gag_f001_xtal2sas100.pr", distances},
                                      {"computed/gag_f010_xtal2sas100.pr", distances},
                                      {"computed/gag_f020_xtal2sas100.pr", distances},
                                      {"experimental/odd_whitespace.dat", "is empty"},
                                      {"experimental/sv_NXcanSAS.h5", "is an HDF5 file"},
                                      {"experimental/sv_NXcanSAS_v3.h5", "is an HDF5 file"},
                                      {"experimental/sv_canSAS1D.xml", "is a canSAS XML file"}};

}  // namespace

TEST_CASE("compare: every curve at hand is read as what it is", "[compare]") {
  for (const Readable& file : readable) {
    CAPTURE(file.name);
    const auto path = shared_data(file.name);
    if (!path) continue;
    const MeasuredProfile curve = read_curve(read_input(*path));
    CHECK(curve.audit.format == file.format);
    CHECK(list_columns(curve.audit.column_words) == file.columns);
    CHECK(curve.audit.column == file.column);
    CHECK(curve.sigma.empty() != file.has_sigma);
    CHECK(curve.audit.unit ==
          (file.is_nanometre ? QUnit::InverseNanometre : QUnit::InverseAngstrom));
    CHECK(curve.size() == file.points);
  }
}

TEST_CASE("compare: what is no curve is refused with the reason", "[compare]") {
  for (const Refused& file : refused) {
    CAPTURE(file.name);
    const auto path = shared_data(file.name);
    if (!path) continue;
    const std::string error = error_of([&] { read_curve(read_input(*path)); });
    CHECK(mentions(error, file.reason));
    CHECK(error.starts_with(*path));
  }
}

TEST_CASE("compare: no file at hand is forgotten", "[compare]") {
  std::set<std::string> known;
  for (const Readable& file : readable) known.insert(file.name);
  for (const Refused& file : refused) known.insert(file.name);
  for (const std::string folder : {"computed", "experimental"}) {
    const auto path = shared_data(folder);
    if (!path) continue;
    for (const auto& entry : std::filesystem::directory_iterator(*path)) {
      const std::string name = folder + "/" + entry.path().filename().string();
      CAPTURE(name);
      CHECK(known.count(name) == 1);
    }
  }
}
