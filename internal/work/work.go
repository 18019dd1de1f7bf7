// Package work is what workers do: they take open questions off a queue, ask a bot of
// the wanted level, and send its answer back. A server has some workers, and `theriac
// worker` is a process of them on another machine.
//
// It refuses to know more than one seat does: an item has a view and the listed moves,
// no log, no position and no seed of the game. It cannot change a game: whoever asked
// submits the answer, if it is still wanted.
package work

import (
	"encoding/json"
	"errors"
	"fmt"

	"theriac/engine"
	"theriac/games"
)

// Item is one question for a bot, with all that the bot may know.
type Item struct {
	ID       string          `json:"id"` // names the question; the answer repeats it
	Game     string          `json:"game"`
	Revision int             `json:"revision"`
	Settings [][2]string     `json:"settings"`
	Content  []byte          `json:"content,omitempty"` // replaced cards
	Players  []string        `json:"players"`           // the ids of the seats
	Level    string          `json:"level"`
	Seats    engine.Seats    `json:"seats"` // that the bot plays
	Owing    engine.Seats    `json:"owing"` // those of them that owe an answer
	View     json.RawMessage `json:"view"`  // what these seats know
	Moves    []Move          `json:"moves"` // every listed move of these seats
	Seed     uint64          `json:"seed"`  // of the bot's own chance; not the game's
	Memo     []byte          `json:"memo,omitempty"`
	Most     int64           `json:"most"` // milliseconds that it may think
}

// Move is a move by its name.
type Move struct {
	Seat engine.Seat `json:"seat"`
	Move string      `json:"move"`
}

// Answer is what a bot answers.
type Answer struct {
	ID     string      `json:"id"`
	Move   Move        `json:"move"`
	Silent bool        `json:"silent,omitempty"` // it does not interject
	Reason string      `json:"reason,omitempty"` // a key of the catalogues
	Args   [][2]string `json:"args,omitempty"`
	Memo   []byte      `json:"memo,omitempty"`
	Took   int64       `json:"took"` // microseconds of a processor
	// Failed says why there is no answer: the bot is unknown here, or it failed.
	Failed string `json:"failed,omitempty"`
}

// Ask makes the item of a question: what some seats know of a position, and their
// moves; nil where they have none. The header gives no seed away, whatever it has.
func Ask(h engine.Header, pos engine.Session, seats engine.Seats) *Item {
	it := &Item{Game: h.Game, Revision: h.Revision, Content: h.Content, Players: h.Seats, Seats: seats}
	for _, s := range h.Settings {
		it.Settings = append(it.Settings, [2]string{s.Name, s.Value})
	}
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
)

// read reads the view and the moves.
func (it *Item) read() (engine.View, []engine.Move, *engine.Vocabulary, error) {
	game, ok := games.Find(it.Game)
	if !ok {
		return nil, nil, nil, errGame
	}
	reader, ok := game.(engine.ViewReader)
	if !ok {
		return nil, nil, nil, errGame
	}
	view, err := reader.ReadView(it.header(), it.View)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("the view: %w", err)
	}
	var chance engine.Rand
	vocab := view.Draw(&chance).Vocabulary() // that of the table, replaced cards included
	list := make([]engine.Move, 0, len(it.Moves))
	for _, m := range it.Moves {
		move, err := vocab.ParseMove(m.Seat, m.Move)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("the move %q: %w", m.Move, err)
		}
		list = append(list, move)
	}
	return view, list, vocab, nil
}
