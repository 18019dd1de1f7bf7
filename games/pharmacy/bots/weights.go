package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// Weights is what a judge likes and fears: the numbers that tuning changes.
type Weights [weightCount]int

// The weights. Values are hundredths of a point, shares are percent.
const (
	wTake         = iota // on its turn: taking a card
	wSend                // sending one round
	wRisk                // playing a risk card
	wPay                 // paying when a card comes round
	wPayCount            // a pill less, whatever it is worth
	wDodge               // paying when a risk card comes
	wFear                // of intensive care: how steeply it grows
	wFearFrom            // and from which sickness on, in halves
	wCare                // what intensive care costs
	wFirstNeedle         // what the first injection costs
	wSecondNeedle        // and the second
	wHarm                // the share of another's burden that is one's own gain
	wHarmMost            // and the burden from which on it is the same
	wRiskHarm            // the share of what a risk card does to who opens it
	wMenace              // how much it matters who leads
	wInfect              // how much it matters what a plague does to whom
	wVolunteer           // what the guinea pig's pills are worth
	wNoise               // how far chance decides between moves
	wReach               // getting ill enough to play risk cards
	wPoor                // handing a card to who can hardly pay
	wSickly              // handing a risk card to who is ill, for each point of sickness
	wOpen                // opening, for each pill that is not left to pay with
	wFace                // what a face costs more than faceCosts says; one for each face
	weightCount   = wFace + len(faceCosts)
)

// honest weighs as an honest Pharmacist does.
var honest = Weights{
	wPay: 80, wPayCount: 10, wFear: 100, wFearFrom: 6, wCare: 4000, wFirstNeedle: 100, wSecondNeedle: 400,
	wHarm: 17, wHarmMost: 600, wRisk: 50, wRiskHarm: 17, wMenace: 10, wInfect: 0, wVolunteer: 600, wNoise: 20,
}

// crowd is ways to play that tuning found one after the other, each against those before
// it. They beat each other in a circle: none is the best.
var crowd = [...]Weights{
	honest,
	{-12, 94, 109, 23, 26, 79, 50, 10, 5232, 106, 409, 22, 210, 36, 11, 6, 727, 8},
	{132, 61, 109, 74, 57, 77, 90, 15, 5064, 375, 453, 17, 183, 39, 6, 36, 637, 3},
	{142, -4, 76, 138, 20, 80, 37, 10, 3688, 366, 465, 13, 843, 55, 14, 38, 579, 1},
	{122, -7, 60, 92, 1, 82, 107, 12, 3080, 465, 654, 8, 963, 50, 26, 27, 586, 1},
}

// Two leanings that people have and that the circle left behind: to keep what comes rather
// than to pay for passing it on, and to fear intensive care little.
var (
	keeper   = honest.but(wPay, -150).but(wDodge, -150)
	fearless = honest.but(wFear, -70)
)

// but is the weights with one of them changed by so much.
func (w Weights) but(i, by int) Weights {
	w[i] += by
	return w
}

// models are the ways to play that a searcher thinks of. Those of the circle have the one
// after them as their reply.
var models = [...]model{
	{&crowd[0], &crowd[1], .35},
	{&crowd[1], &crowd[2], .15},
	{&crowd[2], &crowd[3], .15},
	{&crowd[3], &crowd[4], .15},
	{&crowd[4], &crowd[4], .15},
	{&peer, &peer, .15},
	{&keeper, &crowd[1], .1},
	{&fearless, &crowd[1], .1},
	{&equal, &equal, 5},
}

const modelCount = 9

// peer imitates what searchers that expected honest players chose among themselves.
var peer = Weights{176, 133, 198, 136, 116, -166, 68, 8, 2007, 449, 565, 13, 498, 5, 8, -1, 548, 80, 59, -25, 1, -3, 124, 33, -47, 283, 139, 172, 185, 57, 172, -197, 91, 283, 206, 139}

// usual imitates what searchers choose among themselves: what the ranker plays games out by,
// and what a search for a response begins with.
var usual = Weights{
	165, 123, 152, 157, 121, -152, 42, 8, 2013, 362, 509, 14, 458, 12, 16, 4, 499, 63, 44, -12, 2, 4,
	122, 239, 25, 199, 186, 589, 164, 107, 110, 64, 196, 320, 73, 165,
}

// equal imitates what experts choose among themselves: what an expert expects of an expert. It was found like the response, watching experts that
// had usual among their models (seed 1000001, 60 games, 3000 changes).
var equal = Weights{
	183, 137, 166, 173, 126, -155, 46, 7, 1818, 341, 478, 13, 482, 9, 14, -2, 567, 52, 44, -7, 1, 10,
	198, 171, -19, -162, 323, 500, 224, 240, -36, 100, 165, 374, 80, 125,
}

// response imitates what experts choose among themselves: what their best response expects
// of them. No expert knows it. It was found by
// `theriac-lab tune response --game pharmacy --games 32 --changes 2000 --seed 1000003`.
var response = Weights{
	164, 125, 150, 157, 135, -145, 54, 8, 1786, 344, 504, 14, 508, 9, 14, 18, 528, 56, 54, -36, 0, 4,
	266, 216, 36, -284, 289, 709, 151, 157, 29, -167, -122, 355, 58, 126,
}

// Usual is the weights that a search for a response begins with.
func Usual() Weights { return usual }

// Likes adds how much a judge likes each move of one seat that sees a view.
func (w *Weights) Likes(v *pharmacy.View, list []engine.Move, likes []int) []int {
	var j judge
	j.begin(v.Rules(), &v.Public)
	j.look(w, &v.Public)
	for _, m := range list {
		likes = append(likes, j.like(m, v.Hands[m.Seat], v.Face))
	}
	return likes
}

// Changed is the weights with some of them changed by chance.
func (w Weights) Changed(dice *ai.Dice) Weights {
	scale := 1 + dice.N(100)
	for range 1 + dice.N(3) {
		i := dice.N(len(w))
		w[i] += stepOf(i) * (dice.N(201) - 100) * scale / 10000
	}
	w[wNoise], w[wFear] = max(1, w[wNoise]), max(0, w[wFear])
	return w
}

// stepOf is how far a weight is changed at most.
func stepOf(i int) int {
	switch i {
	case wCare:
		return 1500
	case wHarmMost:
		return 600
	case wPayCount, wHarm, wRiskHarm, wMenace, wInfect, wSickly, wNoise, wOpen:
		return 25
	case wFearFrom:
		return 6
	case wFear:
		return 80
	}
	return 200
}
