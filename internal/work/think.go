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

// Thinker answers items, one at a time. It keeps one player per requested level, and one evaluator per game, so
// that they can use what they remember.
type Thinker struct {
	// Now is the clock that limits the elapsed time.
	Now func() time.Time
	// Used returns the processor time that this goroutine has used so far. If Used is nil, Now replaces it.
	Used func() time.Duration
	// Stopped reports whether the worker must stop and return its best answer so far. It may be nil.
	Stopped func() bool

	players    map[string]ai.Player
	evaluators map[string]ai.Evaluator
}

// AnswerTo decodes an item, has a bot or an evaluator answer it, and encodes the answer. After any error, the
// answer reports the failure.
func (t *Thinker) AnswerTo(data []byte) []byte {
	var it Item
	a := Answer{Failed: "an item that cannot be read"}
	if err := json.Unmarshal(data, &it); err == nil {
		a = t.Think(&it)
	}
	out, err := json.Marshal(a)
	if err != nil { // the reason contains text that cannot be encoded
		out, _ = json.Marshal(Answer{ID: it.ID, Failed: err.Error()})
	}
	return out
}

// Think has the bot or the evaluator that an item names answer the item.
func (t *Thinker) Think(it *Item) (a Answer) {
	began := t.used()
	defer func() {
		if fault := recover(); fault != nil {
			// The player and the evaluator may be in an inconsistent state, so the next item gets new ones.
			delete(t.players, it.Game+" "+it.Level)
			delete(t.evaluators, it.Game)
			a = Answer{Failed: fmt.Sprintf("panic: %v\n%s", fault, debug.Stack())}
		}
		a.ID, a.Kind, a.Took = it.ID, it.Kind, (t.used() - began).Microseconds()
	}()
	view, list, with, vocab, err := it.read()
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	switch it.Kind {
	case KindMove:
		return t.choose(it, view, list, vocab)
	case KindChance, KindPlans:
		return t.evaluate(it, view, with, vocab, began)
	}
	return Answer{Failed: errKind.Error()}
}

// choose has a bot choose a move.
func (t *Thinker) choose(it *Item, view engine.View, list []engine.Move, vocab *engine.Vocabulary) Answer {
	player, err := t.player(it)
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	chosen := player.Choose(&ai.Question{
		Seats: it.Seats, View: view, Moves: list, Owing: it.Owing, Seed: it.Seed, Memo: it.Memo, Stop: t.stop(it),
	})
	a := Answer{Silent: chosen.Silent, Reason: chosen.Reason.Key, Args: chosen.Reason.Args, Memo: chosen.Memo}
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

// evaluate has an evaluator compute a chance or plans.
func (t *Thinker) evaluate(it *Item, view engine.View, with []engine.Move, vocab *engine.Vocabulary, began time.Duration) Answer {
	e, err := t.evaluator(it.Game)
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	stop, core := t.stop(it), time.Duration(it.Core)*time.Millisecond
	q := &ai.Evaluation{Seats: it.Seats, View: view, Moves: with, Acted: it.Acted, Budget: it.Budget, Seed: it.Seed, Stop: func() bool {
		return stop() || core > 0 && t.used()-began >= core
	}}
	a := Answer{Reference: e.Reference()}
	if it.Kind == KindChance {
		estimate := e.Chance(q)
		a.Estimate = &estimate
		return a
	}
	for _, p := range e.Plans(q) {
		named := Plan{Moves: []Move{}, Estimate: p.Estimate, Idea: p.Idea, Reason: p.Reason.Key, Args: p.Reason.Args}
		for _, m := range p.Moves {
			named.Moves = append(named.Moves, Move{Seat: m.Seat, Move: vocab.Move(m)})
		}
		if len(p.Moves) > 0 && !engine.Listed(engine.MovesFrom(view, p.Moves[0].Seat), p.Moves[0]) {
			return Answer{Failed: "a plan begins with a move that is not listed: " + named.Moves[0].Move}
		}
		a.Plans = append(a.Plans, named)
	}
	return a
}

// stop returns a function that reports whether the time for an item is used up.
func (t *Thinker) stop(it *Item) func() bool {
	end := t.Now().Add(time.Duration(it.Most) * time.Millisecond)
	return func() bool { return t.Now().After(end) || t.Stopped != nil && t.Stopped() }
}

func (t *Thinker) used() time.Duration {
	if t.Used != nil {
		return t.Used()
	}
	return time.Duration(t.Now().UnixNano())
}

// player returns the thinker's player for the level of an item.
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

// evaluator returns the thinker's evaluator for a game.
func (t *Thinker) evaluator(game string) (ai.Evaluator, error) {
	if e := t.evaluators[game]; e != nil {
		return e, nil
	}
	e, _ := games.FindEntry(game)
	if e.Evaluator == nil {
		return nil, errBlind
	}
	if t.evaluators == nil {
		t.evaluators = map[string]ai.Evaluator{}
	}
	t.evaluators[game] = e.Evaluator()
	return t.evaluators[game], nil
}
