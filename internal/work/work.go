// Package work implements workers. They take open questions from a queue, have a bot of the requested level or
// a game's evaluator answer them, and send the answers back. A server has some workers, and `theriac worker`
// runs them on another machine.
//
// By design it refuses to know more than a seat does. An item has a view and the listed moves, but no log, no
// position and no seed of the game. A worker cannot change a game: the caller submits the answer, if it is
// still wanted.
package work

import (
	"encoding/json"
	"errors"
	"fmt"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
)

// The kinds of items.
const (
	// KindMove requests a move from a bot.
	KindMove = ""
	// KindChance requests how likely the seats are to win, from an evaluator.
	KindChance = "chance"
	// KindPlans requests plans for the rest of the current turn, from an evaluator.
	KindPlans = "plans"
)

// Item is one question for a bot or an evaluator, with everything that the worker may know.
type Item struct {
	ID string `json:"id"` // identifies the question; the answer repeats it
	// Kind is the kind of question. Items for an evaluator have no level. A worker that does not know the kind
	// looks for a bot of the empty level, finds none, and reports a failure.
	Kind     string          `json:"kind,omitempty"`
	Game     string          `json:"game"`
	Revision int             `json:"revision"`
	Settings [][2]string     `json:"settings"`
	Content  []byte          `json:"content,omitempty"` // a group's own cards
	Players  []string        `json:"players"`           // the ids of the seats
	Level    string          `json:"level,omitempty"`
	Seats    engine.Seats    `json:"seats"` // the seats that the bot plays, or whose chance is requested
	Owing    engine.Seats    `json:"owing"` // the members of Seats that owe an answer
	View     json.RawMessage `json:"view"`  // what Seats know
	Moves    []Move          `json:"moves"` // every legal move of Seats
	Seed     uint64          `json:"seed"`  // seed of the bot's own random numbers, not of the game's
	Memo     []byte          `json:"memo,omitempty"`
	Most     int64           `json:"most"` // the longest time that the worker may take, in milliseconds
	// Core is the processor time in milliseconds that an evaluator may use; 0 means no limit.
	Core int64 `json:"core,omitempty"`
	// Budget is the evaluator's number of rollouts; 0 means its default.
	Budget int `json:"budget,omitempty"`
	// With is the rest of a turn with which plans are compared. Nil means no comparison, which differs from a
	// rest without moves.
	With []Move `json:"with,omitzero"`
	// Acted means that plans treat the actions of the turn as finished.
	Acted bool `json:"acted,omitempty"`
}

// Move is a move in the notation of the game.
type Move struct {
	Seat engine.Seat `json:"seat"`
	Move string      `json:"move"`
}

// Plan is a plan with the notation of its moves.
type Plan struct {
	Moves    []Move      `json:"moves"`
	Estimate ai.Estimate `json:"estimate"`
	Idea     string      `json:"idea"`
	Reason   string      `json:"reason,omitempty"` // a key of the text catalogues
	Args     [][2]string `json:"args,omitempty"`
}

// Answer is the answer of a bot or an evaluator to an item.
type Answer struct {
	ID     string      `json:"id"`
	Kind   string      `json:"kind,omitempty"` // the kind of the item
	Move   Move        `json:"move"`
	Silent bool        `json:"silent,omitempty"` // the bot declines to interject
	Reason string      `json:"reason,omitempty"` // a key of the text catalogues
	Args   [][2]string `json:"args,omitempty"`
	Memo   []byte      `json:"memo,omitempty"`
	Took   int64       `json:"took"` // processor time in microseconds
	// Estimate is the answer to KindChance. Plans is the answer to KindPlans, with the best plan first.
	// Reference is the level of the player that plays on in rollouts.
	Estimate  *ai.Estimate `json:"estimate,omitempty"`
	Plans     []Plan       `json:"plans,omitempty"`
	Reference string       `json:"reference,omitempty"`
	// Failed is why there is no answer: the bot is unknown to the worker, or it failed.
	Failed string `json:"failed,omitempty"`
}

// Ask returns an item for a question to a bot: what some seats know of a position, and their moves. It returns
// nil if the seats have no moves. The item never contains the seed in the header.
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

// AskChance returns an item that requests how likely some seats are to win, based on what they know together.
func AskChance(h engine.Header, pos engine.Session, seats engine.Seats) *Item {
	it := newItem(h, seats)
	it.Kind, it.View = KindChance, engine.AppendCode(nil, pos.View(seats).Code)
	return it
}

// AskPlans returns an item that requests plans for the rest of the current turn. with is a rest of the turn
// with which to compare the plans, or nil.
func AskPlans(h engine.Header, pos engine.Session, seats engine.Seats, with []engine.Move) *Item {
	it := AskChance(h, pos, seats)
	it.Kind, it.With = KindPlans, named(pos.Vocabulary(), with)
	return it
}

// Evaluate returns an item for a question to an evaluator. v is the vocabulary of the table.
func Evaluate(h engine.Header, kind string, q *ai.Evaluation, v *engine.Vocabulary) *Item {
	it := newItem(h, q.Seats)
	it.Kind, it.View, it.With = kind, engine.AppendCode(nil, q.View.Code), named(v, q.Moves)
	it.Acted, it.Budget, it.Seed = q.Acted, q.Budget, q.Seed
	return it
}

// named converts moves to their notation. A nil list stays nil.
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

// Ideas converts the plans of an answer to plans of package ai.
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

// header returns how the item's game began, without its seed.
func (it *Item) header() engine.Header {
	h := engine.Header{Game: it.Game, Revision: it.Revision, Seats: it.Players}
	for _, s := range it.Settings {
		h.Settings = append(h.Settings, engine.Setting{Name: s[0], Value: s[1]})
	}
	h.SetContent(string(it.Content))
	return h
}

// Errors for items that this program cannot answer.
var (
	errGame  = errors.New("a game that is not known here")
	errLevel = errors.New("a level that is not known here")
	errKind  = errors.New("a kind of question that is not known here")
	errBlind = errors.New("a game without an evaluator")
)

// read decodes the view, the listed moves, and the moves of With.
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
	vocab = view.Draw(&chance).Vocabulary() // the vocabulary of the table, including a group's own cards
	if list, err = parse(vocab, it.Moves); err == nil {
		with, err = parse(vocab, it.With)
	}
	return view, list, with, vocab, err
}

// parse parses moves in the game's notation. A nil list stays nil.
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
