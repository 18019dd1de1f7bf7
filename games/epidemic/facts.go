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

// factWords names the facts and their operands, those of the ways after the core's.
func (t *Ruleset) factWords() []engine.Word {
	seat, num := engine.SeatKind, engine.Number
	city, card, disease, role, event := t.City, t.Card, t.Disease, t.Role, t.Event
	words := make([]engine.Word, coreFacts)
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
		FactActionsAdded:           {Name: "actions-added", Args: []*engine.Kind{seat, num}},
		FactCardRecovered:          {Name: "card-recovered", Args: []*engine.Kind{seat, card}},
		FactStudied:                {Name: "studied", Args: []*engine.Kind{seat, num}},
		FactStudiedCard:            {Name: "studied-card", Args: []*engine.Kind{card, num}},
		FactPlayerDeckOrdered:      {Name: "restacked", Args: []*engine.Kind{seat, num}},
		FactPlayerDeckOrderedAs:    {Name: "restacked-as", Args: []*engine.Kind{card, num}},
		FactEventReplayed:          {Name: "event-replayed", Args: []*engine.Kind{seat, event}},
		FactEventsDrawn:            {Name: "events-drawn", Args: []*engine.Kind{num}},
		FactEventInForce:           {Name: "event-in-force", Args: []*engine.Kind{event, seat}},
		FactEventEnded:             {Name: "event-ended", Args: []*engine.Kind{event}},
		FactCardShown:              {Name: "card-shown", Args: []*engine.Kind{seat, card}},
		FactSampled:                {Name: "sampled", Args: []*engine.Kind{seat, disease, num}},
		FactSamplesReturned:        {Name: "samples-returned", Args: []*engine.Kind{seat, disease, num}},
		FactRoleTaken:              {Name: "role-taken", Args: []*engine.Kind{seat, role}},
		FactBonusesDrawn:           {Name: "bonuses-drawn", Args: []*engine.Kind{num}},
		FactHandsAsked:             {Name: "hands-asked", Args: []*engine.Kind{seat}},
		FactCardTold:               {Name: "card-told", Args: []*engine.Kind{seat, card}},
		FactHandKept:               {Name: "hand-kept", Args: []*engine.Kind{seat}},
	} {
		words[kind] = w
	}
	words = append(words, t.wayWords()...)
	for i := range words {
		if own, ok := t.Words[words[i].Name]; ok {
			words[i].Name = own
		}
	}
	return words
}
