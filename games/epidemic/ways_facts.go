package epidemic

import "theriac/engine"

// The facts of the ways to play, after those of the core.
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

// wayWords names them and their operands.
func (t *Ruleset) wayWords() []engine.Word {
	seat, num := engine.SeatKind, engine.Number
	city, card, disease, role, event := t.City, t.Card, t.Disease, t.Role, t.Event
	words := make([]engine.Word, factCount-coreFacts)
	for kind, w := range map[engine.FactKind]engine.Word{
		FactTrackLaid:         {Name: "track-laid", Args: []*engine.Kind{city, city}},
		FactTokensPlaced:      {Name: "tokens-placed", Args: []*engine.Kind{t.Region, num}},
		FactTokenSpent:        {Name: "token-spent", Args: []*engine.Kind{t.Region, city, disease}},
		FactTokensFreed:       {Name: "tokens-freed", Args: []*engine.Kind{num}},
		FactShieldPlaced:      {Name: "shield-placed", Args: []*engine.Kind{seat, t.Region}},
		FactCubeWalked:        {Name: "cube-walked", Args: []*engine.Kind{disease, city, city}},
		FactOverflowed:        {Name: "overflowed", Args: []*engine.Kind{city, disease, num}},
		FactTraitInPlay:       {Name: "trait-in-play", Args: []*engine.Kind{t.Trait}},
		FactChallenge:         {Name: "challenge"},
		FactReachChosen:       {Name: "reach-chosen", Args: []*engine.Kind{city}},
		FactLabFree:           {Name: "lab-action-free", Args: []*engine.Kind{seat}},
		FactSampleTaken:       {Name: "sample-taken", Args: []*engine.Kind{DishKind, disease}},
		FactCubesCarried:      {Name: "cubes-carried", Args: []*engine.Kind{DishKind, DishKind, disease, num}},
		FactCubesGrown:        {Name: "cubes-grown", Args: []*engine.Kind{disease, num}},
		FactGrowthShort:       {Name: "growth-short", Args: []*engine.Kind{disease}},
		FactCubesReturned:     {Name: "cubes-returned", Args: []*engine.Kind{disease, num}},
		FactCirclesFilled:     {Name: "circles-filled", Args: []*engine.Kind{ResearchKind, disease, num}},
		FactCharacterised:     {Name: "characterised", Args: []*engine.Kind{seat, ResearchKind, disease, card}},
		FactTested:            {Name: "tested", Args: []*engine.Kind{seat, ResearchKind, card}},
		FactSequenceDrawn:     {Name: "sequence-drawn", Args: []*engine.Kind{t.Sequence}},
		FactSequencePlaced:    {Name: "sequence-placed", Args: []*engine.Kind{ResearchKind, t.Sequence}},
		FactSequenceDiscarded: {Name: "sequence-discarded", Args: []*engine.Kind{t.Sequence}},
		FactSequencesShuffled: {Name: "sequences-shuffled", Args: []*engine.Kind{num}},
		FactResearchDiscarded: {Name: "research-discarded", Args: []*engine.Kind{ResearchKind, card}},
		FactInfectionsAdded:   {Name: "infections-added", Args: []*engine.Kind{num}},
		FactIncidentsAdded:    {Name: "incidents-added", Args: []*engine.Kind{num}},
		FactIncident:          {Name: "incident", Args: []*engine.Kind{event}},
		FactNoEffect:          {Name: "no-effect"},
		FactMutantGone:        {Name: "mutant-gone", Args: []*engine.Kind{disease}},
		FactStrainsDealt:      {Name: "strains-dealt", Args: []*engine.Kind{num}},
		FactStrainDrawn:       {Name: "strain-drawn", Args: []*engine.Kind{t.Strain}},
		FactStrainNamed:       {Name: "strain-named", Args: []*engine.Kind{disease}},
		FactStrainInForce:     {Name: "strain-in-force", Args: []*engine.Kind{t.Strain}},
		FactStrainEnded:       {Name: "strain-ended", Args: []*engine.Kind{t.Strain}},
		FactMoreInfection:     {Name: "more-infection", Args: []*engine.Kind{num}},
		FactCubesLost:         {Name: "cubes-lost", Args: []*engine.Kind{disease, num}},
		FactReturned:          {Name: "disease-returned", Args: []*engine.Kind{disease}},
		FactSoloBegan:         {Name: "relief-began"},
		FactRested:            {Name: "rested"},
		FactDiscardedFirst:    {Name: "discarded-first", Args: []*engine.Kind{card}},
		FactRoleRemoved:       {Name: "role-removed", Args: []*engine.Kind{role}},
		FactFirstTeam:         {Name: "first-team", Args: []*engine.Kind{seat}},
		FactRoleOffered:       {Name: "role-offered", Args: []*engine.Kind{seat, role}},
		FactObjectiveDealt:    {Name: "objective-dealt", Args: []*engine.Kind{seat, t.Objective}},
		FactTeamDealt:         {Name: "offer-dealt", Args: []*engine.Kind{seat}},
		FactRolePicked:        {Name: "role-picked", Args: []*engine.Kind{seat, role}},
		FactObjectiveKept:     {Name: "objective-kept", Args: []*engine.Kind{seat, t.Objective}},
		FactTeamChose:         {Name: "team-chose", Args: []*engine.Kind{seat}},
		FactBasePlaced:        {Name: "base-placed", Args: []*engine.Kind{seat, city}},
		FactAwarded:           {Name: "awarded", Args: []*engine.Kind{seat, t.Award}},
		FactObjectiveShown:    {Name: "objective-shown", Args: []*engine.Kind{seat, t.Objective}},
		FactPrestige:          {Name: "prestige", Args: []*engine.Kind{seat, t.Award, num}},
		FactStationPrestige:   {Name: "station-prestige", Args: []*engine.Kind{seat, num}},
		FactBonusPrestige:     {Name: "bonus-prestige", Args: []*engine.Kind{seat, card, num}},
		FactPrestigeTotal:     {Name: "prestige-total", Args: []*engine.Kind{seat, num}},
	} {
		words[kind-coreFacts] = w
	}
	return words
}
