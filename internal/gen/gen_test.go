package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// TestViewShape holds the declared form of a view against the views of many
// games: everything that is written is declared, and everything that is declared
// is written by some position.
func TestViewShape(t *testing.T) {
	declared, chances := viewShape(world.Game), chanceShape(world.Game)
	seen := map[string]bool{}
	look := func(s engine.Session, players int) {
		watchers := []engine.Seats{0, engine.AllSeats(players)}
		for seat := range players {
			watchers = append(watchers, 1<<seat)
		}
		for _, by := range watchers {
			v := s.View(by)
			hold(t, declared, engine.AppendCode(nil, v.Code), seen)
			hold(t, chances, engine.AppendCode(nil, v.(engine.Reckoner).Chances), seen)
		}
	}
	chance := rand.New(rand.NewPCG(7, 7))
	rounds := 4
	if testing.Short() {
		rounds = 2
	}
	for round := range rounds {
		for i, set := range world.Variants() {
			set, err := engine.Resolve(world.Game.Options(), set)
			if err != nil {
				t.Fatal(err)
			}
			s, err := world.Game.New(engine.Header{
				Game: "world", Revision: world.Revision, Settings: set, Seats: make([]string, set.Int("players")),
				Seed: engine.NumberedSeed(uint64(1000*round + i)),
			})
			if err != nil {
				t.Fatal(err)
			}
			if round%2 == 1 { // a position that play seldom comes to
				state, _ := engine.At[epidemic.State](s)
				epidemictest.Scramble(state, chance.IntN)
			}
			play(t, s, set.Int("players"), chance, look)
			// What random play seldom comes to: an eradication, a question in the middle of
			// a chain of outbreaks, cards seen before they were mixed, a refused request.
			state, _ := engine.At[epidemic.State](s)
			state.Recall[0], state.RecallTo[0] = 1<<chance.IntN(48), 3
			for n, v := range world.Game.Verbs() {
				if len(v.Args) == 2 && v.City == nil {
					state.Refused[0], state.RefusedN = [4]uint8{uint8(n), 1, 1, 1}, 1
				}
			}
			state.Eradicated = 1 << chance.IntN(4)
			state.Spread = epidemic.Spread{Left: 1 << chance.IntN(48), Disease: 3, Done: 1, N: 2, Floor: 1, City: [8]epidemic.City{5, 40}}
			look(s, set.Int("players"))
		}
	}
	for _, name := range append(allMembers(declared, map[string]bool{}), allMembers(chances, map[string]bool{})...) {
		if !seen[name] {
			t.Errorf("%s is declared, and no position wrote it", name)
		}
	}
}

// hold holds what was written against its form.
func hold(t *testing.T, declared object, text []byte, seen map[string]bool) {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	if faults := declared.faults(declared.alias, value, seen); len(faults) > 0 {
		t.Fatalf("%s\n%s", strings.Join(faults, "\n"), text)
	}
}

// play makes moves at random and looks at every few positions.
func play(t *testing.T, s engine.Session, players int, chance *rand.Rand, look func(engine.Session, int)) {
	var list []engine.Move
	every := 4
	if testing.Short() {
		every = 16
	}
	for n := 0; ; n++ {
		if n%every == 0 {
			look(s, players)
		}
		if _, over := s.Outcome(); over || n > 2000 {
			look(s, players)
			return
		}
		d := s.Decision()
		list = list[:0]
		for seat := range (d.All | d.Any | d.May).Each {
			list = s.AppendMoves(list, seat)
		}
		if _, _, err := s.Play(list[chance.IntN(len(list))]); err != nil {
			t.Fatal(err)
		}
	}
}

func allMembers(s shape, done map[string]bool) []string {
	switch s := s.(type) {
	case object:
		if done[s.alias] {
			return nil
		}
		done[s.alias] = true
		var all []string
		for _, m := range s.members {
			all = append(append(all, s.alias+"."+m.name), allMembers(m.shape, done)...)
		}
		return all
	case listOf:
		return allMembers(s.item, done)
	case byName:
		return allMembers(s.item, done)
	}
	return nil
}

// TestEveryNameOfTheCodeIsDeclared reads the names that the kernel's code gives
// to the members of a view, so that one which no game of the other test wrote is
// not forgotten either.
func TestEveryNameOfTheCodeIsDeclared(t *testing.T) {
	// What only a whole position has, never a view.
	secret := []string{"rand", "key", "next", "deck", "infection-deck"}
	declared := map[string]bool{}
	for _, name := range allMembers(viewShape(world.Game), map[string]bool{}) {
		declared[name[strings.IndexByte(name, '.')+1:]] = true
	}
	file, err := parser.ParseFile(token.NewFileSet(), "../../games/epidemic/code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || strings.Contains(called(call), "Fail") || strings.Contains(called(call), "NewKind") {
			return true
		}
		for _, arg := range call.Args {
			if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				name, _ := strconv.Unquote(lit.Value)
				found[name] = true
				if !declared[name] && !slices.Contains(secret, name) {
					t.Errorf("%s is written by the code and not declared", name)
				}
			}
		}
		return true
	})
	for name := range declared {
		if !found[name] && !strings.HasPrefix(name, "operand-") {
			t.Errorf("%s is declared and not in the code", name)
		}
	}
	if len(found) < 40 {
		t.Errorf("only %d names were found", len(found))
	}
}

func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}

// TestShapesFindFaults shows that the comparison can fail.
func TestShapesFindFaults(t *testing.T) {
	declared := viewShape(world.Game)
	good := `{"seats-at-table":[{"role":"medic","pawn":"paris"}],"stage":"` + world.Game.Stages()[0] + `","hands":[{}]}`
	for text, want := range map[string]string{
		good: "",
		strings.Replace(good, "paris", "atlantis", 1):                 "atlantis",
		strings.Replace(good, `"stage"`, `"other"`, 1):                "no stage",
		strings.Replace(good, `"hands":[{}]`, `"hands":[1]`, 1):       "no object",
		strings.Replace(good, `"hands"`, `"turn":"x","hands"`, 1):     "no number",
		strings.Replace(good, `"hands"`, `"used":{"x":1},"hands"`, 1): "not true",
	} {
		var view any
		if err := json.Unmarshal([]byte(text), &view); err != nil {
			t.Fatal(err)
		}
		faults := strings.Join(declared.faults("view", view, map[string]bool{}), "\n")
		if (want == "") != (faults == "") || !strings.Contains(faults, want) {
			t.Errorf("%s: %q, want %q", text, faults, want)
		}
	}
}

func TestWorldData(t *testing.T) {
	text, err := worldData()
	if err != nil {
		t.Fatal(err)
	}
	var d gameData
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Cities) != 48 || len(d.Links) != 93 || len(d.Roles) != 7 || len(d.Events) != 5 || len(d.Numbers.Rate) != 7 || d.Numbers.Full != 3 {
		t.Errorf("%d cities, %d links, %d roles, %d events, %+v", len(d.Cities), len(d.Links), len(d.Roles), len(d.Events), d.Numbers)
	}
	if len(d.Verbs) != len(world.Game.Vocabulary().Verbs) || len(d.Facts) != len(world.Game.Vocabulary().Facts) {
		t.Errorf("%d verbs, %d facts", len(d.Verbs), len(d.Facts))
	}
	if v := d.Verbs["drive"]; v.Cost != 1 || !slices.Equal(v.Args, []string{"city"}) || v.Rule != "action/drive" || !slices.Contains(v.Steps, "action") {
		t.Errorf("drive %+v", v)
	}
	if v := d.Verbs["airlift"]; v.Event != "airlift" || v.Cost != 0 {
		t.Errorf("airlift %+v", v)
	}
	for name, want := range map[string]string{"drive": "", "direct": "target", "charter": "here", "special-flight": "operand", "cure": "several"} {
		if got := d.Verbs[name].Spends; got != want {
			t.Errorf("%s spends %q, not %q", name, got, want)
		}
	}
	for _, r := range d.Roles {
		if (r.CureWith == 4) != (r.ID == "scientist") || slices.Contains(r.Free, "build") != (r.ID == "operations-expert") {
			t.Errorf("role %+v", r)
		}
	}
	if v := d.Verbs["pass"]; !v.Standing {
		t.Errorf("pass %+v", v)
	}
	letters := map[string]bool{}
	for _, x := range d.Diseases {
		letters[x.Letter] = true
		if !regexp.MustCompile(`^[A-Z]$`).MatchString(x.Letter) {
			t.Errorf("letter %+v", x)
		}
	}
	if len(letters) != 4 {
		t.Errorf("letters %v", letters)
	}
}

// TestWritten compares what is written with what the code says, as make
// generated does.
func TestWritten(t *testing.T) {
	t.Chdir("../..")
	if _, err := os.Stat("go.mod"); err != nil {
		t.Fatal(err)
	}
	if err := run(true); err != nil {
		t.Error(err)
	}
}
