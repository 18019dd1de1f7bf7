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

// groups are the bots of a table, each as the seats that it plays.
func groups(s *table.State, rec *lobby.Table) []engine.Seats {
	return s.Together(rec.Bots(), func(seat engine.Seat) string { return rec.Seats[seat].Level() })
}

// ask puts the open questions of bots on the queue, and says when to look again.
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
		// The host's bots think no more than they may. They move later then.
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
			a.may[group] = true // once a question is enough
		}
		if k == nil {
			continue
		}
		k.host = host
		open := k.answer == nil
		a.mu.Lock()
		a.asks[group] = k // before the answer can come
		a.mu.Unlock()
		if open {
			a.put(ctx, k)
		}
	}
	return wait
}

// question makes the question to a bot, or none where it has no move. Where it has no
// choice, it has its answer too.
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

// put puts a question on the queue. If that fails, it is put there again before long.
func (a *attendant) put(ctx context.Context, k *ask) {
	err := a.conf.Queue.Put(ctx, a.id, part(k.seats), k.item)
	if err != nil {
		a.conf.Observe.BotFailed(a.id, "the queue took no question: "+err.Error())
		return
	}
	a.conf.Observe.BotAsked()
}

// part names the bot of some seats among those of a table.
func part(seats engine.Seats) string { return strconv.FormatUint(uint64(seats), 16) }

// play makes the moves that are due, and says when the next may be.
func (a *attendant) play(ctx context.Context, s *table.State, rec *lobby.Table, now time.Time) time.Duration {
	wait := look
	pause := pauseOf(rec.BotPace)
	if s.JustUndone() {
		pause = max(pause, afterUndo)
	}
	pause -= now.Sub(time.UnixMilli(s.At))
	var ready *ask
	held := time.Duration(0) // by a bot that may interject
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
		case ready == nil, ready.owing != 0 && k.owing == 0: // interjections come first
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

// list is the questions of now, in the order of their seats.
func (a *attendant) list() []*ask {
	a.mu.Lock()
	defer a.mu.Unlock()
	var list []*ask
	for seat := range engine.AllSeats(engine.MaxSeats).Each {
		for seats, k := range a.asks {
			if seats.First() == seat {
				own := *k // the answer may come meanwhile
				list = append(list, &own)
			}
		}
	}
	return list
}

// giveUp stops waiting for an answer.
func (a *attendant) giveUp(k *ask) *ask {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := a.asks[k.seats]; now != nil && now.id == k.id && now.answer == nil {
		now.answer = &work.Answer{ID: k.id, Failed: "no worker answered in time"}
		a.conf.Observe.BotFailed(a.id, now.answer.Failed)
		own := *now
		return &own
	}
	k.answer = &work.Answer{Silent: true} // it has an answer, or is no longer asked
	a.poke()
	return k
}

// check puts a question on the queue again that is no longer there.
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

// trivial says whether a move is a mere pass, which nobody wants to wait for.
func (a *attendant) trivial(s *table.State, k *ask) bool {
	v := s.Pos.Vocabulary()
	m, err := v.ParseMove(k.answer.Move.Seat, k.answer.Move.Move)
	return err == nil && k.answer.Failed == "" && v.Verbs[m.Verb].Standing
}

// submit makes a bot's move like anybody's, and says when to look again.
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
	case errors.As(err, &refused): // answered already, or no longer asked: look again
		a.drop(k)
		return again
	}
	a.conf.Observe.BotFailed(a.id, err.Error())
	a.postpone(k, now.Add(again))
	return again
}

// isBad says whether a refusal is the fault of the move.
func isBad(id string) bool {
	return id == table.RefusedMove || id == table.RefusedNotation || id == table.RefusedSeat
}

// drop forgets a question.
func (a *attendant) drop(k *ask) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := a.asks[k.seats]; now != nil && now.id == k.id {
		delete(a.asks, k.seats)
	}
}

// fail says that an answer cannot be played: the default is.
func (a *attendant) fail(k *ask, why string) {
	a.conf.Observe.BotFailed(a.id, why)
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := a.asks[k.seats]; now != nil && now.id == k.id {
		now.answer = &work.Answer{ID: k.id, Failed: why}
	}
}

// postpone tries a move again later.
func (a *attendant) postpone(k *ask, until time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := a.asks[k.seats]; now != nil && now.id == k.id {
		now.later = until
	}
}

// tellReason tells those who may hear it why a bot moved: the seats on its side, and
// spectators where nothing is hidden from anybody.
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
