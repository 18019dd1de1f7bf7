package iberia_test

import (
	"slices"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
)

// In random games with the rush, a city has at most one outbreak or overflow for each infection card or moving
// patient. After it, no further cube is placed in that city or moved there. The outbreak marker advances by one
// each time. Rules: outbreak/once rush/once rush/flee.
func TestOncePerCard(t *testing.T) {
	games, overflows, chained := 0, 0, 0
	flee, known := iberia.Game.Vocabulary().Verb("overflow")
	if !known {
		t.Fatal("nobody flees")
	}
	for i, set := range iberia.Variants() {
		if set.Get("rush") != "on" {
			continue
		}
		games++
		r, err := iberia.Game.Compile(engine.Header{Game: "iberia", Revision: iberia.Revision, Settings: set})
		if err != nil {
			t.Fatal(err)
		}
		chance, _ := engine.NumberedSeed(uint64(i)).Rand()
		var s epidemic.State
		r.Deal(&s, chance, nil)
		pick := chance.Fork()
		closed, marker := map[uint8]bool{}, uint8(0)
		for !s.Decision().Over {
			if s.Decision().Question == epidemic.QuestionAction && pick.N(6) == 0 {
				trouble(&s, pick.N)
			}
			seat := s.Decision().Owing().First()
			all := s.AppendMoves(nil, seat)
			for _, m := range all {
				if s.Asking() == epidemic.QuestionCity && s.Top().Verb == flee && closed[m.Arg[0]] {
					t.Fatalf("%v: somebody could flee to %s", set, r.City.Text(m.Arg[0]))
				}
			}
			var out engine.Facts
			s.Play(all[pick.N(len(all))], &out)
			for _, f := range out.List {
				where := uint8(epidemic.NoCity)
				switch f.Kind {
				case epidemic.FactInfectionDrawn:
					clear(closed)
				case epidemic.FactCubesPlaced:
					where = f.Arg[0]
				case epidemic.FactCubeWalked:
					if f.Rule != "rush/flee" {
						clear(closed)
					}
					where = f.Arg[2]
				case epidemic.FactCubesRemoved:
					if f.Rule == "rush/nearest" || f.Rule == "rush/train" || f.Rule == "rush/choice" {
						clear(closed)
					}
				case epidemic.FactOutbreak, epidemic.FactOverflowed:
					if f.Kind == epidemic.FactOverflowed {
						overflows++
						if len(closed) > 0 {
							chained++
						}
					}
					marker++
					if closed[f.Arg[0]] || f.Arg[2] != marker {
						t.Fatalf("%v: %s is over a second time, or the marker is at %d, not %d", set, r.City.Text(f.Arg[0]), f.Arg[2], marker)
					}
					closed[f.Arg[0]] = true
				}
				if closed[where] {
					t.Fatalf("%v: a cube for %s: %s", set, r.City.Text(where), r.Vocabulary().Fact(f))
				}
			}
		}
	}
	if overflows == 0 || chained == 0 {
		t.Errorf("too plain: %d overflows, %d of them in a chain", overflows, chained)
	}
	t.Logf("%d games, %d overflows, %d of them in a chain", games, overflows, chained)
}

// trouble arranges the board so that the next infection card starts a chain of outbreaks next to a hospital. It
// does nothing if the supply has too few cubes.
func trouble(s *epidemic.State, n func(int) int) {
	r := s.Rules()
	text := func(c epidemic.City) string { return r.City.Text(uint8(c)) }
	hospital := epidemic.City(n(len(r.Cities)))
	near := slices.Collect(epidemic.EachCity(r.Links(hospital)))
	next := near[n(len(near))]
	colour := r.Cities[next].Disease
	for _, given := range []string{
		"stations " + text(hospital), "cubes " + text(hospital) + " " + colour + " 3",
		"cubes " + text(next) + " " + colour + " 3", "infection top " + text(next),
	} {
		if epidemictest.Arrange(s, given) != nil {
			return
		}
	}
}
