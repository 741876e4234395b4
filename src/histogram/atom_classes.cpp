// See atom_classes.hpp.

#include "histogram/atom_classes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "histogram/pair_bins.hpp"

namespace debye::histogram {
namespace {

static_assert(max_weight * max_weight <= max_pair_weight);

/// Rounding errors that may make multiples of an amplitude differ, relative.
constexpr double few_roundings = 1e-14;

/// Types with amplitudes ratio × those of the first of them.
struct Group {
  std::vector<std::uint16_t> type;
  std::vector<double> ratio;
  std::size_t channel = 0;  ///< where the first type has its largest amplitude
  Eigen::Index column = 0;
};

/// The group of type t alone; nothing if it does not scatter.
std::optional<Group> group_of(const ScatteringModel& model, Eigen::Index t) {
  Group group{{static_cast<std::uint16_t>(t)}, {1.0}};
  double largest = 0;
  for (std::size_t c = 0; c < model.channels.size(); ++c) {
    Eigen::Index column = 0;
    const double value = model.channels[c].form.row(t).abs().maxCoeff(&column);
    if (value > largest) {
      largest = value;
      group.channel = c;
      group.column = column;
    }
  }
  return largest > 0 ? std::optional(group) : std::nullopt;
}

/// Adds type t to the group if its amplitudes are multiples of those there.
bool join(const ScatteringModel& model, Eigen::Index t, Group& group) {
  const auto first = static_cast<Eigen::Index>(group.type.front());
  const auto& pivot = model.channels[group.channel].form;
  const double ratio = pivot(t, group.column) / pivot(first, group.column);
  if (!(ratio > 0)) return false;
  for (const Channel& channel : model.channels) {
    const auto of_t = channel.form.row(t), of_first = channel.form.row(first);
    for (Eigen::Index n = 0; n < of_t.size(); ++n)
      if (!(std::abs(of_t[n] - ratio * of_first[n]) <= few_roundings * std::abs(of_t[n])))
        return false;
  }
  group.type.push_back(static_cast<std::uint16_t>(t));
  group.ratio.push_back(ratio);
  return true;
}

/// The unit in which all ratios are whole and at most max_weight, if there is one.
std::optional<double> common_unit(const std::vector<double>& ratio) {
  const double least = *std::min_element(ratio.begin(), ratio.end());
  for (int parts = 1; parts <= max_weight; ++parts) {
    const double unit = least / parts;
    const bool fits = std::all_of(ratio.begin(), ratio.end(), [unit](double r) {
      const double multiple = r / unit;
      return multiple <= max_weight + 0.5 &&
             std::abs(multiple - std::round(multiple)) <= few_roundings * multiple;
    });
    if (fits) return unit;
  }
  return std::nullopt;
}

/// Class and weight of each type.
struct Places {
  std::vector<AtomClass> classes;
  std::vector<std::size_t> of_type;  ///< class; classes.size() for types without atoms or amplitude
  std::vector<double> weight;
};

Places find_classes(const ScatteringModel& model) {
  const auto n_types = static_cast<std::size_t>(model.channels.front().form.rows());
  std::vector<bool> used(n_types, false);
  for (const std::uint16_t t : model.type) used[t] = true;
  std::vector<Group> groups;
  for (std::size_t t = 0; t < n_types; ++t) {
    const auto row = static_cast<Eigen::Index>(t);
    if (!used[t]) continue;
    if (std::none_of(groups.begin(), groups.end(),
                     [&](Group& group) { return join(model, row, group); }))
      if (auto alone = group_of(model, row)) groups.push_back(std::move(*alone));
  }
  Places places{{}, std::vector<std::size_t>(n_types, n_types), std::vector<double>(n_types, 0.0)};
  for (const Group& group : groups) {
    const std::optional<double> unit = common_unit(group.ratio);
    std::map<double, std::size_t> class_of_ratio;  // without a unit, each ratio has its own
    for (std::size_t k = 0; k < group.type.size(); ++k) {
      const auto [place, is_new] =
          class_of_ratio.try_emplace(unit ? 1.0 : group.ratio[k], places.classes.size());
      const double weight = unit ? std::round(group.ratio[k] / *unit) : 1.0;
      if (is_new) places.classes.push_back({group.type[k], weight, weight});
      AtomClass& found = places.classes[place->second];
      found.largest_weight = std::max(found.largest_weight, weight);
      places.of_type[group.type[k]] = place->second;
      places.weight[group.type[k]] = weight;
    }
  }
  return places;
}

}  // namespace

AtomClasses sort_into_classes(const ScatteringModel& model, const Position& middle) {
  Places places = find_classes(model);
  const std::size_t none = places.of_type.size();
  AtomClasses sorted;
  sorted.classes = std::move(places.classes);
  for (const std::uint16_t t : model.type)
    if (places.of_type[t] != none) ++sorted.classes[places.of_type[t]].count;
  std::size_t slots = 0;
  for (AtomClass& one : sorted.classes) {
    one.first = slots;
    one.padded = (one.count + atom_padding - 1) / atom_padding * atom_padding;
    slots += one.padded;
    one.count = 0;  // counts up again below
  }
  for (auto* values : {&sorted.x, &sorted.y, &sorted.z, &sorted.weight}) values->assign(slots, 0.0);
  for (std::size_t i = 0; i < model.size(); ++i) {
    const std::uint16_t t = model.type[i];
    if (places.of_type[t] == none) continue;
    AtomClass& one = sorted.classes[places.of_type[t]];
    const std::size_t slot = one.first + one.count++;
    sorted.x[slot] = model.position[i][0] - middle[0];
    sorted.y[slot] = model.position[i][1] - middle[1];
    sorted.z[slot] = model.position[i][2] - middle[2];
    sorted.weight[slot] = places.weight[t];
  }
  for (const AtomClass& one : sorted.classes)
    for (std::size_t slot = one.first + one.count; slot < one.first + one.padded; ++slot)
      for (auto* values : {&sorted.x, &sorted.y, &sorted.z}) (*values)[slot] = (*values)[one.first];
  return sorted;
}

}  // namespace debye::histogram
