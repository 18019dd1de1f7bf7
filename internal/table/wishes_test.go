package table_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// wishing opens a table at which people have the given wishes.
func wishing(t *testing.T, id string, h engine.Header, wishes func() table.Wishes) *table.Live {
	n := newNode(t, memstore.New(), newClock(), true)
	st := table.NewRegistry(table.Config{
		Log: n.log, Clock: n.clock, Observe: n.recorder, Standalone: true,
		Wishes: func(context.Context, string) table.Wishes { return wishes() },
	})
	t.Cleanup(st.Close)
	if err := st.Begin(within(t), id, h, table.Limit{Each: time.Hour}); err != nil {
		t.Fatal(err)
	}
	tb, err := st.Open(within(t), id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tb.Release)
	return tb
}

// question returns the name of the open question.
func question(s *table.State) string {
	return s.Pos.Vocabulary().Questions[s.Pos.Decision().Question]
}

// renewed reports whether the last entry has an effect that gives seats a new chance to interject. It looks
// only at facts that every seat gets.
func renewed(s *table.State) bool {
	v := s.Pos.Vocabulary()
	update := string(s.AppendUpdate(nil, table.Viewer{Watch: table.WatchOpen}, s.N-1))
	return slices.ContainsFunc(v.Renews, func(f engine.FactKind) bool {
		return strings.Contains(update, `"fact":"`+v.Facts[f].Name)
	})
}

// choose returns a random answer, but prefers sharing cards and ending turns.
func choose(s *table.State, r *rand.Rand) table.Answer {
	for range 8 {
		c := answer(s, r)
		if verb, _, _ := strings.Cut(c.Move, " "); slices.Contains([]string{"give", "take", "dispatch", "draw", "pass", "agree"}, verb) {
			return c
		}
	}
	return answer(s, r)
}

// A player who holds all seats is not asked for consent, and not asked whether to interject. The log has the
// table's answers to these questions, and an undo takes them back, too.
func TestAloneIsNotAsked(t *testing.T) {
	for _, alone := range []bool{true, false} {
		asked, made := map[string]int{}, 0
		for seed := range uint64(3) {
			tb := wishing(t, "tablealone", header(t, seed, "players", "4", "epidemics", "4"), func() table.Wishes { return table.Wishes{Solo: alone} })
			r := rand.New(rand.NewPCG(seed, 7))
			for range 150 {
				s := tb.State()
				if s.Over {
					break
				}
				asked[question(s)]++
				do(t, tb, "", choose(s, r))
				made += len(tb.State().LastPlays()) - 1
			}
		}
		switch {
		case alone && asked["consent"]+asked["window"] > 0:
			t.Fatalf("asked all the same: %v", asked)
		case alone && made == 0:
			t.Fatal("the table answered nothing")
		case !alone && (asked["consent"] == 0 || asked["window"] == 0 || made > 0):
			t.Fatalf("not asked: %v, %d answered", asked, made)
		}
	}
}

// A seat that wants only one chance per phase to interject is not asked again after a pass, unless something
// has happened since. Other seats get every chance: a wish affects only the seat of the person who made it.
func TestWindowsOncePerPhase(t *testing.T) {
	count := func(once engine.Seats) (asked [2]int, again int) {
		for seed := range uint64(4) {
			tb := wishing(t, "tableonce", header(t, seed, "players", "2", "epidemics", "4"), func() table.Wishes { return table.Wishes{Once: once} })
			r := rand.New(rand.NewPCG(seed, 9))
			quiet := engine.Seats(0) // the seats that have passed since the last effect
			for range 200 {
				s := tb.State()
				if s.Over {
					break
				}
				c := choose(s, r)
				if question(s) == "window" {
					c = table.Answer{Seat: s.Pos.Decision().Owing().First(), Question: s.Question(), Move: "pass"}
					asked[c.Seat]++
					if quiet.Has(c.Seat) {
						again++
					}
				}
				do(t, tb, "", c)
				if renewed(tb.State()) {
					quiet = 0
				} else if c.Move == "pass" {
					quiet = quiet.With(c.Seat)
				}
			}
		}
		return asked, again
	}
	each, repeated := count(0)
	if repeated == 0 || each[0] == 0 || each[1] == 0 {
		t.Fatalf("no seat is ever asked twice in a phase: %v", each)
	}
	if both, again := count(engine.AllSeats(2)); again > 0 || both[0] == 0 || both[0] >= each[0] || both[1] >= each[1] {
		t.Fatalf("asked %v times, %d times again; without the wish %v", both, again, each)
	}
	if one, _ := count(engine.SeatsOf(0)); one[0] >= each[0] || one[1] < each[1]/2 {
		t.Fatalf("asked %v times where only the first wishes it; without the wish %v", one, each)
	}
}

// The log has the table's automatic answers, so that reloading the game gives the same position. An undo takes
// back those answers together with the player's last choice.
func TestWishesAreInTheLog(t *testing.T) {
	tb := wishing(t, "tablelog", header(t, 3, "players", "4", "epidemics", "4"), func() table.Wishes { return table.Wishes{Solo: true} })
	r := rand.New(rand.NewPCG(3, 3))
	for !tb.State().Over {
		chosen := tb.State().Moves()
		do(t, tb, "", choose(tb.State(), r))
		s := tb.State()
		plays := s.LastPlays()
		if s.Over || len(plays) == 1 {
			continue
		}
		for i, p := range plays {
			if (i > 0) != (p.Why == table.WhyStanding) {
				t.Fatalf("%v", plays)
			}
		}
		if !strings.Contains(s.Transcript(table.Viewer{}), "# as promised") {
			t.Fatal("the transcript does not tell what was promised")
		}
		update := string(s.AppendUpdate(nil, table.Viewer{Seats: s.Seats()}, s.N))
		if want := `"undo":{"to":` + strconv.Itoa(chosen); !strings.Contains(update, want) {
			t.Fatalf("no %s in %s", want, update)
		}
		return
	}
	t.Fatal("the table answered nothing")
}
