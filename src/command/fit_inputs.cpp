// See fit_inputs.hpp.

#include "command/fit_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "debye/error.hpp"
#include "measured/data_kind.hpp"
#include "output/header_text.hpp"

namespace debye {
namespace {

template <class Keep>
void keep_rows(std::vector<double>& values, const Keep& keep) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (keep[i]) values[kept++] = values[i];
  values.resize(kept);
}

/// Leaves out the points outside q_min..q_max and says how many.
std::string cut_to_range(MeasuredProfile& profile, double q_min, double q_max) {
  std::vector<bool> keep;
  // A bound given with the digits of the file includes its point.
  for (const double q : profile.q)
    keep.push_back(q >= q_min * (1 - 1e-9) && q <= q_max * (1 + 1e-9));
  const auto left_out = static_cast<std::size_t>(std::count(keep.begin(), keep.end(), false));
  if (left_out == 0) return "";
  if (left_out == profile.size())
    fail(profile.name, ": no point from q = ", q_min, " to ", q_max, " 1/A; the data reach from ",
         profile.q.front(), " to ", profile.q.back(), " (see --qmin, --qmax, --units)");
  for (auto* values : {&profile.q, &profile.intensity, &profile.sigma, &profile.dq})
    keep_rows(*values, keep);
  std::ostringstream note;
  note << left_out << " points outside q = " << q_min << " to " << q_max << " 1/A left out";
  return note.str();
}

std::string set_resolution(MeasuredProfile& profile, const std::optional<Resolution>& resolution) {
  if (!resolution) return profile.dq.empty() ? "" : "smeared by the resolution of the data";
  // At q = 0 a share of q is no width at all; the smallest one stands for it.
  const double least = 1e-9 * profile.q.back();
  profile.dq.clear();
  for (const double q : profile.q)
    profile.dq.push_back(resolution->relative ? std::max(least, q * resolution->value)
                                              : resolution->value);
  std::ostringstream note;
  note << "smeared by a resolution of ";
  if (resolution->relative)
    note << 100 * resolution->value << " % of q";
  else
    note << resolution->value << " 1/A";
  return note.str();
}

FitData read_data(const InputText& input, const FitCommandOptions& options, Talk& talk) {
  MeasuredProfile profile =
      or_no_structure(input, [&] { return read_measured(input, options.unit); });
  std::string note = cut_to_range(profile, options.q_min, options.q_max);
  const std::string smearing = set_resolution(profile, options.resolution);
  if (!smearing.empty()) note += (note.empty() ? "" : "; ") + smearing;
  std::ostringstream text;
  text << profile.name << ": " << profile.size() << " points, q " << profile.q.front() << " to "
       << profile.q.back() << " 1/A, q of the file in " << profile.audit.unit_reason
       << "; columns: " << profile.audit.columns;
  for (const DroppedRows& dropped : profile.audit.dropped) text << "; " << dropped_text(dropped);
  if (!note.empty()) text << "; " << note;
  talk.note(text.str());
  for (const std::string& line : profile.audit.notes)
    if (talk.verbose()) talk.say("  " + line + "\n");
  for (const std::string& warning : profile.audit.warnings)
    talk.warn(profile.name + ": " + warning);
  return {std::make_shared<MeasuredProfile>(std::move(profile)), note};
}

}  // namespace

FitInputs sort_fit_inputs(const FitCommandOptions& options, Talk& talk) {
  FitInputs sorted;
  for (const std::string& name : options.inputs) {
    try {
      InputText input = read_input(name);
      if (is_structure(kind_of(input.content))) {
        sorted.models.push_back(name);
        if (name == "-") sorted.standard_input = std::move(input);
      } else {
        sorted.data.push_back(read_data(input, options, talk));
      }
    } catch (const InputError& error) {
      if (options.inputs.size() == 2) throw;
      talk.say(std::string("debye: ") + error.what() + "\n");
      ++sorted.failed;
    }
  }
  if (sorted.data.empty())
    fail("no measured curve to fit to: of ", options.inputs.size(), " files, ",
         sorted.models.size(), " are structures and ", sorted.failed, " cannot be read");
  if (sorted.models.empty())
    fail("no structure to fit: of ", options.inputs.size(), " files, ", sorted.data.size(),
         " are measured curves and ", sorted.failed, " cannot be read");
  return sorted;
}

}  // namespace debye
