// Cuts the grid into chunks, work-groups and columns and launches kernels/surface_distance.cl.
#include "opencl/surface_grid.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <sstream>
#include <utility>

#include "opencl/buffer.hpp"
#include "opencl/choose_device.hpp"
#include "opencl/kernels.hpp"
#include "opencl/launcher.hpp"
#include "opencl/program.hpp"
#include "opencl/surface_check.hpp"

namespace debye::opencl {
namespace {

template <class T>
T divide_up(T a, T b) {
  return (a + b - 1) / b;
}

class OpenClSurfaceGrid final : public SurfaceGrid {
 public:
  OpenClSurfaceGrid(std::shared_ptr<OpenDevice> device, const SurfaceGridOptions& options)
      : options_(options),
        launcher_(std::move(device), {options.launch_seconds, options.max_launch_groups}) {}

  std::vector<float> distances(const SurfaceBlocks& blocks, SurfaceKernel kernel) override;
  double kernel_seconds() const override { return kernel_seconds_; }

 private:
  struct Kernels {
    Kernel gather, all_atoms;
  };
  /// How a block is shared out.
  struct Plan {
    int column = 0;              ///< points of a work-item
    std::size_t work_group = 0;  ///< columns of a group
    std::size_t n_parts = 0;     ///< groups of a block
  };
  /// What stays on the device from the first chunk to the last.
  struct Molecule {
    Buffer<std::array<float, 4>> atom;
    Buffer<cl_uint> first_atom;
  };

  Plan plan_for(int edge) const;
  const Kernels& kernels_for(const Plan& plan);
  void compute(const SurfaceBlocks& blocks, SurfaceKernel kernel, std::size_t chunk_bytes,
               std::span<float> distance);
  void compute_chunk(const SurfaceBlocks& blocks, SurfaceKernel kernel, const Plan& plan,
                     const Molecule& molecule, std::size_t first_block, std::span<float> distance);

  const Device& device() const { return launcher_.device().device(); }

  SurfaceGridOptions options_;
  Launcher launcher_;
  std::map<std::pair<int, std::size_t>, Kernels> kernels_;  ///< by column and work_group
  double kernel_seconds_ = 0;
};

auto OpenClSurfaceGrid::plan_for(int edge) const -> Plan {
  // Up to 8 points share one read of an atom, and columns of about equal length fill the edge.
  const int longest = 8;
  Plan plan;
  plan.column = options_.column ? options_.column : divide_up(edge, divide_up(edge, longest));
  const auto side = static_cast<std::size_t>(edge);
  const std::size_t columns = side * side * divide_up(side, static_cast<std::size_t>(plan.column));
  // The usual block has 5 x 5 columns: the 32 items that devices run in step.
  plan.work_group = options_.work_group ? options_.work_group : columns <= 32 ? 32 : 64;
  while (plan.work_group > device().max_work_group && plan.work_group > 1) plan.work_group /= 2;
  plan.n_parts = divide_up(columns, plan.work_group);
  return plan;
}

auto OpenClSurfaceGrid::kernels_for(const Plan& plan) -> const Kernels& {
  Kernels& built = kernels_[{plan.column, plan.work_group}];
  if (!built.all_atoms.get()) {
    std::ostringstream options;
    // -w: a compiler that will not unroll is no news.
    options << "-w -cl-std=CL1.2 -cl-denorms-are-zero -DWORK_GROUP=" << plan.work_group
            << " -DCOLUMN=" << plan.column << " -DBLENDING=" << std::showpoint << surface_blending
            << 'f';
    OpenDevice& device = launcher_.device();
    built.gather = device.kernel(surface_distance_source, options.str(), "surface_distance");
    built.all_atoms =
        device.kernel(surface_distance_source, options.str(), "surface_distance_all_atoms");
  }
  return built;
}

void OpenClSurfaceGrid::compute_chunk(const SurfaceBlocks& blocks, SurfaceKernel kernel,
                                      const Plan& plan, const Molecule& molecule,
                                      std::size_t first_block, std::span<float> distance) {
  const std::size_t n_points = blocks.points_per_block();
  const std::size_t n_blocks = distance.size() / n_points;
  const auto place = std::span(blocks.place).subspan(first_block, n_blocks);
  const Buffer<std::array<std::int32_t, 3>> places(launcher_.context(), launcher_.queue(),
                                                   "places of blocks", place);
  const Buffer<float> result(launcher_.context(), "distances", distance.size(), CL_MEM_WRITE_ONLY);

  const Kernels& kernels = kernels_for(plan);
  const cl_mem atom = molecule.atom.get(), first_atom = molecule.first_atom.get();
  const cl_mem place_memory = places.get(), result_memory = result.get();
  const cl_int edge = blocks.edge;
  const auto spacing = static_cast<float>(blocks.spacing), reach = static_cast<float>(blocks.reach);
  const float side = spacing * static_cast<float>(edge);  // rounded as in the CPU form

  if (kernel == SurfaceKernel::Gather) {
    const auto neighbour = std::span(blocks.neighbour).subspan(first_block, n_blocks);
    const Buffer<std::array<std::int32_t, 27>> neighbours(launcher_.context(), launcher_.queue(),
                                                          "neighbours of blocks", neighbour);
    const cl_mem neighbour_memory = neighbours.get();
    const auto n_parts = static_cast<cl_uint>(plan.n_parts);
    double terms = 0;
    for (const auto& around : neighbour)
      for (const std::int32_t near : around) {
        const auto n = static_cast<std::size_t>(near);
        if (near != SurfaceBlocks::none)
          terms +=
              static_cast<double>(n_points) * (blocks.first_atom[n + 1] - blocks.first_atom[n]);
      }
    const std::size_t n_groups = n_blocks * plan.n_parts;
    const Work work{
        "surface_distance", kernels.gather.get(), 10,
        n_groups,           plan.work_group,      terms / static_cast<double>(n_groups)};
    set_arguments(work.kernel, work.kernel_name, atom, first_atom, place_memory, neighbour_memory,
                  result_memory, edge, spacing, side, reach, n_parts);
    kernel_seconds_ += launcher_.run(work);
  } else {
    const auto n_atoms = static_cast<cl_uint>(blocks.atom.size());
    const auto n_results = static_cast<cl_uint>(distance.size());
    const Work work{"surface_distance_all_atoms",
                    kernels.all_atoms.get(),
                    9,
                    divide_up(distance.size(), plan.work_group),
                    plan.work_group,
                    static_cast<double>(plan.work_group) * n_atoms};
    set_arguments(work.kernel, work.kernel_name, atom, place_memory, result_memory, edge, spacing,
                  side, reach, n_atoms, n_results);
    kernel_seconds_ += launcher_.run(work);
  }
  result.read(launcher_.queue(), distance);
}

void OpenClSurfaceGrid::compute(const SurfaceBlocks& blocks, SurfaceKernel kernel,
                                std::size_t chunk_bytes, std::span<float> distance) {
  const Plan plan = plan_for(blocks.edge);
  const Molecule molecule{
      {launcher_.context(), launcher_.queue(), "atoms", blocks.atom},
      {launcher_.context(), launcher_.queue(), "atoms of blocks", blocks.first_atom}};
  const std::size_t n_points = blocks.points_per_block();
  const std::size_t step = std::max(chunk_bytes / (n_points * sizeof(float)), std::size_t{1});
  for (std::size_t first = 0; first < blocks.size(); first += step) {
    const std::size_t count = std::min(step, blocks.size() - first);
    compute_chunk(blocks, kernel, plan, molecule, first,
                  distance.subspan(first * n_points, count * n_points));
  }
}

std::vector<float> OpenClSurfaceGrid::distances(const SurfaceBlocks& blocks, SurfaceKernel kernel) {
  std::vector<float> distance(blocks.size() * blocks.points_per_block());
  const auto limit =
      static_cast<std::size_t>(std::min(device().max_allocation, device().info.global_memory / 8));
  std::size_t chunk_bytes = std::min(options_.max_chunk_bytes, limit);
  for (int attempts = 4;; --attempts, chunk_bytes /= 2) {
    kernel_seconds_ = 0;
    try {
      compute(blocks, kernel, chunk_bytes, distance);
      break;
    } catch (const OutOfMemory& error) {
      if (attempts == 1) fail<DeviceError>(describe(device().info), ": ", error.what());
    }
  }
  check_surface(blocks, distance, device().info.name);
  return distance;
}

}  // namespace
}  // namespace debye::opencl

namespace debye {

std::unique_ptr<SurfaceGrid> make_surface_grid(std::shared_ptr<opencl::OpenDevice> device,
                                               const SurfaceGridOptions& options) {
  return std::make_unique<opencl::OpenClSurfaceGrid>(std::move(device), options);
}

}  // namespace debye
