package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// An event can stay in force. Its card is then face up in front of the seat whose turn it was, neither in a
// hand nor in the discard. When the effect ends, the card is discarded.

// Lasts is how long an event stays in force.
type Lasts uint8

// An event stays in force until one of these times.
const (
	AtOnce        Lasts = iota // takes effect immediately and is never in force
	ThisTurn                   // until the end of the turn
	UntilNextTurn              // until the next turn of the seat that has the card in front of it
	UntilUsed                  // until the effect has been used
)

// Ongoing is the part of a position that holds the events in force.
type Ongoing struct {
	// Lying holds the events in front of each seat; InForce holds them all together.
	Lying   [engine.MaxSeats]uint32
	InForce uint32
	// Leaving holds the events that were played from a role card, so they leave the game when their effect
	// ends.
	Leaving uint32
	// Samples counts the cubes of each disease on the role card that keeps samples.
	Samples [MaxDiseases]uint8
	// Ordered is 1 plus the seat whose pawn the active seat may also move this turn, or 0.
	Ordered uint8
}

// layDown puts an event in force and its card in front of the active seat.
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

// endEvents ends those of the given events that are in front of a seat.
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

// endTurnEvents ends the events that stayed in force only until this turn.
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

// useUp ends the events in force whose effect a cure has just used.
func (s *State) useUp(out *engine.Facts) {
	for seat := range engine.Seat(s.rules.Players) {
		s.endEvents(seat, s.rules.lasting[UntilUsed], out)
	}
}

// beginTurn runs everything that happens at the beginning of a turn, before the first action.
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

// inForce yields the events of a set.
func (t *Ruleset) inForce(set uint32) func(yield func(e *Event) bool) {
	return func(yield func(e *Event) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(t.Events[bits.TrailingZeros32(set)]) {
				return
			}
		}
	}
}

// inForceAfter returns the events that will still be in force once a seat's next turn has begun.
func (p *Public) inForceAfter(r *Rules, next engine.Seat) uint32 {
	return p.InForce &^ r.lasting[ThisTurn] &^ (p.Lying[next] & r.lasting[UntilNextTurn])
}

// rate returns how many infection cards are drawn per infection step, given the position on the infection
// rate track and the events in force.
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

// InfectionRate returns how many infection cards a step draws at present.
func (s *State) InfectionRate() uint8 { return s.rules.rate(int(s.Rate), s.InForce) }

// unchained returns the event in force that keeps outbreaks from causing others, if any.
func (s *State) unchained() (*Event, bool) {
	for e := range s.rules.inForce(s.InForce) {
		if e.StopsChains {
			return e, true
		}
	}
	return nil, false
}

// treatMore removes the additional cubes that events in force grant to a treatment by an action.
func (s *State) treatMore(c City, d Disease, out *engine.Facts) {
	for e := range s.rules.inForce(s.InForce) {
		if n := min(e.TreatsMore, s.CubesAt(c, d)); n > 0 {
			s.RemoveCubes(c, d, n, out, e.Rule)
		}
	}
}

// cureLess subtracts the cards that events in force save from the price of a cure.
func (s *State) cureLess(need *CureNeed) {
	for e := range s.rules.inForce(s.InForce) {
		if e.CureLess > 0 {
			need.Cards = max(1, need.Cards-int(e.CureLess))
			need.Rule = e.Rule
		}
	}
}

// drove runs the effects of events in force after the active seat's pawn has driven.
func (s *State) drove(out *engine.Facts) {
	for set := s.InForce; set != 0; set &= set - 1 {
		event := bits.TrailingZeros32(set)
		if f := s.rules.Events[event].Drove; f != nil {
			f(s, s.Active, s.rules.eventVerb(event), out)
		}
	}
}

// compileLasting groups the events by how long they stay in force.
func (r *Rules) compileLasting() {
	for i, e := range r.Events {
		r.lasting[e.Lasts] |= 1 << i
	}
}

// faceUp returns the cards of the events in force.
func (o *Ongoing) faceUp() Cards {
	set := Cards{}
	for of := o.InForce; of != 0; of &= of - 1 {
		set.Add(EventCard(bits.TrailingZeros32(of)))
	}
	return set
}

// codeOngoing writes or reads the events in force and the cubes and events on role cards.
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

// brokenOngoing checks the events in force and their cards.
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

// AddActions gives additional actions to the hand whose turn it is to act.
func (s *State) AddActions(n uint8, out *engine.Facts, rule string) {
	s.Actions += n
	out.Add(FactActionsAdded, rule, uint8(s.Acting(s.Active)), n)
}

// InActions reports whether the active seat is taking its actions.
func (s *State) InActions() bool { return s.Stack[0].Question == QuestionAction }

// BeforeDraw reports whether the turn's actions are over but no card has been drawn.
func (s *State) BeforeDraw() bool {
	return s.Stage == s.rules.beforeDraw && (s.rules.hooks.MidTurn == nil || !s.rules.hooks.MidTurn(s))
}

// PlayActions carries out an event that gives additional actions. After the end of the turn's actions, it
// lets the seat that acted last take actions again, but does not restore unused ones. Hands over their limit
// discard first.
func (s *State) PlayActions(n uint8, out *engine.Facts, rule string) {
	if s.BeforeDraw() {
		for s.Depth > 0 {
			s.closeTop()
		}
		s.Stage, s.Phase = s.rules.beforeDraw-1, 1
		if s.rules.hooks.ActsLast != nil {
			s.Active = s.rules.hooks.ActsLast(s)
		}
		s.ask(Frame{Question: QuestionAction, Seat: s.Active})
		s.CheckLimit()
	}
	s.AddActions(n, out, rule)
}
