package bots

// The weights of the value of a position. A cure is the unit in which they are thought;
// evolution moved them since (theriac tune).
const (
	wCured       = iota // a cure found
	wReady              // the cards of a cure are in one hand
	wMiss1              // one card is missing
	wMiss2              // two are
	wMiss3              // three are
	wMiss4              // four are
	wReadyDist          // each step between that hand and a station
	wShare              // part of the next card's gain that a card of somebody near is worth
	wShareReach         // the steps at which such a card is worth nothing
	wSpread             // each card of a colour without a cure in any hand
	wOut                // an outbreak
	wOutGrow            // how much dearer the last outbreaks are
	wSoon               // outbreaks of this turn's infection
	wRound              // outbreaks of the round after
	wNear               // part of the round's danger that is left with a pawn in place
	wFar                // and more for each step
	wChain              // a neighbour that would break out too
	wCube               // each cube
	wTwo                // a city with two
	wThree              // a city with three
	wSupply             // scarce cubes, squared below ten
	wStation            // each station up to four
	wEvent              // an event in hand
	wOver               // a card over the limit after the draw
	wSlack              // a colour whose cards run short
	wEradicated         // a disease eradicated
	wSpare              // a card of a colour that has its cure
	wCuredCube          // part of the cost of cubes that is left after the cure
	wPull               // how a hot city pulls the nearest pawn
	wSurplus            // part of a card's worth beyond what a colour needs
	wLate               // how much less danger counts at the end of the deck
	wQuietAt            // the outbreaks expected at which an infection step is skipped
	wForecastAt         // and at which its cards are put in order
	wShareSecond        // the second such card's part
	wReadyTurn          // each seat before the turn of the hand that is ready
	wTwoRound           // chance that a city with two comes twice
	wTurns              // each turn that a cure is thought to be away
	wOdds               // logarithm of the chance that it comes before the deck ends
	numWeights
)

// weights is a set of weights.
type weights [numWeights]float64

// weightNames are their names in files and on the command line.
var weightNames = [numWeights]string{
	"cured", "ready", "miss1", "miss2", "miss3", "miss4", "ready-dist", "share", "share-reach", "spread", "out",
	"out-grow", "soon", "round", "near", "far", "chain", "cube", "two", "three", "supply", "station", "event", "over",
	"slack", "eradicated", "spare", "cured-cube", "pull", "surplus", "late", "quiet-at", "forecast-at",
	"share-second", "ready-turn", "two-round", "turns", "odds",
}

// tuned are the weights that evolution found on the base box at five epidemics.
var tuned = weights{
	wCured: 37.13, wReady: 26.4, wMiss1: 5.853, wMiss2: 1.943, wMiss3: 1.43, wMiss4: 1.53,
	wReadyDist: 0.3738, wShare: 0.3168, wShareReach: 3.604, wSpread: 0.5104, wOut: 2.254, wOutGrow: 4.865,
	wSoon: 1.162, wRound: 1.064, wNear: 0.4706, wFar: 0.1828, wChain: 0.7996, wCube: 0.1108, wTwo: 0.02161,
	wThree: 0.442, wSupply: 0.02468, wStation: 0.4917, wEvent: 2.278, wOver: 0.3933, wSlack: 1.208,
	wEradicated: 0.9437, wSpare: 0.0757, wCuredCube: 0.2966, wPull: 0.00773, wSurplus: 0.8593, wLate: 0.7043,
	wQuietAt: 0.3484, wForecastAt: 1.017, wShareSecond: 0.1989, wReadyTurn: 0.2886, wTwoRound: 0.2912,
	wTurns: 0.1109, wOdds: 0.9626,
}
