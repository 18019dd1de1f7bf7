package epidemic

func (a *arranger) clear() {
	if a.next() != "cubes" {
		a.why = "only cubes can be cleared"
		return
	}
	a.s.Cubes = [MaxCities]uint16{}
	for d := range a.s.rules.Diseases {
		a.s.Supply[d] = a.s.rules.cubes[d] - a.s.Away[d]
	}
}

func (a *arranger) cubes() {
	c, d, n := a.city(), a.disease(), a.number()
	if a.why != "" {
		return
	}
	s := a.s
	have := s.CubesAt(c, d)
	if n > full || n > s.Supply[d]+have {
		a.why = "not that many cubes"
		return
	}
	s.Supply[d] = s.Supply[d] + have - n
	s.Cubes[c] += (uint16(n) - uint16(have)) << (cubeBits * d)
}

// supply puts cubes into the last cities of the list that have none of the
// colour, three each, or takes such cubes back.
func (a *arranger) supply() {
	d, want := a.disease(), a.number()
	s := a.s
	for c := len(s.rules.Cities) - 1; a.why == "" && c >= 0 && s.Supply[d] > want; c-- {
		if s.CubesAt(City(c), d) == 0 {
			n := min(full, s.Supply[d]-want)
			s.Supply[d] -= n
			s.Cubes[c] += uint16(n) << (cubeBits * d)
		}
	}
	if s.Supply[d] != want {
		a.why = "the supply has fewer cubes already"
	}
}

func (a *arranger) diseases(set *uint8) {
	for len(a.words) > 0 && a.why == "" {
		*set |= 1 << a.disease()
	}
}

// stations puts stations into cities. Tokens that are kept under them until then
// come into play, or go back.
func (a *arranger) stations() {
	s := a.s
	before := count(s.Stations)
	s.Stations = 0
	for _, c := range a.cities() {
		s.Stations |= bit(c)
	}
	for _, x := range s.rules.challenges {
		s.TokensLeft += x.Kept * uint8(count(s.Stations)-before)
	}
}

func (a *arranger) tracks() {
	a.s.Tracks = [2]uint64{}
	for list := a.cities(); len(list) > 1; list = list[2:] {
		l, ok := a.s.rules.LineBetween(list[0], list[1])
		if !ok || !a.s.CanLay(l) {
			a.why = "no track can be there"
			return
		}
		a.s.LayTrack(list[0], list[1], nil, "")
	}
}

func (a *arranger) tokens() {
	r, n := Region(a.value(a.s.rules.Region)), a.number()
	if a.why != "" {
		return
	}
	s := a.s
	if n > s.Tokens[r]+s.TokensLeft {
		a.why = "not that many tokens"
		return
	}
	s.TokensLeft += s.Tokens[r]
	s.Tokens[r] = 0
	s.Tokened &^= 1 << r
	s.PlaceTokens(r, n, nil, "")
}

func (a *arranger) traits() {
	a.s.Traits = 0
	for _, x := range a.values(a.s.rules.Trait) {
		a.s.Traits |= 1 << x
	}
}
