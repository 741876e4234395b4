// Which of the compiled tile functions this processor can run.

#include "cpu/pair_tile.hpp"
#include "instruction_sets.hpp"

namespace debye::cpu {

std::vector<const InstructionSet*> available_instruction_sets() {
#ifdef DEBYE_X86_SIMD
  return runnable_sets(avx512, avx2, portable);
#else
  return {&portable};
#endif
}

}  // namespace debye::cpu
