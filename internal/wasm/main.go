// Command wasm plays fixed games and prints the hash of each final position. It is built both natively and for
// the browser, and both builds must print the same text. It also shows how large the rules alone are in a
// browser: the engine and the games.
//
// By design it refuses to import anything else. So it cannot use the list in package games, and internal/gen
// writes a list for it.
package main

import (
	"strconv"

	"theriac/ai"
	"theriac/engine"
)

// game is a game together with the variants to play, one after another.
type game struct {
	engine.Game
	variants func() []engine.Settings
	// play plays a random game and prints how it ended.
	play func(h engine.Header, seed uint64)
}

// of builds a game from its rules, with positions of type S. It uses only code that a search needs, and no code
// that only a table needs.
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

// dealer is implemented by compiled rules, which can deal a position.
type dealer[P any] interface {
	Deal(s P, chance engine.Rand, out *engine.Facts)
}

// most is how many games of each kind are played at most. Each game plays one variant.
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
