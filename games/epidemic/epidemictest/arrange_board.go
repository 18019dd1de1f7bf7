package epidemictest

import (
	"math/bits"

	"theriac/games/epidemic"
)

// full is how many cubes of one colour a city can hold.
const full = 3

// setCubes gives a city exactly n cubes of a disease. The difference comes from the supply or returns to
// it.
func (a *arranger) setCubes(c epidemic.City, d epidemic.Disease, n uint8) {
	s, have := a.s, a.s.CubesAt(c, d)
	s.Supply[d] = s.Supply[d] + have - n
	s.Cubes[c] += (uint16(n) - uint16(have)) << (3 * d) // Cubes has three bits for each disease
	if s.CubesAt(c, d) != n {
		panic("epidemictest: cubes are packed in another way")
	}
}

func (a *arranger) clear() {
	if a.Next() != "cubes" {
		a.Fail("only cubes can be cleared")
		return
	}
	for c := range epidemic.City(len(a.r.Cities)) {
		for d := range epidemic.Disease(len(a.r.Diseases)) {
			a.setCubes(c, d, 0)
		}
	}
}

func (a *arranger) cubes() {
	c, d, n := a.city(), a.disease(), a.Number()
	if a.Failed() {
		return
	}
	if n > full || n > a.s.Supply[d]+a.s.CubesAt(c, d) {
		a.Fail("not that many cubes")
		return
	}
	a.setCubes(c, d, n)
}

// supply reduces the supply of a disease to the given number of cubes. It puts the others, up to three each,
// into the last cities that have none. It fails if the supply is already smaller.
func (a *arranger) supply() {
	d, want := a.disease(), a.Number()
	s := a.s
	for c := len(a.r.Cities) - 1; !a.Failed() && c >= 0 && s.Supply[d] > want; c-- {
		if s.CubesAt(epidemic.City(c), d) == 0 {
			a.setCubes(epidemic.City(c), d, min(full, s.Supply[d]-want))
		}
	}
	if s.Supply[d] != want {
		a.Fail("the supply has fewer cubes already")
	}
}

func (a *arranger) diseases(set *uint8) {
	for a.More() {
		*set |= 1 << a.disease()
	}
}

// stations puts stations into cities. If the game keeps tokens under stations, those enter play or go
// back.
func (a *arranger) stations() {
	s := a.s
	before := bits.OnesCount64(s.Stations)
	s.Stations = 0
	for _, c := range a.cities() {
		s.Stations |= bit(c)
	}
	s.TokensLeft += uint8(a.r.TokensKept() * (bits.OnesCount64(s.Stations) - before))
}

func (a *arranger) tracks() {
	a.s.Tracks = [2]uint64{}
	for list := a.cities(); len(list) > 1; list = list[2:] {
		l, ok := a.r.LineBetween(list[0], list[1])
		if !ok || !a.s.CanLay(l) {
			a.Fail("no track can be there")
			return
		}
		a.s.LayTrack(list[0], list[1], nil, "")
	}
}

func (a *arranger) tokens() {
	r, n := epidemic.Region(a.Value(a.r.Region)), a.Number()
	if a.Failed() {
		return
	}
	s := a.s
	if n > s.Tokens[r]+s.TokensLeft {
		a.Fail("not that many tokens")
		return
	}
	s.TokensLeft += s.Tokens[r]
	s.Tokens[r] = 0
	s.Tokened &^= 1 << r
	s.PlaceTokens(r, n, nil, "")
}

func (a *arranger) traits() {
	a.s.Traits = 0
	for _, x := range a.values(a.r.Trait) {
		a.s.Traits |= 1 << x
	}
}
