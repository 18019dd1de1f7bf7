package epidemic

import "theriac/engine"

// Trait is a special rule for one disease, at tables that play with traits. A nil field leaves the base rule
// unchanged.
type Trait struct {
	ID      string
	Rule    string
	Disease string
	// Places returns how many cubes an infection step places in a city.
	Places func(s *State, c City, d Disease) uint8
	// Echoes returns further cities that get one cube each when cubes are placed in a city.
	Echoes func(s *State, c City) uint64
	// Reaches returns the cities, besides its neighbours, in which a city's outbreak places cubes.
	Reaches func(s *State, c City) uint64
	// TreatCost returns how many actions it takes to treat the disease in a city.
	TreatCost func(s *State, c City, d Disease) uint8
}

// TraitOptions names the options that choose traits, and the rule about traits in play.
type TraitOptions struct {
	Number string // the option for the number of traits
	Chosen string // the option for choosing traits instead of drawing them at random
	Rule   string
}

func (t *Ruleset) numberTraits() {
	t.Trait = engine.NewKind("trait", ids(t.Traits, func(x *Trait) string { return x.ID })...)
	for d := range t.traitOf {
		t.traitOf[d] = -1
	}
	for i, x := range t.Traits {
		t.traitOf[must(t.Disease, x.Disease)] = int8(i)
	}
}

// noTrait is the trait of a disease that has none.
var noTrait Trait

// trait returns the trait of a disease, or noTrait.
func (s *State) trait(d Disease) *Trait {
	if i := s.rules.traitOf[d]; i >= 0 && s.Traits>>i&1 != 0 {
		return s.rules.Traits[i]
	}
	return &noTrait
}

// dealTraits determines which traits are in play.
func (s *State) dealTraits(out *engine.Facts) {
	r := s.rules
	if r.traitsN == 0 {
		return
	}
	s.Traits = r.traits
	if s.Traits == 0 {
		var list [8]uint8
		for i := range r.Traits {
			list[i] = uint8(i)
		}
		s.key.Shuffle(engine.Lot{Kind: lotTraits}, list[:len(r.Traits)])
		for _, i := range list[:r.traitsN] {
			s.Traits |= 1 << i
		}
	}
	for i := range r.Traits {
		if s.Traits>>i&1 != 0 {
			out.Add(FactTraitInPlay, r.TraitOptions.Rule, uint8(i))
		}
	}
}

// echoes records the cities where a trait will place one more cube because cubes were placed in c.
func (s *State) echoes(c City, d Disease, why cause) {
	if why == byEcho {
		return
	}
	if echoes := s.trait(d).Echoes; echoes != nil {
		if near := echoes(s, c); near != 0 {
			s.Echo, s.EchoOf = s.Echo|near, d
		}
	}
}

// echo places the next cube that echoes has recorded, and reports whether there was one. That cube itself
// causes no more.
func (s *State) echo(out *engine.Facts) bool {
	if s.Echo == 0 || s.Depth > 0 {
		return false
	}
	c, d := firstCity(s.Echo), s.EchoOf
	s.Echo &= s.Echo - 1
	if s.Echo == 0 {
		s.EchoOf = 0
	}
	s.reach(c, d, 1, byEcho, out)
	return true
}
