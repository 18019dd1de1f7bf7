package iberia_test

import (
	"slices"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
)

// walks returns the steps that patients of a colour could take, written as moves. It works with city names and
// shares no code with the game. The patients nearest by lines move, each along a route with the fewest steps. A
// step follows a line, or connected rails of any length.
func walks(s *epidemic.State, colour string) []string {
	p, r := onPaper(s), s.Rules()
	hospital := ""
	rails := map[string][]string{}
	for l := range epidemic.Line(r.Lines()) {
		if a, b := r.Ends(l); s.HasTrack(l) {
			x, y := r.City.Text(uint8(a)), r.City.Text(uint8(b))
			rails[x], rails[y] = append(rails[x], y), append(rails[y], x)
		}
	}
	for c := range epidemic.EachCity(s.Stations) {
		if id := r.City.Text(uint8(c)); p.colour[id] == colour {
			hospital = id
		}
	}
	if hospital == "" {
		return nil
	}
	byLine := distances(hospital, func(c string) []string { return p.links[c] })
	step := func(c string) []string { // returns the cities that one step leads to
		var all []string
		for to, n := range distances(c, func(c string) []string { return rails[c] }) {
			if n > 0 {
				all = append(all, to)
			}
		}
		return append(all, p.links[c]...)
	}
	bySteps := distances(hospital, step)
	nearest := 99
	for _, c := range p.order {
		if c != hospital && p.cubes[c][colour] > 0 {
			nearest = min(nearest, byLine[c])
		}
	}
	var list []string
	for _, from := range p.order {
		if from == hospital || p.cubes[from][colour] == 0 || byLine[from] != nearest {
			continue
		}
		for _, to := range p.order {
			if slices.Contains(step(from), to) && bySteps[to] == bySteps[from]-1 {
				list = append(list, "walk "+colour+" "+from+" "+to)
			}
		}
	}
	return list
}

// distances returns the number of steps from a city to every city that can be reached.
func distances(from string, step func(string) []string) map[string]int {
	far := map[string]int{from: 0}
	for todo := []string{from}; len(todo) > 0; todo = todo[1:] {
		for _, next := range step(todo[0]) {
			if _, seen := far[next]; !seen {
				far[next] = far[todo[0]] + 1
				todo = append(todo, next)
			}
		}
	}
	return far
}

// C80: the patients that move, automatically or by choice, are those that a person looking at the map would
// move. Rules: rush/phase rush/nearest rush/train rush/choice.
func TestPatientsOnPaper(t *testing.T) {
	const rides, alone = "rides by themselves", "walks by themselves"
	floor := property.Floor{questions: 10, rides: 1, alone: 3}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		variants := slices.DeleteFunc(iberia.Variants(), func(s engine.Settings) bool { return s.Get("rush") != "on" })
		r, err := iberia.Game.Compile(engine.Header{Game: "iberia", Revision: iberia.Revision, Settings: variants[n(len(variants))]})
		if err != nil {
			t.Fatalf("%v", err)
		}
		chance, _ := engine.NumberedSeed(uint64(n(1 << 30))).Rand()
		s := new(epidemic.State)
		r.Deal(s, chance, nil)
		scramble := chance.Fork()
		epidemictest.Scramble(s, scramble.N)
		if n(2) == 1 { // leaves few patients, far from the hospitals
			if err := epidemictest.Arrange(s, "clear cubes"); err != nil {
				t.Fatalf("%v", err)
			}
			for range 6 {
				if err := epidemictest.Arrange(s, "cubes "+r.City.Text(uint8(n(48)))+" "+r.Diseases[n(4)]+" 3"); err != nil {
					t.Fatalf("%v", err)
				}
			}
		}
		paper := map[string][]string{}
		for _, colour := range r.Diseases {
			paper[colour] = walks(s, colour)
		}
		for r.Stages()[s.Stage] != "draw" && s.Turn <= 2 && !s.Decision().Over && r.Stages()[s.Stage] != "after-patients" {
			d := s.Decision()
			seat := d.Owing().First()
			m := s.Default(seat)
			if d.Question == epidemic.QuestionWalk {
				cases.Met(questions, 1)
				var listed, want []string
				for _, x := range s.AppendMoves(nil, seat) {
					listed = append(listed, r.Vocabulary().Move(x))
				}
				for i, colour := range r.Diseases {
					if s.Walked>>i&1 == 0 {
						want = append(want, paper[colour]...)
					}
				}
				if !slices.Equal(listed, want) {
					t.Fatalf("asked for %q, not %q", listed, want)
				}
				all := s.AppendMoves(nil, seat)
				m = all[n(len(all))]
			}
			var out engine.Facts
			turn := s.Turn
			s.Play(m, &out)
			for _, f := range out.List {
				if f.Kind != epidemic.FactCubeWalked || f.Rule != "rush/nearest" && f.Rule != "rush/train" {
					continue
				}
				colour := r.Diseases[f.Arg[0]]
				step := "walk " + colour + " " + r.City.Text(f.Arg[1]) + " " + r.City.Text(f.Arg[2])
				if len(paper[colour]) != 1 || paper[colour][0] != step {
					t.Fatalf("by itself: %s, of %q", step, paper[colour])
				}
				cases.If(f.Rule == "rush/train", rides)
				cases.If(f.Rule == "rush/nearest", alone)
			}
			if s.Turn != turn {
				break
			}
		}
	})
}
