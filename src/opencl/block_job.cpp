// See block_job.hpp.
#include "opencl/block_job.hpp"

#include "single_sums.hpp"

namespace debye::opencl {
namespace {

/// Lists the pairs of types that occur, and numbers the rows.
template <class Real>
void number_pairs(BlockJob<Real>& job, std::size_t n_types) {
  constexpr std::uint32_t none = ~0u;
  std::vector<std::uint32_t> number(n_types * n_types, none);
  for (const TypePair pair : job.list.rows) number[pair.k * n_types + pair.j] = 0;
  for (std::size_t i = 0; i < number.size(); ++i)
    if (number[i] != none) {
      number[i] = static_cast<std::uint32_t>(job.pairs.size());
      job.pairs.push_back(
          {static_cast<std::uint16_t>(i / n_types), static_cast<std::uint16_t>(i % n_types)});
    }
  for (const TypePair pair : job.list.rows)
    job.row_pair.push_back(number[pair.k * n_types + pair.j]);
}

}  // namespace

template <class Real>
BlockJob<Real> make_block_job(const ScatteringModel& model, const BlockGrid& grid,
                              std::size_t group_size, std::size_t longest) {
  std::vector<Position> position;
  std::vector<std::uint16_t> type;
  position.reserve(model.size());
  type.reserve(model.size());
  for (const std::size_t i : order_by_type(model.type)) {
    position.push_back(model.position[i]);
    type.push_back(model.type[i]);
  }
  BlockJob<Real> job;
  job.grid = grid;
  job.group_size = group_size;
  job.list = make_type_runs(type, group_size, longest);
  job.position =
      pack_positions<Real>(position, extent_of(position).centre, job.list.segment_end.size());
  number_pairs(job, static_cast<std::size_t>(model.channels.front().form.rows()));
  return job;
}

template BlockJob<float> make_block_job(const ScatteringModel&, const BlockGrid&, std::size_t,
                                        std::size_t);
template BlockJob<double> make_block_job(const ScatteringModel&, const BlockGrid&, std::size_t,
                                         std::size_t);

}  // namespace debye::opencl
