package epidemic_test

import (
	"fmt"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/world"
)

// begin returns the first position of a two-player game on the world map. Compile turns a header into the
// table's rules, and Deal sets up the position.
func begin() *epidemic.State {
	rules, err := world.Game.Compile(engine.Header{
		Game: "world", Revision: world.Revision,
		Settings: engine.Settings{{Name: "players", Value: "2"}, {Name: "roles", Value: "medic,scientist"}},
	})
	if err != nil {
		panic(err)
	}
	chance, err := engine.NumberedSeed(2).Rand()
	if err != nil {
		panic(err)
	}
	s := new(epidemic.State)
	rules.Deal(s, chance, nil)
	return s
}

// The example lists the moves of a position and plays one, which changes the position and produces facts.
func ExampleState() {
	s := begin()
	words := world.Game.Vocabulary()
	seat := s.Decision().Owing().First()
	moves := s.AppendMoves(nil, seat)
	for _, m := range moves {
		fmt.Printf("%d %s\n", m.Seat, words.Move(m))
	}
	var out engine.Facts
	s.Play(moves[0], &out)
	for _, f := range out.List {
		fmt.Printf("-> %s (%s)\n", words.Fact(f), f.Rule)
	}
	// Output:
	// 0 drive chicago
	// 0 drive washington
	// 0 drive miami
	// 0 direct sao-paulo
	// 0 direct mumbai
	// 0 direct shanghai
	// 0 treat blue
	// 0 draw
	// 0 forecast
	// -> pawn-moved 0 chicago (action/drive)
}

// The example shows that a position is a plain value: copy it, play moves on the copy, and discard the copy
// to undo them.
func ExampleState_copy() {
	s := begin()
	ahead := *s
	for range 4 {
		seat := ahead.Decision().Owing().First()
		ahead.Play(ahead.AppendMoves(nil, seat)[0], nil) // nil: the facts are not needed
	}
	city := world.Game.City
	fmt.Println("on the copy the pawn is in", city.Text(uint8(ahead.Pawn(0))))
	fmt.Println("in the game it is in", city.Text(uint8(s.Pawn(0))))
	// Output:
	// on the copy the pawn is in san-francisco
	// in the game it is in atlanta
}

// The example asks why a move is not legal.
func ExampleState_Why() {
	s := begin()
	m, err := world.Game.Vocabulary().ParseMove(0, "drive tokyo")
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Why(m))
	// Output: action/drive
}

// The example computes odds from a view. They reveal nothing that a careful player could not work out.
func ExampleView_EpidemicOdds() {
	s := begin()
	v := s.Knows(engine.SeatsOf(0))
	fmt.Printf("an epidemic with the next two cards: %.0f%%\n", 100*v.EpidemicOdds(2))
	fmt.Printf("with the next twelve: %.0f%%\n", 100*v.EpidemicOdds(12))
	// Output:
	// an epidemic with the next two cards: 15%
	// with the next twelve: 92%
}
