package lab

import (
	"theriac/engine"
	"theriac/games/lab"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
)

// respond observes experts who play against each other at a table of four. It returns the weights with which a
// judge predicts the experts' choices best. A quarter of the games is held out to test the weights.
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
