package offline

import (
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
	"theriac/internal/table"
)

// sat returns a table with three seats, two of them for bots.
func sat(t *testing.T, name string, keep func([]byte)) *Game {
	t.Helper()
	e, ok := games.FindEntry(name)
	if !ok {
		t.Fatal("no such game")
	}
	h, err := Setup{
		Rules: e.Rules, Settings: engine.Settings{{Name: "players", Value: "3"}}, Seed: engine.NewSeed(engine.Key{9}, engine.Key{7}),
	}.Header()
	if err != nil {
		t.Fatal(err)
	}
	local, err := table.BeginLocal("here", h, 1, keep)
	if err != nil {
		t.Fatal(err)
	}
	drawn := uint64(0)
	return New(local, e.Bots, []string{"", "novice", "novice"}, func() uint64 { drawn++; return drawn })
}

// person makes the nth legal move of the person.
func person(t *testing.T, l *Game, nth int) {
	t.Helper()
	s := l.State()
	list := s.Pos.AppendMoves(nil, 0)
	if len(list) == 0 {
		t.Fatal("the person has no move and the bots wait")
	}
	c := table.Answer{Seat: 0, Question: s.Question(), Move: s.Pos.Vocabulary().Move(list[nth%len(list)])}
	if _, err := l.Do("", c, 2); err != nil {
		t.Fatal(err)
	}
}

// A whole game runs with only the person's moves from outside. Replaying its entries gives the final position.
func TestWholeGames(t *testing.T) {
	reasons := 0
	for _, name := range games.Names() {
		var log [][]byte
		l := sat(t, name, func(entry []byte) { log = append(log, entry) })
		for step := 0; !l.State().Over; step++ {
			if step > 5000 {
				t.Fatal(name, "does not end")
			}
			turn, err := l.Play(int64(step))
			if err != nil {
				t.Fatal(name, err)
			}
			if r := turn.Reason; r != nil {
				reasons++
				if rivals := engine.RivalsOf(l.State().Game, l.State().Header().Settings, r.Seat); rivals.Has(0) {
					t.Error(name, "a rival says why it moved")
				}
			}
			if !turn.Moved {
				person(t, l, step)
			}
		}
		again, err := table.ResumeLocal("here", log, func([]byte) { t.Error("to go on wrote an entry") })
		if err != nil || !again.State().Over || again.State().Pos.Hash() != l.State().Pos.Hash() {
			t.Error(name, "the entries lead elsewhere", err)
		}
	}
	if reasons == 0 {
		t.Error("no bot said why it moved")
	}
}

// Bots agree to an undo by the person, but do not let the person act for other seats.
func TestBotsAgree(t *testing.T) {
	l := sat(t, games.Default(), func([]byte) {})
	moved, asked := 0, 0
	for step := 0; step < 400 && asked == 0 && !l.State().Over; step++ {
		turn, err := l.Play(1)
		if err != nil {
			t.Fatal(err)
		}
		if turn.Moved {
			if moved++; moved < 3 {
				continue
			}
			made := l.State().Moves()
			if _, err := l.Do("", table.Undo{By: l.Person, To: made - 1}, 2); err != nil {
				t.Fatal(err)
			}
			if l.State().Ask == nil {
				t.Fatal("a bot's move was taken back without it")
			}
			asked++
			if turn, err = l.Play(3); err != nil || !turn.Moved || l.State().Moves() != made-1 {
				t.Fatal("the bots did not agree", err)
			}
			continue
		}
		person(t, l, step)
	}
	if asked == 0 {
		t.Fatal("no bot moved")
	}
}

// If a bot chooses an illegal move, the table plays the default move instead.
func TestBadBot(t *testing.T) {
	l := sat(t, games.Default(), func([]byte) {})
	l.players["novice"] = mute{}
	for step := 0; step < 60 && !l.State().Over; step++ {
		turn, err := l.Play(1)
		if err != nil {
			t.Fatal(err)
		}
		if turn.Moved && l.State().Moves() > 12 {
			return
		}
		if !turn.Moved {
			person(t, l, step)
		}
	}
	t.Fatal("the bots never moved")
}

type mute struct{}

func (mute) Choose(*ai.Question) ai.Answer { return ai.Answer{Silent: true} }
