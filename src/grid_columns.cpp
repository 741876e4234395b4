// See grid_columns.hpp.

#include "grid_columns.hpp"

#include <numeric>

namespace debye {

std::vector<std::size_t> column_range(std::size_t first, std::size_t n) {
  std::vector<std::size_t> columns(n);
  std::iota(columns.begin(), columns.end(), first);
  return columns;
}

QGrid at_columns(const QGrid& q, const std::vector<std::size_t>& columns) {
  std::vector<double> values;
  for (const std::size_t column : columns) values.push_back(q[column]);
  return QGrid(std::move(values));
}

ScatteringModel at_columns(const ScatteringModel& model, const std::vector<std::size_t>& columns) {
  ScatteringModel part{model.position, model.type, model.type_name, {}};
  for (const Channel& channel : model.channels) {
    Channel some{channel.name,
                 Eigen::ArrayXXd(channel.form.rows(), static_cast<Eigen::Index>(columns.size()))};
    for (std::size_t i = 0; i < columns.size(); ++i)
      some.form.col(static_cast<Eigen::Index>(i)) =
          channel.form.col(static_cast<Eigen::Index>(columns[i]));
    part.channels.push_back(std::move(some));
  }
  return part;
}

}  // namespace debye
