package world_test

import (
	"slices"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
	"theriac/locale"
)

// If a seat has no move of some kind, the game gives a reason, and every language has a text for it.
func TestLacksHaveWords(t *testing.T) {
	epidemictest.Lacks(t, world.Game, variants(), 4000, func(game, text string) {
		for _, lang := range locale.Languages() {
			c, err := locale.For(lang)
			if err != nil {
				t.Fatal(err)
			}
			if !c.Of(game).Has(text) {
				t.Errorf("%s: no text %s", lang, text)
			}
		}
	})
}

// In certain positions, the game gives the expected reason why a verb has no legal move, or why a single move
// is illegal.
func TestLacks(t *testing.T) {
	basic := []string{"clear cubes", "stations atlanta", "pawn 0 chicago", "pawn 1 paris", "hand 0", "hand 1", "role 0 medic", "role 1 quarantine-specialist", "turn 0", "actions 4"}
	for _, c := range []struct {
		arrange []string
		move    string // a move, or only a verb to mean all its moves
		want    string
	}{
		{nil, "treat", "cubes city=chicago disease=blue"},
		{nil, "direct", "city-cards city=chicago"},
		{nil, "charter", "card-here city=chicago"},
		{nil, "shuttle", "station-here city=chicago"},
		{[]string{"pawn 0 atlanta"}, "shuttle", "stations city=atlanta"},
		{nil, "build", "card-here city=chicago"},
		{[]string{"pawn 0 atlanta"}, "build", "action.one-station city=atlanta"},
		{nil, "give", "nobody city=chicago"},
		{[]string{"pawn 1 chicago"}, "give", "card-here city=chicago"},
		{[]string{"pawn 1 chicago"}, "take", "action.share city=chicago"},
		{nil, "cure", "action.cure-station city=chicago disease=blue"},
		{[]string{"pawn 0 atlanta", "hand 0 tokyo osaka lima"}, "cure", "action.cure city=atlanta disease=red n=3"},
		{[]string{"pawn 0 atlanta", "hand 0 tokyo osaka lima", "cured red"}, "cure", "action.cure city=atlanta disease=yellow n=4"},
		{[]string{"actions 0"}, "drive", "actions city=chicago n=1"},
		{[]string{"actions 0"}, "treat", "actions city=chicago disease=blue n=1"},
		{nil, "drive tokyo", "action.drive city=chicago city2=tokyo n=2"},
		{nil, "drive sydney", "action.drive city=chicago city2=sydney n=2"},
		{nil, "direct sydney", "action.direct city=chicago city2=sydney"},
		{[]string{"pawn 0 atlanta"}, "shuttle paris", "action.shuttle city=atlanta city2=paris"},
	} {
		s := arrange(t, deal(t, 3, "players", "2", "hands", "open"), slices.Concat(basic, c.arrange)...)
		if got := lackOf(t, s, c.move); got != c.want {
			t.Errorf("%v: %s lacks %q, want %q", c.arrange, c.move, got, c.want)
		}
	}
}

// If the station in the city belongs to a rival team, the reason differs from the one given if no station is
// there.
func TestLacksAtARivalsStation(t *testing.T) {
	s := arrange(t, teamTable(t, 4), "turn 0", "roles operations-expert scientist medic dispatcher",
		"bases paris tokyo", "pawn 0 tokyo", "hand 0 london madrid essen milan")
	for _, move := range []string{"shuttle", "shuttle paris", "special-flight", "cure"} {
		if got := lackOf(t, s, move); !strings.HasPrefix(got, "team.stations city=tokyo") {
			t.Errorf("%s lacks %q", move, got)
		}
	}
}

// lackOf returns the reason why the first seat cannot make a move, or any move of a verb.
func lackOf(t *testing.T, s *epidemic.State, move string) string {
	t.Helper()
	vocab := s.Rules().Vocabulary()
	var lack engine.Unmet
	if strings.Contains(move, " ") {
		m, err := vocab.ParseMove(0, move)
		if err != nil {
			t.Fatal(err)
		}
		lack, _ = s.UnmetNeed(m)
	} else {
		for _, l := range s.UnmetNeeds(0) {
			if vocab.Verbs[l.Verb].Name == move {
				lack = l
			}
		}
	}
	text := strings.TrimPrefix(lack.Text, "lack.")
	for _, a := range lack.Args {
		text += " " + a[0] + "=" + a[1]
	}
	return text
}
