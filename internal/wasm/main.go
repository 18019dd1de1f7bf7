// Command wasm plays fixed games and prints the hash of each last position. It
// is built natively and for the browser, and both must print the same. It is
// also the measure of how large the rules are there: engine and games, and
// nothing else. It refuses to import more than they do, so its list of the games is
// not that of package games but written from it by internal/gen.
package main

import (
	"strconv"

	"theriac/ai"
	"theriac/engine"
)

// game is a game with the option sets to play, in turn.
type game struct {
	engine.Game
	variants func() []engine.Settings
}

// most is how many games of each are played at the most, one in each variant.
const most = 256

func main() {
	println("games", len(games))
	for _, g := range games {
		variants := g.variants()
		for seed := range min(most, len(variants)) {
			g.play(uint64(seed), variants[seed])
		}
	}
}

// play plays a fixed game by chance and prints how it ended, and the hash of its last
// position and of one that a seat cannot tell from it.
func (g game) play(seed uint64, set engine.Settings) {
	h := engine.Header{Game: g.Name(), Revision: g.Revision(), Settings: set, Seed: engine.NumberedSeed(seed)}
	s, err := g.New(h)
	if err != nil {
		panic(err.Error())
	}
	dice := ai.Dice(seed)
	moves := 0
	var list []engine.Move
	for d := s.Decision(); !d.Over; d = s.Decision() {
		list = list[:0]
		for seat := range d.Asked().Each {
			list = s.AppendMoves(list, seat)
		}
		if _, _, err := s.Play(list[dice.N(len(list))]); err != nil {
			panic(err.Error())
		}
		moves++
	}
	chance, _ := h.Seed.Rand()
	drawn := s.View(engine.SeatsOf(0)).Draw(&chance)
	result, _ := s.Outcome()
	println(strconv.FormatUint(seed, 10), moves, result.Cause, s.Hash().String(), drawn.Hash().String())
}
