package strains

import "theriac/games/epidemic"

// ResistantToTreatment makes each treatment of the virulent disease take two actions, until its cure is
// found.
//
// Rule: world/strain/resistant-to-treatment.
var ResistantToTreatment = &epidemic.StrainCard{
	ID: "resistant-to-treatment", Rule: "strain/resistant-to-treatment", Set: "lab",
	TreatCost: 2, UntilCured: true,
}
