package bots

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

// The functions in this file adapt the value of a position to the game's modules. In the base box, which has
// none, they do nothing.

// moduleBoard caches what a bot needs to know about a table's modules.
type moduleBoard struct {
	base    bool // no module is in use
	netFits bool // whether the base box's net is usable
	lab     bool
	regions bool
	teams   bool
	crowded bool // whether patients move to the stations
	mutant  int  // the mutant disease, which belongs to no city, or noMutant
}

// noMutant is the value of the field mutant if there is no mutant disease.
const noMutant = 99

// lookUpModules determines which modules the table plays with, and what the bots need from them.
func (b *board) lookUpModules() {
	r := b.rules
	b.lab, b.teams = r.Plays(epidemic.LabMode), r.Plays(epidemic.TeamMode)
	b.regions = len(r.Regions) > 0
	b.crowded = r.TakesPatients()
	b.mutant = noMutant
	if r.Plays(epidemic.MutationMode) {
		b.mutant = b.diseases - 1
	}
	b.base = r.Mode == 0 && !r.OwnStations
	// Strains and the mutant disease hardly affect the net's inputs, so the net improves play. With the
	// laboratory it does not, and in solo games a judge is better.
	b.netFits = r.Mode&^(epidemic.StrainMode|epidemic.MutationMode|epidemic.PanicMode) == 0 && !r.OwnStations
}

// moduleValue holds the part of value that depends on modules, for the search of one turn.
type moduleValue struct {
	worse [maxDiseases + 2]float64 // the weight of an outbreak, by disease
}

// beginModules prepares moduleValue for the search of a turn from position root.
func (v *value) beginModules(root *epidemic.State) {
	for d := range v.worse {
		v.worse[d] = 1
	}
	if v.base {
		return
	}
	if d, ok := root.Virulent(); ok {
		v.worse[d&7] = 1.5
	}
}

// handsKey returns a cache key that covers everything count reads.
func (v *value) handsKey(s *epidemic.State) uint64 {
	key := s.HandsKey()
	if v.rules.OwnStations {
		key = (key ^ s.Stations) * 0x9e3779b97f4a7c15
	}
	if s.InForce != 0 {
		key = (key ^ uint64(s.InForce)) * 0x9e3779b97f4a7c15
	}
	if v.lab {
		for i := range s.Lab.Lines {
			l := &s.Lab.Lines[i]
			key = (key ^ uint64(l.Sequence)<<8 ^ uint64(l.Cure)<<16 ^ uint64(l.Card[1])<<24 ^ uint64(l.Cubes())<<32 ^ uint64(i)<<40) * 0x9e3779b97f4a7c15
		}
	}
	return key
}

// cubesKey returns a cache key that covers everything look reads.
func (v *value) cubesKey(s *epidemic.State, cubes uint64) uint64 {
	if v.lab { // with a laboratory, cubes can be in dishes
		for _, n := range s.Supply {
			cubes = (cubes ^ uint64(n)) * 0x9e3779b97f4a7c15
		}
	}
	if v.crowded {
		cubes = (cubes ^ s.Stations) * 0x9e3779b97f4a7c15
	}
	return cubes
}

// further returns what a cure needs besides its own cards. more is the number of cards for preliminary steps.
// least is the minimum number of cards that count as missing until these steps are done.
func (v *value) further(s *epidemic.State, d int) (more, least int) {
	if v.base {
		return 0, 0
	}
	disease := epidemic.Disease(d)
	if v.rules.OwnStations && s.Stations&v.rules.CitiesOf(disease) == 0 {
		more++ // the card for building the station
	}
	if v.lab {
		m, ok := v.labFurther(s, disease)
		more += m
		if !ok {
			least = 1
		}
	}
	return more, least
}

// reach returns how many steps hand h is away from a place where it can cure. The helper's hand, which has no
// pawn, can cure anywhere.
func (v *value) reach(s *epidemic.State, d, h int) uint8 {
	if h >= v.players {
		return 0
	}
	return v.cureAt(d, v.board.pawn(s, h))
}

// modules returns the value of samples, tracks, tokens and other pieces that only some games have. It is a
// part of goods.
func (v *value) modules(s *epidemic.State) float64 {
	if v.base {
		return v.samples(s)
	}
	sum := v.samples(s)
	if v.byTrack {
		sum += v.rails(s)
	}
	if v.regions {
		sum += v.tokens(s)
	}
	if v.lab {
		sum += v.bench(s)
	}
	if v.teams {
		sum += v.prestige(s)
	}
	return sum
}

// samples returns the value of cubes on a role card, where three cubes replace two cards.
func (v *value) samples(s *epidemic.State) float64 {
	sum := 0.0
	for d, n := range &s.Samples {
		if n > 0 && d < v.diseases && !s.IsCured(epidemic.Disease(d)) {
			sum += 0.7 * float64(min(n, 3))
		}
	}
	return sum
}

// onlyMutant reports whether the mutant disease is the only one without a cure.
func (v *value) onlyMutant(s *epidemic.State) bool {
	return v.mutant != noMutant && int(s.Cured)|1<<v.mutant == 1<<v.diseases-1
}

// mutantCure returns the value of curing the mutant disease. Once all other cures are found, removing all
// mutant cubes also wins the game.
func (v *value) mutantCure(s *epidemic.State) float64 {
	if !s.IsCured(epidemic.Disease(v.mutant)) {
		return 0
	}
	sum := 0.25 * v.w[wCured]
	if s.IsEradicated(epidemic.Disease(v.mutant)) {
		sum += 2 * v.w[wEradicated]
	}
	return sum
}

// mutantCubes returns what mutant cubes cost beyond the result of danger: they spread, and the last ones
// delay the win.
func (v *value) mutantCubes(s *epidemic.State) float64 {
	if v.mutant == noMutant || s.IsCured(epidemic.Disease(v.mutant)) {
		return 0
	}
	n := float64(s.OnBoard(epidemic.Disease(v.mutant)))
	return n * (0.15 + 0.2*float64(bits.OnesCount8(s.Cured)))
}

// patients returns the cost of patients at the stations, now and soon: each turn, one more moves to each
// station while the supply lasts.
func (v *value) patients(s *epidemic.State) float64 {
	if !v.crowded {
		return 0
	}
	sum := 0.0
	for set := s.Stations; set != 0; set &= set - 1 {
		c := bits.TrailingZeros64(set)
		d := epidemic.Disease(v.board.colour[c])
		if k := s.CubesAt(epidemic.City(c), d); s.OnBoard(d) > k {
			sum += crowd[min(int(k), len(crowd)-1)]
		}
	}
	return v.price * sum
}

// crowd is what patients at a station count as a fraction of an outbreak, indexed by their number.
var crowd = [5]float64{0, 0.15, 0.5, 1, 1.5}

// unseen returns the expected value of a move that reveals a hidden card.
func (v *value) unseen(s *epidemic.State, m engine.Move) float64 {
	if v.intent[m.Verb] != epidemic.DrawsOne {
		return v.w[wSpread]
	}
	// A draw by the helper's hand shortens the deck and thus the game, so it is worthwhile only while the
	// hand has room.
	if n := s.Hand(engine.Seat(v.players)); n.Len() >= reliefRoom {
		return -v.w[wSpread]
	}
	return v.w[wSpread]
}

// reliefRoom is the hand size at which the helper should stop drawing.
const reliefRoom = 4
