package ai_test

import (
	"fmt"

	"theriac/ai"
	"theriac/engine"
	"theriac/examples/brimful"
)

func begin() brimful.State {
	s, _, err := brimful.Deal(engine.Header{Game: "brimful", Revision: 1, Seed: engine.NumberedSeed(1)})
	if err != nil {
		panic(err)
	}
	return s
}

// Playout plays a position to its end at random. Here it plays on copies, so the original does not change.
func ExamplePlayout() {
	s := begin()
	dice := ai.Dice(1)
	for range 3 {
		end := s
		moves := ai.Playout[brimful.State](&end, &dice, nil)
		result, _ := end.Outcome()
		fmt.Printf("%d moves, %d to %d\n", moves, result.Points[0], result.Points[1])
	}
	// Output:
	// 33 moves, 19 to 25
	// 29 moves, 21 to 26
	// 31 moves, 22 to 21
}

// Candidates returns every move that could come next, from which a player can choose by its own policy. This
// one stops as soon as the flask is half full.
func ExampleCandidates() {
	s := begin()
	for d := s.Decision(); !d.Over; d = s.Decision() {
		list := ai.Candidates[brimful.State](nil, &s, d)
		choice := list[0]
		if last := list[len(list)-1]; s.Flask >= 6 {
			choice = last // the list is sorted by verb, and "take" is the last verb
		}
		s.Play(choice, nil)
	}
	result, _ := s.Outcome()
	fmt.Println(result.Points[:2])
	// Output: [31 37]
}

// For each move, a simple search draws many games from the seat's view, plays them to the end at random, and
// compares the mean points. It cannot use hidden cards, because it never reads the real position.
func Example_search() {
	s := begin()
	view := s.Knows(engine.SeatsOf(0))
	chance, dice := engine.Rand{}, ai.Dice(1)
	const games = 2000
	for _, m := range engine.MovesFrom(&view, 0) {
		points := 0
		for range games {
			drawn := view.Position(&chance)
			drawn.Play(m, nil)
			ai.Playout[brimful.State](&drawn, &dice, nil)
			result, _ := drawn.Outcome()
			points += int(result.Points[0] - result.Points[1])
		}
		fmt.Printf("%s: ahead by %.1f\n", brimful.Game.Vocabulary().Move(m), float64(points)/games)
	}
	// Output:
	// pour: ahead by 2.7
	// add 1: ahead by 2.2
	// add 5: ahead by 3.0
}
