package lab

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/entry"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/pharmacytest"
	"theriac/internal/shape"
	"theriac/internal/shape/shapetest"
)

// TestPharmacyViewShape checks that the views of many games match the declared shape of the card game's view.
// The games have every number of players and every option, and begin from new and from scrambled positions.
// They are played both at random and by bots.
func TestPharmacyViewShape(t *testing.T) {
	w := shapetest.New(t, pharmacy.Game, pharmacyShape(pharmacy.Game), shape.Object{})
	w.Every = 16 // only every 16th view is checked, because a game has many similar ones
	w.Closely = []engine.QuestionKind{pharmacy.QuestionInject, pharmacy.QuestionCollect}
	chance := rand.New(rand.NewPCG(7, 7))
	for i, set := range pharmacy.Variants() {
		set, err := engine.Resolve(pharmacy.Game.Options(), set)
		if err != nil {
			t.Fatal(err)
		}
		players := set.Int("players")
		h := engine.Header{
			Game: pharmacy.Game.Name(), Revision: pharmacy.Revision, Settings: set, Seats: make([]string, players),
			Seed: engine.NumberedSeed(uint64(i)),
		}
		if i%8 == 0 {
			h.SetContent("sniffles 2 cross 0 1 0\nvolcano 5 - 1 0 0")
		}
		s, err := pharmacy.Game.New(h)
		if err != nil {
			t.Fatal(err)
		}
		w.Tell(s.Opening())
		state, _ := engine.At[pharmacy.State](s)
		choose := shapetest.ByChance(s, chance)
		if chance.IntN(2) == 0 {
			choose = func(d engine.Decision) engine.Move {
				return pharmacytest.Choose(state, s.AppendMoves(nil, d.Owing().First()), chance.IntN)
			}
		}
		if chance.IntN(2) == 0 {
			pharmacytest.Scramble(state, chance.IntN)
		}
		w.Play(s, players, choose)
	}
	// Random play hardly ever empties the piles, so scenarios cover that.
	w.Scenarios("../testdata", func(s engine.Session, text string) error {
		state, _ := engine.At[pharmacy.State](s)
		return pharmacytest.Arrange(state, text)
	})
	w.All(pharmacy.Game.Vocabulary().Facts, pharmacy.Game.Vocabulary().Questions)
}

// The declared shape of the view rejects impossible views.
func TestPharmacyShapeFindsFaults(t *testing.T) {
	declared := pharmacyShape(pharmacy.Game)
	good := `{"serial":1,"turn":1,"step":"turn","round":1,"starter":"0","active":"0",` +
		`"piles":{"left":{"size":19,"open":"volcano"}},"seats-at-table":[{"viruses":[{"card":"plague-2"}]}],"hands":[{"cards":["jab"]}]}`
	for _, c := range []struct{ old, now, want string }{
		{"", "", ""},
		{`"volcano"`, `"jab"`, "no Injection"},
		{`"plague-2"`, `"nurse"`, "no RiskVirus"},
		{`["jab"]`, `["volcano"]`, "no RiskCard"},
		{`"step":"turn"`, `"step":"over"`, "no Step"},
		{`"starter":"0"`, `"starter":"6"`, "no SeatId"},
		{`"size":19,`, ``, "has no size"},
		{`"round":1`, `"round":1,"total":2`, "has total"},
		{`{"viruses"`, `{"total":-2,"viruses"`, "no number"},
	} {
		var view any
		if err := json.Unmarshal([]byte(strings.Replace(good, c.old, c.now, 1)), &view); err != nil {
			t.Fatal(err)
		}
		faults := strings.Join(declared.Faults("view", view, map[string]bool{}), "\n")
		if (c.want == "") != (faults == "") || !strings.Contains(faults, c.want) {
			t.Errorf("%s: %q, want %q", c.now, faults, c.want)
		}
	}
}

func TestPharmacyData(t *testing.T) {
	files, err := clientFiles()
	if err != nil {
		t.Fatal(err)
	}
	var d pharmacyData
	if err := json.Unmarshal(files[0].Text, &d); err != nil {
		t.Fatal(err)
	}
	crosses, copies := 0, 0
	for _, v := range d.Viruses {
		if v.Cross {
			crosses++
		}
		if v.Value < 1 || v.Value > 6 || len(v.Pills) == 0 {
			t.Errorf("%+v", v)
		}
	}
	for _, r := range d.Risks {
		copies += r.Copies
	}
	if len(d.Viruses) != 26 || crosses != 8 || d.Injection != "injection" || d.Injections != 12 || len(d.Risks) != 14 || copies != 20 {
		t.Errorf("%d viruses, %d crosses, %d of %s, %d faces of %d risk cards", len(d.Viruses), crosses, d.Injections, d.Injection, len(d.Risks), copies)
	}
	if !slices.Equal(d.Pills, []pillData{{"blue", 1}, {"yellow", 2}, {"red", 3}}) || !slices.Equal(d.Piles, []string{"left", "right"}) || d.Rounds != 3 {
		t.Errorf("%v, %v, %d", d.Pills, d.Piles, d.Rounds)
	}
	if want := (pharmacyNumbers{RiskSickness: 4, TooManyInjections: 3, CarePoints: 13, NursePoints: 2, WrongPoints: 4, OwnerPays: 2}); d.Numbers != want {
		t.Errorf("%+v", d.Numbers)
	}
	if v := d.Verbs["defend"]; !slices.Equal(v.Args, []string{"blue", "yellow", "red", "seat"}) || !slices.Equal(v.Steps, []string{"answer", "dare"}) {
		t.Errorf("defend %+v", v)
	}
	if !slices.Equal(d.Facts["card-sent"], []string{"seat", "card", "seat"}) || d.Facts["ended"] == nil {
		t.Errorf("%v, %v", d.Facts["card-sent"], d.Facts["ended"])
	}
}

// In the client's data, each risk card names a rule of the ledger, and every question has a verb that answers
// it.
func TestPharmacyDataHoldsTogether(t *testing.T) {
	ledger := entry.Text(Entry.Ledger("en"))
	d := clientDataOf(pharmacy.Game)
	for _, r := range d.Risks {
		if !strings.Contains(ledger, "\n### `"+d.Game+"/"+r.Rule+"` ") {
			t.Errorf("no rule %s", r.Rule)
		}
	}
	for _, step := range d.Steps {
		answered := false
		for _, v := range d.Verbs {
			answered = answered || slices.Contains(v.Steps, step)
		}
		if answered == (step == d.Steps[pharmacy.QuestionOver]) {
			t.Errorf("the question %s has an answer: %v", step, answered)
		}
	}
}

// The declared shape of a view has the same fields as the view's own Code method writes.
func TestViewAsDescribed(t *testing.T) {
	var views []func(*engine.Coder)
	for _, set := range pharmacy.Variants() {
		s, err := pharmacy.Game.New(engine.Header{Game: "pharmacy", Revision: pharmacy.Revision, Settings: set, Seed: engine.NumberedSeed(1)})
		if err != nil {
			t.Fatal(err)
		}
		views = append(views, s.View(engine.SeatsOf(0)).Code)
	}
	shapetest.Described(t, pharmacyShape(pharmacy.Game), nil, views...)
}
