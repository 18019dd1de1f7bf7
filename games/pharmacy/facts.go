package pharmacy

import "theriac/engine"

// These are the facts of the game.
const (
	factRoundBegan engine.FactKind = iota
	factPillsDealt
	factCardsDealt
	factRiskDealt
	factRiskLeft
	factCardTurned
	factPileEmptied
	factTurnBegan
	factPassedOver
	factCardTaken
	factCardSent
	factCardPassed
	factCardKept
	factPillsStaked
	factStakeReturned
	factStakeLost
	factPillsReceived
	factPillsMissing
	factPillsPaid
	factVirusPlaced
	factInjectionGot
	factVirusInjected
	factInjectionUnused
	factRiskSent
	factRiskPassed
	factRiskOpened
	factPillGiven
	factPillReturned
	factNothingReturned
	factVirusCaught
	factNothingCaught
	factDeclined
	factNotCollected
	factDiagnosed
	factNursed
	factTitled
	factIntensiveCare
	factRoundEnded
	factGuessRight
	factGuessWrong
	factGuessVoid
	factScored
	factScoredMinus
	factEnded
)

var (
	seatKind = engine.SeatKind
	num      = engine.Number
)

// factWords are the names of the facts, with the kinds of operands that each of them has.
var factWords = []engine.Word{
	factRoundBegan:      {Name: "round-began", Args: []*engine.Kind{num, seatKind}},
	factPillsDealt:      {Name: "pills-dealt", Args: []*engine.Kind{seatKind, blueKind, yellowKind, redKind}},
	factCardsDealt:      {Name: "cards-dealt", Args: []*engine.Kind{seatKind, num}},
	factRiskDealt:       {Name: "risk-dealt", Args: []*engine.Kind{seatKind, cardKind}},
	factRiskLeft:        {Name: "risk-left-out", Args: []*engine.Kind{num}},
	factCardTurned:      {Name: "card-turned", Args: []*engine.Kind{pileKind, cardKind}},
	factPileEmptied:     {Name: "pile-emptied", Args: []*engine.Kind{pileKind}},
	factTurnBegan:       {Name: "turn-began", Args: []*engine.Kind{seatKind}},
	factPassedOver:      {Name: "passed-over", Args: []*engine.Kind{seatKind}},
	factCardTaken:       {Name: "card-taken", Args: []*engine.Kind{seatKind, cardKind}},
	factCardSent:        {Name: "card-sent", Args: []*engine.Kind{seatKind, cardKind, seatKind}},
	factCardPassed:      {Name: "card-passed", Args: []*engine.Kind{seatKind, seatKind, num}},
	factCardKept:        {Name: "card-kept", Args: []*engine.Kind{seatKind, cardKind}},
	factPillsStaked:     {Name: "pills-staked", Args: []*engine.Kind{seatKind, blueKind, yellowKind, redKind}},
	factStakeReturned:   {Name: "stake-returned", Args: []*engine.Kind{seatKind, blueKind, yellowKind, redKind}},
	factStakeLost:       {Name: "stake-lost", Args: []*engine.Kind{seatKind, blueKind, yellowKind, redKind}},
	factPillsReceived:   {Name: "pills-received", Args: []*engine.Kind{seatKind, blueKind, yellowKind, redKind}},
	factPillsMissing:    {Name: "pills-missing", Args: []*engine.Kind{seatKind, blueKind, yellowKind, redKind}},
	factPillsPaid:       {Name: "pills-paid", Args: []*engine.Kind{seatKind, blueKind, yellowKind, redKind}},
	factVirusPlaced:     {Name: "virus-placed", Args: []*engine.Kind{seatKind, cardKind, num}},
	factInjectionGot:    {Name: "injection-got", Args: []*engine.Kind{seatKind}},
	factVirusInjected:   {Name: "virus-injected", Args: []*engine.Kind{seatKind, cardKind, doseKind, num}},
	factInjectionUnused: {Name: "injection-unused", Args: []*engine.Kind{seatKind}},
	factRiskSent:        {Name: "risk-sent", Args: []*engine.Kind{seatKind, seatKind}},
	factRiskPassed:      {Name: "risk-passed", Args: []*engine.Kind{seatKind, seatKind}},
	factRiskOpened:      {Name: "risk-opened", Args: []*engine.Kind{seatKind, cardKind}},
	factPillGiven:       {Name: "pill-given", Args: []*engine.Kind{seatKind, pillKind, seatKind}},
	factPillReturned:    {Name: "pill-returned", Args: []*engine.Kind{seatKind, pillKind}},
	factNothingReturned: {Name: "nothing-returned", Args: []*engine.Kind{seatKind}},
	factVirusCaught:     {Name: "virus-caught", Args: []*engine.Kind{seatKind, cardKind, seatKind}},
	factNothingCaught:   {Name: "nothing-caught", Args: []*engine.Kind{seatKind}},
	factDeclined:        {Name: "declined", Args: []*engine.Kind{seatKind}},
	factNotCollected:    {Name: "not-collected", Args: []*engine.Kind{seatKind, pillKind}},
	factDiagnosed:       {Name: "diagnosed", Args: []*engine.Kind{seatKind, seatKind}},
	factNursed:          {Name: "nursed", Args: []*engine.Kind{seatKind, seatKind}},
	factTitled:          {Name: "titled", Args: []*engine.Kind{seatKind}},
	factIntensiveCare:   {Name: "intensive-care", Args: []*engine.Kind{seatKind}},
	factRoundEnded:      {Name: "round-ended", Args: []*engine.Kind{num}},
	factGuessRight:      {Name: "guess-right", Args: []*engine.Kind{seatKind, num}},
	factGuessWrong:      {Name: "guess-wrong", Args: []*engine.Kind{seatKind, num}},
	factGuessVoid:       {Name: "guess-void", Args: []*engine.Kind{seatKind}},
	factScored:          {Name: "scored", Args: []*engine.Kind{seatKind, num}},
	factScoredMinus:     {Name: "scored-minus", Args: []*engine.Kind{seatKind, num}},
	factEnded:           {Name: "ended"},
}
