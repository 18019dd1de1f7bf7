package world_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// labVariants returns some variants with the laboratory: with hands and events open or hidden, and with and
// without a fifth disease.
func labVariants() []engine.Settings {
	var list []engine.Settings
	for _, players := range []string{"2", "3", "4"} {
		for _, mutation := range []string{"off", "mutation", "panic"} {
			for _, hands := range [][]string{{"4", "open", "announced"}, {"5", "hidden", "announced"}, {"6", "hidden", "secret"}} {
				box := "lab"
				if mutation != "off" {
					box = "all"
				}
				list = append(list, engine.Settings{
					{Name: "box", Value: box}, {Name: "players", Value: players}, {Name: "epidemics", Value: hands[0]},
					{Name: "lab", Value: "on"}, {Name: "mutation", Value: mutation},
					{Name: "hands", Value: hands[1]}, {Name: "events", Value: hands[2]},
				})
			}
		}
	}
	return list
}

// The conformance suite accepts variants with the laboratory.
func TestConformanceOfTheLab(t *testing.T) {
	games := uint64(3000)
	if testing.Short() {
		games = 300
	}
	report, err := epidemictest.Subject(world.Game, labVariants()).Play(0, games)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d moves, longest list %d, ends %v", report.Games, report.Moves, report.Longest, report.Ended)
	property.Report(t, property.Floor{"lab/sequence": 20, "lab/sample": 20, "lab/characterise": 20, "lab/test": 5, "lab/cure": 1, "mutation/card": 20}, report.Fired)
}

// At the beginning, one sequence card is on the laboratory's first research line, and the laboratory is
// otherwise empty. Rules: lab/setup.
func TestLabSetup(t *testing.T) {
	for _, set := range labVariants() {
		r, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: set})
		if err != nil {
			t.Fatal(err)
		}
		var s epidemic.State
		var out engine.Facts
		r.Deal(&s, engine.Rand{}, &out)
		seen := uint8(0)
		for c := range epidemic.City(len(r.Cities)) {
			for d := range epidemic.Disease(len(r.Diseases)) {
				if s.CubesAt(c, d) > 0 {
					seen |= 1 << d
				}
			}
		}
		first, second := &s.Lab.Lines[0], &s.Lab.Lines[1]
		if int(first.Sequence) >= len(r.Sequences) || int(second.Sequence) < len(r.Sequences) || int(s.Lab.Left) != len(r.Sequences)-1 {
			t.Errorf("%v: lines with %d and %d, and %d cards left", set, first.Sequence, second.Sequence, s.Lab.Left)
		}
		if first.Cubes()+second.Cubes() != 0 || s.Lab.Discard != 0 || s.Lab.Appeared != seen {
			t.Errorf("%v: the laboratory is not empty", set)
		}
		if !slices.ContainsFunc(out.List, func(f engine.Fact) bool { return f.Kind == epidemic.FactSequencePlaced && f.Rule == "lab/setup" }) {
			t.Errorf("%v: the first sequence card is not told", set)
		}
	}
}

// There are fourteen sequence cards. The more cures a card can be used for, the more cubes it takes.
func TestSequenceCards(t *testing.T) {
	if n := len(world.Game.Sequences); n != 14 {
		t.Fatalf("%d cards", n)
	}
	takes := map[int]uint8{}
	for _, c := range world.Game.Sequences {
		n := uint8(0)
		for _, k := range c.Circles {
			n += k
		}
		if of := takes[len(c.Vials)]; of != 0 && of != n {
			t.Errorf("%s takes %d cubes, others with as many vials %d", c.ID, n, of)
		}
		takes[len(c.Vials)] = n
	}
	if takes[1] != 4 || takes[2] != 5 || takes[5] != 6 {
		t.Errorf("cubes by vials: %v", takes)
	}
}

// A table cannot play with both the laboratory and teams. Rules: lab/teams.
func TestNoLabInTeams(t *testing.T) {
	_, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: engine.Settings{
		{Name: "mode", Value: "teams"}, {Name: "box", Value: "lab"}, {Name: "players", Value: "4"}, {Name: "lab", Value: "on"},
	}})
	var refusal *engine.Refusal
	if !errors.As(err, &refusal) || refusal.Rule != "lab/teams" {
		t.Errorf("the laboratory in teams: %v", err)
	}
}

// Views of games with a laboratory keep the order of the sequence deck secret, and survive encoding and
// decoding.
func TestLabViews(t *testing.T) {
	const busy, paying = "laboratories with cubes", "questions about the laboratory"
	floor := property.Floor{unlike: 50, listed: 200, busy: 5, paying: 1}
	variants := labVariants()
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := epidemictest.Somewhere(t, world.Game, variants, n)
		cases.Met(unlike, epidemictest.Secrets(t, s, n))
		cases.Met(listed, epidemictest.Travels(t, s))
		cases.If(s.Lab.Lines[0].Cubes()+s.Lab.Lines[1].Cubes() > 0, busy)
		cases.If(slices.Contains([]engine.QuestionKind{epidemic.QuestionLab, epidemic.QuestionSlot, epidemic.QuestionDish}, s.Asking()), paying)
	})
}

// ownCards returns sequence cards as a group might write its own: six cards, each usable for any cure and with
// one circle.
func ownCards() string {
	var cards []string
	for _, id := range []string{"a", "b", "c", "d", "e", "card-6"} {
		cards = append(cards, `{"id": "`+id+`", "vials": ["blue", "yellow", "black", "red"], "circles": {"grey": 1}}`)
	}
	return `{"sequence_cards": [` + strings.Join(cards, ",\n") + `]}`
}

func ownHeader(content string, lab string) engine.Header {
	return engine.Header{
		Game: "world", Revision: world.Revision, Seed: engine.NumberedSeed(3),
		Settings: engine.Settings{{Name: "box", Value: "lab"}, {Name: "lab", Value: lab}},
		Data:     engine.DataHash([]byte(content)), Content: []byte(content),
	}
}

// A group can play with its own sequence cards. Facts and positions then use those cards' names, and the
// built-in cards remain unchanged.
func TestOwnSequenceCards(t *testing.T) {
	s, err := world.Game.New(ownHeader(ownCards(), "on"))
	if err != nil {
		t.Fatal(err)
	}
	told := ""
	for _, f := range s.Opening() {
		told += s.Vocabulary().Fact(f) + "\n"
	}
	if !strings.Contains(told, "sequence-placed first ") || strings.Contains(told, "small") || strings.Contains(told, "big") {
		t.Errorf("the opening is told as\n%s", told)
	}
	state, _ := engine.At[epidemic.State](s)
	arrange(t, state, "turn 0", "hand 0 paris milan essen lima", "hand 1 cairo tokyo osaka delhi", "sequence first b", "sequence top card-6")
	play(t, state, "0 characterise first blue paris", "0 sequence")
	text := string(engine.AppendCode(nil, state.Code))
	if !strings.Contains(text, `"operand-0":"card-6"`) || !strings.Contains(text, `"sequence":"b"`) || state.Fault() != "" {
		t.Errorf("%s\n%s", state.Fault(), text)
	}
	epidemictest.Travels(t, state)
	if world.Game.Sequence.Values[0] != "small-blue" {
		t.Error("the game's own cards have changed")
	}
	// The built-in cards are accepted too, if they are written as JSON in the format of a group's own cards.
	own := struct {
		Cards []map[string]any `json:"sequence_cards"`
	}{}
	for _, c := range world.Game.Sequences {
		own.Cards = append(own.Cards, map[string]any{"id": c.ID, "vials": c.Vials, "circles": c.Circles})
	}
	content, _ := json.Marshal(own)
	r, err := world.Game.Compile(ownHeader(string(content), "on"))
	if err != nil || !slices.Equal(r.Sequence.Values, world.Game.Sequence.Values) {
		t.Errorf("our own cards as a text: %v", err)
	}
}

// A text that is not a list of sequence cards is rejected.
func TestWrongSequenceCards(t *testing.T) {
	good := ownCards()
	for name, content := range map[string]string{
		"no text":           "",
		"no JSON":           "{",
		"no cards":          "{}",
		"few cards":         `{"sequence_cards":[` + strings.SplitN(good, "\n", 2)[0][20:] + `{"id":"b","vials":["blue"],"circles":{"blue":1}}]}`,
		"a name twice":      strings.Replace(good, `"b"`, `"a"`, 1),
		"no name":           strings.Replace(good, `"b"`, `""`, 1),
		"a bad name":        strings.Replace(good, `"b"`, `"B b"`, 1),
		"an unknown vial":   strings.Replace(good, `"yellow"`, `"green"`, 1),
		"a vial twice":      strings.Replace(good, `"yellow"`, `"blue"`, 1),
		"no vial":           strings.Replace(good, `["blue", "yellow", "black", "red"]`, `[]`, 1),
		"no vial of a cure": strings.ReplaceAll(good, `"yellow", `, ``),
		"no circle":         strings.Replace(good, `{"grey": 1}`, `{}`, 1),
		"many circles":      strings.Replace(good, `"grey": 1`, `"grey": 9`, 1),
		"an unknown circle": strings.Replace(good, `"grey": 1`, `"grey": 1, "gray": 1`, 1),
		"a purple circle":   strings.Replace(good, `"grey": 1`, `"grey": 1, "purple": 1`, 1),
		"something else":    strings.Replace(good, `"id"`, `"size": "big", "id"`, 1),
	} {
		h := ownHeader(content, "on")
		var parse *engine.ParseError
		if _, err := world.Game.New(h); !errors.As(err, &parse) {
			t.Errorf("%s: %v", name, err)
		}
	}
	other := ownHeader(good, "on")
	other.Data = engine.DataHash([]byte("other"))
	if _, err := world.Game.New(other); err == nil {
		t.Error("a wrong hash is taken")
	}
	if _, err := world.Game.New(ownHeader(good, "off")); err == nil {
		t.Error("cards are taken where there is no laboratory")
	}
}
