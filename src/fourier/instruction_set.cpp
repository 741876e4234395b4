// Which of the compiled kernels this processor can run.

#include "fourier/kernels.hpp"

namespace debye::fourier {

std::vector<const InstructionSet*> available_instruction_sets() {
  std::vector<const InstructionSet*> sets;
#ifdef DEBYE_X86_SIMD
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    sets.push_back(&avx512);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) sets.push_back(&avx2);
#endif
  sets.push_back(&portable);
  return sets;
}

}  // namespace debye::fourier
