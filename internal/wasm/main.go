// Command wasm plays fixed games and prints the hash of each last position. It
// is built natively and for the browser, and both must print the same. It is
// also the measure of how large the rules are there: engine and games, and
// nothing else. It refuses to import more than they do.
package main

import (
	"strconv"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
	"theriac/games/epidemic"
	"theriac/games/pharmacy"
)

func main() {
	println("games", len(games.All))
	for _, game := range games.Maps {
		play(game)
	}
	playCards()
}

// playCards plays fixed games of the card game, in all its variants by turns.
func playCards() {
	variants := pharmacy.Variants()
	for seed := range uint64(len(variants)) {
		h := engine.Header{
			Game: pharmacy.Game.Name(), Revision: pharmacy.Revision, Settings: variants[seed], Seed: engine.NumberedSeed(seed),
		}
		rules, err := pharmacy.Game.Compile(h)
		if err != nil {
			panic(err.Error())
		}
		chance, _ := h.Seed.Rand()
		s := new(pharmacy.State)
		rules.Deal(s, chance, nil)
		dice := ai.Dice(seed)
		moves := ai.Playout[pharmacy.State](s, &dice, make([]engine.Move, 0, engine.MaxMoves))
		v := s.Knows(engine.SeatsOf(0))
		redrawn := v.Position(&chance)
		result, _ := s.Outcome()
		println(strconv.FormatUint(seed, 10), moves, result.Cause, engine.HashOf(s.Code).String(), engine.HashOf(redrawn.Code).String())
	}
}

// play plays fixed games of a map game, in all its variants by turns.
func play(game games.Map) {
	variants := game.Variants()
	for seed := range uint64(200) {
		h := engine.Header{
			Game: game.Name(), Revision: game.Revision(),
			Settings: variants[seed%uint64(len(variants))], Seed: engine.NumberedSeed(seed),
		}
		rules, err := game.Compile(h)
		if err != nil {
			panic(err.Error())
		}
		chance, _ := h.Seed.Rand()
		s := new(epidemic.State)
		rules.Deal(s, chance, nil)
		dice := ai.Dice(seed)
		moves := ai.Playout[epidemic.State](s, &dice, make([]engine.Move, 0, 2*engine.MaxMoves))
		v := s.Knows(engine.SeatsOf(0))
		redrawn := v.Position(&chance)
		println(strconv.FormatUint(seed, 10), moves, s.End.Rule(), engine.HashOf(s.Code).String(), engine.HashOf(redrawn.Code).String())
	}
}
