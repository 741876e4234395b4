// Tile sums for one instruction set. The including file defines DEBYE_TILE_SET (the name of the
// InstructionSet and of its namespace), DEBYE_TILE_NAME (its printed name), DEBYE_VECTOR_BYTES and
// DEBYE_CHAINS, and is compiled with the matching -m options.
//
// A step takes `chains` atoms i against one vector of atoms j. On a uniform grid
// s_n = w sin(q_n r)/r follows a second-order recurrence; it is written in differences
//     s_{n+1} = s_n + d_n,     d_{n+1} = d_n − k s_{n+1},     k = 4 sin²(q_step r/2),
// because k keeps its relative precision for small q_step·r, where 2cos(q_step r) loses it: the
// error then grows linearly with the number of steps instead of quadratically. The recurrence is
// started anew every `restart` values from sin and cos, which are carried on by rotation.
// Independent chains hide the latency of the two dependent operations per q.
//
// Distances, sines and cosines are always computed in double, even for single-precision sums. At an
// intensity minimum N² terms cancel to about N or less, so an error common to all pairs is
// multiplied by up to N: a sine polynomial in single precision, biased by 1e-10, or a q rounded to
// single, 3e-8, cost 1e-4 of I(q) at N = 20 000. Rounding what follows to single differs from pair
// to pair and averages out.

#include "cpu/pair_tile.hpp"

namespace debye::cpu {
namespace DEBYE_TILE_SET_NAMESPACE {
namespace {

#include "cpu/vector_math.hpp"

constexpr int chains = DEBYE_CHAINS;
static_assert(tile_padding % DEBYE_CHAINS == 0 && tile_padding % lanes<float> == 0);

/// Values of q between restarts of the recurrence, a power of two.
constexpr std::size_t restart = 32;
constexpr int doublings_to_restart = 6;  // from q_step/2 to restart·q_step

/// Additions to one single-precision accumulator before it is flushed to double.
constexpr int steps_between_flushes = 16;

/// Squared distance given to atoms at one point, so that sin(qr)/(qr) keeps its limit 1. [Å²]
constexpr double least_r2 = 1e-20;

/// Single- and double-precision running sums for each q and lane.
template <class Real>
class Accumulators {
 public:
  explicit Accumulators(std::size_t n_q) : n_q_(n_q) {
    for (std::size_t n = 0; n < n_q; ++n) {
      running_[n] = Full<Real>{};
      for (int l = 0; l < lanes<Real>; ++l) flushed_[n][l] = 0;
    }
  }

  Full<Real>* running() { return running_; }

  /// To be called after each step.
  void step_done() {
    if (++steps_ == steps_between_flushes) flush();
  }

  void write(double* sum) {
    flush();
    for (std::size_t n = 0; n < n_q_; ++n) {
      double total = 0;
      for (int l = 0; l < lanes<Real>; ++l) total += flushed_[n][l];
      sum[n] = total;
    }
  }

 private:
  void flush() {
    for (std::size_t n = 0; n < n_q_; ++n) {
      for (int l = 0; l < lanes<Real>; ++l) flushed_[n][l] += static_cast<double>(running_[n][l]);
      running_[n] = Full<Real>{};
    }
    steps_ = 0;
  }

  std::size_t n_q_;
  int steps_ = 0;
  Full<Real> running_[max_q_per_tile];
  double flushed_[max_q_per_tile][lanes<Real>];
};

/// Parts of a full vector of Real, each as long as a vector of double.
template <class Real>
constexpr int parts = lanes<Real> / n_doubles;

/// One Real for each lane of each chain; filled in parts, read as full vectors.
template <class Real>
struct Lanes {
  alignas(DEBYE_VECTOR_BYTES) Real values[chains][lanes<Real>];

  void set(int chain, int part, Doubles v) { store_as(values[chain] + part * n_doubles, v); }
  Full<Real> operator[](int chain) const {
    Full<Real> v;
    __builtin_memcpy(&v, values[chain], sizeof v);
    return v;
  }
};

/// Distances r of one step, and factors w_i w_j / r.
template <class Real>
struct Distances {
  Doubles r[chains][parts<Real>];
  Full<Real> factor[chains];
};

template <class Real>
Distances<Real> distances(const PairTile& tile, std::size_t i, std::size_t first_j) {
  Distances<Real> out;
  Lanes<Real> r, weight;
  for (int p = 0; p < parts<Real>; ++p) {
    const std::size_t j = first_j + static_cast<std::size_t>(p * n_doubles);
    const Doubles x = load(tile.x + j), y = load(tile.y + j), z = load(tile.z + j);
    const Doubles weight_j = load(tile.weight + j);
    for (int c = 0; c < chains; ++c) {
      const std::size_t ic = i + static_cast<std::size_t>(c);
      const Doubles dx = x - tile.x[ic], dy = y - tile.y[ic], dz = z - tile.z[ic];
      Doubles r2 = dx * dx + dy * dy + dz * dz;
      const Doubles least = Doubles{} + least_r2;
      r2 = r2 < least ? least : r2;
      out.r[c][p] = square_root(r2);
      r.set(c, p, out.r[c][p]);
      weight.set(c, p, weight_j * tile.weight[ic]);
    }
  }
  for (int c = 0; c < chains; ++c) out.factor[c] = weight[c] / r[c];
  if (tile.triangle && first_j < i + static_cast<std::size_t>(chains)) {
    for (int c = 0; c < chains; ++c)
      for (int l = 0; l < lanes<Real>; ++l)
        if (first_j + static_cast<std::size_t>(l) <= i + static_cast<std::size_t>(c))
          out.factor[c][l] = 0;
  }
  return out;
}

/// Adds n values of the recurrence of every chain to sum[0..n), starting from s and d.
template <class Real>
void run_recurrence(const Full<Real>* first_s, const Full<Real>* first_d,
                    const Lanes<Real>& curvature, std::size_t n, Full<Real>* sum) {
  Full<Real> s[chains], d[chains], k[chains];
  for (int c = 0; c < chains; ++c) {
    s[c] = first_s[c];
    d[c] = first_d[c];
    k[c] = curvature[c];
  }
  for (std::size_t step = 0; step < n; ++step) {
    Full<Real> total = s[0];
    for (int c = 1; c < chains; ++c) total += s[c];
    sum[step] += total;
    for (int c = 0; c < chains; ++c) {
      s[c] += d[c];
      d[c] -= k[c] * s[c];
    }
  }
}

/// What the recurrence of one step needs: its coefficient, sin(q_step r), the rotation by
/// restart·q_step·r, and w sin(q r)/r and w cos(q r)/r at the current q.
template <class Real>
struct Phases {
  Lanes<Real> curvature, sine_step, jump_sine, jump_cosine;
  Full<Real> sine[chains], cosine[chains];
};

template <class Real>
void start_phases(const Distances<Real>& pairs, double q_min, double q_step, Phases<Real>& phases) {
  Lanes<Real> sine, cosine;
  for (int c = 0; c < chains; ++c) {
    for (int p = 0; p < parts<Real>; ++p) {
      SineCosine angle = sine_cosine(pairs.r[c][p] * (0.5 * q_step));
      phases.curvature.set(c, p, 4.0 * angle.sine * angle.sine);
      phases.sine_step.set(c, p, 2.0 * angle.sine * angle.cosine);
      for (int n = 0; n < doublings_to_restart; ++n) angle = doubled(angle);
      phases.jump_sine.set(c, p, angle.sine);
      phases.jump_cosine.set(c, p, angle.cosine);
      if (q_min != 0) {
        const SineCosine first = sine_cosine(pairs.r[c][p] * q_min);
        sine.set(c, p, first.sine);
        cosine.set(c, p, first.cosine);
      }
    }
    phases.sine[c] = q_min != 0 ? sine[c] * pairs.factor[c] : Full<Real>{};
    phases.cosine[c] = q_min != 0 ? cosine[c] * pairs.factor[c] : pairs.factor[c];
  }
}

template <class Real>
void add_uniform_step(const Distances<Real>& pairs, double q_min, double q_step, std::size_t n_q,
                      Full<Real>* sum) {
  Phases<Real> phases;
  start_phases(pairs, q_min, q_step, phases);
  for (std::size_t n = 0; n < n_q; n += restart) {
    Full<Real> s[chains], d[chains];
    for (int c = 0; c < chains; ++c) {
      const Full<Real> cosine = phases.cosine[c];
      const Full<Real> jump_sine = phases.jump_sine[c], jump_cosine = phases.jump_cosine[c];
      s[c] = phases.sine[c];
      d[c] = cosine * phases.sine_step[c] - s[c] * (Real(0.5) * phases.curvature[c]);
      phases.sine[c] = s[c] * jump_cosine + cosine * jump_sine;
      phases.cosine[c] = cosine * jump_cosine - s[c] * jump_sine;
    }
    run_recurrence(s, d, phases.curvature, n_q - n < restart ? n_q - n : restart, sum + n);
  }
}

template <class Real>
void add_general_step(const Distances<Real>& pairs, const double* q, std::size_t n_q,
                      Full<Real>* sum) {
  for (std::size_t n = 0; n < n_q; ++n) {
    Lanes<Real> sines;
    for (int c = 0; c < chains; ++c)
      for (int p = 0; p < parts<Real>; ++p) sines.set(c, p, sine(pairs.r[c][p] * q[n]));
    for (int c = 0; c < chains; ++c) sum[n] += sines[c] * pairs.factor[c];
  }
}

/// Calls add(distances, running sums) for every step of the tile.
template <class Real, class Add>
void for_each_step(const PairTile& tile, std::size_t n_q, double* sum, Add add) {
  Accumulators<Real> accumulators(n_q);
  constexpr std::size_t width = static_cast<std::size_t>(lanes<Real>);
  for (std::size_t i = tile.first_i; i < tile.last_i; i += static_cast<std::size_t>(chains)) {
    std::size_t j = tile.first_j;
    if (tile.triangle && i > j) j = i / width * width;
    for (; j < tile.last_j; j += width) {
      add(distances<Real>(tile, i, j), accumulators.running());
      accumulators.step_done();
    }
  }
  accumulators.write(sum);
}

template <class Real>
void uniform_tile_sum(const PairTile& tile, double q_min, double q_step, std::size_t n_q,
                      double* sum) {
  for_each_step<Real>(tile, n_q, sum, [=](const Distances<Real>& pairs, Full<Real>* running) {
    add_uniform_step(pairs, q_min, q_step, n_q, running);
  });
}

template <class Real>
void general_tile_sum(const PairTile& tile, const double* q, std::size_t n_q, double* sum) {
  for_each_step<Real>(tile, n_q, sum, [&](const Distances<Real>& pairs, Full<Real>* running) {
    add_general_step(pairs, q, n_q, running);
  });
}

}  // namespace
}  // namespace DEBYE_TILE_SET_NAMESPACE

const InstructionSet DEBYE_TILE_SET = {DEBYE_TILE_NAME,
                                       {DEBYE_TILE_SET_NAMESPACE::uniform_tile_sum<float>,
                                        DEBYE_TILE_SET_NAMESPACE::general_tile_sum<float>},
                                       {DEBYE_TILE_SET_NAMESPACE::uniform_tile_sum<double>,
                                        DEBYE_TILE_SET_NAMESPACE::general_tile_sum<double>}};

}  // namespace debye::cpu
