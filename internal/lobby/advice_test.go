package lobby_test

import (
	"testing"

	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// A person who plays alone may ask for advice. Several people may ask if the host allows it. Some kinds of
// tables never give advice.
func TestAdvice(t *testing.T) {
	h := newHarness(t, memstore.New())
	ctx := t.Context()
	host, friend := h.guest(), h.guest()
	is := func(tab lobby.Table, want string) {
		t.Helper()
		if tab.Advice() != want || (tab.RefuseAdvice() == nil) != (want == lobby.AdviceOn) {
			t.Errorf("advice is %s, not %s: %v", tab.Advice(), want, tab.RefuseAdvice())
		}
	}
	alone := h.table(lobby.Draft{Settings: players("2")}, host, host, host)
	is(alone, lobby.AdviceOn)
	is(h.ok(h.SetAdvice(ctx, host, alone.ID, false)), lobby.AdviceOff)
	bots := h.table(lobby.Draft{Settings: players("2")}, host, host)
	is(h.ok(h.GiveSeats(ctx, host, bots.ID, free(lobby.Levels("world")[0]))), lobby.AdviceOn)

	both := h.table(lobby.Draft{Settings: players("2")}, host, host, friend)
	is(both, lobby.AdviceOff)
	h.refused(both.RefuseAdvice(), lobby.NoAdvice)
	_, err := h.SetAdvice(ctx, friend, both.ID, true)
	h.refused(err, lobby.NotHost)
	is(h.ok(h.SetAdvice(ctx, host, both.ID, true)), lobby.AdviceOn)
	is(h.ok(h.SetUp(ctx, host, both.ID, players("3"), nil)), lobby.AdviceOn)
	h.ok(h.SetUp(ctx, host, both.ID, players("2"), nil))
	h.ok(h.Start(ctx, host, both.ID))
	h.ok(h.Finish(ctx, both.ID, lobby.Outcome{Cause: "end/cures"}, h.now()))
	_, err = h.SetAdvice(ctx, host, both.ID, false)
	h.refused(err, lobby.NotRunning)
	is(h.ok(h.Rematch(ctx, host, both.ID)), lobby.AdviceOn)

	for _, d := range []struct {
		lobby.Draft
		why string
	}{
		{lobby.Draft{Lesson: "first"}, lobby.NoAdviceTask},
		{lobby.Draft{Settings: players("2"), Puzzle: "world/1"}, lobby.NoAdviceTask},
	} {
		tab := h.table(d.Draft, host)
		is(tab, lobby.AdviceNever)
		h.refused(tab.RefuseAdvice(), d.why)
		_, err := h.SetAdvice(ctx, host, tab.ID, true)
		h.refused(err, d.why)
	}
}
