package epidemic

import "theriac/engine"

// The facts that a map game tells.
const (
	FactTurnBegan engine.FactKind = iota
	FactRoleDealt
	FactCardsDealt
	FactDeckPrepared
	FactFirstPlayer
	FactPawnMoved
	FactCardDiscarded
	FactCardGiven
	FactCardDrawn
	FactCardHidden
	FactEpidemicDrawn
	FactRateRaised
	FactInfectionDrawn
	FactCubesPlaced
	FactCubesRemoved
	FactPlacementPrevented
	FactOutbreak
	FactOutbreakSpared
	FactIntensified
	FactCured
	FactEradicated
	FactStationBuilt
	FactStationMoved
	FactEventPlayed
	FactEventStored
	FactEventRemoved
	FactCardRemoved
	FactAsked
	FactAgreed
	FactRefused
	FactInfectionBegan
	FactInfectionSkipped
	FactLooked
	FactLookedAt
	FactInfectionDeckOrdered
	FactInfectionDeckOrderedAs
	FactPassed
	FactWaived
	FactEnded
	FactTrackLaid
	FactTokensPlaced
	FactTokenSpent
	FactTokensFreed
	FactShieldPlaced
	FactCubeWalked
	FactOverflowed
	FactActionsAdded
	FactCardRecovered
	FactTraitInPlay
	FactStudied
	FactStudiedCard
	FactPlayerDeckOrdered
	FactPlayerDeckOrderedAs
	FactEventReplayed
	FactEventsDrawn
	FactChallenge
	FactReachChosen
	FactEventInForce
	FactEventEnded
	FactCardShown
	FactSampled
	FactSamplesReturned
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
	FactRoleTaken
	FactRoleRemoved
	FactFirstTeam
	FactRoleOffered
	FactObjectiveDealt
	FactTeamDealt
	FactRolePicked
	FactObjectiveKept
	FactTeamChose
	FactBasePlaced
	FactBonusesDrawn
	FactAwarded
	FactObjectiveShown
	FactPrestige
	FactStationPrestige
	FactBonusPrestige
	FactPrestigeTotal
	factCount
)

// factWords names the facts and their operands.
func (t *Ruleset) factWords() []engine.Word {
	seat, num := engine.SeatKind, engine.Number
	city, card, disease, role, event := t.City, t.Card, t.Disease, t.Role, t.Event
	words := make([]engine.Word, factCount)
	for kind, w := range map[engine.FactKind]engine.Word{
		FactTurnBegan:              {Name: "turn-began", Args: []*engine.Kind{seat}},
		FactRoleDealt:              {Name: "role-dealt", Args: []*engine.Kind{seat, role}},
		FactCardsDealt:             {Name: "cards-dealt", Args: []*engine.Kind{seat, num}},
		FactDeckPrepared:           {Name: "deck-prepared", Args: []*engine.Kind{num, num}},
		FactFirstPlayer:            {Name: "first-player", Args: []*engine.Kind{seat, card}},
		FactPawnMoved:              {Name: "pawn-moved", Args: []*engine.Kind{seat, city}},
		FactCardDiscarded:          {Name: "card-discarded", Args: []*engine.Kind{seat, card}},
		FactCardGiven:              {Name: "card-given", Args: []*engine.Kind{seat, seat, card}},
		FactCardDrawn:              {Name: "card-drawn", Args: []*engine.Kind{seat, card}},
		FactCardHidden:             {Name: "card-drawn-hidden", Args: []*engine.Kind{seat}},
		FactEpidemicDrawn:          {Name: "epidemic-drawn", Args: []*engine.Kind{seat}},
		FactRateRaised:             {Name: "rate-raised", Args: []*engine.Kind{num}},
		FactInfectionDrawn:         {Name: "infection-drawn", Args: []*engine.Kind{t.Infection}},
		FactCubesPlaced:            {Name: "cubes-placed", Args: []*engine.Kind{city, disease, num}},
		FactCubesRemoved:           {Name: "cubes-removed", Args: []*engine.Kind{city, disease, num}},
		FactPlacementPrevented:     {Name: "placement-prevented", Args: []*engine.Kind{city, disease}},
		FactOutbreak:               {Name: "outbreak", Args: []*engine.Kind{city, disease, num}},
		FactOutbreakSpared:         {Name: "outbreak-spared", Args: []*engine.Kind{city, disease}},
		FactIntensified:            {Name: "intensified", Args: []*engine.Kind{num}},
		FactCured:                  {Name: "cured", Args: []*engine.Kind{disease}},
		FactEradicated:             {Name: "eradicated", Args: []*engine.Kind{disease}},
		FactStationBuilt:           {Name: "station-built", Args: []*engine.Kind{city}},
		FactStationMoved:           {Name: "station-moved", Args: []*engine.Kind{city, city}},
		FactEventPlayed:            {Name: "event-played", Args: []*engine.Kind{seat, event}},
		FactEventStored:            {Name: "event-stored", Args: []*engine.Kind{seat, event}},
		FactEventRemoved:           {Name: "event-removed", Args: []*engine.Kind{event}},
		FactCardRemoved:            {Name: "infection-removed", Args: []*engine.Kind{t.Infection}},
		FactAsked:                  {Name: "asked", Args: []*engine.Kind{seat, seat}},
		FactAgreed:                 {Name: "agreed", Args: []*engine.Kind{seat}},
		FactRefused:                {Name: "refused", Args: []*engine.Kind{seat}},
		FactInfectionBegan:         {Name: "infection-began", Args: []*engine.Kind{num}},
		FactInfectionSkipped:       {Name: "infection-skipped"},
		FactLooked:                 {Name: "looked", Args: []*engine.Kind{seat, num}},
		FactLookedAt:               {Name: "looked-at", Args: []*engine.Kind{t.Infection, num}},
		FactInfectionDeckOrdered:   {Name: "arranged", Args: []*engine.Kind{seat, num}},
		FactInfectionDeckOrderedAs: {Name: "arranged-as", Args: []*engine.Kind{t.Infection, num}},
		FactPassed:                 {Name: "passed", Args: []*engine.Kind{seat}},
		FactWaived:                 {Name: "waived", Args: []*engine.Kind{seat, event}},
		FactEnded:                  {Name: "ended"},
		FactTrackLaid:              {Name: "track-laid", Args: []*engine.Kind{city, city}},
		FactTokensPlaced:           {Name: "tokens-placed", Args: []*engine.Kind{t.Region, num}},
		FactTokenSpent:             {Name: "token-spent", Args: []*engine.Kind{t.Region, city, disease}},
		FactTokensFreed:            {Name: "tokens-freed", Args: []*engine.Kind{num}},
		FactShieldPlaced:           {Name: "shield-placed", Args: []*engine.Kind{seat, t.Region}},
		FactCubeWalked:             {Name: "cube-walked", Args: []*engine.Kind{disease, city, city}},
		FactOverflowed:             {Name: "overflowed", Args: []*engine.Kind{city, disease, num}},
		FactActionsAdded:           {Name: "actions-added", Args: []*engine.Kind{seat, num}},
		FactCardRecovered:          {Name: "card-recovered", Args: []*engine.Kind{seat, card}},
		FactTraitInPlay:            {Name: "trait-in-play", Args: []*engine.Kind{t.Trait}},
		FactStudied:                {Name: "studied", Args: []*engine.Kind{seat, num}},
		FactStudiedCard:            {Name: "studied-card", Args: []*engine.Kind{card, num}},
		FactPlayerDeckOrdered:      {Name: "restacked", Args: []*engine.Kind{seat, num}},
		FactPlayerDeckOrderedAs:    {Name: "restacked-as", Args: []*engine.Kind{card, num}},
		FactEventReplayed:          {Name: "event-replayed", Args: []*engine.Kind{seat, event}},
		FactEventsDrawn:            {Name: "events-drawn", Args: []*engine.Kind{num}},
		FactChallenge:              {Name: "challenge"},
		FactReachChosen:            {Name: "reach-chosen", Args: []*engine.Kind{city}},
		FactEventInForce:           {Name: "event-in-force", Args: []*engine.Kind{event, seat}},
		FactEventEnded:             {Name: "event-ended", Args: []*engine.Kind{event}},
		FactCardShown:              {Name: "card-shown", Args: []*engine.Kind{seat, card}},
		FactSampled:                {Name: "sampled", Args: []*engine.Kind{seat, disease, num}},
		FactSamplesReturned:        {Name: "samples-returned", Args: []*engine.Kind{seat, disease, num}},
		FactLabFree:                {Name: "lab-action-free", Args: []*engine.Kind{seat}},
		FactSampleTaken:            {Name: "sample-taken", Args: []*engine.Kind{DishKind, disease}},
		FactCubesCarried:           {Name: "cubes-carried", Args: []*engine.Kind{DishKind, DishKind, disease, num}},
		FactCubesGrown:             {Name: "cubes-grown", Args: []*engine.Kind{disease, num}},
		FactGrowthShort:            {Name: "growth-short", Args: []*engine.Kind{disease}},
		FactCubesReturned:          {Name: "cubes-returned", Args: []*engine.Kind{disease, num}},
		FactCirclesFilled:          {Name: "circles-filled", Args: []*engine.Kind{ResearchKind, disease, num}},
		FactCharacterised:          {Name: "characterised", Args: []*engine.Kind{seat, ResearchKind, disease, card}},
		FactTested:                 {Name: "tested", Args: []*engine.Kind{seat, ResearchKind, card}},
		FactSequenceDrawn:          {Name: "sequence-drawn", Args: []*engine.Kind{t.Sequence}},
		FactSequencePlaced:         {Name: "sequence-placed", Args: []*engine.Kind{ResearchKind, t.Sequence}},
		FactSequenceDiscarded:      {Name: "sequence-discarded", Args: []*engine.Kind{t.Sequence}},
		FactSequencesShuffled:      {Name: "sequences-shuffled", Args: []*engine.Kind{num}},
		FactResearchDiscarded:      {Name: "research-discarded", Args: []*engine.Kind{ResearchKind, card}},
		FactInfectionsAdded:        {Name: "infections-added", Args: []*engine.Kind{num}},
		FactIncidentsAdded:         {Name: "incidents-added", Args: []*engine.Kind{num}},
		FactIncident:               {Name: "incident", Args: []*engine.Kind{event}},
		FactNoEffect:               {Name: "no-effect"},
		FactMutantGone:             {Name: "mutant-gone", Args: []*engine.Kind{disease}},
		FactStrainsDealt:           {Name: "strains-dealt", Args: []*engine.Kind{num}},
		FactStrainDrawn:            {Name: "strain-drawn", Args: []*engine.Kind{t.Strain}},
		FactStrainNamed:            {Name: "strain-named", Args: []*engine.Kind{disease}},
		FactStrainInForce:          {Name: "strain-in-force", Args: []*engine.Kind{t.Strain}},
		FactStrainEnded:            {Name: "strain-ended", Args: []*engine.Kind{t.Strain}},
		FactMoreInfection:          {Name: "more-infection", Args: []*engine.Kind{num}},
		FactCubesLost:              {Name: "cubes-lost", Args: []*engine.Kind{disease, num}},
		FactReturned:               {Name: "disease-returned", Args: []*engine.Kind{disease}},
		FactSoloBegan:              {Name: "relief-began"},
		FactRested:                 {Name: "rested"},
		FactDiscardedFirst:         {Name: "discarded-first", Args: []*engine.Kind{card}},
		FactRoleTaken:              {Name: "role-taken", Args: []*engine.Kind{seat, role}},
		FactRoleRemoved:            {Name: "role-removed", Args: []*engine.Kind{role}},
		FactFirstTeam:              {Name: "first-team", Args: []*engine.Kind{seat}},
		FactRoleOffered:            {Name: "role-offered", Args: []*engine.Kind{seat, role}},
		FactObjectiveDealt:         {Name: "objective-dealt", Args: []*engine.Kind{seat, t.Objective}},
		FactTeamDealt:              {Name: "offer-dealt", Args: []*engine.Kind{seat}},
		FactRolePicked:             {Name: "role-picked", Args: []*engine.Kind{seat, role}},
		FactObjectiveKept:          {Name: "objective-kept", Args: []*engine.Kind{seat, t.Objective}},
		FactTeamChose:              {Name: "team-chose", Args: []*engine.Kind{seat}},
		FactBasePlaced:             {Name: "base-placed", Args: []*engine.Kind{seat, city}},
		FactBonusesDrawn:           {Name: "bonuses-drawn", Args: []*engine.Kind{num}},
		FactAwarded:                {Name: "awarded", Args: []*engine.Kind{seat, t.Award}},
		FactObjectiveShown:         {Name: "objective-shown", Args: []*engine.Kind{seat, t.Objective}},
		FactPrestige:               {Name: "prestige", Args: []*engine.Kind{seat, t.Award, num}},
		FactStationPrestige:        {Name: "station-prestige", Args: []*engine.Kind{seat, num}},
		FactBonusPrestige:          {Name: "bonus-prestige", Args: []*engine.Kind{seat, card, num}},
		FactPrestigeTotal:          {Name: "prestige-total", Args: []*engine.Kind{seat, num}},
	} {
		if own, ok := t.Words[w.Name]; ok {
			w.Name = own
		}
		words[kind] = w
	}
	return words
}
