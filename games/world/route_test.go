package world_test

import (
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
)

// Route returns the shortest route over several actions that spends no card.
func TestRoute(t *testing.T) {
	for _, c := range []struct {
		arrange []string
		move    string
		want    string
	}{
		{nil, "drive sydney", "drive los-angeles, drive sydney"},
		{nil, "drive paris", "drive montreal, drive new-york, drive london, drive paris"},
		{[]string{"actions 1"}, "drive sydney", ""},
		{[]string{"pawn 0 atlanta", "stations atlanta paris"}, "drive milan", "shuttle paris, drive milan"},
		{nil, "drive chicago", ""},
		{nil, "treat blue", ""},
	} {
		s := arrange(t, deal(t, 3, "players", "2", "hands", "open"), append([]string{
			"clear cubes", "stations atlanta", "pawn 0 chicago", "pawn 1 lima", "hand 0", "hand 1", "role 0 medic", "turn 0", "actions 4",
		}, c.arrange...)...)
		vocab := s.Rules().Vocabulary()
		m, err := vocab.ParseMove(0, c.move)
		if err != nil {
			t.Fatal(err)
		}
		v := s.Knows(engine.SeatsOf(0))
		names := []string{}
		for _, step := range engine.RouteFrom(&v, m) {
			names = append(names, vocab.Move(step))
			if !engine.Listed(s.AppendMoves(nil, 0), step) {
				t.Fatalf("%v: %s is not listed", c.arrange, vocab.Move(step))
			}
			s.Play(step, nil)
		}
		if got := strings.Join(names, ", "); got != c.want {
			t.Errorf("%v: %s by %q, want %q", c.arrange, c.move, got, c.want)
		}
		if c.want != "" && s.Pawn(0) != epidemic.City(m.Arg[0]) {
			t.Errorf("%v: %s: the pawn is elsewhere", c.arrange, c.move)
		}
	}
}
