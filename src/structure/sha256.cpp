// SHA-256 as FIPS 180-4 states it; section numbers refer to that document.

#include "structure/sha256.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#ifdef DEBYE_X86_SIMD
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace debye {
namespace {

// §4.2.2: the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> k_round = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<std::uint32_t, 8>;

constexpr std::size_t block_size = 64;

// §6.2.2: one block.
void add_block(State& state, const unsigned char* block) {
  std::uint32_t w[64];
  for (int t = 0; t < 16; ++t, block += 4)
    w[t] = std::uint32_t{block[0]} << 24 | std::uint32_t{block[1]} << 16 |
           std::uint32_t{block[2]} << 8 | std::uint32_t{block[3]};
  for (int t = 16; t < 64; ++t) {
    const std::uint32_t a = w[t - 15], b = w[t - 2];
    const std::uint32_t sigma0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3);
    const std::uint32_t sigma1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10);
    w[t] = w[t - 16] + sigma0 + w[t - 7] + sigma1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t t1 = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                             ((e & f) ^ (~e & g)) + k_round[t] + w[t];
    const std::uint32_t t2 =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const State sum = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += sum[i];
}

void add_blocks(State& state, const unsigned char* data, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) add_block(state, data + i * block_size);
}

#ifdef DEBYE_X86_SIMD

bool has_sha_instructions() {
  constexpr unsigned sse41 = 1u << 19, ssse3 = 1u << 9, sha = 1u << 29;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & sse41) == 0 || (c & ssse3) == 0) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & sha) != 0;
}

// The same by the instructions for it. They keep the state as (a, b, e, f) and (c, d, g, h), and
// two rounds turn the one into the next other: roles are back after four. Four w at a time follow
// from the sixteen before.
__attribute__((target("sha,sse4.1,ssse3"))) void add_blocks_by_instructions(
    State& state, const unsigned char* data, std::size_t n) {
  const auto word = [&state](std::size_t i) { return static_cast<int>(state[i]); };
  __m128i abef = _mm_set_epi32(word(0), word(1), word(4), word(5));
  __m128i cdgh = _mm_set_epi32(word(2), word(3), word(6), word(7));
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  for (std::size_t i = 0; i < n; ++i, data += block_size) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[16];
#pragma GCC unroll 16
    for (std::size_t t = 0; t < 16; ++t) {
      if (t < 4) {
        const auto* bytes = reinterpret_cast<const __m128i*>(data + 16 * t);
        w[t] = _mm_shuffle_epi8(_mm_loadu_si128(bytes), big_endian);
      } else {
        const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[t - 4], w[t - 3]),
                                          _mm_alignr_epi8(w[t - 1], w[t - 2], 4));
        w[t] = _mm_sha256msg2_epu32(sum, w[t - 1]);
      }
      const auto* constants = reinterpret_cast<const __m128i*>(&k_round[4 * t]);
      const __m128i sum = _mm_add_epi32(w[t], _mm_loadu_si128(constants));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  std::array<std::uint32_t, 4> first, second;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(first.data()), abef);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(second.data()), cdgh);
  state = {first[3], first[2], second[3], second[2], first[1], first[0], second[1], second[0]};
}

#endif

using AddBlocks = void (*)(State&, const unsigned char*, std::size_t);

AddBlocks fastest() {
#ifdef DEBYE_X86_SIMD
  if (has_sha_instructions()) return add_blocks_by_instructions;
#endif
  return add_blocks;
}

std::string checksum(std::string_view bytes, AddBlocks add) {
  State state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const std::size_t whole = bytes.size() / block_size * block_size;
  add(state, data, whole / block_size);

  // §5.1.1: a 1 bit, zeros, and the length in bits as a big-endian 64-bit number.
  std::array<unsigned char, 128> tail = {};
  const std::size_t left = bytes.size() - whole;
  if (left != 0) std::memcpy(tail.data(), data + whole, left);
  tail[left] = 0x80;
  const std::size_t tail_size = left < 56 ? 64 : 128;
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (std::size_t i = 0; i < 8; ++i)
    tail[tail_size - 1 - i] = static_cast<unsigned char>(bits >> (8 * i));
  add(state, tail.data(), tail_size / block_size);

  std::string hex;
  for (const std::uint32_t word : state)
    for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[word >> shift & 15];
  return hex;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  static const AddBlocks add = fastest();
  return checksum(bytes, add);
}

std::string portable_sha256(std::string_view bytes) { return checksum(bytes, add_blocks); }

}  // namespace debye
