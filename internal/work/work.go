// Package work is what workers do: they take open questions off a queue, ask a bot of
// the wanted level or a game's evaluator, and send the answer back. A server has some
// workers, and `theriac worker` is a process of them on another machine.
//
// It refuses to know more than one seat does: an item has a view and the listed moves,
// no log, no position and no seed of the game. It cannot change a game: whoever asked
// submits the answer, if it is still wanted.
package work

import (
	"encoding/json"
	"errors"
	"fmt"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
)

// Kinds of items.
const (
	// KindMove asks a bot for a move.
	KindMove = ""
	// KindChance asks an evaluator how likely the seats are to win.
	KindChance = "chance"
	// KindPlans asks it for plans of the turn that is being played.
	KindPlans = "plans"
)

// Item is one question for a bot or an evaluator, with all that it may know.
type Item struct {
	ID string `json:"id"` // names the question; the answer repeats it
	// Kind is what is asked. Items that are not for a bot name no level: a worker too
	// old to know the kind knows no such level either, and answers that it failed.
	Kind     string          `json:"kind,omitempty"`
	Game     string          `json:"game"`
	Revision int             `json:"revision"`
	Settings [][2]string     `json:"settings"`
	Content  []byte          `json:"content,omitempty"` // replaced cards
	Players  []string        `json:"players"`           // the ids of the seats
	Level    string          `json:"level,omitempty"`
	Seats    engine.Seats    `json:"seats"` // that the bot plays, or whose chance is wanted
	Owing    engine.Seats    `json:"owing"` // those of them that owe an answer
	View     json.RawMessage `json:"view"`  // what these seats know
	Moves    []Move          `json:"moves"` // every listed move of these seats
	Seed     uint64          `json:"seed"`  // of the bot's own chance; not the game's
	Memo     []byte          `json:"memo,omitempty"`
	Most     int64           `json:"most"` // milliseconds that it may think
	// Core is milliseconds of a processor that an evaluator may use; 0 for no limit.
	Core int64 `json:"core,omitempty"`
	// Budget is an evaluator's rollouts; 0 for its own.
	Budget int `json:"budget,omitempty"`
	// With is the rest of a turn that plans are compared with; nil for none, which is not
	// the same as one without a move.
	With []Move `json:"with,omitzero"`
	// Acted says that the turn's actions count as over.
	Acted bool `json:"acted,omitempty"`
}

// Move is a move by its name.
type Move struct {
	Seat engine.Seat `json:"seat"`
	Move string      `json:"move"`
}

// Plan is a plan by the names of its moves.
type Plan struct {
	Moves    []Move      `json:"moves"`
	Estimate ai.Estimate `json:"estimate"`
	Idea     string      `json:"idea"`
	Reason   string      `json:"reason,omitempty"` // a key of the catalogues
	Args     [][2]string `json:"args,omitempty"`
}

// Answer is what a bot or an evaluator answers.
type Answer struct {
	ID     string      `json:"id"`
	Kind   string      `json:"kind,omitempty"` // of the item
	Move   Move        `json:"move"`
	Silent bool        `json:"silent,omitempty"` // it does not interject
	Reason string      `json:"reason,omitempty"` // a key of the catalogues
	Args   [][2]string `json:"args,omitempty"`
	Memo   []byte      `json:"memo,omitempty"`
	Took   int64       `json:"took"` // microseconds of a processor
	// Estimate answers KindChance, and Plans KindPlans, the best first. Reference is the
	// level that is thought to play on.
	Estimate  *ai.Estimate `json:"estimate,omitempty"`
	Plans     []Plan       `json:"plans,omitempty"`
	Reference string       `json:"reference,omitempty"`
	// Failed says why there is no answer: the bot is unknown here, or it failed.
	Failed string `json:"failed,omitempty"`
}

// Ask makes the item of a question: what some seats know of a position, and their
// moves; nil where they have none. The header gives no seed away, whatever it has.
func Ask(h engine.Header, pos engine.Session, seats engine.Seats) *Item {
	it := newItem(h, seats)
	d, v := pos.Decision(), pos.Vocabulary()
	it.Owing = d.Owing() & seats
	for seat := range (d.Asked() & seats).Each {
		for _, m := range pos.AppendMoves(nil, seat) {
			it.Moves = append(it.Moves, Move{Seat: seat, Move: v.Move(m)})
		}
	}
	if len(it.Moves) == 0 {
		return nil
	}
	it.View = engine.AppendCode(nil, pos.View(seats).Code)
	return it
}

// AskChance makes the item that asks how likely some seats are to win, from what they
// know together.
func AskChance(h engine.Header, pos engine.Session, seats engine.Seats) *Item {
	it := newItem(h, seats)
	it.Kind, it.View = KindChance, engine.AppendCode(nil, pos.View(seats).Code)
	return it
}

// AskPlans makes the item that asks for plans of the turn that is being played. with is
// the rest of a turn that they are compared with, or nil.
func AskPlans(h engine.Header, pos engine.Session, seats engine.Seats, with []engine.Move) *Item {
	it := AskChance(h, pos, seats)
	it.Kind, it.With = KindPlans, named(pos.Vocabulary(), with)
	return it
}

// Evaluate makes the item of a question to an evaluator, of one of its kinds. The
// vocabulary is the table's.
func Evaluate(h engine.Header, kind string, q *ai.Evaluation, v *engine.Vocabulary) *Item {
	it := newItem(h, q.Seats)
	it.Kind, it.View, it.With = kind, engine.AppendCode(nil, q.View.Code), named(v, q.Moves)
	it.Acted, it.Budget, it.Seed = q.Acted, q.Budget, q.Seed
	return it
}

// named is moves by name; nil stays nil.
func named(v *engine.Vocabulary, moves []engine.Move) []Move {
	if moves == nil {
		return nil
	}
	list := make([]Move, 0, len(moves))
	for _, m := range moves {
		list = append(list, Move{Seat: m.Seat, Move: v.Move(m)})
	}
	return list
}

// Ideas are the plans of an answer as a search has them.
func (a *Answer) Ideas(v *engine.Vocabulary) ([]ai.Plan, error) {
	out := make([]ai.Plan, 0, len(a.Plans))
	for _, p := range a.Plans {
		moves, err := parse(v, p.Moves)
		if err != nil {
			return nil, err
		}
		out = append(out, ai.Plan{Moves: moves, Estimate: p.Estimate, Idea: p.Idea, Reason: ai.Reason{Key: p.Reason, Args: p.Args}})
	}
	return out, nil
}

func newItem(h engine.Header, seats engine.Seats) *Item {
	it := &Item{Game: h.Game, Revision: h.Revision, Content: h.Content, Players: h.Seats, Seats: seats}
	for _, s := range h.Settings {
		it.Settings = append(it.Settings, [2]string{s.Name, s.Value})
	}
	return it
}

// header is how the item's game began, without its seed.
func (it *Item) header() engine.Header {
	h := engine.Header{Game: it.Game, Revision: it.Revision, Seats: it.Players}
	for _, s := range it.Settings {
		h.Settings = append(h.Settings, engine.Setting{Name: s[0], Value: s[1]})
	}
	h.SetContent(string(it.Content))
	return h
}

// Errors of an item that this program cannot answer.
var (
	errGame  = errors.New("a game that is not known here")
	errLevel = errors.New("a level that is not known here")
	errKind  = errors.New("a kind of question that is not known here")
	errBlind = errors.New("a game without an evaluator")
)

// read reads the view and the moves: those that are listed, and those of a turn.
func (it *Item) read() (view engine.View, list, with []engine.Move, vocab *engine.Vocabulary, err error) {
	game, ok := games.Find(it.Game)
	if !ok {
		return nil, nil, nil, nil, errGame
	}
	reader, ok := game.(engine.ViewReader)
	if !ok {
		return nil, nil, nil, nil, errGame
	}
	if view, err = reader.ReadView(it.header(), it.View); err != nil {
		return nil, nil, nil, nil, fmt.Errorf("the view: %w", err)
	}
	var chance engine.Rand
	vocab = view.Draw(&chance).Vocabulary() // that of the table, replaced cards included
	if list, err = parse(vocab, it.Moves); err == nil {
		with, err = parse(vocab, it.With)
	}
	return view, list, with, vocab, err
}

// parse reads moves by name; nil stays nil.
func parse(vocab *engine.Vocabulary, named []Move) ([]engine.Move, error) {
	if named == nil {
		return nil, nil
	}
	list := make([]engine.Move, 0, len(named))
	for _, m := range named {
		move, err := vocab.ParseMove(m.Seat, m.Move)
		if err != nil {
			return nil, fmt.Errorf("the move %q: %w", m.Move, err)
		}
		list = append(list, move)
	}
	return list, nil
}
