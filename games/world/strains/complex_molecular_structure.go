package strains

import "theriac/games/epidemic"

// ComplexMolecularStructure makes the cure of the virulent disease take one more card. If the virulent disease
// is the mutant one, that card must also name a city that has its cubes.
//
// Rule: world/strain/complex-molecular-structure.
var ComplexMolecularStructure = &epidemic.StrainCard{
	ID: "complex-molecular-structure", Rule: "strain/complex-molecular-structure", Set: "brink",
	CureMore: 1, UntilCured: true,
}
