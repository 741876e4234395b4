// See amplitude_basis.hpp. Rows of the amplitude table are picked one by one, the worst represented
// first, until the rest is small; the space that they span, of few dimensions, is then cut by
// singular values.

#include "fourier/amplitude_basis.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace debye::fourier {
namespace {

/// One row for each channel and q, one column for each type that occurs, scaled such that a row is
/// of length 1 and a column counts as its atoms do.
struct Table {
  Eigen::MatrixXd rows;   ///< C·Nq × types
  Eigen::VectorXd scale;  ///< amplitude = rows · scale / share
  Eigen::VectorXd share;  ///< sqrt(atoms of the type / all atoms)
  std::vector<Eigen::Index> type;
};

Table make_table(const ScatteringModel& model, Eigen::Index first_q) {
  const Eigen::Index n_types = model.channels.front().form.rows();
  const Eigen::Index n_q = model.channels.front().form.cols() - first_q;
  Eigen::VectorXd count = Eigen::VectorXd::Zero(n_types);
  for (const std::uint16_t t : model.type) count[t] += 1;
  Table table;
  for (Eigen::Index t = 0; t < n_types; ++t)
    if (count[t] > 0) table.type.push_back(t);
  const auto n_used = static_cast<Eigen::Index>(table.type.size());
  table.share.resize(n_used);
  table.rows.resize(n_q * static_cast<Eigen::Index>(model.channels.size()), n_used);
  for (Eigen::Index i = 0; i < n_used; ++i) {
    const Eigen::Index t = table.type[static_cast<std::size_t>(i)];
    table.share[i] = std::sqrt(count[t] / static_cast<double>(model.size()));
    for (std::size_t c = 0; c < model.channels.size(); ++c)
      table.rows.col(i).segment(static_cast<Eigen::Index>(c) * n_q, n_q) =
          table.share[i] * model.channels[c].form.row(t).tail(n_q).matrix().transpose();
  }
  table.scale = table.rows.rowwise().norm();
  for (Eigen::Index r = 0; r < table.rows.rows(); ++r)
    if (table.scale[r] > 0) table.rows.row(r) /= table.scale[r];
  return table;
}

/// Orthonormal vectors (columns) such that no row is further than `allowed` from their span.
Eigen::MatrixXd spanning_vectors(const Eigen::MatrixXd& rows, double allowed) {
  Eigen::MatrixXd rest = rows, vectors(rows.cols(), 0);
  while (vectors.cols() < rows.cols()) {
    Eigen::Index worst = 0;
    if (!(rest.rowwise().squaredNorm().maxCoeff(&worst) > allowed * allowed)) break;
    Eigen::VectorXd v = rest.row(worst).transpose();
    v -= vectors * (vectors.transpose() * v);
    v.normalize();
    vectors.conservativeResize(Eigen::NoChange, vectors.cols() + 1);
    vectors.rightCols(1) = v;
    rest -= (rest * v) * v.transpose();
  }
  return vectors;
}

}  // namespace

AmplitudeBasis make_amplitude_basis(const ScatteringModel& model, std::size_t first_q,
                                    double allowed) {
  const auto first = static_cast<Eigen::Index>(first_q);
  const Table table = make_table(model, first);
  Eigen::MatrixXd vectors = spanning_vectors(table.rows, 0.3 * allowed);
  Eigen::MatrixXd coordinates = table.rows * vectors;
  Eigen::Index n_basis = 0;
  if (vectors.cols() > 0) {
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(coordinates, Eigen::ComputeThinV);
    vectors = Eigen::MatrixXd(vectors * svd.matrixV());
    coordinates = Eigen::MatrixXd(coordinates * svd.matrixV());
    n_basis = vectors.cols();
    Eigen::VectorXd cut = Eigen::VectorXd::Zero(coordinates.rows());
    while (n_basis > 1) {
      cut += coordinates.col(n_basis - 1).cwiseAbs2();
      if (cut.maxCoeff() > 0.9 * allowed * allowed) break;  // 0.3² is spent already
      --n_basis;
    }
  }
  AmplitudeBasis basis;
  basis.weight.setZero(model.channels.front().form.rows(), n_basis);
  for (std::size_t i = 0; i < table.type.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    basis.weight.row(table.type[i]) = vectors.row(row).head(n_basis) / table.share[row];
  }
  const Eigen::Index n_q = model.channels.front().form.cols() - first;
  for (std::size_t c = 0; c < model.channels.size(); ++c) {
    const Eigen::Index begin = static_cast<Eigen::Index>(c) * n_q;
    Eigen::MatrixXd values = Eigen::MatrixXd::Zero(first + n_q, n_basis);
    values.bottomRows(n_q) =
        table.scale.segment(begin, n_q).asDiagonal() * coordinates.block(begin, 0, n_q, n_basis);
    basis.coefficient.push_back(std::move(values));
  }
  return basis;
}

}  // namespace debye::fourier
