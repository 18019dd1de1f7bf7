package botseats

import (
	"context"
	"testing"
	"time"

	"theriac/internal/lobby"
	"theriac/internal/work"
)

// Bots write one after another. The rest after each write is the longer, the longer the write took, up to a
// limit. A bot that has waited too long writes anyway.
func TestLane(t *testing.T) {
	clock := &fakeClock{now: time.Date(2026, 11, 16, 9, 0, 0, 0, time.UTC), calls: map[*call]struct{}{}}
	l := newLane()
	over, cancel := context.WithCancel(t.Context())
	cancel() // as the context of a bot that has waited as long as it may
	for _, c := range []struct{ rest, lasts time.Duration }{
		{0, 0}, {30 * time.Millisecond, 30 * time.Millisecond}, {time.Hour, longestRest},
	} {
		if !l.enter(t.Context()) {
			t.Fatal("nobody writes, and there is no place")
		}
		if l.enter(over) {
			t.Error("two write at once")
		}
		l.leave(clock, c.rest)
		if c.lasts > 0 {
			clock.add(c.lasts - time.Millisecond)
			if l.enter(over) {
				t.Errorf("a rest of %s ends early", c.lasts)
			}
			clock.add(time.Millisecond)
		}
		if len(l.busy) != 0 {
			t.Errorf("a rest of %s does not end", c.rest)
		}
	}
}

// While one bot writes, the moves of other bots wait for their turn.
func TestMovesWaitInLine(t *testing.T) {
	h := newHarness(t)
	h.runner.lane.most = time.Hour
	tab := h.start(lobby.Draft{Settings: players("2", "hands", "open"), BotPace: lobby.PaceAtOnce})
	live, q := h.open(tab.ID), h.queue()
	job, it := h.item(q)
	if !h.runner.lane.enter(t.Context()) {
		t.Fatal("nobody writes, and there is no place")
	}
	h.reply(job, work.Answer{ID: it.ID, Move: it.Moves[0]})
	h.never("a bot moved beside another", func() bool { return live.State().Moves() > 0 })
	h.runner.lane.leave(h.clock, 0)
	h.soon("the bot moves", func() bool { return live.State().Moves() == 1 })
}
