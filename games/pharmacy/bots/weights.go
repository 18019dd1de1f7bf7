package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// Weights are the numbers by which a judge values moves. Tuning changes them to find stronger styles.
type Weights [weightCount]int

// These are the indices of the weights. Values are in hundredths of a point, and shares are in percent.
const (
	wTake         = iota // taking a card in the seat's own turn
	wSend                // sending a card around
	wRisk                // playing a risk card
	wPay                 // paying to pass a card on
	wPayCount            // each pill that is paid, no matter what its value
	wDodge               // paying to pass a risk card on
	wFear                // how steeply the fear of intensive care grows
	wFearFrom            // the sickness from which that fear grows, in halves
	wCare                // the cost of intensive care
	wFirstNeedle         // the cost of the first injection
	wSecondNeedle        // the cost of the second injection
	wHarm                // the share of another seat's burden that counts as a gain
	wHarmMost            // the burden above which that share no longer grows
	wRiskHarm            // the share of the harm that a risk card does to the player who opens it
	wMenace              // the value of harming the leader
	wInfect              // the importance of the player whom a plague harms
	wVolunteer           // the value of the guinea pig's pills
	wNoise               // how much chance decides between moves
	wReach               // becoming sick enough to play risk cards
	wPoor                // giving a card to a player who can hardly pay
	wSickly              // giving a risk card to a sick player, for each point of sickness
	wOpen                // opening a risk card, for each pill that the seat needs to have fewPills
	wFace                // the cost of each face in addition to faceCosts; one weight per face
	weightCount   = wFace + len(faceCosts)
)

// honest holds the weights of an honest Pharmacist.
var honest = Weights{
	wPay: 80, wPayCount: 10, wFear: 100, wFearFrom: 6, wCare: 4000, wFirstNeedle: 100, wSecondNeedle: 400,
	wHarm: 17, wHarmMost: 600, wRisk: 50, wRiskHarm: 17, wMenace: 10, wInfect: 0, wVolunteer: 600, wNoise: 20,
}

// crowd holds styles that tuning found one after another, each to beat the earlier ones. None of them beats all
// others.
var crowd = [...]Weights{
	honest,
	{-12, 94, 109, 23, 26, 79, 50, 10, 5232, 106, 409, 22, 210, 36, 11, 6, 727, 8},
	{132, 61, 109, 74, 57, 77, 90, 15, 5064, 375, 453, 17, 183, 39, 6, 36, 637, 3},
	{142, -4, 76, 138, 20, 80, 37, 10, 3688, 366, 465, 13, 843, 55, 14, 38, 579, 1},
	{122, -7, 60, 92, 1, 82, 107, 12, 3080, 465, 654, 8, 963, 50, 26, 27, 586, 1},
}

// These styles add two tendencies of human players that crowd lacks. A keeper keeps an arriving card rather
// than pay to pass it on. A fearless player has little fear of intensive care.
var (
	keeper   = honest.but(wPay, -150).but(wDodge, -150)
	fearless = honest.but(wFear, -70)
)

// but returns a copy of the weights with weight i changed by the given amount.
func (w Weights) but(i, by int) Weights {
	w[i] += by
	return w
}

// models are the styles that an expert considers, each with the style that answers it and how likely it is. In
// crowd, each style is answered by the next one.
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

// peer imitates how bots that search choose if they assume honest opponents.
var peer = Weights{176, 133, 198, 136, 116, -166, 68, 8, 2007, 449, 565, 13, 498, 5, 8, -1, 548, 80, 59, -25, 1, -3, 124, 33, -47, 283, 139, 172, 185, 57, 172, -197, 91, 283, 206, 139}

// usual imitates how bots that search choose against each other. The ranker uses it for playouts, and the
// search for a best response starts from it.
var usual = Weights{
	165, 123, 152, 157, 121, -152, 42, 8, 2013, 362, 509, 14, 458, 12, 16, 4, 499, 63, 44, -12, 2, 4,
	122, 239, 25, 199, 186, 589, 164, 107, 110, 64, 196, 320, 73, 165,
}

// equal imitates how experts choose against each other, and is the model that an expert considers most likely.
// It was found in the same way as response, by observing experts whose models included usual (seed 1000001, 60
// games, 3000 changes).
var equal = Weights{
	183, 137, 166, 173, 126, -155, 46, 7, 1818, 341, 478, 13, 482, 9, 14, -2, 567, 52, 44, -7, 1, 10,
	198, 171, -19, -162, 323, 500, 224, 240, -36, 100, 165, 374, 80, 125,
}

// response imitates how experts choose against each other. The bot best-response assumes that all others play
// by these weights; no expert uses them as a model. They were found by `theriac-lab tune response --game
// pharmacy --games 32 --changes 2000 --seed 1000003`.
var response = Weights{
	164, 125, 150, 157, 135, -145, 54, 8, 1786, 344, 504, 14, 508, 9, 14, 18, 528, 56, 54, -36, 0, 4,
	266, 216, 36, -284, 289, 709, 151, 157, 29, -167, -122, 355, 58, 126,
}

// Usual returns the weights from which the search for a best response starts.
func Usual() Weights { return usual }

// Likes appends the value that a judge with these weights gives to each move in the list. All moves must belong
// to one seat of the view.
func (w *Weights) Likes(v *pharmacy.View, list []engine.Move, likes []int) []int {
	var j judge
	j.begin(v.Rules(), &v.Public)
	j.look(w, &v.Public)
	for _, m := range list {
		likes = append(likes, j.like(m, v.Hands[m.Seat], v.Face))
	}
	return likes
}

// Changed returns a copy of the weights with a few random changes.
func (w Weights) Changed(dice *ai.Dice) Weights {
	scale := 1 + dice.N(100)
	for range 1 + dice.N(3) {
		i := dice.N(len(w))
		w[i] += stepOf(i) * (dice.N(201) - 100) * scale / 10000
	}
	w[wNoise], w[wFear] = max(1, w[wNoise]), max(0, w[wFear])
	return w
}

// stepOf returns the largest random change to weight i.
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
