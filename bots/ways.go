package bots

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

// What the ways to play change of the value of a position. The table of the base box
// has none of them: there every function here says the same at once.

// wayBoard is what a bot looks up of the ways to play.
type wayBoard struct {
	base    bool // none of the ways is played
	netFits bool // the net of the base box says how likely positions are to be won
	lab     bool
	regions bool
	teams   bool
	crowded bool // patients come to the stations
	mutant  int  // the disease that belongs to no city, or noMutant
}

// noMutant is no disease.
const noMutant = 99

// lookUpWays looks up what the table plays.
func (b *board) lookUpWays() {
	r := b.rules
	b.lab, b.teams = r.Plays(epidemic.LabMode), r.Plays(epidemic.TeamMode)
	b.regions = len(r.Regions) > 0
	b.crowded = r.TakesPatients()
	b.mutant = noMutant
	if r.Plays(epidemic.MutationMode) {
		b.mutant = b.diseases - 1
	}
	b.base = r.Mode == 0 && !r.OwnStations
	// Strains and a further disease change little of what the net looks at: bots are stronger
	// with it. In the laboratory they are not, and alone a judge is better.
	b.netFits = r.Mode&^(epidemic.StrainMode|epidemic.MutationMode|epidemic.PanicMode) == 0 && !r.OwnStations
}

// wayValue is what the value of positions keeps of the ways for the search of a turn.
type wayValue struct {
	worse [maxDiseases + 2]float64 // how much an outbreak of each disease counts
}

// beginWays makes ready for the search of a turn.
func (v *value) beginWays(root *epidemic.State) {
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

// handsKey tells apart what count looks at.
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

// cubesKey tells apart what look looks at.
func (v *value) cubesKey(s *epidemic.State, cubes uint64) uint64 {
	if v.lab { // cubes leave the supply for the dishes
		for _, n := range s.Supply {
			cubes = (cubes ^ uint64(n)) * 0x9e3779b97f4a7c15
		}
	}
	if v.crowded {
		cubes = (cubes ^ s.Stations) * 0x9e3779b97f4a7c15
	}
	return cubes
}

// further is what a cure takes beside its cards: how many cards more, for what has to
// be done before, and how many are missing at least while that is not done.
func (v *value) further(s *epidemic.State, d int) (more, least int) {
	if v.base {
		return 0, 0
	}
	disease := epidemic.Disease(d)
	if v.rules.OwnStations && s.Stations&v.rules.CitiesOf(disease) == 0 {
		more++ // the card that builds
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

// reach is how many steps a hand is from where it can find a cure. One without a pawn
// finds it wherever it is.
func (v *value) reach(s *epidemic.State, d, h int) uint8 {
	if h >= v.players {
		return 0
	}
	return v.cureAt(d, v.board.pawn(s, h))
}

// ways is what the ways to play add to the worth of goods.
func (v *value) ways(s *epidemic.State) float64 {
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

// samples is what cubes on a role card are worth: three of them stand for two cards.
func (v *value) samples(s *epidemic.State) float64 {
	sum := 0.0
	for d, n := range &s.Samples {
		if n > 0 && d < v.diseases && !s.IsCured(epidemic.Disease(d)) {
			sum += 0.7 * float64(min(n, 3))
		}
	}
	return sum
}

// onlyMutant says that every cure is found but that of the mutant disease.
func (v *value) onlyMutant(s *epidemic.State) bool {
	return v.mutant != noMutant && int(s.Cured)|1<<v.mutant == 1<<v.diseases-1
}

// mutantCure is what the cure of the mutant disease is worth. The game is won without
// it if no cube of it is on the board once the other cures are found.
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

// mutantCubes is what cubes of the mutant disease cost beside the danger: they bring more,
// and the last of them keep the game from being won.
func (v *value) mutantCubes(s *epidemic.State) float64 {
	if v.mutant == noMutant || s.IsCured(epidemic.Disease(v.mutant)) {
		return 0
	}
	n := float64(s.OnBoard(epidemic.Disease(v.mutant)))
	return n * (0.15 + 0.2*float64(bits.OnesCount8(s.Cured)))
}

// patients is what the patients cost that have come to the stations, or soon will: one comes
// to each in every turn, as long as there are any.
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

// crowd is how much of an outbreak the patients at a station are, by their number.
var crowd = [5]float64{0, 0.15, 0.5, 1, 1.5}

// unseen is what a move is thought to bring that turns a hidden card up.
func (v *value) unseen(s *epidemic.State, m engine.Move) float64 {
	if v.intent[m.Verb] != epidemic.DrawsOne {
		return v.w[wSpread]
	}
	// The deck is the clock: the hand that helps draws only while it has room.
	if n := s.Hand(engine.Seat(v.players)); n.Len() >= reliefRoom {
		return -v.w[wSpread]
	}
	return v.w[wSpread]
}

// reliefRoom is how many cards the hand that helps has before it stops drawing.
const reliefRoom = 4
