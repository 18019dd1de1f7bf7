package evenings_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"theriac/internal/evenings"
	"theriac/internal/lobby"
)

// An empty server proposes eight in the evening. Later it proposes the hour at which the most people were there.
func TestProposal(t *testing.T) {
	h := raise(t)
	n := h.node()
	list := h.list(n, "")
	if len(list) != evenings.Days || !list[0].At.Equal(time.Date(2026, 11, 16, 20, 0, 0, 0, time.UTC)) || list[0].Coming != 0 || list[0].Mine {
		t.Fatalf("%+v", list)
	}
	start := h.clock
	h.count(n, start.Add(14*24*time.Hour), func(at time.Time) int {
		switch {
		case at.Weekday() == time.Tuesday && at.Hour() == 18:
			return 12
		case at.Hour() == 21:
			return 3
		}
		return 0
	})
	at := func(day, hour int) time.Time {
		return start.Truncate(24*time.Hour).AddDate(0, 0, day).Add(time.Duration(hour) * time.Hour)
	}
	list = h.list(n, "")
	for i, want := range []time.Time{at(14, 21), at(15, 18), at(16, 21)} {
		if !list[i].At.Equal(want) {
			t.Errorf("proposal %d is %s, want %s", i, list[i].At, want)
		}
	}
	if hours := list[1].Hours; len(hours) != 6 || hours[2].At != list[1].At || hours[2].People != 9 || hours[1].People != 0 || hours[5].People != 2 {
		t.Errorf("%+v", hours)
	}
	h.count(n, start.Add(8*7*24*time.Hour), func(time.Time) int { return 0 })
	if at := h.list(n, "")[1].At; at.Hour() != 20 {
		t.Errorf("after weeks without anybody, people still meet at %s", at)
	}
}

// Two nodes count the same people once, and a smaller number later does not lower the hour.
func TestCountOnce(t *testing.T) {
	h := raise(t)
	a, b := h.node(), h.node()
	for _, here := range []int{4, 2, 0} {
		h.here = here
		h.ok(a.Tend(t.Context()))
		h.ok(b.Tend(t.Context()))
	}
	h.clock = h.clock.Add(time.Hour)
	h.ok(b.Tend(t.Context()))
	h.ok(a.Tend(t.Context()))
	h.clock = h.clock.AddDate(0, 0, 7).Add(-3 * time.Hour)
	for _, hour := range h.list(a, "")[0].Hours {
		if hour.At.Hour() == 12 && hour.People != 2 {
			t.Errorf("%+v", hour)
		}
	}
	if at := h.list(a, "")[0].At; at.Hour() != 12 {
		t.Errorf("people meet at %s", at)
	}
}

// The operator's times count instead of proposals.
func TestTimes(t *testing.T) {
	h := raise(t, 11*time.Hour, 18*time.Hour+30*time.Minute)
	n := h.node()
	var got []string
	for _, e := range h.list(n, "") {
		got = append(got, e.At.Format("02 15:04"))
	}
	if want := []string{"16 18:30", "17 11:00", "17 18:30", "18 11:00", "18 18:30"}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// A person comes, changes their wish and withdraws. An evening to which a person comes stays, whatever is proposed.
func TestComing(t *testing.T) {
	h := raise(t)
	n, ada, ben := h.node(), h.guest(), h.guest()
	id, at := h.next(n)
	h.come(n, ada, id, lobby.Wish{Game: "world"})
	h.come(n, ada, id, lobby.Wish{Game: "iberia"})
	if ev := h.list(n, ada.ID)[0]; ev.Coming != 1 || !ev.Mine || ev.Wish.Game != "iberia" {
		t.Errorf("%+v", ev)
	}
	if ev := h.list(n, ben.ID)[0]; ev.Coming != 1 || ev.Mine || ev.Wish.Game != "" {
		t.Errorf("%+v", ev)
	}
	if got := h.remind[ada.ID+" "+id]; !got.Equal(at.Add(-evenings.Door)) {
		t.Errorf("reminded at %s", got)
	}
	_, err := n.Come(t.Context(), ben, id, lobby.Wish{Game: "chess"})
	if lobby.Refused(err) != lobby.NoSuchGame {
		t.Error(err)
	}
	for _, bad := range []string{"", "x", evenings.ID(at.Add(time.Hour)), "-123456789", evenings.ID(at.AddDate(0, 0, 9))} {
		_, err := n.Come(t.Context(), ben, bad, lobby.Wish{})
		h.is(err, evenings.ErrNoEvening)
	}
	_, err = n.Wait(t.Context(), ben, id)
	h.is(err, evenings.ErrNotComing)
	h.count(n, at.Add(-30*time.Minute), func(at time.Time) int { return at.Hour() * 9 }) // tomorrow looks better at another hour
	if next := h.list(n, ada.ID)[0]; !next.At.Equal(at) {
		t.Errorf("the evening moved to %s", next.At)
	}
	h.ok(n.Withdraw(t.Context(), ada, id))
	h.ok(n.Withdraw(t.Context(), ada, id))
	if ev := h.list(n, ada.ID)[0]; ev.Coming != 0 || ev.Mine || !h.remind[ada.ID+" "+id].IsZero() {
		t.Errorf("%+v", ev)
	}
	h.clock = at
	_, err = n.Come(t.Context(), ben, id, lobby.Wish{})
	h.is(err, evenings.ErrNoEvening)
}

// No more people come than is allowed.
func TestFull(t *testing.T) {
	h := raise(t)
	n := h.node()
	id, _ := h.next(n)
	for i := range evenings.MaxPeople {
		_, err := h.st.KV(evenings.BucketComing).Put(t.Context(), fmt.Sprintf("%s.person%d", id, i), 0, []byte(`{"wish":{},"since":"2026-11-16T12:00:00Z"}`))
		h.ok(err)
	}
	_, err := n.Come(t.Context(), h.guest(), id, lobby.Wish{})
	h.is(err, evenings.ErrFull)
}

// At the hour, those who are there sit in teams by their wishes. A person plays alone only if no other wish agrees. Those
// who did not come back get no seat.
func TestSeating(t *testing.T) {
	h := raise(t)
	n := h.node()
	en, fr, both := []string{"en"}, []string{"fr"}, []string{"en", "fr"}
	id, list := h.evening(n,
		lobby.Wish{Languages: en}, lobby.Wish{Languages: en}, lobby.Wish{Languages: en}, lobby.Wish{Languages: en}, lobby.Wish{Languages: en},
		lobby.Wish{Languages: fr}, lobby.Wish{Game: "pharmacy", Languages: both}, lobby.Wish{Languages: both, Level: "hard"})
	away := h.guest()
	h.clock = h.clock.Add(-time.Hour)
	h.come(n, away, id, lobby.Wish{})
	h.clock = h.clock.Add(time.Hour)
	h.ok(n.Tend(t.Context()))
	got := h.seats(n, id, list)
	for _, people := range got {
		for _, i := range people {
			for _, j := range people {
				if (i < 5) != (j < 5) && i < 6 && j < 6 {
					t.Errorf("%d and %d share no language: %v", i, j, got)
				}
			}
		}
		if len(people) > 4 {
			t.Errorf("too many at one table: %v", got)
		}
		if len(people) == 1 && people[0] < 5 {
			t.Errorf("a person plays alone: %v", got)
		}
	}
	if w := h.wait(n, away, id); !w.Begun || w.Table != "" {
		t.Errorf("the person who is away has %+v", w)
	}
	h.clock = h.clock.Add(2 * time.Hour)
	h.ok(n.Tend(t.Context()))
	for _, bucket := range []string{evenings.BucketComing, evenings.BucketPlans} {
		if n, err := h.st.KV(bucket).Count(t.Context(), ""); n > 0 || err != nil {
			t.Errorf("%d records are left in %s: %v", n, bucket, err)
		}
	}
}

// People who block each other sit at different tables.
func TestApart(t *testing.T) {
	h := raise(t)
	n := h.node()
	id, list := h.evening(n, lobby.Wish{}, lobby.Wish{}, lobby.Wish{})
	h.apart[[2]string{list[0].ID, list[1].ID}] = true
	h.ok(n.Tend(t.Context()))
	if got := h.seats(n, id, list); len(got) != 2 || slices.Contains(got[0], 1) {
		t.Errorf("%v", got)
	}
}

// A node dies after some tables. Another one seats the rest, each person once, and the first one changes nothing when
// it is back. Whenever the first node dies, the end is the same.
func TestAnotherNodeGoesOn(t *testing.T) {
	for died := range 4 {
		h := raise(t)
		a, b := h.node(), h.node()
		var wishes []lobby.Wish
		for range 11 {
			wishes = append(wishes, lobby.Wish{Game: "world"})
		}
		id, list := h.evening(a, wishes...)
		h.fail, h.starts = errors.New("killed"), died
		if err := a.Tend(t.Context()); (err == nil) != (died > 2) {
			t.Fatalf("after %d tables: %v", died, err)
		}
		h.fail = nil
		h.ok(b.Tend(t.Context())) // the first node has still time
		if len(h.begun) != min(died, 3) {
			t.Fatalf("%d games began while the first node had time", len(h.begun))
		}
		h.clock = h.clock.Add(30 * time.Second)
		h.ok(b.Tend(t.Context()))
		h.ok(a.Tend(t.Context()))
		if got := h.seats(a, id, list); len(got) != 3 {
			t.Errorf("%v", got)
		}
	}
}

// Several nodes in parallel seat everyone once.
func TestNodesAtOnce(t *testing.T) {
	h := raise(t)
	first := h.node()
	id, list := h.evening(first, make([]lobby.Wish, 9)...)
	var all sync.WaitGroup
	for range 4 {
		n := h.node()
		all.Go(func() {
			if err := n.Tend(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := h.seats(first, id, list); len(got) != 3 {
		t.Errorf("%v", got)
	}
}

// A server that was down at the hour begins a little later with those who are there, and much later not at all.
func TestLate(t *testing.T) {
	h := raise(t)
	n := h.node()
	id, list := h.evening(n, lobby.Wish{}, lobby.Wish{})
	h.clock = h.clock.Add(evenings.Late - time.Minute)
	h.ok(n.Tend(t.Context()))
	h.wait(n, list[0], id)
	h.ok(n.Tend(t.Context()))
	if got := h.seats(n, id, list[:1]); len(got) != 1 {
		t.Errorf("%v", got)
	}
	h = raise(t)
	n = h.node()
	id, list = h.evening(n, lobby.Wish{})
	h.clock = h.clock.Add(evenings.Late + time.Second)
	h.ok(n.Tend(t.Context()))
	if w := h.wait(n, list[0], id); !w.Begun || w.Table != "" || len(h.begun) > 0 {
		t.Errorf("%+v", w)
	}
	if next := h.list(n, "")[0]; evenings.ID(next.At) == id {
		t.Errorf("the evening is still in the list: %+v", next)
	}
}

// Nothing is left of a forgotten person: before the hour, between plan and table, and in the calendar.
func TestForget(t *testing.T) {
	h := raise(t)
	n := h.node()
	h.fail = errors.New("not yet")
	id, list := h.evening(n, lobby.Wish{}, lobby.Wish{}, lobby.Wish{Game: "iberia"})
	secret, err := n.NewCalendar(t.Context(), list[2].ID)
	h.ok(err)
	if err := n.Tend(t.Context()); err == nil {
		t.Fatal("no error")
	}
	bucket := n.Buckets()[0]
	out, err := bucket.Export(t.Context(), list[2].ID)
	h.ok(err)
	if got := out.(evenings.Exported); len(got.Evenings) != 1 || got.Evenings[0].Table == "" || got.Calendar.IsZero() {
		t.Errorf("%+v", got)
	}
	h.ok(bucket.Forget(t.Context(), list[2].ID))
	h.ok(bucket.Forget(t.Context(), list[2].ID))
	for _, b := range n.Buckets() {
		recs, err := h.st.KV(b.Name).List(t.Context(), "")
		h.ok(err)
		for _, rec := range recs {
			if text := rec.Key + string(rec.Data); strings.Contains(text, list[2].ID) {
				t.Errorf("%s: %s", b.Name, text)
			}
		}
	}
	_, _, err = n.OpenCalendar(t.Context(), secret)
	h.is(err, evenings.ErrNoCalendar)
	h.fail = nil
	h.ok(n.Tend(t.Context()))
	h.seats(n, id, list[:2])
	if len(h.begun) != 1 {
		t.Errorf("%d games began", len(h.begun))
	}
}

// A calendar is open to those who know its newest address, and shows its person's evenings.
func TestCalendar(t *testing.T) {
	h := raise(t)
	n, ada := h.node(), h.guest()
	id, at := h.next(n)
	h.come(n, ada, id, lobby.Wish{})
	old, err := n.NewCalendar(t.Context(), ada.ID)
	h.ok(err)
	secret, err := n.NewCalendar(t.Context(), ada.ID)
	h.ok(err)
	if made, err := n.Calendar(t.Context(), ada.ID); !made.Equal(h.clock) || err != nil {
		t.Error(made, err)
	}
	person, list, err := n.OpenCalendar(t.Context(), secret)
	h.ok(err)
	if person != ada.ID || len(list) != 1 || !list[0].At.Equal(at) {
		t.Errorf("%s %+v", person, list)
	}
	h.ok(n.RemoveCalendar(t.Context(), ada.ID))
	h.ok(n.RemoveCalendar(t.Context(), ada.ID))
	for _, void := range []string{old, secret, "", "x", old[1:]} {
		_, _, err := n.OpenCalendar(t.Context(), void)
		h.is(err, evenings.ErrNoCalendar)
	}
	if recs, err := h.st.KV(evenings.BucketCalendars).List(t.Context(), ""); len(recs) > 0 || err != nil {
		t.Errorf("%v %v", recs, err)
	}
}

// What a guest said counts for the person that the guest signs in as, once.
func TestBring(t *testing.T) {
	h := raise(t)
	n, guest, ada := h.node(), h.guest(), h.guest()
	id, _ := h.next(n)
	h.come(n, guest, id, lobby.Wish{Game: "iberia"})
	for range 2 {
		h.ok(n.Bring(t.Context(), guest.ID, ada.ID))
	}
	if ev := h.list(n, ada.ID)[0]; ev.Coming != 1 || !ev.Mine || ev.Wish.Game != "iberia" || h.remind[ada.ID+" "+id].IsZero() || !h.remind[guest.ID+" "+id].IsZero() {
		t.Errorf("%+v", ev)
	}
}
