package engine_test

import (
	"fmt"

	"theriac/engine"
	"theriac/examples/brimful"
)

// begin sets up the same game every time, because the seed determines the deck.
func begin() engine.Session {
	s, err := brimful.Game.New(engine.Header{
		Game: "brimful", Revision: 1, Settings: engine.Settings{{Name: "players", Value: "2"}},
		Seed: engine.NumberedSeed(1),
	})
	if err != nil {
		panic(err)
	}
	return s
}

// To play a game, find a seat that owes an answer, list its moves and play one of them. Play returns facts
// that describe what happened, each with its rule.
func ExampleSession() {
	s := begin()
	words := s.Vocabulary()
	for range 3 {
		d := s.Decision()
		seat := d.Owing().First()
		fmt.Printf("seat %d, %s:", seat, words.Questions[d.Question])
		for _, m := range s.AppendMoves(nil, seat) {
			fmt.Printf(" [%s]", words.Move(m))
		}
		fmt.Println()
		facts, _, err := s.Play(s.Default(seat)) // Default is the move for a seat that does not respond.
		if err != nil {
			panic(err)
		}
		for _, f := range facts {
			fmt.Printf("  %s (%s)\n", words.Fact(f), f.Rule)
		}
	}
	// Output:
	// seat 0, turn: [pour] [add 1] [add 5]
	//   poured 3 (turn/pour)
	// seat 0, turn: [pour] [add 1] [add 5] [take]
	//   took 0 3 (turn/take)
	//   turn-began 1 (turn/order)
	// seat 1, turn: [pour] [add 5]
	//   poured 4 (turn/pour)
}

// Play rejects an illegal move, and names the first rule that forbids it.
func ExampleRefusal() {
	s := begin()
	m, err := s.Vocabulary().ParseMove(0, "take")
	if err != nil {
		panic(err)
	}
	_, _, err = s.Play(m)
	fmt.Println(err)
	// Output: “take” is not allowed (turn/take)
}

// To undo a move, return to a copy made before it. The move's effect tells which seats have learned
// something, and thus whether undoing it is fair.
func ExampleSession_clone() {
	s := begin()
	before := s.Clone()
	m, _ := s.Vocabulary().ParseMove(0, "pour")
	_, effect, err := s.Play(m)
	if err != nil {
		panic(err)
	}
	fmt.Println("free to take back:", effect.Free())
	fmt.Println("another position:", s.Hash() != before.Hash())
	s = before
	fmt.Println("back:", s.Hash() == begin().Hash())
	// Output:
	// free to take back: false
	// another position: true
	// back: true
}

// A view holds only what its seats know. Here seat 1 sees its own two cards, and only the number of the other
// seat's cards.
func ExampleView() {
	s := begin()
	v := s.View(engine.SeatsOf(1))
	fmt.Println(string(engine.AppendCode(nil, v.Code)))
	// Output: {"seats":["1"],"serial":1,"active":"0","left":20,"players":[{"cards":2},{"cards":2}],"hands":[{},{"cards":{"5":2}}]}
}

// Draw invents a whole game that the seats of a view cannot distinguish from the real one. Bots think about
// invented games, so they cannot use hidden cards.
func ExampleView_draw() {
	v := begin().View(engine.SeatsOf(1))
	text := func(v engine.View) string { return string(engine.AppendCode(nil, v.Code)) }
	for n := range byte(3) {
		drawn := v.Draw(&engine.Rand{Key: engine.Key{n}})
		fmt.Print("seat 0 could:")
		for _, m := range drawn.AppendMoves(nil, 0) {
			fmt.Printf(" [%s]", drawn.Vocabulary().Move(m))
		}
		fmt.Println("; the same to seat 1:", text(drawn.View(engine.SeatsOf(1))) == text(v))
	}
	// Output:
	// seat 0 could: [pour] [add 3] [add 6]; the same to seat 1: true
	// seat 0 could: [pour] [add 3] [add 4]; the same to seat 1: true
	// seat 0 could: [pour] [add 4] [add 6]; the same to seat 1: true
}
