package storetest

import (
	"slices"
	"testing"
	"time"
)

// Each node reports a due table once, and again if it restarts soon after that.
func testDue(t *testing.T, s Setup) {
	if s.Restart == nil {
		t.Skip("nothing to restart")
	}
	ctx := t.Context()
	l := s.Open(t).Log()
	now := time.Date(2030, 1, 1, 12, 0, 30, 0, time.UTC)
	// want calls Due until it has returned the expected tables. That may take several calls, because a replica
	// may lag.
	want := func(now time.Time, names ...string) {
		t.Helper()
		var got []string
		eventually(t, func() bool {
			for _, r := range must(l.Due(ctx, now))(t) {
				if r.At.After(now) {
					t.Errorf("%s is due at %s, which is after %s", r.Table, r.At, now)
				}
				if r.Table != "duefinished" || s.Nodes == 1 { // a replica may not know yet that the game has finished
					got = append(got, r.Table)
				}
			}
			return len(got) >= len(names)
		})
		if slices.Sort(got); !slices.Equal(got, names) {
			t.Fatalf("%v instead of %v", got, names)
		}
	}
	restart := func() {
		t.Helper()
		s.Restart(t)
		l = s.Open(t).Log()
	}
	ok(t, l.Remind(ctx, "duepast", now.Add(-48*time.Hour)))
	ok(t, l.Remind(ctx, "duenow", now.Add(-10*time.Second)))
	ok(t, l.Remind(ctx, "duesoon", now.Add(20*time.Second)))
	ok(t, l.Remind(ctx, "duelater", now.Add(3*time.Hour)))
	ok(t, l.Remind(ctx, "duefinished", now.Add(-time.Second)))
	ok(t, l.Archive(ctx, "duefinished", []byte("game")))
	want(now, "duenow", "duepast")
	want(now.Add(time.Second))
	want(now.Add(25*time.Second), "duesoon")
	// A node that restarts within the grace period reports the table again, because it cannot know that the
	// reminder was handled.
	restart()
	want(now.Add(30*time.Second), "duenow", "duepast", "duesoon")
	// A reminder for a time in the past is due immediately.
	ok(t, l.Remind(ctx, "duelate", now.Add(-24*time.Hour)))
	want(now.Add(40*time.Second), "duelate")
	// A new reminder for the same table is reported again.
	ok(t, l.Remind(ctx, "duenow", now.Add(45*time.Second)))
	want(now.Add(50*time.Second), "duenow")
	// After the grace period, handled reminders are gone permanently. Later ones still exist.
	want(now.Add(10 * time.Minute))
	want(now.Add(16 * time.Minute))
	restart()
	want(now.Add(17 * time.Minute))
	want(now.Add(4*time.Hour), "duelater")
}
