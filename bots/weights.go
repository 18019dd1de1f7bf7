package bots

import "theriac/games/epidemic"

// These are the weights in the value of a position. The unit was originally the value of a cure; evolution
// (theriac-lab tune) has changed them since.
const (
	wCured       = iota // a cure found
	wReady              // a hand has all cards for a cure
	wMiss1              // one card is missing
	wMiss2              // two cards are missing
	wMiss3              // three cards are missing
	wMiss4              // four cards are missing
	wReadyDist          // each step from the hand that can cure to a station
	wShare              // a card in a nearby hand, as a fraction of what the next card gains
	wShareReach         // the number of steps from which a card in another hand counts for nothing
	wSpread             // each card of an uncured colour in any hand
	wOut                // an outbreak
	wOutGrow            // how much more the last outbreaks before a loss cost
	wSoon               // expected outbreaks in this turn's infection step
	wRound              // expected outbreaks in the rest of the round
	wNear               // fraction of a city's danger in this round that remains if a pawn is there
	wFar                // additional fraction for each step from the nearest pawn
	wChain              // a neighbour with three cubes that would also have an outbreak
	wCube               // each cube
	wTwo                // a city with two cubes
	wThree              // a city with three cubes
	wSupply             // the cubes that a supply has below ten, squared
	wStation            // each station, up to four
	wEvent              // an event in hand
	wOver               // a card over the hand limit after the draw
	wSlack              // a colour with too few cards left
	wEradicated         // an eradicated disease
	wSpare              // a card of a cured colour
	wCuredCube          // cubes of a cured disease, as a fraction of their cost before the cure
	wPull               // how strongly an endangered city attracts the nearest pawn
	wSurplus            // a card beyond those its colour needs, as a fraction of its value
	wLate               // how much less danger counts near the end of the deck
	wQuietAt            // expected outbreaks that justify an event that skips the infection step
	wForecastAt         // expected outbreaks that justify an event that reorders the infection cards
	wShareSecond        // a second card in a nearby hand, as a fraction of wShare
	wReadyTurn          // each seat whose turn comes before that of the hand that can cure
	wTwoRound           // chance that a city with two cubes is infected twice
	wTurns              // each turn until a cure is expected
	wOdds               // log-odds that the cure comes before the deck runs out
	numWeights
)

// weights holds the weights for one kind of table, indexed by the constants above.
type weights [numWeights]float64

// weightNames are the weights' names in files and on the command line.
var weightNames = [numWeights]string{
	"cured", "ready", "miss1", "miss2", "miss3", "miss4", "ready-dist", "share", "share-reach", "spread", "out",
	"out-grow", "soon", "round", "near", "far", "chain", "cube", "two", "three", "supply", "station", "event", "over",
	"slack", "eradicated", "spare", "cured-cube", "pull", "surplus", "late", "quiet-at", "forecast-at",
	"share-second", "ready-turn", "two-round", "turns", "odds",
}

// weightSets holds a level's weights: one set for each kind of table that they were tuned on.
type weightSets struct {
	base  weights // for the base box, and for all tables without their own set
	rails weights // for a map with tracks and a station per colour
	lab   weights
	alone weights // for solo games without the laboratory
}

// of returns the set of weights for a table's rules.
func (w *weightSets) of(r *epidemic.Rules) weights {
	switch {
	case r.OwnStations:
		return w.rails
	case r.Plays(epidemic.LabMode):
		return w.lab
	case alone(r):
		return w.alone
	}
	return w.base
}

// set changes a weight in all sets. The key is "w." followed by the weight's name.
func (w *weightSets) set(key string, x float64) bool {
	for i, name := range weightNames {
		if key == "w."+name {
			w.base[i], w.rails[i], w.lab[i], w.alone[i] = x, x, x, x
			return true
		}
	}
	return false
}

// tuned holds the weights that evolution found.
var tuned = weightSets{base: tunedBase, rails: tunedRails, lab: tunedLab, alone: tunedAlone}

// tunedRails was tuned on a map with tracks, with four epidemics.
var tunedRails = weights{
	wCured: 47.91, wReady: 27.65, wMiss1: 9.609, wMiss2: 3.177, wMiss3: 1.456, wMiss4: 1.105,
	wReadyDist: 0.9203, wShare: 0.483, wShareReach: 5.072, wSpread: 0.8006, wOut: 2.308, wOutGrow: 5.077,
	wSoon: 1.058, wRound: 0.7864, wNear: 0.3089, wFar: 0.1778, wChain: 0.5349, wCube: 0.07054, wTwo: 0.02415,
	wThree: 0.2383, wSupply: 0.04794, wStation: 1.296, wEvent: 1.717, wOver: 0.2696, wSlack: 2.029,
	wEradicated: 0.7806, wSpare: 0.0804, wCuredCube: 0.2207, wPull: 0.004661, wSurplus: 0.8515, wLate: 0.9537,
	wQuietAt: 0.3626, wForecastAt: 1.277, wShareSecond: 0.114, wReadyTurn: 0.2661, wTwoRound: 0.4786,
	wTurns: 0.1008, wOdds: 0.5362,
}

// tunedLab was tuned with the laboratory, with four epidemics.
var tunedLab = weights{
	wCured: 39.2, wReady: 11.43, wMiss1: 3.225, wMiss2: 1.842, wMiss3: 1.064, wMiss4: 1.458,
	wReadyDist: 0.4563, wShare: 0.07493, wShareReach: 5.957, wSpread: 0.2765, wOut: 2.979, wOutGrow: 3.409,
	wSoon: 1.393, wRound: 1.218, wNear: 0.2494, wFar: 0.1479, wChain: 0.8909, wCube: 0.1009, wTwo: 0.02235,
	wThree: 0.6938, wSupply: 0.04037, wStation: 0.8149, wEvent: 1.091, wOver: 0.4604, wSlack: 2.169,
	wEradicated: 1.461, wSpare: 0.05753, wCuredCube: 0.3265, wPull: 0.008528, wSurplus: 0.4243, wLate: 0.7309,
	wQuietAt: 0.4308, wForecastAt: 1.769, wShareSecond: 0.1755, wReadyTurn: 0.2956, wTwoRound: 0.1699,
	wTurns: 0.06321, wOdds: 0.5878,
}

// tunedBase was tuned on the base box, with five epidemics.
var tunedBase = weights{
	wCured: 37.13, wReady: 26.4, wMiss1: 5.853, wMiss2: 1.943, wMiss3: 1.43, wMiss4: 1.53,
	wReadyDist: 0.3738, wShare: 0.3168, wShareReach: 3.604, wSpread: 0.5104, wOut: 2.254, wOutGrow: 4.865,
	wSoon: 1.162, wRound: 1.064, wNear: 0.4706, wFar: 0.1828, wChain: 0.7996, wCube: 0.1108, wTwo: 0.02161,
	wThree: 0.442, wSupply: 0.02468, wStation: 0.4917, wEvent: 2.278, wOver: 0.3933, wSlack: 1.208,
	wEradicated: 0.9437, wSpare: 0.0757, wCuredCube: 0.2966, wPull: 0.00773, wSurplus: 0.8593, wLate: 0.7043,
	wQuietAt: 0.3484, wForecastAt: 1.017, wShareSecond: 0.1989, wReadyTurn: 0.2886, wTwoRound: 0.2912,
	wTurns: 0.1109, wOdds: 0.9626,
}

// tunedAlone was tuned on solo games, with four epidemics.
var tunedAlone = weights{
	wCured: 53.31, wReady: 11.21, wMiss1: 3.683, wMiss2: 2.351, wMiss3: 1.883, wMiss4: 1.691,
	wReadyDist: 0.3666, wShare: 0.1504, wShareReach: 2.621, wSpread: 0.5604, wOut: 3.772, wOutGrow: 3.066,
	wSoon: 1.178, wRound: 1.793, wNear: 0.4347, wFar: 0.2207, wChain: 2.014, wCube: 0.09134, wTwo: 0.01461,
	wThree: 0.4429, wSupply: 0.01817, wStation: 0.4612, wEvent: 1.325, wOver: 0.4166, wSlack: 1.327,
	wEradicated: 0.8321, wSpare: 0.05347, wCuredCube: 0.7422, wPull: 0.007748, wSurplus: 1.128,
	wLate: 0.5047, wQuietAt: 0.2656, wForecastAt: 0.9147, wShareSecond: 0.1574, wReadyTurn: 0.4797,
	wTwoRound: 0.2877, wTurns: 0.1224, wOdds: 0.5191,
}
