package epidemic

import "theriac/engine"

// These are the facts that modules report, numbered after those of the core.
const (
	FactTrackLaid = coreFacts + iota
	FactTokensPlaced
	FactTokenSpent
	FactTokensFreed
	FactShieldPlaced
	FactCubeWalked
	FactOverflowed
	FactTraitInPlay
	FactChallenge
	FactReachChosen
	FactLabFree
	FactSampleTaken
	FactCubesCarried
	FactCubesGrown
	FactGrowthShort
	FactCubesReturned
	FactCirclesFilled
	FactCharacterised
	FactTested
	FactSequenceDrawn
	FactSequencePlaced
	FactSequenceDiscarded
	FactSequencesShuffled
	FactResearchDiscarded
	FactInfectionsAdded
	FactIncidentsAdded
	FactIncident
	FactNoEffect
	FactMutantGone
	FactStrainsDealt
	FactStrainDrawn
	FactStrainNamed
	FactStrainInForce
	FactStrainEnded
	FactMoreInfection
	FactCubesLost
	FactReturned
	FactSoloBegan
	FactRested
	FactDiscardedFirst
	FactRoleRemoved
	FactFirstTeam
	FactRoleOffered
	FactObjectiveDealt
	FactTeamDealt
	FactRolePicked
	FactObjectiveKept
	FactTeamChose
	FactBasePlaced
	FactAwarded
	FactObjectiveShown
	FactPrestige
	FactStationPrestige
	FactBonusPrestige
	FactPrestigeTotal
	factCount
)

const (
	ofRegion = coreOperands + iota
	ofTrait
	ofDish
	ofResearch
	ofSequence
	ofStrain
	ofObjective
	ofAward
	operandCount
)

// operandKinds returns the engine.Kind that each operand of a fact stands for.
func (t *Ruleset) operandKinds() [operandCount]*engine.Kind {
	return [...]*engine.Kind{
		ofSeat: engine.SeatKind, ofNumber: engine.Number, ofCity: t.City, ofCard: t.Card,
		ofDisease: t.Disease, ofRole: t.Role, ofEvent: t.Event, ofInfection: t.Infection,
		ofRegion: t.Region, ofTrait: t.Trait, ofDish: DishKind, ofResearch: ResearchKind,
		ofSequence: t.Sequence, ofStrain: t.Strain, ofObjective: t.Objective, ofAward: t.Award,
	}
}

// moduleWords names the facts that modules report, in numeric order.
var moduleWords = [factCount - coreFacts]factWord{
	FactTrackLaid - coreFacts:         {"track-laid", []operand{ofCity, ofCity}},
	FactTokensPlaced - coreFacts:      {"tokens-placed", []operand{ofRegion, ofNumber}},
	FactTokenSpent - coreFacts:        {"token-spent", []operand{ofRegion, ofCity, ofDisease}},
	FactTokensFreed - coreFacts:       {"tokens-freed", []operand{ofNumber}},
	FactShieldPlaced - coreFacts:      {"shield-placed", []operand{ofSeat, ofRegion}},
	FactCubeWalked - coreFacts:        {"cube-walked", []operand{ofDisease, ofCity, ofCity}},
	FactOverflowed - coreFacts:        {"overflowed", []operand{ofCity, ofDisease, ofNumber}},
	FactTraitInPlay - coreFacts:       {"trait-in-play", []operand{ofTrait}},
	FactChallenge - coreFacts:         {"challenge", nil},
	FactReachChosen - coreFacts:       {"reach-chosen", []operand{ofCity}},
	FactLabFree - coreFacts:           {"lab-action-free", []operand{ofSeat}},
	FactSampleTaken - coreFacts:       {"sample-taken", []operand{ofDish, ofDisease}},
	FactCubesCarried - coreFacts:      {"cubes-carried", []operand{ofDish, ofDish, ofDisease, ofNumber}},
	FactCubesGrown - coreFacts:        {"cubes-grown", []operand{ofDisease, ofNumber}},
	FactGrowthShort - coreFacts:       {"growth-short", []operand{ofDisease}},
	FactCubesReturned - coreFacts:     {"cubes-returned", []operand{ofDisease, ofNumber}},
	FactCirclesFilled - coreFacts:     {"circles-filled", []operand{ofResearch, ofDisease, ofNumber}},
	FactCharacterised - coreFacts:     {"characterised", []operand{ofSeat, ofResearch, ofDisease, ofCard}},
	FactTested - coreFacts:            {"tested", []operand{ofSeat, ofResearch, ofCard}},
	FactSequenceDrawn - coreFacts:     {"sequence-drawn", []operand{ofSequence}},
	FactSequencePlaced - coreFacts:    {"sequence-placed", []operand{ofResearch, ofSequence}},
	FactSequenceDiscarded - coreFacts: {"sequence-discarded", []operand{ofSequence}},
	FactSequencesShuffled - coreFacts: {"sequences-shuffled", []operand{ofNumber}},
	FactResearchDiscarded - coreFacts: {"research-discarded", []operand{ofResearch, ofCard}},
	FactInfectionsAdded - coreFacts:   {"infections-added", []operand{ofNumber}},
	FactIncidentsAdded - coreFacts:    {"incidents-added", []operand{ofNumber}},
	FactIncident - coreFacts:          {"incident", []operand{ofEvent}},
	FactNoEffect - coreFacts:          {"no-effect", nil},
	FactMutantGone - coreFacts:        {"mutant-gone", []operand{ofDisease}},
	FactStrainsDealt - coreFacts:      {"strains-dealt", []operand{ofNumber}},
	FactStrainDrawn - coreFacts:       {"strain-drawn", []operand{ofStrain}},
	FactStrainNamed - coreFacts:       {"strain-named", []operand{ofDisease}},
	FactStrainInForce - coreFacts:     {"strain-in-force", []operand{ofStrain}},
	FactStrainEnded - coreFacts:       {"strain-ended", []operand{ofStrain}},
	FactMoreInfection - coreFacts:     {"more-infection", []operand{ofNumber}},
	FactCubesLost - coreFacts:         {"cubes-lost", []operand{ofDisease, ofNumber}},
	FactReturned - coreFacts:          {"disease-returned", []operand{ofDisease}},
	FactSoloBegan - coreFacts:         {"relief-began", nil},
	FactRested - coreFacts:            {"rested", nil},
	FactDiscardedFirst - coreFacts:    {"discarded-first", []operand{ofCard}},
	FactRoleRemoved - coreFacts:       {"role-removed", []operand{ofRole}},
	FactFirstTeam - coreFacts:         {"first-team", []operand{ofSeat}},
	FactRoleOffered - coreFacts:       {"role-offered", []operand{ofSeat, ofRole}},
	FactObjectiveDealt - coreFacts:    {"objective-dealt", []operand{ofSeat, ofObjective}},
	FactTeamDealt - coreFacts:         {"offer-dealt", []operand{ofSeat}},
	FactRolePicked - coreFacts:        {"role-picked", []operand{ofSeat, ofRole}},
	FactObjectiveKept - coreFacts:     {"objective-kept", []operand{ofSeat, ofObjective}},
	FactTeamChose - coreFacts:         {"team-chose", []operand{ofSeat}},
	FactBasePlaced - coreFacts:        {"base-placed", []operand{ofSeat, ofCity}},
	FactAwarded - coreFacts:           {"awarded", []operand{ofSeat, ofAward}},
	FactObjectiveShown - coreFacts:    {"objective-shown", []operand{ofSeat, ofObjective}},
	FactPrestige - coreFacts:          {"prestige", []operand{ofSeat, ofAward, ofNumber}},
	FactStationPrestige - coreFacts:   {"station-prestige", []operand{ofSeat, ofNumber}},
	FactBonusPrestige - coreFacts:     {"bonus-prestige", []operand{ofSeat, ofCard, ofNumber}},
	FactPrestigeTotal - coreFacts:     {"prestige-total", []operand{ofSeat, ofNumber}},
}
