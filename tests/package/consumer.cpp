// Prints I(q = 0.1 1/Å) of a structure in solution, by the library as others use it.

#include <cstdio>
#include <debye/solution_sum.hpp>
#include <debye/version.hpp>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const debye::QGrid q({0.1});
  debye::EngineOptions options;
  options.device = "cpu";
  options.method = debye::Method::Direct;
  debye::Engines engines(options);
  const debye::SolutionSum sum = debye::sum_in_solution(
      engines, debye::read_atoms(debye::read_input(argv[1])), q, debye::SolventOptions(), {});
  const debye::Profile curve = debye::solution_profile(sum.profiles(), {});
  std::printf("%s %.17g\n", debye::version, curve.intensity[0]);
}
