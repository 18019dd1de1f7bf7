package strains

import "theriac/games/epidemic"

// ComplexMolecularStructure makes the cure of the strain take one card more, until it is found. Of a
// disease that no city has for its own that card too is of a city that has it.
//
// Rule: world/strain/complex-molecular-structure.
var ComplexMolecularStructure = &epidemic.StrainCard{
	ID: "complex-molecular-structure", Rule: "strain/complex-molecular-structure", Set: "brink",
	CureMore: 1, UntilCured: true,
}
