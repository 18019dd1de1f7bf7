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

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
	"theriac/games/world"
)

// TestViewShape holds the declared form of a view against the views of many
// games: everything that is written is declared, and everything that is declared
// is written by some position. So with the facts that are told and the questions
// that are asked.
func TestViewShape(t *testing.T) {
	for _, m := range games.Maps {
		t.Run(m.Game, func(t *testing.T) { watchGames(t, m) })
	}
}

// watched is what was met in the games of one kind.
type watched struct {
	t                *testing.T
	table            *epidemic.Table
	declared, chance object
	members          map[string]bool
	facts, steps     map[string]bool
}

func watchGames(t *testing.T, m games.Map) {
	w := &watched{
		t: t, table: m.Table, declared: viewShape(m.Table), chance: chanceShape(m.Table),
		members: map[string]bool{}, facts: map[string]bool{}, steps: map[string]bool{},
	}
	chance := rand.New(rand.NewPCG(7, 7))
	variants := m.Variants()
	for round := range 4 {
		for i, set := range variants {
			if len(variants) > 60 && i%4 != round {
				continue // where there are many ways to play, a part of them in each round
			}
			set, err := engine.Resolve(m.Options(), set)
			if err != nil {
				t.Fatal(err)
			}
			s, err := m.New(engine.Header{
				Game: m.Game, Revision: m.Revision(), Settings: set, Seats: make([]string, set.Int("players")),
				Seed: engine.NumberedSeed(uint64(1000*round + i)),
			})
			if err != nil {
				t.Fatal(err)
			}
			w.tell(s.Opening())
			players := set.Int("players")
			w.look(s, players)
			state, _ := engine.At[epidemic.State](s)
			if round%2 == 1 { // a position that play seldom comes to
				epidemictest.Scramble(state, chance.IntN)
			}
			w.play(s, players, chance, i/2%2 == 1)
			rare(m.Table, state, chance)
			w.look(s, players)
		}
	}
	w.all()
}

// rare makes what random play seldom comes to: an eradication, a question in the
// middle of a chain of outbreaks, cards seen before they were mixed, a refused
// request.
func rare(t *epidemic.Table, state *epidemic.State, chance *rand.Rand) {
	for n, v := range t.Verbs() {
		if len(v.Args) == 2 && v.City == nil && v.Choice == nil {
			state.Refused[0], state.RefusedN = [4]uint8{uint8(n), 1, 1, 1}, 1
		}
	}
	state.Spread = epidemic.Spread{Left: 1 << chance.IntN(48), Disease: 3, Done: 1, N: 2, Floor: 1, City: [8]epidemic.City{5, 40}}
	if tells(t, "arranged") {
		state.Recall[0], state.RecallTo[0] = 1<<chance.IntN(48), 3
	}
	if !t.Lasting {
		state.Eradicated = 1 << chance.IntN(4)
	}
	if echoes(t) {
		state.Echo, state.EchoOf = 1<<chance.IntN(48), 1
	}
	if overflows(t) {
		state.Fled = 1 << chance.IntN(48)
	}
}

// look holds every seat's view of a position against its form.
func (w *watched) look(s engine.Session, players int) {
	w.t.Helper()
	watchers := []engine.Seats{0, engine.AllSeats(players)}
	for seat := range players {
		watchers = append(watchers, 1<<seat)
	}
	for _, by := range watchers {
		v := s.View(by)
		hold(w.t, w.declared, engine.AppendCode(nil, v.Code), w.members)
		hold(w.t, w.chance, engine.AppendCode(nil, v.(engine.Reckoner).Chances), w.members)
	}
}

func (w *watched) tell(facts []engine.Fact) {
	for _, f := range facts {
		w.facts[w.table.Vocabulary().Facts[f.Kind].Name] = true
	}
}

// all compares what was met with what is declared.
func (w *watched) all() {
	t := w.t
	for _, name := range append(allMembers(w.declared, map[string]bool{}), allMembers(w.chance, map[string]bool{})...) {
		if !w.members[name] {
			t.Errorf("%s is declared, and no position wrote it", name)
		}
	}
	var told []string
	for _, f := range facts(w.table) {
		told = append(told, f.Name)
	}
	same(t, "fact", told, w.facts)
	same(t, "question", steps(w.table), w.steps)
}

func same(t *testing.T, what string, declared []string, met map[string]bool) {
	for _, name := range declared {
		if !met[name] {
			t.Errorf("the %s %s is declared and was not met", what, name)
		}
	}
	for name := range met {
		if !slices.Contains(declared, name) {
			t.Errorf("the %s %s was met and is not declared", what, name)
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

// play makes moves, at random or as somebody who wants to win, and looks at every
// few positions.
func (w *watched) play(s engine.Session, players int, chance *rand.Rand, eager bool) {
	var list []engine.Move
	bot := bots.Eager{Dice: ai.Dice(chance.Uint64())}
	every := 4
	if testing.Short() {
		every = 16
	}
	for n := 0; ; n++ {
		d := s.Decision()
		w.steps[w.table.Vocabulary().Steps[d.Step]] = true
		if n%every == 0 || d.Over || d.Step == epidemic.StepConsent {
			w.look(s, players)
		}
		if d.Over || n > 2000 {
			return
		}
		list = list[:0]
		for seat := range (d.All | d.Any | d.May).Each {
			list = s.AppendMoves(list, seat)
		}
		move := list[chance.IntN(len(list))]
		if eager {
			list = s.AppendMoves(list[:0], d.Owing().First())
			move = bot.Choose(s.View(engine.SeatsOf(d.Owing().First())).(*epidemic.View), list)
		}
		facts, _, err := s.Play(move)
		if err != nil {
			w.t.Fatal(err)
		}
		w.tell(facts)
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
	secret := []string{"rand", "key", "next", "deck", "infection-deck", "left-out"}
	declared := map[string]bool{}
	for _, m := range games.Maps {
		for _, name := range allMembers(viewShape(m.Table), map[string]bool{}) {
			declared[name[strings.IndexByte(name, '.')+1:]] = true
		}
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
	text, err := gameText(world.Game)
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
	if len(d.Verbs) != len(world.Game.Vocabulary().Verbs) || len(d.Facts) != 39 {
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

func TestIberiaData(t *testing.T) {
	text, err := gameText(iberia.Game)
	if err != nil {
		t.Fatal(err)
	}
	var d gameData
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Cities) != 48 || len(d.Links) != 81 || len(d.Dotted) != 6 || len(d.Regions) != 34 || len(d.Ports) != 19 || d.Start != "" {
		t.Errorf("%d cities, %d links, %d dotted, %d regions, %d ports, start %q",
			len(d.Cities), len(d.Links), len(d.Dotted), len(d.Regions), len(d.Ports), d.Start)
	}
	for _, l := range d.Dotted {
		if !slices.Contains(d.Links, l) {
			t.Errorf("%v is dotted and no link", l)
		}
		if slices.Contains(lines(iberia.Game), l[0]+"/"+l[1]) {
			t.Errorf("%v is dotted and can carry a track", l)
		}
	}
	for _, c := range d.Cities {
		if c.Founded == 0 || c.Population != 0 {
			t.Errorf("%+v", c)
		}
		if !slices.ContainsFunc(d.Regions, func(r regionData) bool { return slices.Contains(r.Cities, c.ID) }) && c.ID != "palma-de-mallorca" {
			t.Errorf("%s borders on no region", c.ID)
		}
	}
	if len(d.Traits) != 4 || !slices.Equal(d.Challenges, []string{"rush"}) || d.Numbers.Tracks != 20 || d.Numbers.Tokens != 14 {
		t.Errorf("%v, %v, %+v", d.Traits, d.Challenges, d.Numbers)
	}
	if slices.Contains(d.Steps, "move-pawn") || !slices.Contains(d.Steps, "choose-region") || !slices.Contains(d.Stages, "patients") {
		t.Errorf("%v, %v", d.Steps, d.Stages)
	}
	if v := d.Verbs["drive"]; !slices.Equal(v.Steps, []string{"action", "free-move"}) {
		t.Errorf("drive %+v", v)
	}
	if _, ok := d.Facts["eradicated"]; ok {
		t.Error("nothing is eradicated in this game")
	}
}

// The world's files say nothing of what only other games have.
func TestWorldHasOnlyItsOwn(t *testing.T) {
	text, err := gameText(world.Game)
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, viewType(world.Game)...)
	for _, word := range []string{"region", "token", "track", "port", "trait", "challenge", "founded", "shield", "dotted", "free-move"} {
		if regexp.MustCompile(`['"]` + word + `s?['"]|\t` + word + `s?\??:`).Match(text) {
			t.Errorf("the world's files mention %q", word)
		}
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
