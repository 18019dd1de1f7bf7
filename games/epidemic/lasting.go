package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// Events in force: a card that goes on acting lies face up before the seat whose
// turn it was played in. It is neither in a hand nor on the discard, where it goes
// when it ends.

// Lasts is until when an event is in force.
type Lasts uint8

// Until when events are in force.
const (
	AtOnce        Lasts = iota // it takes effect immediately
	ThisTurn                   // to the end of the turn
	UntilNextTurn              // until the seat that it lies before begins a turn again
	UntilUsed                  // until what it changes has happened
)

// Ongoing is what events in force keep in a position.
type Ongoing struct {
	// Lying is the events that lie before each seat, and InForce all of them.
	Lying   [engine.MaxSeats]uint32
	InForce uint32
	// Leaving is those that leave the game when they end: they were played from a
	// role card.
	Leaving uint32
	// Samples is the cubes of each disease that lie on a role card.
	Samples [MaxDiseases]uint8
	// Ordered is the seat, from 1, whose pawn the active seat may move this turn.
	Ordered uint8
}

// layDown puts an event that was played before the active seat.
func (s *State) layDown(seat engine.Seat, event int, out *engine.Facts) {
	c := EventCard(event)
	if s.Stash[seat] == c {
		s.Stash[seat] = NoCard
		s.Leaving |= 1 << event
	} else {
		s.reveal(c)
		s.hands[seat].Remove(c)
		s.Shown.Remove(c)
	}
	s.Lying[s.Active] |= 1 << event
	s.InForce |= 1 << event
	out.Add(FactEventInForce, "event/in-force", uint8(event), uint8(s.Active))
}

// endEvents ends some of the events that lie before a seat.
func (s *State) endEvents(seat engine.Seat, set uint32, out *engine.Facts) {
	set &= s.Lying[seat]
	s.Lying[seat] &^= set
	s.InForce &^= set
	for ; set != 0; set &= set - 1 {
		event := bits.TrailingZeros32(set)
		if s.Leaving>>event&1 != 0 {
			s.Leaving &^= 1 << event
			s.Removed.Add(EventCard(event))
			out.Add(FactEventRemoved, "event/in-force", uint8(event))
			continue
		}
		s.Discard.Add(EventCard(event))
		out.Add(FactEventEnded, "event/in-force", uint8(event))
	}
}

// endTurnEvents ends what was in force until the turn that begins now.
func (s *State) endTurnEvents(out *engine.Facts) {
	s.Ordered = 0
	for seat := range engine.Seat(s.rules.Players) {
		ends := s.rules.lasting[ThisTurn]
		if seat == s.Active {
			ends |= s.rules.lasting[UntilNextTurn]
		}
		s.endEvents(seat, ends, out)
	}
}

// useUp ends the events that a cure uses up.
func (s *State) useUp(out *engine.Facts) {
	for seat := range engine.Seat(s.rules.Players) {
		s.endEvents(seat, s.rules.lasting[UntilUsed], out)
	}
}

// beginTurn is what happens when a turn begins, before the first action.
func (s *State) beginTurn(out *engine.Facts) {
	if s.InForce != 0 {
		s.endTurnEvents(out)
	}
	role := s.Role(s.Active)
	if role.MoreActions > 0 {
		s.AddActions(role.MoreActions, out, role.Rule)
	}
	if role.Begins != nil {
		role.Begins(s, s.Active, out)
	}
}

// inForce yields the events in force.
func (t *Ruleset) inForce(set uint32) func(yield func(e *Event) bool) {
	return func(yield func(e *Event) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(t.Events[bits.TrailingZeros32(set)]) {
				return
			}
		}
	}
}

// inForceAfter is the events that are still in force once a turn of a seat has begun.
func (p *Public) inForceAfter(r *Rules, next engine.Seat) uint32 {
	return p.InForce &^ r.lasting[ThisTurn] &^ (p.Lying[next] & r.lasting[UntilNextTurn])
}

// rate is how many infection cards a step turns with the marker at a place of its
// track, and some events in force.
func (r *Rules) rate(at int, inForce uint32) uint8 {
	n := r.Numbers.Rate[min(at, len(r.Numbers.Rate)-1)]
	if inForce != 0 {
		for e := range r.inForce(inForce) {
			if e.Rate > 0 {
				n = min(n, e.Rate)
			}
		}
	}
	return n
}

// InfectionRate is how many infection cards a step turns.
func (s *State) InfectionRate() uint8 { return s.rules.rate(int(s.Rate), s.InForce) }

// unchained is the event that keeps outbreaks from setting off others, if any.
func (s *State) unchained() (*Event, bool) {
	for e := range s.rules.inForce(s.InForce) {
		if e.StopsChains {
			return e, true
		}
	}
	return nil, false
}

// treatMore removes what events in force add to a treatment by an action.
func (s *State) treatMore(c City, d Disease, out *engine.Facts) {
	for e := range s.rules.inForce(s.InForce) {
		if n := min(e.TreatsMore, s.CubesAt(c, d)); n > 0 {
			s.RemoveCubes(c, d, n, out, e.Rule)
		}
	}
}

// cureLess takes off what events in force spare a cure.
func (s *State) cureLess(need *CureNeed) {
	for e := range s.rules.inForce(s.InForce) {
		if e.CureLess > 0 {
			need.Cards = max(1, need.Cards-int(e.CureLess))
			need.Rule = e.Rule
		}
	}
}

// drove lets events in force act when the active seat's pawn has followed a line.
func (s *State) drove(out *engine.Facts) {
	for set := s.InForce; set != 0; set &= set - 1 {
		event := bits.TrailingZeros32(set)
		if f := s.rules.Events[event].Drove; f != nil {
			f(s, s.Active, s.rules.eventVerb(event), out)
		}
	}
}

// compileLasting finds the events of each duration.
func (r *Rules) compileLasting() {
	for i, e := range r.Events {
		r.lasting[e.Lasts] |= 1 << i
	}
}

// faceUp is the cards of the events in force.
func (o *Ongoing) faceUp() Cards {
	set := Cards{}
	for of := o.InForce; of != 0; of &= of - 1 {
		set.Add(EventCard(bits.TrailingZeros32(of)))
	}
	return set
}

// codeOngoing walks the events in force and what lies on role cards.
func (o *Ongoing) codeOngoing(c *engine.Coder, r *Rules) {
	c.Object("in-force", func(c *engine.Coder) {
		for seat := range r.Players {
			engine.Set(c, engine.SeatKind.Text(uint8(seat)), r.Event, 0, &o.Lying[seat])
		}
	})
	o.InForce = 0
	for _, set := range o.Lying {
		o.InForce |= set
	}
	engine.Set(c, "leaving", r.Event, 0, &o.Leaving)
	c.Object("samples", func(c *engine.Coder) {
		for d, disease := range r.Diseases {
			engine.Uint(c, disease, &o.Samples[d])
		}
	})
	engine.Uint(c, "ordered", &o.Ordered)
}

// brokenOngoing looks at the events in force.
func (s *State) brokenOngoing() string {
	sum, n := uint32(0), 0
	for seat := range engine.Seat(engine.MaxSeats) {
		sum |= s.Lying[seat]
		n += bits.OnesCount32(s.Lying[seat])
	}
	switch {
	case sum != s.InForce || n != bits.OnesCount32(sum):
		return "an event lies before two seats, or before none"
	case sum&^(s.rules.lasting[ThisTurn]|s.rules.lasting[UntilNextTurn]|s.rules.lasting[UntilUsed]) != 0:
		return "an event is in force that does not last"
	case s.Leaving&^sum != 0:
		return "an event leaves the game that is not in force"
	case int(s.Ordered) > s.rules.Players:
		return "a seat is ordered about that there is not"
	}
	for d := range s.Samples {
		if s.Samples[d] > s.Away[d] {
			return "samples are on a role card and in the supply"
		}
	}
	return ""
}

// AddActions gives whoever takes actions more of them.
func (s *State) AddActions(n uint8, out *engine.Facts, rule string) {
	s.Actions += n
	out.Add(FactActionsAdded, rule, uint8(s.Acting(s.Active)), n)
}

// InActions says whether the active seat is taking its actions.
func (s *State) InActions() bool { return s.Stack[0].Question == QuestionAction }

// BeforeDraw says whether a turn's actions are over and none of its cards have been
// drawn, by any seat whose turn it is.
func (s *State) BeforeDraw() bool {
	return s.Stage == s.rules.beforeDraw && (s.rules.on.MidTurn == nil || !s.rules.on.MidTurn(s))
}

// PlayActions is AddActions for an event. Before cards are drawn it closes the
// window and lets whoever acted last take actions again; the actions that were left
// unused do not come back. A hand that was too large in that window discards before
// they go on.
func (s *State) PlayActions(n uint8, out *engine.Facts, rule string) {
	if s.BeforeDraw() {
		for s.Depth > 0 {
			s.closeTop()
		}
		s.Stage, s.Phase = s.rules.beforeDraw-1, 1
		if s.rules.on.ActsLast != nil {
			s.Active = s.rules.on.ActsLast(s)
		}
		s.ask(Frame{Question: QuestionAction, Seat: s.Active})
		s.CheckLimit()
	}
	s.AddActions(n, out, rule)
}
