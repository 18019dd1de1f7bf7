package brimful

import (
	"strconv"

	"theriac/engine"
)

// Game is Brimful. It can be used wherever an engine.Game is needed.
var Game = Ruleset{}

const (
	revision = 1
	faces    = 6  // cards have the values 1 to 6
	copies   = 4  // number of cards of each value
	brim     = 12 // capacity of the flask
	bonus    = 6  // extra points for filling it exactly
	dealt    = 2  // number of cards in a hand
)

// The verbs of moves, in the order of the vocabulary.
const (
	verbPour engine.Verb = iota
	verbAdd
	verbTake
)

// The kinds of facts.
const (
	factDealt engine.FactKind = iota
	factTurnBegan
	factPoured
	factAdded
	factTook
	factFilled
	factSpilled
)

// The kinds of questions.
const (
	questionOver engine.QuestionKind = iota
	questionTurn
)

var (
	cardKind   = engine.NewKind("card", "1", "2", "3", "4", "5", "6")
	seat       = []*engine.Kind{engine.SeatKind}
	vocabulary = newVocabulary()
	options    = []engine.Option{{Name: "players", Kind: engine.Range, Min: 2, Max: 4, Default: "2"}}
)

func newVocabulary() *engine.Vocabulary {
	v := engine.NewVocabulary(
		[]engine.Word{{Name: "pour"}, {Name: "add", Args: []*engine.Kind{cardKind}}, {Name: "take"}},
		[]engine.Word{
			{Name: "dealt", Args: []*engine.Kind{engine.SeatKind, cardKind}},
			{Name: "turn-began", Args: seat},
			{Name: "poured", Args: []*engine.Kind{cardKind}},
			{Name: "added", Args: []*engine.Kind{engine.SeatKind, cardKind}},
			{Name: "took", Args: []*engine.Kind{engine.SeatKind, engine.Number}},
			{Name: "filled", Args: seat}, {Name: "spilled", Args: seat},
		},
		[]string{"over", "turn"})
	v.Turn, v.Began = questionTurn, factTurnBegan
	return v
}

// Ruleset implements the engine's contract for Brimful.
type Ruleset struct{}

// Name returns the name by which servers and transcripts know the game.
func (Ruleset) Name() string { return "brimful" }

// Revision returns the newest revision of the rules.
func (Ruleset) Revision() int { return revision }

// Options returns the options that a table can choose before the game.
func (Ruleset) Options() []engine.Option { return options }

// Vocabulary returns the names of the moves, facts and questions.
func (Ruleset) Vocabulary() *engine.Vocabulary { return vocabulary }

// Rivals returns all other seats, because everyone plays against everyone.
func (Ruleset) Rivals(set engine.Settings, seat engine.Seat) engine.Seats {
	if int(seat) >= set.Int("players") {
		return 0
	}
	return engine.AllSeats(set.Int("players")).Without(seat)
}

// New sets up the game described by a header.
func (Ruleset) New(h engine.Header) (engine.Session, error) {
	s, opening, err := Deal(h)
	if err != nil {
		return nil, err
	}
	return engine.NewSession[State](&s, vocabulary, opening), nil
}

// Variants returns the settings for all possible set-ups.
func Variants() (all []engine.Settings) {
	for n := 2; n <= 4; n++ {
		all = append(all, engine.Settings{{Name: "players", Value: strconv.Itoa(n)}})
	}
	return all
}
