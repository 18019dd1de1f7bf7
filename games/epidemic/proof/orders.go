package proof

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

// Orders goes through every order of the decks that a position allows, as far as the end of
// the turn depends on it: the epidemics among the next player cards, the card on the bottom
// of the infection deck for an epidemic, and the infection cards that the step turns. Which
// other player cards come changes nothing that happens before the next turn, as nobody plays
// an event on the way: one order stands for all of these.
type Orders struct {
	rules *epidemic.Rules // with the shuffle of an epidemic laid by hand
	Draw  engine.Verb     // ends the actions
	// Discard answers the question of a hand that is too large.
	Discard engine.Verb
	lay     []epidemic.City // what comes to lie on top after an epidemic, the next card first
	all     engine.Seats
	bad     []order // those that spoiled other positions, the last first: they probably spoil the next
	N       int     // orders gone through for the position
	most    int     // of them
	x       epidemic.State
}

// order is one way for the decks to lie.
type order struct {
	epidemics int
	bottom    epidemic.City
	n         int
	cards     [4]epidemic.City
}

// How many orders a proof may have. A relay's are gone through for each first turn, but few of
// those can win.
const (
	maxOrders      = 3000
	maxRelayOrders = 50000
)

// maxBad is how many orders are tried first.
const maxBad = 12

// NewOrders prepares to go through the orders of one table.
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

// Simple reports whether the orders of a position can be gone through.
func (o *Orders) Simple(s *epidemic.State) bool {
	_, simple := o.known(s)
	return simple
}

// deck is what a view says about the decks, where it can be gone through.
type deck struct {
	state    *epidemic.State
	from, to int // epidemics among the next cards
	other    []epidemic.Card
	bottom   uint64
	places   [4]uint64 // the cards that can lie on each place from the top
}

// known reads a position's decks. It says no where they are not simple: somebody has looked
// at cards, or the cards that come are not those of one epidemic at the most.
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
			return d, false // it lies across others
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

// Holds says whether a position is good at the beginning of the next turn, or at its end,
// whatever is drawn, if its turn ends now. ok says that all orders could be gone through;
// a position that some order spoils is not gone through further.
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

// Forget forgets which orders spoiled earlier positions.
func (o *Orders) Forget() { o.bad = nil }

// deal lays the cards from the i-th on in every way.
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

// allows says whether the decks can lie so.
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

// end plays the rest of the turn with the decks lying in one order, nobody playing an event.
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

// Draws ends the actions of a turn and plays what follows, nobody playing an event. A hand
// with too many cards gets rid of those that it has just drawn: so it holds what it held.
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
