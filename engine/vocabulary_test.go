package engine

import (
	"errors"
	"slices"
	"testing"
)

var toy = func() *Vocabulary {
	city := NewKind("city", "paris", "new-york")
	return NewVocabulary(
		[]Word{{Name: "go", Args: []*Kind{city}}, {Name: "pay", Args: []*Kind{SeatKind, Number}}, {Name: "pass"}},
		[]Word{{Name: "went", Args: []*Kind{SeatKind, city}}}, []string{"turn"})
}()

func TestMovesAreWrittenAndRead(t *testing.T) {
	for _, text := range []string{"go paris", "go new-york", "pay 3 255", "pass"} {
		m, err := toy.ParseMove(2, text)
		if err != nil || toy.Move(m) != text || m.Seat != 2 {
			t.Errorf("%q: %v %v", text, m, err)
		}
	}
	for _, text := range []string{"", "go", "go lima", "go paris lima", "go  paris", " pass", "pay 0 256", "pay 0 01", "pay 6 1", "pass "} {
		if m, err := toy.ParseMove(0, text); err == nil {
			t.Errorf("%q was read as %v", text, m)
		}
	}
}

func TestVeiledMove(t *testing.T) {
	m, _ := toy.ParseMove(0, "pay 3 255")
	for operands, want := range map[uint8]string{0: "pay 3 255", 1: "pay ? 255", 2: "pay 3 ?", 3: "pay ? ?"} {
		if got := toy.VeiledMove(m, operands); got != want {
			t.Errorf("%b: %s", operands, got)
		}
	}
}

func TestFits(t *testing.T) {
	for m, want := range map[Move]bool{
		{Verb: 0, Arg: [Operands]uint8{1}}:    true,
		{Verb: 0, Arg: [Operands]uint8{2}}:    false,
		{Verb: 0, Arg: [Operands]uint8{1, 1}}: false,
		{Verb: 1, Arg: [Operands]uint8{5, 9}}: true,
		{Verb: 9}:                             false,
	} {
		if toy.Fits(m) != want {
			t.Errorf("%v", m)
		}
	}
}

func FuzzParseMove(f *testing.F) {
	for _, s := range []string{"go paris", "pay 1 2", "pass", "go\tparis", "pay 1 02"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := toy.ParseMove(1, text); err == nil && toy.Move(m) != text {
			t.Errorf("%q became %q", text, toy.Move(m))
		}
	})
}

func TestFactAudience(t *testing.T) {
	var f Facts
	f.Add(0, "r")
	f.Tell(SeatsOf(1), 0, "r")
	f.Veil(SeatsOf(1), 0, "r")
	for _, c := range []struct {
		by   Seats
		want [3]bool
	}{
		{0, [3]bool{true, false, true}},
		{SeatsOf(1), [3]bool{true, true, false}},
		{SeatsOf(0), [3]bool{true, false, true}},
		{SeatsOf(0, 1), [3]bool{true, true, false}},
	} {
		for i, fact := range f.List {
			if fact.Visible(c.by) != c.want[i] {
				t.Errorf("seats %b, fact %d", c.by, i)
			}
		}
	}
	var none *Facts
	none.Add(0, "r") // a nil *Facts drops everything
}

func TestResolve(t *testing.T) {
	options := []Option{
		{Name: "n", Kind: Range, Min: 2, Max: 4, Default: "2"},
		{Name: "how", Kind: Choice, Values: []string{"a", "b"}, Default: "a",
			Instead:  []Instead{{"n", "4", "b"}},
			Excludes: []Exclusion{{Value: "a", Option: "n", Is: "4", Rule: "some/rule"}}},
		{Name: "who", Kind: Listing, Values: []string{"x", "y"}},
	}
	for _, c := range []struct {
		given Settings
		how   string
	}{
		{nil, "a"},
		{Settings{{"n", "4"}}, "b"},
		{Settings{{"how", "b"}, {"who", "y,x"}}, "b"},
	} {
		if got, err := Resolve(options, c.given); err != nil || got.Get("how") != c.how {
			t.Errorf("%v: %v %v", c.given, got, err)
		}
	}
	for _, bad := range []Settings{
		{{"n", "5"}}, {{"n", "02"}}, {{"n", "x"}}, {{"how", ""}}, {{"who", "x,x"}}, {{"who", "z"}}, {{"other", "1"}}, {{"n", "2"}, {"n", "2"}},
	} {
		if got, err := Resolve(options, bad); err == nil {
			t.Errorf("%v was taken: %v", bad, got)
		}
	}
	later := slices.Clone(options)
	later[1].Excludes = []Exclusion{{Value: "a", Option: "n", Is: "4", Rule: "some/rule", Since: 2}}
	if _, err := Resolve(OptionsAt(later, 1), Settings{{"n", "4"}, {"how", "a"}}); err != nil {
		t.Errorf("a later exclusion refuses an older game: %v", err)
	}
	_, err := Resolve(OptionsAt(options, 1), Settings{{"n", "4"}, {"how", "a"}})
	var r *Refusal
	if !errors.As(err, &r) || r.Rule != "some/rule" {
		t.Errorf("the exclusion answers %v", err)
	}
}
