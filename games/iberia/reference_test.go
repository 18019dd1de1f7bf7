package iberia_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
)

// plain carries out the infection step as a person at the table would, including tokens, the Nurse and
// historical diseases. It works with city names, without bit sets or a queue, and shares no code with the
// kernel.
//
// If several regions could spend a token, it chooses the first one. If a region has too few tokens for several
// cities, it places a cube in the first or the last of those cities next.
type plain struct {
	order     []string                  // the cities, as listed by the game
	cubes     map[string]map[string]int // by city and colour
	supply    map[string]int
	tokens    map[string]int // by region
	links     map[string][]string
	colour    map[string]string
	regions   map[string][]string // by city, in order
	ports     map[string]bool
	shield    string // the region of the Nurse's token, if there is one
	traits    map[string]bool
	outbreaks int
	lost      string
	last      bool // if cities share too few tokens, the last of them comes first
	asked     int  // how often tokens were too few

	waiting, broken []string // cities whose outbreak is still to come or has happened, for the current infection card
}

// place puts n cubes into a city, less those that a role or token prevents. If hops is set, yellow fever may
// spread once from there to neighbouring ports.
func (p *plain) place(city, colour string, n int, hops bool) {
	if slices.Contains(p.regions[city], p.shield) {
		return
	}
	for _, r := range p.regions[city] {
		for n > 0 && p.tokens[r] > 0 {
			p.tokens[r]--
			n--
		}
	}
	put := min(n, 3-p.cubes[city][colour])
	if put > p.supply[colour] {
		p.lost = "end/cubes"
		return
	}
	p.supply[colour] -= put
	p.cubes[city][colour] += put
	if n > put && !slices.Contains(p.waiting, city) && !slices.Contains(p.broken, city) {
		p.waiting = append(p.waiting, city)
	}
	if put == 0 || !hops || colour != "yellow" || !p.traits["yellow-fever"] || !p.ports[city] {
		return
	}
	for _, next := range p.inOrder(p.links[city]) {
		if p.ports[next] && !slices.Contains(p.broken, next) && p.lost == "" {
			p.place(next, colour, 1, false)
		}
	}
}

func (p *plain) inOrder(cities []string) []string {
	return slices.SortedFunc(slices.Values(cities), func(a, b string) int {
		return slices.Index(p.order, a) - slices.Index(p.order, b)
	})
}

func sum(of map[string]int) int {
	n := 0
	for _, x := range of {
		n += x
	}
	return n
}

// far returns the empty cities that are two lines away.
func (p *plain) far(city string) []string {
	set := map[string]bool{}
	for _, near := range p.links[city] {
		for _, next := range p.links[near] {
			if next != city && !slices.Contains(p.links[city], next) && sum(p.cubes[next]) == 0 {
				set[next] = true
			}
		}
	}
	return p.inOrder(slices.Collect(maps.Keys(set)))
}

// card turns one infection card and resolves its outbreaks, one after another.
func (p *plain) card(city string) {
	colour, n := p.colour[city], 1
	if colour == "black" && p.traits["malaria"] && p.cubes[city]["black"] == 0 {
		n = 2
	}
	p.waiting, p.broken = nil, nil
	p.place(city, colour, n, true)
	for len(p.waiting) > 0 && p.lost == "" {
		city, p.waiting = p.waiting[0], p.waiting[1:]
		p.broken = append(p.broken, city)
		p.outbreaks++
		if p.outbreaks == 8 {
			p.lost = "end/outbreaks"
			return
		}
		var far []string
		if colour == "blue" && p.traits["cholera"] {
			far = p.far(city)
		}
		p.reach(p.inOrder(p.links[city]), colour)
		p.reach(far, colour)
	}
}

// reach places an outbreak's cube in each of the given cities that has not broken out itself.
func (p *plain) reach(cities []string, colour string) {
	left := slices.DeleteFunc(cities, func(c string) bool { return slices.Contains(p.broken, c) })
	for len(left) > 0 && p.lost == "" {
		next := left[0]
		if short := p.short(left); len(short) > 0 {
			p.asked++
			next = short[0]
			if p.last {
				next = short[len(short)-1]
			}
		}
		left = slices.DeleteFunc(left, func(c string) bool { return c == next })
		p.place(next, colour, 1, true)
	}
}

// short returns the given cities that border a region with tokens, but fewer of them than given cities at
// that region. A city that the Nurse protects needs no token and does not count.
func (p *plain) short(cities []string) []string {
	var list []string
	cities = slices.DeleteFunc(slices.Clone(cities), func(c string) bool { return slices.Contains(p.regions[c], p.shield) })
	for _, c := range cities {
		if slices.ContainsFunc(p.regions[c], func(r string) bool {
			beside := 0
			for _, other := range cities {
				if slices.Contains(p.regions[other], r) {
					beside++
				}
			}
			return 0 < p.tokens[r] && p.tokens[r] < beside
		}) {
			list = append(list, c)
		}
	}
	return list
}

// onPaper copies what the infection step needs from a position.
func onPaper(s *epidemic.State) *plain {
	r := s.Rules()
	p := &plain{
		cubes: map[string]map[string]int{}, supply: map[string]int{}, tokens: map[string]int{}, links: map[string][]string{},
		colour: map[string]string{}, regions: map[string][]string{}, ports: map[string]bool{}, traits: map[string]bool{},
		outbreaks: int(s.Outbreaks),
	}
	for i, c := range r.Cities {
		p.order = append(p.order, c.ID)
		p.colour[c.ID], p.ports[c.ID], p.cubes[c.ID] = c.Disease, c.Port, map[string]int{}
		for d, disease := range r.Diseases {
			p.cubes[c.ID][disease] = int(s.CubesAt(epidemic.City(i), epidemic.Disease(d)))
		}
	}
	for d, disease := range r.Diseases {
		p.supply[disease] = int(s.Supply[d])
	}
	for _, l := range r.Box.Links {
		p.links[l[0]], p.links[l[1]] = append(p.links[l[0]], l[1]), append(p.links[l[1]], l[0])
	}
	for i, region := range r.Regions {
		p.tokens[region.ID] = int(s.Tokens[i])
		for _, c := range region.Cities {
			p.regions[c] = append(p.regions[c], region.ID)
		}
	}
	for i, x := range r.Traits {
		p.traits[x.ID] = s.Traits>>i&1 != 0
	}
	for seat := range engine.Seat(r.Players) {
		if s.Role(seat).ID == "nurse" && s.Shield != epidemic.NoRegion {
			p.shield = r.Region.Text(uint8(s.Shield))
		}
	}
	return p
}

// C77, C83, C84, C85: the infection step places the cubes that a person following the written rules would
// place. Rules: water/order.
func TestInfectionOnPaper(t *testing.T) {
	const broke, spent, asked, lost = "outbreaks", "tokens spent", "times too few tokens", "losses"
	floor := property.Floor{broke: 10, spent: 5, asked: 1, lost: 1}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		variants := slices.DeleteFunc(iberia.Variants(), func(s engine.Settings) bool {
			return s.Get("rush") != "off" || s.Get("consent") != "trust"
		})
		r, err := iberia.Game.Compile(engine.Header{Game: "iberia", Revision: iberia.Revision, Settings: variants[n(len(variants))]})
		if err != nil {
			t.Fatalf("%v", err)
		}
		chance, _ := engine.NumberedSeed(uint64(n(1 << 30))).Rand()
		s := new(epidemic.State)
		r.Deal(s, chance, nil)
		scramble := chance.Fork()
		epidemictest.Scramble(s, scramble.N)
		given := []string{"turn 0", "deck top vigo porto", "rate " + engine.Number.Text(uint8(n(7))), "outbreaks " + engine.Number.Text(uint8(n(6)))}
		for seat := range r.Players {
			given = append(given, "hand "+engine.SeatKind.Text(uint8(seat))+" "+[]string{"leon", "gijon", "madrid", "soria", "burgos"}[seat])
		}
		for range n(20) { // fills cities so that outbreaks occur
			d := n(4)
			if c := r.City.Text(uint8(n(48))); s.Supply[d] > 3 {
				given = append(given, "cubes "+c+" "+r.Diseases[d]+" 3")
			}
		}
		for i := range n(3) {
			c := s.Secrets().Infection[int(s.InfectionLen)-1-i]
			given = append(given, "cubes "+r.City.Text(uint8(c))+" "+r.Cities[c].Disease+" 3")
		}
		for range 9 { // adds tokens for cities to share
			given = append(given, "tokens "+r.Region.Text(uint8(scramble.N(34)))+" 1")
		}
		given = append(given, "shield "+r.Region.Text(uint8(n(34))))
		for _, g := range given {
			if err := epidemictest.Arrange(s, g); err != nil && !strings.HasPrefix(g, "cubes") && !strings.HasPrefix(g, "tokens") {
				t.Fatalf("%v", err)
			}
		}
		p, rate := onPaper(s), int(r.Numbers.Rate[s.Rate])
		p.last = n(2) == 1
		before, tokens := p.outbreaks, sum(p.tokens)
		for i := 0; i < rate && i < int(s.InfectionLen) && p.lost == ""; i++ {
			p.card(r.City.Text(uint8(s.Secrets().Infection[int(s.InfectionLen)-1-i])))
		}
		for turn := s.Turn; s.Turn == turn && !s.Decision().Over; {
			d := s.Decision()
			m := s.Default(d.Owing().First())
			if d.Question == epidemic.QuestionCity && p.last {
				all := s.AppendMoves(nil, m.Seat)
				m = all[len(all)-1]
			}
			s.Play(m, nil)
		}
		got := onPaper(s)
		got.lost = s.End.Rule()
		cases.Met(broke, p.outbreaks-before)
		cases.Met(spent, tokens-sum(p.tokens))
		cases.Met(asked, p.asked)
		cases.If(p.lost != "", lost)
		for i, region := range r.Regions {
			if p.tokens[region.ID] != int(s.Tokens[i]) {
				t.Errorf("%s has %d tokens, not %d", region.ID, s.Tokens[i], p.tokens[region.ID])
			}
		}
		if got.lost != p.lost || got.outbreaks != p.outbreaks {
			t.Errorf("%d outbreaks and %q, not %d and %q", got.outbreaks, got.lost, p.outbreaks, p.lost)
		}
		for _, c := range p.order {
			if !maps.Equal(got.cubes[c], p.cubes[c]) {
				t.Errorf("%s has %v, not %v", c, got.cubes[c], p.cubes[c])
			}
		}
	})
}
