package engine_test

import (
	"fmt"

	"theriac/engine"
	"theriac/examples/brimful"
)

// begin sets up the same game every time: the deck follows from the seed.
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

// A game is played by asking whose answer is missing, listing that seat's moves and
// playing one of them. What happened comes back as facts, each with its rule.
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
		facts, _, err := s.Play(s.Default(seat)) // what happens to a seat that does not answer
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

// A move that is not listed is refused, with the first rule that forbids it.
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

// Undo is a copy that was made before. Whether it is fair is another question: the
// effect of a move says who learned something by it.
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

// A view has what its seats know and nothing else: here seat 1 sees its own two
// cards, and how many the other one has.
func ExampleView() {
	s := begin()
	v := s.View(engine.SeatsOf(1))
	fmt.Println(string(engine.AppendCode(nil, v.Code)))
	// Output: {"seats":["1"],"serial":1,"active":"0","left":20,"players":[{"cards":2},{"cards":2}],"hands":[{},{"cards":{"5":2}}]}
}

// From a view a whole game can be drawn that its seats cannot tell from the real
// one: a bot thinks about such games, and cannot see what it may not.
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
