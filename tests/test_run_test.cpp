// The longest run of one sign and its probability, against all sequences of up to 16 tosses and a
// recurrence of another kind.

#include "catch.hpp"
#include "fit/run_test.hpp"

using namespace debye;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

std::size_t longest_run_of_bits(unsigned bits, std::size_t n) {
  std::size_t longest = 1, run = 1;
  for (std::size_t i = 1; i < n; ++i) {
    run = ((bits >> i) & 1) == ((bits >> (i - 1)) & 1) ? run + 1 : 1;
    longest = std::max(longest, run);
  }
  return longest;
}

/// 1 − Π over an automaton: the share of sequences by length of their last run, toss by toss.
double by_automaton(std::size_t n, std::size_t length) {
  std::vector<long double> share(length, 0);  // share[r]: last run is r, none of `length` yet
  share[1] = 1;
  long double reached = 0;
  for (std::size_t toss = 1; toss < n; ++toss) {
    std::vector<long double> next(length, 0);
    for (std::size_t run = 1; run < length; ++run) {
      next[1] += share[run] / 2;
      if (run + 1 < length)
        next[run + 1] += share[run] / 2;
      else
        reached += share[run] / 2;
    }
    share = next;
  }
  return static_cast<double>(reached);
}

}  // namespace

TEST_CASE("the probability of a run equals the count of all sequences", "[fit]") {
  for (std::size_t n = 1; n <= 16; ++n) {
    std::vector<std::size_t> count(n + 2, 0);
    for (unsigned bits = 0; bits < (1U << n); ++bits) ++count[longest_run_of_bits(bits, n)];
    std::size_t at_least = 0;
    for (std::size_t length = n + 1; length >= 1; --length) {
      at_least += count[length];
      INFO(n << " tosses, " << length << " or more");
      CHECK_THAT(run_probability(n, length),
                 WithinRel(static_cast<double>(at_least) / (1U << n), 1e-13) ||
                     WithinAbs(static_cast<double>(at_least) / (1U << n), 1e-15));
    }
    CHECK(run_probability(n, 0) == 1);
  }
}

TEST_CASE("the probability of a run keeps its digits in long sequences", "[fit]") {
  for (const std::size_t n : {100, 1000, 5000})
    for (const std::size_t length : {3, 8, 14, 30, 70})
      CHECK_THAT(run_probability(n, length), WithinRel(by_automaton(n, length), 1e-11));
  // Far out: (n − C)/2^C + 2/2^C to first order, where 1 − (probability of none) would be 0.
  CHECK_THAT(run_probability(100'000, 200),
             WithinRel((100'000 - 200 + 2) * std::exp2(-200), 1e-10));
  CHECK(run_probability(100'000, 5000) == 0);  // 2^−5000
  CHECK_THAT(run_probability(100'000, 2), WithinRel(1, 1e-12));
  CHECK(run_probability(0, 0) == 1);
  CHECK(run_probability(5, 6) == 0);
}

TEST_CASE("the longest run of residuals of one sign", "[fit]") {
  const auto of = [](std::vector<double> r) {
    return longest_run(Eigen::Map<Eigen::ArrayXd>(r.data(), static_cast<Eigen::Index>(r.size())));
  };
  CHECK(of({}) == 0);
  CHECK(of({0, 0, 0}) == 0);
  CHECK(of({1}) == 1);
  CHECK(of({1, -1, 1}) == 1);
  CHECK(of({1, 2, -1, -2, -3, 4}) == 3);
  CHECK(of({1e-300, 1e-300, 1e-300}) == 3);  // whose product is 0
  CHECK(of({1, 1, 0, 1, -1}) == 2);
}
