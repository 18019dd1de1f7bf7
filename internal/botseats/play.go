package botseats

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/table"
	"theriac/internal/work"
)

func itoa(n int) string { return strconv.Itoa(n) }

// groups returns the bots of a table: for each bot, the set of seats that it plays.
func groups(s *table.State, rec *lobby.Table) []engine.Seats {
	return s.Together(rec.Bots(), func(seat engine.Seat) string { return rec.Seats[seat].Level() })
}

// ask puts new questions to bots into the work queue. It returns when to check the table again.
func (a *attendant) ask(ctx context.Context, s *table.State, rec *lobby.Table, bots []engine.Seats, now time.Time) time.Duration {
	wait := look
	d := s.Pos.Decision()
	for _, group := range bots {
		a.mu.Lock()
		_, there := a.asks[group]
		a.mu.Unlock()
		owing := d.Owing() & group
		if there || owing.Empty() && ((d.May&group).Empty() || a.may[group]) {
			continue
		}
		// The bots at one host's tables share a limited thinking time. Once it is used up, they move later.
		host := rec.Host
		if host == "" {
			host = a.id
		}
		if w := a.budget.Wait(host, now); w > 0 {
			wait = min(wait, w)
			continue
		}
		k := a.question(s, rec, group, now)
		if owing.Empty() {
			a.may[group] = true // ask each bot only once per question
		}
		if k == nil {
			continue
		}
		k.host = host
		open := k.answer == nil
		a.mu.Lock()
		a.asks[group] = k // store the question first, because the answer may arrive immediately
		a.mu.Unlock()
		if open {
			a.put(ctx, k)
		}
	}
	return wait
}

// question returns a new question to a bot, or nil if the bot has no legal move. If there is only one legal
// move, the question already contains that as its answer.
func (a *attendant) question(s *table.State, rec *lobby.Table, group engine.Seats, now time.Time) *ask {
	it := work.Ask(s.Header(), s.Pos, group)
	if it == nil {
		return nil
	}
	level := rec.Seats[group.First()].Level()
	k := &ask{seats: group, level: level, question: s.Question(), made: s.Moves(), owing: it.Owing, at: now}
	k.id = fmt.Sprintf("%s %d %x %s", k.question, k.made, uint64(group), level)
	if len(it.Moves) == 1 && !it.Owing.Empty() {
		k.answer, k.only = &work.Answer{Move: it.Moves[0]}, true
		return k
	}
	it.ID, it.Level, it.Seed, it.Memo, it.Most = k.id, level, a.conf.Random(), a.memos[group], a.conf.Most.Milliseconds()
	var err error
	if k.item, err = json.Marshal(it); err != nil {
		k.answer = &work.Answer{Failed: err.Error()}
	}
	return k
}

// put puts a question into the work queue. If that fails, a later check tries again.
func (a *attendant) put(ctx context.Context, k *ask) {
	err := a.conf.Queue.Put(ctx, a.id, part(k.seats), k.item)
	if err != nil {
		a.conf.Observe.BotFailed(a.id, "the queue took no question: "+err.Error())
		return
	}
	a.conf.Observe.BotAsked()
}

// part returns a name for a bot that is unique at its table, derived from its seats.
func part(seats engine.Seats) string { return strconv.FormatUint(uint64(seats), 16) }

// play submits the moves that are due. It returns when the next move may be due.
func (a *attendant) play(ctx context.Context, s *table.State, rec *lobby.Table, now time.Time) time.Duration {
	wait := look
	pause := pauseOf(rec.BotPace)
	if s.JustUndone() {
		pause = max(pause, afterUndo)
	}
	pause -= now.Sub(time.UnixMilli(s.At))
	var ready *ask
	held := time.Duration(0) // how long the others wait for bots that may interject
	for _, k := range a.list() {
		age := now.Sub(k.at)
		switch {
		case k.answer == nil && age >= a.conf.Grace:
			k = a.giveUp(k)
		case k.answer == nil:
			a.check(ctx, k, age)
			wait = min(wait, a.conf.Grace-age, lostAfter)
			if k.owing.Empty() && age < interjections {
				held = max(held, interjections-age)
			}
			continue
		}
		switch {
		case k.answer.Silent, k.answer.Failed != "" && k.owing.Empty():
		case now.Before(k.later):
			wait = min(wait, k.later.Sub(now))
		case ready == nil, ready.owing != 0 && k.owing == 0: // prefer interjections
			ready = k
		}
	}
	switch {
	case ready == nil:
		return wait
	case ready.owing != 0 && held > 0:
		return min(wait, held)
	case pause > 0 && !a.trivial(s, ready):
		return min(wait, pause)
	}
	return min(wait, a.submit(ctx, s, ready, now))
}

// list returns copies of the open questions, ordered by seat.
func (a *attendant) list() []*ask {
	a.mu.Lock()
	defer a.mu.Unlock()
	var list []*ask
	for seat := range engine.AllSeats(engine.MaxSeats).Each {
		for seats, k := range a.asks {
			if seats.First() == seat {
				own := *k // copy the question, because its answer may arrive meanwhile
				list = append(list, &own)
			}
		}
	}
	return list
}

// giveUp stops waiting for an answer, so that the default move is played instead. It returns the question.
func (a *attendant) giveUp(k *ask) *ask {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := a.asks[k.seats]; now != nil && now.id == k.id && now.answer == nil {
		now.answer = &work.Answer{ID: k.id, Failed: "no worker answered in time"}
		a.conf.Observe.BotFailed(a.id, now.answer.Failed)
		own := *now
		return &own
	}
	k.answer = &work.Answer{Silent: true} // it was answered meanwhile, or the game no longer asks it
	a.poke()
	return k
}

// check puts a question back into the queue if the queue has lost it.
func (a *attendant) check(ctx context.Context, k *ask, age time.Duration) {
	if age < lostAfter*time.Duration(k.checks+1) {
		return
	}
	a.mu.Lock()
	if now := a.asks[k.seats]; now != nil && now.id == k.id {
		now.checks++
	}
	a.mu.Unlock()
	if waits, err := a.conf.Queue.Waits(ctx, a.id, part(k.seats)); err == nil && !waits {
		a.put(ctx, k)
	}
}

// trivial reports whether a bot's answer is merely a pass, so that people need no pause to follow it.
func (a *attendant) trivial(s *table.State, k *ask) bool {
	v := s.Pos.Vocabulary()
	m, err := v.ParseMove(k.answer.Move.Seat, k.answer.Move.Move)
	return err == nil && k.answer.Failed == "" && v.Verbs[m.Verb].Standing
}

// submit submits a bot's move in the same way as the server submits a person's. It returns when to check the
// table again.
func (a *attendant) submit(ctx context.Context, s *table.State, k *ask, now time.Time) time.Duration {
	how := "chosen"
	switch {
	case k.answer.Failed != "":
		how = "default"
	case k.only:
		how = "only"
	}
	move := k.answer.Move
	if how == "default" {
		owing := k.owing & s.Pos.Decision().Owing()
		if owing.Empty() {
			a.drop(k)
			return 0
		}
		m := s.Pos.Default(owing.First())
		move = work.Move{Seat: m.Seat, Move: s.Pos.Vocabulary().Move(m)}
	}
	c := table.BotAnswer{Seats: k.seats, Question: k.question, Made: k.made, Seat: move.Seat, Move: move.Move}
	got, err := a.write(ctx, c)
	var refused *table.Refusal
	switch {
	case err == nil:
		a.drop(k)
		a.memos[k.seats] = k.answer.Memo
		if !got.Again {
			a.conf.Observe.BotMoved(how)
			a.tellReason(s, k, got.N)
		}
		return 0
	case errors.As(err, &refused) && isBad(refused.ID) && how != "default":
		a.fail(k, "the move was refused: "+err.Error())
		return 0
	case errors.As(err, &refused): // the question was answered or is no longer open, so check the table again
		a.drop(k)
		return again
	}
	a.conf.Observe.BotFailed(a.id, err.Error())
	a.postpone(k, now.Add(again))
	return again
}

// isBad reports whether the refusal id means that the move itself is invalid.
func isBad(id string) bool {
	return id == table.RefusedMove || id == table.RefusedNotation || id == table.RefusedSeat
}

// drop removes a question from the open questions.
func (a *attendant) drop(k *ask) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := a.asks[k.seats]; now != nil && now.id == k.id {
		delete(a.asks, k.seats)
	}
}

// fail records that a worker's answer cannot be used, so that the default move is played instead.
func (a *attendant) fail(k *ask, why string) {
	a.conf.Observe.BotFailed(a.id, why)
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := a.asks[k.seats]; now != nil && now.id == k.id {
		now.answer = &work.Answer{ID: k.id, Failed: why}
	}
}

// postpone delays the next attempt to submit a move.
func (a *attendant) postpone(k *ask, until time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := a.asks[k.seats]; now != nil && now.id == k.id {
		now.later = until
	}
}

// tellReason sends the reason for a bot's move to the seats on the bot's side. If all hands are open,
// spectators get it too.
func (a *attendant) tellReason(s *table.State, k *ask, entry int) {
	if k.answer.Reason == "" || k.answer.Failed != "" {
		return
	}
	seat := k.answer.Move.Seat
	rivals := engine.RivalsOf(s.Game, s.Header().Settings, seat)
	to := s.Seats() &^ rivals
	if s.Pos.SameForAll() && rivals.Empty() {
		to |= engine.Spectators
	}
	a.conf.Reason(a.id, table.BotReason{Seat: seat, Entry: entry, Key: k.answer.Reason, Args: k.answer.Args, To: to})
}
