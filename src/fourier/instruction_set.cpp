// Which of the compiled kernels this processor can run.

#include "fourier/kernels.hpp"
#include "instruction_sets.hpp"

namespace debye::fourier {

std::vector<const InstructionSet*> available_instruction_sets() {
#ifdef DEBYE_X86_SIMD
  return runnable_sets(avx512, avx2, portable);
#else
  return {&portable};
#endif
}

}  // namespace debye::fourier
