package bots

import (
	"math/bits"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// value estimates how good a position is for the bot's team, within the search of one turn. Most positions
// differ only in cubes, or only in pawns and hands. So each of these parts is cached separately, by its half
// of the position's key.
type value struct {
	*board
	w    *weights
	mine engine.Seats // the bot's team; other teams' hands do not count
	by   engine.Seats // the seats whose knowledge of the decks counts

	collect collectors // which hand collects each colour, if that is fixed

	even, scale float64 // the value at which winning and losing are equally likely, and the points per unit of log-odds

	known layers
	price float64 // the cost of one more outbreak
	paid  float64 // the cost of the outbreaks so far
	moduleValue

	dist *[maxCities][maxCities]uint8
	laid [maxCities][maxCities]uint8 // steps between cities, given the tracks at the start of the search

	cureSlots [1 << 11]cureSlot
	cubeSlots [1 << 9]cubeSlot
	handSlots [1 << 7]hands
	epoch     uint32

	stations uint64 // the stations for which near and own were computed
	stationE uint32
	near     [maxCities]uint8              // steps to the nearest station, if pawns can travel between stations
	own      [maxDiseases][maxCities]uint8 // steps to the nearest city where each disease can be cured
}

type cureSlot struct {
	key   uint64
	epoch uint32
	v     float64
}

// cubeSlot caches what follows from the cubes alone: their cost, and the cities where an outbreak is
// possible.
type cubeSlot struct {
	key   uint64
	epoch uint32
	n     int32
	cost  float64
	hot   [40]hot
}

// hot is a city where an outbreak is possible soon, with the numbers that determine how bad it would be.
type hot struct {
	links       uint64 // neighbours that its outbreak would cause to break out as well
	soon, later float64
	weight      float64
	c           uint8
	cured       bool
}

// begin prepares the value for the search of a turn from position root.
func (v *value) begin(root *epidemic.State) {
	v.epoch++
	v.known.look(v.board, root, v.by)
	limit := float64(max(2, v.rules.Numbers.Outbreaks) - 1)
	o := float64(root.Outbreaks) / limit
	v.price = v.w[wOut] * (1 + v.w[wOutGrow]*o*o*o) * (1 - v.w[wLate]*(1-float64(root.DeckLen)/49))
	v.paid = v.w[wOut] * float64(root.Outbreaks) * (1 + v.w[wOutGrow]*o*o*o/4)
	v.dist = &v.lines
	if v.byTrack && root.Tracks != [2]uint64{} {
		links := v.links
		for c := range v.cities {
			links[c] |= root.ByTrack(epidemic.City(c))
		}
		measure(&v.laid, &links, v.cities)
		v.dist = &v.laid
	}
	v.beginModules(root)
}

// toStations computes the steps from each city to the nearest station, and to the stations where each disease
// can be cured.
func (v *value) toStations(s *epidemic.State) {
	all := s.StationsFor(s.Active)
	if v.stationE == v.epoch && v.stations == all {
		return
	}
	v.stationE, v.stations = v.epoch, all
	if !v.rules.OwnStations {
		v.fillSteps(&v.own[0], all)
		v.near = v.own[0]
		return
	}
	for c := range v.near {
		v.near[c] = unreached // pawns cannot travel between stations
	}
	for d := range v.diseases {
		at := all & v.rules.CitiesOf(epidemic.Disease(d))
		v.fillSteps(&v.own[d], at)
		if at == 0 {
			for c := range v.own[d] {
				v.own[d][c] = unbuilt
			}
		}
	}
}

// fillSteps sets to[c] to the number of steps from city c to the nearest city of the set from.
func (v *value) fillSteps(to *[maxCities]uint8, from uint64) {
	for c := range to {
		to[c] = unreached
	}
	for ; from != 0; from &= from - 1 {
		for c, d := range &v.dist[bits.TrailingZeros64(from)] {
			to[c] = min(to[c], d)
		}
	}
}

// cureAt returns the number of steps from city c to the nearest city where disease d can be cured.
func (v *value) cureAt(d, c int) uint8 {
	if v.rules.OwnStations {
		return v.own[d][c]
	}
	return v.own[0][c]
}

// steps returns the number of moves between two cities, along lines and tracks and from station to station.
func (v *value) steps(a, c int) uint8 {
	return min(v.dist[a][c], v.near[a]+1+v.near[c])
}

// These are the values of a won and of a lost game. The value of a running game is always between them.
const (
	won  = 1000.0
	lost = -1000.0
)

// of returns the value of a position with the given key.
func (v *value) of(s *epidemic.State, k ai.Key) float64 {
	if s.End != epidemic.Running {
		if s.End.Wins() {
			return won * v.result(s)
		}
		return lost + 10*float64(bits.OnesCount8(s.Cured))
	}
	c := &v.cureSlots[k.B>>53]
	if c.epoch != v.epoch || c.key != k.B {
		v.toStations(s)
		c.epoch, c.key = v.epoch, k.B
		c.v = v.cures(s, v.counted(s)) + v.goods(s)
	}
	return c.v - v.danger(s, k.A)
}

// counted returns everything that follows from a position's hands alone, from the cache if possible.
func (v *value) counted(s *epidemic.State) *hands {
	key := v.handsKey(s)
	x := &v.handSlots[key>>57]
	if x.epoch != v.epoch || x.key != key {
		x.epoch, x.key = v.epoch, key
		v.count(s, x)
		v.fix(s, x)
	}
	return x
}

// danger returns the cost of the cubes on the board and of the outbreaks that they threaten.
func (v *value) danger(s *epidemic.State, key uint64) float64 {
	key = v.cubesKey(s, key)
	e := &v.cubeSlots[key>>55]
	if e.epoch != v.epoch || e.key != key {
		e.epoch, e.key = v.epoch, key
		v.look(s, e)
	}
	w := v.w
	guarded, medic, rows, n := v.helpers(s)
	cost := e.cost
	watered := v.watered(s)
	for i := range e.hot[:e.n] {
		x := &e.hot[i]
		soon, later := x.soon, x.later
		if guarded>>x.c&1 != 0 || int(x.c) == medic && x.cured {
			soon = 0
			later *= 0.5
		}
		if watered>>x.c&1 != 0 {
			soon *= 0.2
			later *= 0.6
		}
		weight := x.weight + w[wChain]*float64(bits.OnesCount64(x.links&^guarded))
		near := uint8(6)
		for _, r := range rows[:n] {
			near = min(near, r[x.c])
		}
		keep := min(1, w[wNear]+w[wFar]*float64(near))
		if medic >= 0 {
			d := v.dist[medic][x.c]
			near = min(near, d)
			keep = min(keep, 0.8*(w[wNear]+w[wFar]*float64(d)))
		}
		cost += w[wPull]*float64(near)*later + v.price*weight*(w[wSoon]*soon+w[wRound]*later*keep)
	}
	return cost
}

// helpers returns the cities where no cube can be placed, and the city of the pawn that treats whole cities
// (-1 for none). For each of the n other pawns, rows has its distances to all cities.
func (v *value) helpers(s *epidemic.State) (guarded uint64, medic int, rows [maxSeats]*[maxCities]uint8, n int) {
	medic = -1
	for h := range v.players {
		pawn := v.pawn(s, h)
		role := v.role(s, h)
		if guards(role) {
			guarded |= v.shielded(s, pawn)
		}
		if role.TreatAll {
			medic = pawn
			continue
		}
		rows[n] = &v.dist[pawn]
		n++
	}
	return guarded, medic, rows, n
}

// look computes what follows from the cubes alone, and stores it in e.
func (v *value) look(s *epidemic.State, e *cubeSlot) {
	w := v.w
	e.cost, e.n = v.paid+v.mutantCubes(s)+v.patients(s), 0
	var three, two [8]uint64
	var filled uint64
	for c, x := range s.Cubes[:v.cities] {
		if x == 0 {
			continue
		}
		filled |= 1 << c
		for d := 0; x != 0; d, x = d+1, x>>3 {
			switch x & 7 {
			case 2:
				two[d&7] |= 1 << c
			case 3, 4:
				three[d&7] |= 1 << c
			}
		}
	}
	for ; filled != 0; filled &= filled - 1 {
		c := bits.TrailingZeros64(filled)
		x := s.Cubes[c]
		for d := 0; x != 0; d, x = d+1, x>>3 {
			if k := int(x & 7); k > 0 && !s.IsEradicated(epidemic.Disease(d)) {
				v.weigh(s, e, c, d, k, &three[d&7], &two[d&7])
			}
		}
	}
	for d := range v.diseases {
		if s.IsEradicated(epidemic.Disease(d)) {
			continue
		}
		if short := 10 - float64(s.Supply[d]); short > 0 {
			e.cost += w[wSupply] * short * short
		}
	}
}

// weigh adds the k cubes of colour d in city c to e.
func (v *value) weigh(s *epidemic.State, e *cubeSlot, c, d, k int, three, two *uint64) {
	w := v.w
	part, cured := 1.0, s.IsCured(epidemic.Disease(d))
	if cured && !v.rules.Lasting {
		part = w[wCuredCube]
	}
	e.cost += part * w[wCube] * float64(k)
	switch k {
	case 2:
		e.cost += part * w[wTwo]
	case 3, 4:
		e.cost += part * w[wThree]
	}
	if d != int(v.board.colour[c]) && d != v.mutant || int(e.n) == len(e.hot) {
		return
	}
	l := &v.known
	soon, later := 0.0, 0.0
	if l.low>>c&1 != 0 {
		soon, later = l.bottom, l.deep
	}
	switch k {
	case 3, 4:
		soon += l.now[c]
		later += l.round[c]
	case 2:
		later += w[wTwoRound] * l.round[c]
	}
	if soon+later == 0 {
		return
	}
	e.hot[e.n] = hot{
		c: uint8(c), cured: cured && !v.rules.Lasting, soon: soon, later: later, links: v.links[c] & *three,
		weight: v.worse[d&7] + 0.08*float64(bits.OnesCount64(v.links[c]&*two)),
	}
	e.n++
}

// goods returns the value of stations, events and spare cards, as part of a position's value.
func (v *value) goods(s *epidemic.State) float64 {
	w := v.w
	sum := w[wStation] * float64(min(4, bits.OnesCount64(s.Stations)))
	if !v.rules.OwnStations {
		for set := s.Stations; set != 0; set &= set - 1 { // stations are worth more if they are far apart
			if rest := set & (set - 1); rest != 0 {
				near := v.toNearest(bits.TrailingZeros64(set), rest)
				if near < 4 {
					sum -= 0.25 * w[wStation] * float64(4-near)
				}
				if near == 1 {
					sum -= nextDoor
				}
			}
		}
	}
	var cured uint64
	for d := range v.diseases {
		if s.IsCured(epidemic.Disease(d)) && d != v.mutant {
			cured |= v.counting[d]
		}
	}
	for h := range v.holders {
		if v.mine>>h&1 == 0 {
			continue
		}
		hand := s.Hand(engine.Seat(h))
		sum += w[wEvent] * float64(bits.OnesCount32(hand.Events()))
		if s.Stash[h] != epidemic.NoCard {
			sum += w[wEvent] * 0.9
		}
		sum += w[wSpare] * float64(bits.OnesCount64(hand.Cities()&cured))
		if over := hand.Len() - v.room(s, h); over > 0 {
			sum -= w[wOver] * float64(over)
		}
	}
	if s.Quiet > 0 {
		sum += w[wEvent] * 0.2
	}
	return sum + v.modules(s)
}

// nextDoor is the penalty for a station next to another one. Such a station saves only one step, but costs an
// event, a card or an action that would be better used elsewhere.
const nextDoor = 1.5

// room returns how many more cards a hand can take before the seat's next draw.
func (v *value) room(s *epidemic.State, h int) int {
	room := s.HandLimit(engine.Seat(h))
	if h == int(s.Active) && s.Stage < v.drawStage {
		room -= v.rules.TurnDraws()
	}
	return room
}

// toNearest returns the number of steps from city c to the nearest city in a set.
func (v *value) toNearest(c int, of uint64) uint8 {
	best := uint8(unreached)
	for ; of != 0; of &= of - 1 {
		best = min(best, v.dist[c][bits.TrailingZeros64(of)])
	}
	return best
}
