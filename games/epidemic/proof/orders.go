package proof

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

// Orders tries every order of the decks that is possible at a position. It varies only cards that affect the
// end of the turn: epidemics among the next player cards, and the infection cards that epidemics and the
// infection step draw.
//
// Other player cards have no effect before the next turn, since no seat plays an event. So one order stands
// for all orders of those cards.
type Orders struct {
	rules *epidemic.Rules // rules under which the proof chooses the order of an epidemic's shuffle
	Draw  engine.Verb     // the verb that ends the actions
	// Discard is the verb that discards from a hand over its limit.
	Discard engine.Verb
	lay     []epidemic.City // the cards that an epidemic puts on top, in the order in which they are drawn
	all     engine.Seats
	bad     []order // orders that refuted other positions, the latest first; they probably refute the next one too
	N       int     // the number of orders tried for the current position
	most    int     // the limit for N
	x       epidemic.State
}

// order is one possible order of the decks, limited to the cards that matter.
type order struct {
	epidemics int
	bottom    epidemic.City
	n         int
	cards     [4]epidemic.City
}

// A proof tries at most these numbers of orders. A relay (a puzzle over two turns) tries orders for each
// first turn, but few first turns can win.
const (
	maxOrders      = 3000
	maxRelayOrders = 50000
)

// maxBad is the number of remembered orders that Holds tries first.
const maxBad = 12

// NewOrders returns an Orders for the positions of one table.
func NewOrders(r *epidemic.Rules) *Orders {
	o := &Orders{all: engine.AllSeats(r.Players), most: maxOrders}
	o.Draw, _ = r.Vocabulary().Verb("draw")
	o.Discard, _ = r.Vocabulary().Verb("discard")
	o.rules = r.Stacked(func(cards []epidemic.City) {
		at := len(cards) - 1
		for _, want := range o.lay {
			for i := range cards[:at+1] {
				if cards[i] == want {
					cards[i], cards[at] = cards[at], cards[i]
					break
				}
			}
			at--
		}
	})
	return o
}

// Simple reports whether there are few enough possible orders of a position's decks to try them all.
func (o *Orders) Simple(s *epidemic.State) bool {
	_, simple := o.known(s)
	return simple
}

// deck is what the players know about the decks, in a form that can generate all possible orders.
type deck struct {
	state    *epidemic.State
	from, to int // the smallest and largest number of epidemics among the next cards
	other    []epidemic.Card
	bottom   uint64
	places   [4]uint64 // the cards that can be at each of the top positions
}

// known returns what all seats together know about the decks. It returns false if they are not simple, for
// example if a seat has seen infection cards or two epidemics could be drawn together.
func (o *Orders) known(s *epidemic.State) (d deck, ok bool) {
	d.state = s
	v := s.Knows(o.all)
	draws := o.rules.TurnDraws()
	if v.DeckKnown > 0 || int(v.DeckLen) < draws || v.Bottom > 0 || v.Turn == 0 {
		return d, false
	}
	for i := range v.Known[:v.InfectionLen] {
		if v.Known[i] != epidemic.NoCity {
			return d, false
		}
	}
	for _, cards := range v.Recall {
		if cards != 0 {
			return d, false
		}
	}
	left := draws
	v.EachStretch(func(_, cards int, epidemic bool) {
		n := min(left, cards)
		left -= n
		if epidemic && n > 0 {
			d.to++
			if n == cards {
				d.from++
			}
		}
	})
	gone := v.Discard.Or(v.Removed)
	for _, hand := range v.Hands {
		gone = gone.Or(hand)
	}
	for c := range o.rules.Cities {
		if card := epidemic.Card(c); !gone.Has(card) && len(d.other) < draws {
			d.other = append(d.other, card)
		}
	}
	if d.to > 1 || len(d.other) < draws {
		return d, false
	}
	rate := o.rules.RateAt(int(v.Rate) + d.to)
	if d.to == 1 && bits.OnesCount64(v.InfectionDiscard)+1 < rate || int(v.InfectionLen) <= rate || rate > len(d.places) {
		return d, false
	}
	for _, cl := range v.Classes[:v.ClassesN] {
		if bits.OnesCount64(cl.Cards) != int(cl.Hi-cl.Lo)+1 {
			return d, false // cards of another class can be at the same positions
		}
		for i := range d.places {
			if i >= int(cl.Lo) && i <= int(cl.Hi) {
				d.places[i] = cl.Cards
			}
		}
		if cl.Hi == v.InfectionLen-1 {
			d.bottom = cl.Cards
		}
	}
	return d, true
}

// Holds reports whether good returns true for every possible order of the decks if the turn ends now. It
// calls good at the beginning of the next turn or the end of the game, and stops at the first false result.
// ok reports whether all orders could be tried.
func (o *Orders) Holds(s *epidemic.State, good func(end *epidemic.State) bool) (held, ok bool) {
	d, ok := o.known(s)
	if !ok {
		return false, false
	}
	o.N = 0
	for i, w := range o.bad {
		if d.allows(w, o.rules) && !good(o.end(&d, w)) {
			copy(o.bad[1:i+1], o.bad[:i])
			o.bad[0] = w
			return false, true
		}
	}
	held = true
	for e := d.from; e <= d.to && held; e++ {
		w := order{epidemics: e, bottom: epidemic.NoCity, n: o.rules.RateAt(int(s.Rate) + e)}
		if e == 0 {
			held = o.deal(&d, &w, 0, d.places, good)
			continue
		}
		for cb := range epidemic.EachCity(d.bottom) {
			w.bottom = cb
			var places [4]uint64
			for i := range places {
				places[i] = s.InfectionDiscard | 1<<cb
			}
			if held = o.deal(&d, &w, 0, places, good); !held {
				break
			}
		}
	}
	return held, o.N <= o.most
}

// Forget clears the remembered orders that refuted earlier positions.
func (o *Orders) Forget() { o.bad = nil }

// deal tries every arrangement of the cards from the i-th one on.
func (o *Orders) deal(d *deck, w *order, i int, places [4]uint64, good func(*epidemic.State) bool) bool {
	if i == w.n {
		o.N++
		if o.N > o.most {
			return false
		}
		if !good(o.end(d, *w)) {
			if len(o.bad) < maxBad {
				o.bad = append(o.bad, order{})
			}
			copy(o.bad[1:], o.bad)
			o.bad[0] = *w
			return false
		}
		return true
	}
	free := places[i]
	for _, c := range w.cards[:i] {
		free &^= 1 << c
	}
	for c := range epidemic.EachCity(free) {
		w.cards[i] = c
		if !o.deal(d, w, i+1, places, good) {
			return false
		}
	}
	return true
}

// allows reports whether an order is consistent with what is known about the decks.
func (d *deck) allows(w order, r *epidemic.Rules) bool {
	if w.epidemics < d.from || w.epidemics > d.to || w.n != r.RateAt(int(d.state.Rate)+w.epidemics) {
		return false
	}
	places := d.places
	if w.epidemics > 0 {
		if d.bottom>>w.bottom&1 == 0 {
			return false
		}
		for i := range places {
			places[i] = d.state.InfectionDiscard | 1<<w.bottom
		}
	}
	for i, c := range w.cards[:w.n] {
		if places[i]>>c&1 == 0 {
			return false
		}
	}
	return true
}

// end plays the rest of the turn with the given order of the decks, without events, and returns the final
// position.
func (o *Orders) end(d *deck, w order) *epidemic.State {
	x := &o.x
	*x = *d.state
	player, infection := d.other, w.cards[:w.n]
	if w.epidemics > 0 {
		player, infection, o.lay = []epidemic.Card{epidemic.Epidemic, d.other[0]}, nil, infection
	}
	x.LayDecks(o.rules, player, infection, w.bottom)
	o.Draws(x, func(engine.Move) {})
	return x
}

// Draws ends a turn's actions and plays on to the next turn without events. A hand over its limit discards
// the cards just drawn, so it keeps its old cards.
func (o *Orders) Draws(s *epidemic.State, each func(engine.Move)) {
	turn, held := s.Turn, s.Hand(s.Active)
	for m := (engine.Move{Seat: s.Active, Verb: o.Draw}); ; {
		each(m)
		s.Play(m, nil)
		if s.End != epidemic.Running || s.Turn != turn {
			return
		}
		seat := s.Decision().Owing().First()
		m = s.Default(seat)
		if s.Asking() == epidemic.QuestionDiscard && seat == s.Active {
			for _, x := range s.AppendMoves(nil, seat) {
				if x.Verb == o.Discard && !held.Has(epidemic.Card(x.Arg[0])) {
					m = x
				}
			}
		}
	}
}
