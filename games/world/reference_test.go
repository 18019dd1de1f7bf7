package world_test

import (
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// plain carries out the infection step as a person at the table would. It works with city names, without bit
// sets or a queue, and shares no code with the kernel.
type plain struct {
	cubes     map[string]map[string]int // by city and colour
	supply    map[string]int
	links     map[string][]string
	colour    map[string]string
	protected func(city, colour string) bool
	gone      map[string]bool // eradicated diseases
	outbreaks int
	lost      string
	kept      int // the number of cubes that a role has prevented
}

// place puts one cube into a city. It reports whether the city has an outbreak instead.
func (p *plain) place(city, colour string) (breaksOut bool) {
	if p.gone[colour] || p.protected(city, colour) {
		p.kept++
		return false
	}
	if p.cubes[city][colour] == 3 {
		return true
	}
	if p.supply[colour] == 0 {
		p.lost = "end/cubes"
		return false
	}
	p.supply[colour]--
	p.cubes[city][colour]++
	return false
}

// card turns one infection card and resolves its outbreaks, one after another.
func (p *plain) card(city string) {
	colour := p.colour[city]
	if !p.place(city, colour) {
		return
	}
	waiting, broken := []string{city}, map[string]bool{}
	for len(waiting) > 0 && p.lost == "" {
		city, waiting = waiting[0], waiting[1:]
		if broken[city] {
			continue
		}
		broken[city] = true
		p.outbreaks++
		if p.outbreaks == 8 {
			p.lost = "end/outbreaks"
			return
		}
		for _, next := range p.links[city] {
			if !broken[next] && p.lost == "" && p.place(next, colour) {
				waiting = append(waiting, next)
			}
		}
	}
}

// onPaper makes a plain that has the position's board.
func onPaper(s *epidemic.State) *plain {
	g := world.Game
	p := &plain{
		cubes: map[string]map[string]int{}, supply: map[string]int{}, links: map[string][]string{},
		colour: map[string]string{}, gone: map[string]bool{}, outbreaks: int(s.Outbreaks),
	}
	for d, colour := range g.Diseases {
		p.supply[colour] = int(s.Supply[d])
		p.gone[colour] = s.IsEradicated(epidemic.Disease(d))
	}
	for _, l := range g.Links {
		p.links[l[0]] = append(p.links[l[0]], l[1])
		p.links[l[1]] = append(p.links[l[1]], l[0])
	}
	for i, c := range g.Cities {
		p.colour[c.ID] = c.Disease
		p.cubes[c.ID] = map[string]int{}
		for d, colour := range g.Diseases {
			if n := s.CubesAt(epidemic.City(i), epidemic.Disease(d)); n > 0 {
				p.cubes[c.ID][colour] = int(n)
			}
		}
	}
	p.protected = func(city, colour string) bool {
		for seat := range engine.Seat(s.Rules().Players) {
			at := g.City.Text(uint8(s.Pawn(seat)))
			switch s.Role(seat).ID {
			case "medic":
				d, _ := g.Disease.Parse(colour)
				if at == city && s.IsCured(epidemic.Disease(d)) {
					return true
				}
			case "quarantine-specialist":
				if at == city {
					return true
				}
				for _, next := range p.links[at] {
					if next == city {
						return true
					}
				}
			}
		}
		return false
	}
	return p
}

// For random positions from the middle of a game, the kernel's infection step gives the same board as plain
// does.
//
// If one of them loses the game, both must. But the causes may differ, because the rulebook does not fix the
// order in which an outbreak reaches its neighbours.
func TestInfectionAgainstPaper(t *testing.T) {
	const broke, chained, lostCubes, lostOutbreaks = "outbreaks", "chains of outbreaks", "losses for want of cubes", "losses by outbreaks"
	floor := property.Floor{broke: 10, chained: 2, lostCubes: 1, lostOutbreaks: 2, "games that go on": 5, "cubes kept away": 1}
	variants := base()
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		set := variants[n(len(variants))]
		r, err := world.Game.Compile(engine.Header{Game: "world", Revision: 1, Settings: set})
		if err != nil {
			t.Fatalf("%v", err)
		}
		chance, _ := engine.NumberedSeed(uint64(n(1 << 30))).Rand()
		s := new(epidemic.State)
		r.Deal(s, chance, nil)
		scramble := chance.Fork()
		epidemictest.Scramble(s, scramble.N)
		for range n(21) { // many full cities make long chains of outbreaks
			c, d := scramble.N(48), scramble.N(4)
			_ = epidemictest.Arrange(s, "cubes "+world.Game.City.Text(uint8(c))+" "+world.Game.Disease.Text(uint8(d))+" 3")
		}
		// With these hands and cards, no player can interrupt, draw an epidemic or have to discard. So only the
		// infection step follows.
		for _, l := range []string{"discard airlift forecast government-grant one-quiet-night resilient-population", "deck top paris lima"} {
			if err := epidemictest.Arrange(s, l); err != nil {
				t.Fatalf("%v", err)
			}
		}
		for seat := range engine.Seat(r.Players) {
			_ = epidemictest.Arrange(s, "hand "+engine.SeatKind.Text(uint8(seat))+" "+[]string{"milan", "essen", "cairo", "delhi"}[seat])
		}
		paper := onPaper(s)
		for i := range r.Numbers.Rate[s.Rate] {
			if paper.lost == "" && i < s.InfectionLen {
				before := paper.outbreaks
				paper.card(world.Game.City.Text(uint8(s.Secrets().Infection[s.InfectionLen-1-i])))
				cases.Met(broke, paper.outbreaks-before)
				cases.If(paper.outbreaks-before > 1, chained)
			}
		}
		cases.Met("cubes kept away", paper.kept)
		draw, _ := world.Game.Vocabulary().ParseMove(s.Active, "draw")
		s.Play(draw, nil)
		cases.If(paper.lost == "end/cubes", lostCubes)
		cases.If(paper.lost == "end/outbreaks", lostOutbreaks)
		cases.If(paper.lost == "", "games that go on")
		if (s.End != epidemic.Running) != (paper.lost != "") {
			t.Fatalf("the kernel ends by %q, the paper by %q", s.End.Rule(), paper.lost)
		}
		if paper.lost != "" {
			return
		}
		if int(s.Outbreaks) != paper.outbreaks {
			t.Fatalf("%d outbreaks, on paper %d", s.Outbreaks, paper.outbreaks)
		}
		for i, c := range world.Game.Cities {
			for d, colour := range world.Game.Diseases {
				if n := int(s.CubesAt(epidemic.City(i), epidemic.Disease(d))); n != paper.cubes[c.ID][colour] {
					t.Fatalf("%s has %d %s cubes, on paper %d", c.ID, n, colour, paper.cubes[c.ID][colour])
				}
			}
		}
	})
}
