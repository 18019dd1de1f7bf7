package epidemic

import "theriac/engine"

// These are the facts that the core reports.
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
	FactActionsAdded
	FactCardRecovered
	FactStudied
	FactStudiedCard
	FactPlayerDeckOrdered
	FactPlayerDeckOrderedAs
	FactEventReplayed
	FactEventsDrawn
	FactEventInForce
	FactEventEnded
	FactCardShown
	FactSampled
	FactSamplesReturned
	FactRoleTaken
	FactBonusesDrawn
	FactHandsAsked
	FactCardTold
	FactHandKept

	coreFacts engine.FactKind = iota
)

// operand tells what an operand of a fact names. The Ruleset provides the engine.Kind for it.
type operand uint8

const (
	ofSeat operand = iota
	ofNumber
	ofCity
	ofCard
	ofDisease
	ofRole
	ofEvent
	ofInfection
	coreOperands
)

// factWord is the name of a fact with its operands. Because it is plain data, the compiler needs no code to
// fill tables of it, which keeps the browser's WebAssembly module small.
type factWord struct {
	name     string
	operands []operand
}

// factWords returns all facts of the core and the modules, with the kinds of their operands.
func (t *Ruleset) factWords() []engine.Word {
	kinds := t.operandKinds()
	var words []engine.Word
	for _, table := range [][]factWord{coreWords[:], moduleWords[:]} {
		for _, w := range table {
			word := engine.Word{Name: w.name}
			if own, ok := t.Words[w.name]; ok {
				word.Name = own
			}
			for _, o := range w.operands {
				word.Args = append(word.Args, kinds[o])
			}
			words = append(words, word)
		}
	}
	return words
}

var coreWords = [coreFacts]factWord{
	FactTurnBegan:              {"turn-began", []operand{ofSeat}},
	FactRoleDealt:              {"role-dealt", []operand{ofSeat, ofRole}},
	FactCardsDealt:             {"cards-dealt", []operand{ofSeat, ofNumber}},
	FactDeckPrepared:           {"deck-prepared", []operand{ofNumber, ofNumber}},
	FactFirstPlayer:            {"first-player", []operand{ofSeat, ofCard}},
	FactPawnMoved:              {"pawn-moved", []operand{ofSeat, ofCity}},
	FactCardDiscarded:          {"card-discarded", []operand{ofSeat, ofCard}},
	FactCardGiven:              {"card-given", []operand{ofSeat, ofSeat, ofCard}},
	FactCardDrawn:              {"card-drawn", []operand{ofSeat, ofCard}},
	FactCardHidden:             {"card-drawn-hidden", []operand{ofSeat}},
	FactEpidemicDrawn:          {"epidemic-drawn", []operand{ofSeat}},
	FactRateRaised:             {"rate-raised", []operand{ofNumber}},
	FactInfectionDrawn:         {"infection-drawn", []operand{ofInfection}},
	FactCubesPlaced:            {"cubes-placed", []operand{ofCity, ofDisease, ofNumber}},
	FactCubesRemoved:           {"cubes-removed", []operand{ofCity, ofDisease, ofNumber}},
	FactPlacementPrevented:     {"placement-prevented", []operand{ofCity, ofDisease}},
	FactOutbreak:               {"outbreak", []operand{ofCity, ofDisease, ofNumber}},
	FactOutbreakSpared:         {"outbreak-spared", []operand{ofCity, ofDisease}},
	FactIntensified:            {"intensified", []operand{ofNumber}},
	FactCured:                  {"cured", []operand{ofDisease}},
	FactEradicated:             {"eradicated", []operand{ofDisease}},
	FactStationBuilt:           {"station-built", []operand{ofCity}},
	FactStationMoved:           {"station-moved", []operand{ofCity, ofCity}},
	FactEventPlayed:            {"event-played", []operand{ofSeat, ofEvent}},
	FactEventStored:            {"event-stored", []operand{ofSeat, ofEvent}},
	FactEventRemoved:           {"event-removed", []operand{ofEvent}},
	FactCardRemoved:            {"infection-removed", []operand{ofInfection}},
	FactAsked:                  {"asked", []operand{ofSeat, ofSeat}},
	FactAgreed:                 {"agreed", []operand{ofSeat}},
	FactRefused:                {"refused", []operand{ofSeat}},
	FactInfectionBegan:         {"infection-began", []operand{ofNumber}},
	FactInfectionSkipped:       {"infection-skipped", nil},
	FactLooked:                 {"looked", []operand{ofSeat, ofNumber}},
	FactLookedAt:               {"looked-at", []operand{ofInfection, ofNumber}},
	FactInfectionDeckOrdered:   {"arranged", []operand{ofSeat, ofNumber}},
	FactInfectionDeckOrderedAs: {"arranged-as", []operand{ofInfection, ofNumber}},
	FactPassed:                 {"passed", []operand{ofSeat}},
	FactWaived:                 {"waived", []operand{ofSeat, ofEvent}},
	FactEnded:                  {"ended", nil},
	FactActionsAdded:           {"actions-added", []operand{ofSeat, ofNumber}},
	FactCardRecovered:          {"card-recovered", []operand{ofSeat, ofCard}},
	FactStudied:                {"studied", []operand{ofSeat, ofNumber}},
	FactStudiedCard:            {"studied-card", []operand{ofCard, ofNumber}},
	FactPlayerDeckOrdered:      {"restacked", []operand{ofSeat, ofNumber}},
	FactPlayerDeckOrderedAs:    {"restacked-as", []operand{ofCard, ofNumber}},
	FactEventReplayed:          {"event-replayed", []operand{ofSeat, ofEvent}},
	FactEventsDrawn:            {"events-drawn", []operand{ofNumber}},
	FactEventInForce:           {"event-in-force", []operand{ofEvent, ofSeat}},
	FactEventEnded:             {"event-ended", []operand{ofEvent}},
	FactCardShown:              {"card-shown", []operand{ofSeat, ofCard}},
	FactSampled:                {"sampled", []operand{ofSeat, ofDisease, ofNumber}},
	FactSamplesReturned:        {"samples-returned", []operand{ofSeat, ofDisease, ofNumber}},
	FactRoleTaken:              {"role-taken", []operand{ofSeat, ofRole}},
	FactBonusesDrawn:           {"bonuses-drawn", []operand{ofNumber}},
	FactHandsAsked:             {"hands-asked", []operand{ofSeat}},
	FactCardTold:               {"card-told", []operand{ofSeat, ofCard}},
	FactHandKept:               {"hand-kept", []operand{ofSeat}},
}
