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
	// play plays a game by chance and prints how it ended.
	play func(h engine.Header, seed uint64)
}

// of is a game by its rules, of positions of one type: the code that a search calls,
// without what only a table needs.
func of[S any, P engine.Position[S], R dealer[P]](g engine.Game, variants func() []engine.Settings, compile func(engine.Header) (R, error)) game {
	return game{g, variants, func(h engine.Header, seed uint64) {
		rules, err := compile(h)
		if err != nil {
			panic(err.Error())
		}
		chance, _ := h.Seed.Rand()
		s := P(new(S))
		rules.Deal(s, chance, nil)
		dice := ai.Dice(seed)
		moves := ai.Playout[S](s, &dice, make([]engine.Move, 0, 2*engine.MaxMoves))
		drawn := s.View(engine.SeatsOf(0)).Draw(&chance)
		result, _ := s.Outcome()
		println(strconv.FormatUint(seed, 10), moves, result.Cause, engine.HashOf(s.Code).String(), drawn.Hash().String())
	}}
}

// dealer is compiled rules.
type dealer[P any] interface {
	Deal(s P, chance engine.Rand, out *engine.Facts)
}

// most is how many games of each are played at the most, one in each variant.
const most = 256

func main() {
	println("games", len(games))
	for _, g := range games {
		variants := g.variants()
		for seed := range min(most, len(variants)) {
			g.play(engine.Header{
				Game: g.Name(), Revision: g.Revision(), Settings: variants[seed], Seed: engine.NumberedSeed(uint64(seed)),
			}, uint64(seed))
		}
	}
}
