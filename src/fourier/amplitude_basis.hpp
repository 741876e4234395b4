// Many types that scatter alike → few weightings of the atoms.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "debye/scattering_model.hpp"

namespace debye::fourier {

/// The amplitudes of all channels and q, as sums of K products of a factor of the type and one of
/// q:
///     A_c(t, q_n) ≈ Σ_k coefficient[c](n, k) weight(t, k)
/// Form factors fall with q much alike, and beads of water differ by a factor, so that K is about 5
/// at 1e-5 where there are 10 to 50 types.
struct AmplitudeBasis {
  Eigen::MatrixXd weight;                    ///< T × K; squares average to 1 over the atoms
  std::vector<Eigen::MatrixXd> coefficient;  ///< of each channel, Nq × K

  Eigen::Index size() const { return weight.cols(); }
};

/// The smallest basis, by singular values, in which for every channel and q
///     Σ_j (error of A(t_j))² <= allowed² Σ_j A(t_j)²      over the atoms j.
/// @param first_q  amplitudes at lower indices are not looked at; their coefficients are 0
AmplitudeBasis make_amplitude_basis(const ScatteringModel& model, std::size_t first_q,
                                    double allowed);

}  // namespace debye::fourier
