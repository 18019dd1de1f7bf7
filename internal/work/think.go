package work

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
)

// Thinker answers items, one at a time. It keeps a player of each level that it was
// asked for, with the player's memory.
type Thinker struct {
	// Now is the clock that caps the thinking.
	Now func() time.Time
	// Used is how much of a processor this goroutine has used so far; nil: Now tells.
	Used func() time.Duration
	// Stopped says that the worker is to stop: the best answer so far has to do. May be
	// nil.
	Stopped func() bool

	players map[string]ai.Player
}

// AnswerTo reads an item, asks the bot, and writes its answer. Whatever goes wrong, there
// is an answer that says so.
func (t *Thinker) AnswerTo(data []byte) []byte {
	var it Item
	a := Answer{Failed: "an item that cannot be read"}
	if err := json.Unmarshal(data, &it); err == nil {
		a = t.Think(&it)
	}
	out, err := json.Marshal(a)
	if err != nil { // a reason with text that is no text
		out, _ = json.Marshal(Answer{ID: it.ID, Failed: err.Error()})
	}
	return out
}

// Think asks the bot that an item is for.
func (t *Thinker) Think(it *Item) (a Answer) {
	began := t.used()
	defer func() {
		if fault := recover(); fault != nil {
			// What the player remembers may be half written: the next one is new.
			delete(t.players, it.Game+" "+it.Level)
			a = Answer{Failed: fmt.Sprintf("panic: %v\n%s", fault, debug.Stack())}
		}
		a.ID, a.Took = it.ID, (t.used() - began).Microseconds()
	}()
	view, list, vocab, err := it.read()
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	player, err := t.player(it)
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	end := t.Now().Add(time.Duration(it.Most) * time.Millisecond)
	chosen := player.Choose(&ai.Question{
		Seats: it.Seats, View: view, Moves: list, Owing: it.Owing, Seed: it.Seed, Memo: it.Memo,
		Stop: func() bool { return t.Now().After(end) || t.Stopped != nil && t.Stopped() },
	})
	a = Answer{Silent: chosen.Silent, Reason: chosen.Reason.Key, Args: chosen.Reason.Args, Memo: chosen.Memo}
	switch {
	case chosen.Silent && it.Owing.Empty():
		return a
	case chosen.Silent:
		return Answer{Failed: "the bot owes an answer and gave none"}
	case !engine.Listed(list, chosen.Move):
		return Answer{Failed: fmt.Sprintf("the bot chose a move that is not listed: %v", chosen.Move)}
	}
	a.Move = Move{Seat: chosen.Move.Seat, Move: vocab.Move(chosen.Move)}
	return a
}

func (t *Thinker) used() time.Duration {
	if t.Used != nil {
		return t.Used()
	}
	return time.Duration(t.Now().UnixNano())
}

// player is the thinker's own player of the wanted level.
func (t *Thinker) player(it *Item) (ai.Player, error) {
	name := it.Game + " " + it.Level
	if p := t.players[name]; p != nil {
		return p, nil
	}
	e, _ := games.FindEntry(it.Game)
	for _, l := range e.Bots {
		if l.Name == it.Level {
			if t.players == nil {
				t.players = map[string]ai.Player{}
			}
			t.players[name] = l.New()
			return t.players[name], nil
		}
	}
	return nil, errLevel
}
