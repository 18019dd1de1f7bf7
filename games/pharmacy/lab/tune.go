package lab

import (
	"theriac/engine"
	"theriac/games/lab"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
)

// respond watches experts play among themselves at a table of four and finds the weights of
// the best response: those by which a judge chooses most nearly as they did. A quarter of the
// games is kept back, to see whether it does so in games that it has not seen.
func respond(w lab.Watching) ([]int, error) {
	r, err := pharmacy.Game.Compile(engine.Header{Game: pharmacy.Game.Name(), Revision: pharmacy.Revision})
	if err != nil {
		return nil, err
	}
	expert := bots.Levels[len(bots.Levels)-1]
	choices := observe(r, expert.New(), 0, w.Games, w.Seed)
	cut := len(choices) * 3 / 4
	w.Progress("%d choices in %d games", len(choices), w.Games)
	found, before, after := imitate(bots.Usual(), choices[:cut], w.Changes, w.Seed)
	w.Progress("surprise %.3f before, %.3f after, %.3f in games not seen", before, after, surprise(&found, choices[cut:]))
	return found[:], nil
}
