// Which variants of a function, compiled for several instruction sets, this processor can run.
#pragma once

#include <vector>

namespace debye {

#ifdef DEBYE_X86_SIMD

/// Those that it can run, fastest first. @param avx512  needs AVX-512 F and DQ
/// @param avx2  needs AVX2 and FMA
template <class Set>
std::vector<const Set*> runnable_sets(const Set& avx512, const Set& avx2, const Set& portable) {
  std::vector<const Set*> sets;
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    sets.push_back(&avx512);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) sets.push_back(&avx2);
  sets.push_back(&portable);
  return sets;
}

#endif

}  // namespace debye
