package bots

import (
	"math"
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

// These are the inputs of the net, which estimates how likely a position at the end of a turn's actions is to
// be won. The inputs for uncured colours are sorted, hardest first.
const (
	iTime = iota
	iTime2
	iLeft // epidemics left in the deck
	iRate
	iOdds      // chance of an epidemic in this turn's draw
	iOddsRound // chance of an epidemic in the whole round
	iDiscard   // infection cards that the next epidemic returns to the deck
	iCured0
	iCured1
	iCured2
	iCured3
	iEradicated
	iColours                          // the inputs for four colours, such as cMiss
	iSum     = iColours + 4*perColour // sum of the turns until each missing cure
	iLate    = iSum + iota - iColours - 1
	iLogs
	iSame // the number of colours that share their collecting hand with another colour
	iOver
	iFull
	iSpare
	iEvents // one input for each of the base box's five events
	_
	_
	_
	_
	iStash
	iStation
	iStationNear
	iQuietNow
	iSoon
	iSoonHigh
	iRound
	iRoundHigh
	iRoundRaw
	iOut
	iOut2
	iOut6
	iCubes
	iTwo
	iThree
	iCubesCured
	iThreeCured
	iThreeBack // cities with three cubes whose cards the next epidemic returns to the deck
	iTwoBack
	iThreeNext // cities with three cubes whose cards the latest epidemic put on top of the deck
	iTwoNext
	iPairs // pairs of neighbouring cities with three cubes each
	iPull
	iSupply
	iSupply2
	iSupplyCured
	iSupplyLow  // the smallest supply of any colour
	iSupplyNext // the smallest supply after the cubes expected this round
	iSupplyOut  // how close any colour is to running out
	iRoles      // one input for each of the base box's seven roles
	numInputs   = iRoles + trainedRoles
)

// The nets distinguish this number of roles and events.
const (
	trainedRoles  = 7
	trainedEvents = 5
)

// These are the net's inputs for one uncured colour.
const (
	cMiss = iota
	cTurns
	cOdds
	cReach
	cShare
	cShareSecond
	cSlack
	cElse
	cWait
	cHis // turns that the collecting hand has left in the game
	perColour
)

// inputs holds the numbers that describe a position to the net.
type inputs [numInputs]float32

// fillInputs computes the net's inputs for a position at the end of a turn's actions.
func (v *value) fillInputs(s *epidemic.State, f *inputs) {
	*f = inputs{}
	v.toStations(s)
	t := float32(s.DeckLen) / 50
	draws := v.rules.TurnDraws()
	f[iTime], f[iTime2] = t, t*t
	f[iLeft] = float32(v.rules.Epidemics - int(s.Epidemics))
	f[iRate] = float32(v.rules.RateAt(int(s.Rate)))
	f[iOdds] = float32(s.EpidemicOdds(draws))
	f[iOddsRound] = float32(s.EpidemicOdds(draws * v.players))
	f[iDiscard] = float32(bits.OnesCount64(s.InfectionDiscard)) / 20
	f[iCured0+min(3, bits.OnesCount8(s.Cured))] = 1
	f[iEradicated] = float32(bits.OnesCount8(s.Eradicated))
	v.cureInputs(s, f)
	v.dangerInputs(s, f)
	v.supplyInputs(s, f)
	v.goodsInputs(s, f)
}

func (v *value) cureInputs(s *epidemic.State, f *inputs) {
	n := v.players
	left := float64(s.DeckLen) / 2
	x := v.counted(s)
	var list [maxDiseases]outlook
	k := 0
	var collecting uint8
	for d := range v.diseases {
		if s.IsCured(epidemic.Disease(d)) {
			continue
		}
		o := v.colour(s, d, x)
		if collecting>>o.holder&1 != 0 {
			f[iSame]++
		}
		collecting |= 1 << o.holder
		f[iSum] += float32(o.turns)
		f[iLogs] += float32(logLogistic(o.margin))
		f[iLate] += float32(max(0, o.turns-left))
		at := k
		for at > 0 && list[at-1].turns < o.turns {
			list[at] = list[at-1]
			at--
		}
		list[at] = o
		k++
	}
	f[iSum] /= 20
	f[iLate] = min(f[iLate], 60) / 10
	for i := range 4 {
		c := f[iColours+i*perColour:]
		if i >= k {
			c[cOdds], c[cSlack] = 1, 1
			continue
		}
		o := &list[i]
		c[cMiss] = float32(o.miss)
		c[cTurns] = float32(min(o.turns, 50) / 10)
		c[cOdds] = float32(math.Exp(logLogistic(o.margin)))
		c[cReach] = float32(v.cureAt(0, v.board.pawn(s, o.holder)))
		c[cShare] = float32(o.share)
		c[cShareSecond] = float32(o.shareSecond)
		c[cSlack] = float32(o.slack) / 7
		c[cElse] = float32(o.others)
		wait := (o.holder - int(s.Active) + 2*n - 1) % n
		c[cWait] = float32(wait)
		c[cHis] = float32((int(s.DeckLen)/2 - 1 - wait + n) / n)
	}
}

// onTop returns the cities whose infection cards the latest epidemic put on top of the deck and that are
// still there.
func onTop(s *epidemic.State) (set uint64) {
	for i := range s.Classes[:s.ClassesN] {
		if cl := &s.Classes[i]; cl.Lo == 0 && int(cl.Hi) != int(s.InfectionLen)-1 {
			set |= cl.Cards
		}
	}
	return set
}

func (v *value) dangerInputs(s *epidemic.State, f *inputs) {
	guarded, medic, rows, n := v.helpers(s)
	var three, two [8]uint64
	for c, x := range s.Cubes[:v.cities] {
		for d := 0; x != 0; d, x = d+1, x>>3 {
			switch x & 7 {
			case 2:
				two[d&7] |= 1 << c
			case 3, 4:
				three[d&7] |= 1 << c
			}
		}
	}
	top := onTop(s)
	soonAll, roundAll, roundRaw := 0.0, 0.0, 0.0
	for c, x := range s.Cubes[:v.cities] {
		bit := uint64(1) << c
		for d := 0; x != 0; d, x = d+1, x>>3 {
			k := int(x & 7)
			if k == 0 {
				continue
			}
			cured := s.IsCured(epidemic.Disease(d))
			countCubes(f, cured, k)
			if d != int(v.board.colour[c]) {
				continue
			}
			switch {
			case k == 3 && s.InfectionDiscard&bit != 0:
				f[iThreeBack]++
			case k == 2 && s.InfectionDiscard&bit != 0:
				f[iTwoBack]++
			case k == 3 && top&bit != 0:
				f[iThreeNext]++
			case k == 2 && top&bit != 0:
				f[iTwoNext]++
			}
			l := &v.known
			soon, later := 0.0, 0.0
			if l.low&bit != 0 {
				soon, later = l.bottom, l.deep
			}
			switch k {
			case 3, 4:
				soon += l.now[c]
				later += l.round[c]
			case 2:
				later += 0.2 * l.round[c]
			}
			if soon+later == 0 {
				continue
			}
			if guarded&bit != 0 || c == medic && cured {
				soon = 0
				later *= 0.5
			}
			weight := 1 + float64(bits.OnesCount64(v.links[c]&three[d&7]&^guarded)) + 0.08*float64(bits.OnesCount64(v.links[c]&two[d&7]))
			keep, near := 1.0, uint8(6)
			for _, r := range rows[:n] {
				near = min(near, r[c])
				keep = min(keep, 0.35+0.11*float64(r[c]))
			}
			if medic >= 0 {
				near = min(near, v.dist[medic][c])
				keep = min(keep, 0.8*(0.35+0.11*float64(v.dist[medic][c])))
			}
			soonAll += weight * soon
			roundAll += weight * later * keep
			roundRaw += weight * later
			f[iPull] += float32(later * float64(near))
		}
	}
	for d := range v.diseases {
		for set := three[d]; set != 0; set &= set - 1 {
			f[iPairs] += float32(bits.OnesCount64(v.links[bits.TrailingZeros64(set)]&three[d])) / 2
		}
	}
	o := float64(s.Outbreaks)
	high := o * o / 49
	f[iSoon], f[iSoonHigh] = float32(soonAll), float32(soonAll*high)
	f[iRound], f[iRoundHigh], f[iRoundRaw] = float32(roundAll), float32(roundAll*high), float32(roundRaw)
	f[iOut], f[iOut2] = float32(o), float32(high)
	if s.Outbreaks >= 6 {
		f[iOut6] = float32(s.Outbreaks) - 5
	}
}

// countCubes adds a city's k cubes of one colour to the inputs.
func countCubes(f *inputs, cured bool, k int) {
	switch {
	case cured && k == 3:
		f[iThreeCured]++
		f[iCubesCured] += float32(k) / 10
	case cured:
		f[iCubesCured] += float32(k) / 10
	case k == 3:
		f[iThree]++
		f[iCubes] += 0.3
	case k == 2:
		f[iTwo]++
		f[iCubes] += 0.2
	default:
		f[iCubes] += 0.1
	}
}

func (v *value) supplyInputs(s *epidemic.State, f *inputs) {
	var come [maxDiseases]float64 // new cubes of each colour expected this round
	for c := range v.cities {
		come[v.board.colour[c]] += v.known.round[c]
	}
	f[iSupplyLow], f[iSupplyNext] = 12, 12
	for d := range v.diseases {
		if s.IsEradicated(epidemic.Disease(d)) {
			continue
		}
		next := float64(s.Supply[d]) - come[d] - float64(f[iOddsRound])
		f[iSupplyLow] = min(f[iSupplyLow], float32(s.Supply[d]))
		f[iSupplyNext] = min(f[iSupplyNext], float32(next))
		f[iSupplyOut] += float32(math.Exp(-next / 2.5))
		short := 10 - float32(s.Supply[d])
		switch {
		case short <= 0:
		case s.IsCured(epidemic.Disease(d)):
			f[iSupplyCured] += short * short / 25
		default:
			f[iSupply] += short * short / 25
			f[iSupply2] = max(f[iSupply2], short)
		}
	}
}

func (v *value) goodsInputs(s *epidemic.State, f *inputs) {
	f[iStation] = float32(min(5, bits.OnesCount64(s.Stations)))
	for set := s.Stations; set != 0; set &= set - 1 {
		if rest := set & (set - 1); rest != 0 {
			if x := v.toNearest(bits.TrailingZeros64(set), rest); x < 4 {
				f[iStationNear] += float32(4 - x)
			}
		}
	}
	var cured uint64
	for d := range v.diseases {
		if s.IsCured(epidemic.Disease(d)) {
			cured |= v.counting[d]
		}
	}
	events := uint32(0)
	for h := range v.holders {
		hand := s.Hand(engine.Seat(h))
		events |= hand.Events()
		if s.Stash[h] != epidemic.NoCard {
			f[iStash] = 1
		}
		f[iSpare] += float32(bits.OnesCount64(hand.Cities() & cured))
		over := hand.Len() - v.room(s, h)
		if over > 0 {
			f[iOver] += float32(over)
		}
		if over >= -1 {
			f[iFull]++
		}
	}
	for i, e := range v.eventNumbers {
		if e >= 0 {
			f[iEvents+i] = float32(events >> e & 1)
		}
	}
	if s.Quiet > 0 {
		f[iQuietNow] = 1
	}
	for h := range v.players {
		for i, r := range v.roleNumbers {
			if int(s.Roles[h]) == r {
				f[iRoles+i] = 1
			}
		}
	}
}
