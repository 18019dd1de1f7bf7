package bots

import (
	"math"
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

// hands holds everything that follows from the cards in hands alone, for each colour. It is cached, because
// most positions in a turn's search differ only in pawns and cubes.
type hands struct {
	key   uint64
	epoch uint32
	fixed float64 // the part of the value that does not depend on pawns
	of    [maxDiseases]holders
}

// holders describes every hand's cards of one colour. The arrays are indexed by hand.
type holders struct {
	cards  [maxSeats]uint64
	miss   [maxSeats]uint8   // number of cards that the hand still needs
	others [maxSeats]float64 // number of cards of the colour in the other hands
	rate   [maxSeats]float64 // number of cards that the hand is expected to receive per turn, from all sources
	rest   [maxSeats]float64 // the number of other hands' cards beyond the second, times a quarter
	least  [maxSeats]float64 // turns until the cure if the other hands' cards were all nearby
	order  [maxSeats]uint8   // the hands, sorted by least
	held   int
	slack  int // how many more cards of the colour can be lost before a cure is impossible
	enough int // how many cards of the colour the team can make use of
}

// maxMiss is the largest number of missing cards with a weight of its own.
const maxMiss = 5

// count fills x with everything that follows from a position's hands alone.
func (v *value) count(s *epidemic.State, x *hands) {
	b := v.board
	gone := s.Discard.Cities() | s.Removed.Cities()
	for d := range b.diseases {
		if s.IsCured(epidemic.Disease(d)) {
			continue
		}
		o := &x.of[d]
		of := b.counting[d]
		there := bits.OnesCount64(of &^ gone)
		o.held = 0
		for h := range b.holders {
			o.cards[h] = 0
			if v.mine>>h&1 != 0 {
				o.cards[h] = s.Hand(engine.Seat(h)).Cities() & of
			}
			o.held += bits.OnesCount64(o.cards[h])
		}
		draw := 0.0 // the expected number of cards of the colour in one turn's draw
		if s.DeckLen > 0 {
			draw = float64(b.rules.TurnDraws()) * float64(there-o.held) / float64(s.DeckLen)
		}
		least := 9
		for h := range b.holders {
			least = min(least, v.fillHolder(s, o, d, h, draw))
		}
		o.slack, o.enough = there-least, least+1
	}
}

// fillHolder fills o for hand h, and returns how many cards the hand needs in total to cure colour d.
func (v *value) fillHolder(s *epidemic.State, o *holders, d, h int, draw float64) (need int) {
	n := v.players
	more, least := v.further(s, d)
	need = s.CureNeed(engine.Seat(h), epidemic.Disease(d)).Cards + more
	have := bits.OnesCount64(o.cards[h])
	miss := min(maxMiss, max(least, need-have))
	others := o.held - have
	wait := float64((h - int(s.Active) + n) % n)
	if h == int(s.Active) {
		wait = float64(n)
	}
	mine := draw / float64(n)
	o.miss[h], o.others[h] = uint8(miss), float64(others)
	// The terms are the hand's own draws, cards that other hands draw, and cards that they hold.
	o.rate[h] = max(0.02, mine+0.4*(draw-mine)+0.05*float64(min(others, miss)))
	o.rest[h] = 0.25 * float64(max(0, others-2))
	o.least[h] = wait
	if miss > 0 {
		o.least[h] = 1.5*float64(min(miss, 2)) + 0.25*wait + max(0, float64(miss)-min(1.6+o.rest[h], float64(others)))/o.rate[h]
	}
	if v.mine>>h&1 == 0 || !v.collect.may(d, h) {
		o.least[h], o.miss[h] = never, maxMiss
	}
	at := h
	for at > 0 && o.least[o.order[at-1]] > o.least[h] {
		o.order[at] = o.order[at-1]
		at--
	}
	o.order[at] = uint8(h)
	return need
}

// never is more turns or steps than any game has. lateForEver is larger than any estimate of turns.
const (
	never       = 30.0
	lateForEver = 1e9
)

// meeting holds the cards of one colour in all hands: the city where each can be shared, and its holder's
// distance from there.
type meeting struct {
	n    int
	card [24]struct {
		at, steps, by uint8
		free          bool // the holder can give the card in any city
	}
	done [maxSeats]bool
	near [maxSeats][2]float64
}

func (v *value) meet(s *epidemic.State, o *holders, m *meeting) {
	b := v.board
	m.n, m.done = 0, [maxSeats]bool{}
	for g := range b.holders {
		pawn := b.pawn(s, g)
		free := b.role(s, g).GivesAny
		for set := o.cards[g]; set != 0 && m.n < len(m.card); set &= set - 1 {
			c := bits.TrailingZeros64(set)
			x := &m.card[m.n]
			m.n++
			x.by, x.free, x.at, x.steps = uint8(g), free, uint8(pawn), 0
			if !free {
				x.at, x.steps = uint8(c), v.steps(pawn, c)
			}
		}
	}
}

// nearest returns the distances, in steps, from hand h to the two nearest cards of other hands.
func (v *value) nearest(s *epidemic.State, h int, m *meeting) (first, second float64) {
	if m.done[h] {
		return m.near[h][0], m.near[h][1]
	}
	first, second = never, never
	pawn := v.board.pawn(s, h)
	row, hub := &v.dist[pawn], v.near[pawn]+1
	for i := range m.card[:m.n] {
		x := &m.card[i]
		if int(x.by) == h {
			continue
		}
		d := float64(min(row[x.at], hub+v.near[x.at]) + x.steps)
		if !x.free {
			d += 0.5
		}
		if d < first {
			second, first = first, d
		} else if d < second {
			second = d
		}
	}
	m.done[h], m.near[h] = true, [2]float64{first, second}
	return first, second
}

// shareReach is the number of steps at which another hand's card counts as too far away to share.
const shareReach = 5.0

// outlook is the forecast for the cure of one colour: which hand will find it, and in how many turns.
type outlook struct {
	miss, slack, others int
	holder              int
	turns               float64
	margin              float64 // log-odds that the cure is found before the deck runs out
	share, shareSecond  float64
}

// colour returns the outlook for a colour, including the fields that only the net needs.
func (v *value) colour(s *epidemic.State, d int, x *hands) outlook {
	var m meeting
	o := &x.of[d]
	v.meet(s, o, &m)
	out := v.outlook(s, d, o, &m)
	if out.miss > 0 {
		first, second := v.nearest(s, out.holder, &m)
		out.share, out.shareSecond = max(0, 1-first/shareReach), max(0, 1-second/shareReach)
	}
	out.others = int(o.others[out.holder])
	out.slack = o.slack
	return out
}

// outlook estimates which hand will cure a colour and when, from both draws and shared cards.
func (v *value) outlook(s *epidemic.State, d int, o *holders, m *meeting) (out outlook) {
	out.turns = lateForEver
	for _, h := range o.order[:v.board.holders] {
		if o.least[h] >= out.turns {
			break
		}
		reach := float64(v.reach(s, d, int(h)))
		miss := float64(o.miss[h])
		var t float64
		if miss == 0 {
			t = o.least[h] + 0.15*reach
			if reach > 3 {
				t += 2
			}
		} else {
			first, second := v.nearest(s, int(h), m)
			at := 0.9*max(0, 1-first/shareReach) + 0.7*max(0, 1-second/shareReach) + o.rest[h]
			most := max(0, miss-min(1.6+o.rest[h], o.others[h]))
			t = o.least[h] + 0.1*reach + (max(0, miss-min(at, o.others[h]))-most)/o.rate[h]
		}
		if t < out.turns {
			out.turns, out.holder, out.miss = t, int(h), int(o.miss[h])
		}
	}
	out.margin = 1.7 * (float64(s.DeckLen)/2 - out.turns) / (1.5 + 0.35*out.turns)
	if o.slack < 0 {
		out.margin = -9
	}
	return out
}

// fix returns the part of the value of hands that does not depend on pawns.
func (v *value) fix(s *epidemic.State, x *hands) {
	w, sum := v.w, 0.0
	for d := range v.board.diseases {
		if d == v.mutant {
			sum += v.mutantCure(s)
			continue
		}
		if s.IsCured(epidemic.Disease(d)) {
			sum += w[wCured]
			if s.IsEradicated(epidemic.Disease(d)) {
				sum += w[wEradicated]
			}
			continue
		}
		o := &x.of[d]
		sum += w[wSpread] * (float64(min(o.held, o.enough)) + w[wSurplus]*float64(max(0, o.held-o.enough)))
		if o.slack < 0 {
			sum -= 60
		} else if o.slack < 3 {
			sum -= w[wSlack] * float64(3-o.slack)
		}
	}
	x.fixed = sum
}

// cures returns the value of the cures found, and of the cards collected for the missing ones.
func (v *value) cures(s *epidemic.State, x *hands) float64 {
	b, w := v.board, v.w
	n := b.players
	sum := x.fixed
	progress := [maxMiss + 1]float64{w[wReady], w[wMiss1], w[wMiss2], w[wMiss3], w[wMiss4], 0}
	var m meeting
	for d := range b.diseases {
		if s.IsCured(epidemic.Disease(d)) || d == v.mutant && !v.onlyMutant(s) {
			continue
		}
		o := &x.of[d]
		v.meet(s, o, &m)
		best := -1.0
		for h := range b.holders {
			if !v.collect.may(d, h) {
				continue
			}
			miss := o.miss[h]
			is := progress[miss]
			if miss == 0 {
				is -= w[wReadyDist] * float64(v.reach(s, d, h))
				is -= w[wReadyTurn] * float64((h-int(s.Active)+n)%n) // a hand whose turn comes sooner cures sooner
				best = max(best, is)
				continue
			}
			one, two := w[wShare]*(progress[miss-1]-is), 0.0
			if miss > 1 {
				two = w[wShareSecond] * w[wShare] * (progress[miss-2] - progress[miss-1])
			}
			if is+one+two <= best {
				continue // even if the other hands' cards were nearby, this hand could not be the best
			}
			first, second := v.nearest(s, h, &m)
			is += one*max(0, 1-first/w[wShareReach]) + two*max(0, 1-second/w[wShareReach])
			best = max(best, is)
		}
		sum += best
		if w[wTurns]+w[wOdds] > 0 {
			t := v.outlook(s, d, o, &m)
			sum += w[wOdds]*logLogistic(t.margin) - w[wTurns]*min(t.turns, 30)
		}
	}
	return sum
}

// logLogistic returns the logarithm of the logistic function, from a lookup table.
func logLogistic(x float64) float64 {
	switch {
	case x > 7.9:
		return 0
	case x < -6.9:
		return -6.9
	}
	at := (x + 7) * 4
	i := int(at)
	return logTable[i] + (at-float64(i))*(logTable[i+1]-logTable[i])
}

var logTable = func() (t [62]float64) {
	for i := range t {
		t[i] = -math.Log1p(math.Exp(-(float64(i)/4 - 7)))
	}
	return t
}()
