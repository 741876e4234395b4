// Models for timing, for the self-test, and for tests that need any size.
#pragma once

#include <cstddef>
#include <string>

#include "debye/scattering_model.hpp"

namespace debye {

/// What the atoms fill: a ball; a rod of 10.5 Å radius, as thick as B-DNA; a hollow ball 25 Å
/// thick, as a virus capsid is.
enum class ProteinShape { Globule, Rod, Shell };

inline constexpr ProteinShape all_protein_shapes[] = {ProteinShape::Globule, ProteinShape::Rod,
                                                      ProteinShape::Shell};

/// "globule", "rod", "shell".
const char* shape_name(ProteinShape shape);

/// n united atoms: one at a random place in each cell of a cubic lattice of 17.2 Å³ (the mean
/// volume of a protein's heavy atom), cells first that are nearest the middle of the shape, with
/// the composition of proteins. The same shape and n give the same model.
ScatteringModel shaped_protein(ProteinShape shape, std::size_t n, const QGrid& q);

/// The globule.
ScatteringModel random_protein(std::size_t n, const QGrid& q);

}  // namespace debye
