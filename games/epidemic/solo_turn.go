package epidemic

import "theriac/engine"

// A game alone: one seat, and a hand that helps it and has neither pawn nor role.
// That hand is the holder after the seats. The person at the seat decides
// everything for it: what it does, which of its events are played, which cards it
// gives up. It has one action after the infection of each turn.

// soloHand is the hand that helps, where there is one.
func (r *Rules) soloHand() (engine.Seat, bool) { return engine.Seat(r.Players), r.Holders > r.Players }

// Speaker is the seat that decides for a hand.
func (r *Rules) Speaker(holder engine.Seat) engine.Seat {
	if int(holder) < r.Players {
		return holder
	}
	return 0
}

// speakers is the seats that decide for some hands.
func (r *Rules) speakers(holders engine.Seats) engine.Seats {
	if help, ok := r.soloHand(); ok && holders.Has(help) {
		return holders.Without(help) | 1<<r.Speaker(help)
	}
	return holders
}

// byHolder is the rule for the hand of a seat, or the one for the hand that helps.
func (r *Rules) byHolder(holder engine.Seat, seats, help string) string {
	if int(holder) < r.Players {
		return seats
	}
	return help
}

// spokenFor is the cards that a seat decides about.
func (s *State) spokenFor(seat engine.Seat) Cards {
	if help, ok := s.rules.soloHand(); ok && s.rules.Speaker(help) == seat {
		return s.hands[seat].Or(s.hands[help])
	}
	return s.hands[seat]
}

// holding is the hand that has a card, of those that a seat decides for: its own
// where none has.
func (s *State) holding(seat engine.Seat, c Card) engine.Seat {
	if help, ok := s.rules.soloHand(); ok && s.hands[help].Has(c) {
		return help
	}
	return seat
}

// HandWith is the hand that has the card of an event, of those that a seat decides
// for.
func (s *State) HandWith(seat engine.Seat, v engine.Verb) engine.Seat {
	return s.holding(seat, s.rules.EventCardOf(v))
}

// surplus is the cards from which a seat chooses what goes: those of the hands
// that are too large.
func (s *State) surplus(seat engine.Seat) Cards {
	var set Cards
	for over := s.overLimit(); over != 0; over &= over - 1 {
		if holder := over.First(); s.rules.Speaker(holder) == seat {
			set = set.Or(s.hands[holder])
		}
	}
	return set
}

// Surplus is the cards from which one of the view's seats chooses what goes.
func (v *View) Surplus(seat engine.Seat) Cards {
	s := v.guess()
	return s.surplus(seat)
}

// SoloHandActs says that the hand that helps is asked for its action.
func (s *State) SoloHandActs() bool { return s.Depth > 0 && s.Stack[0].Question == QuestionSolo }

// Acting is the hand whose actions go on, while a seat is asked for them: that is
// whose cards pay, and whom more actions are given.
func (s *State) Acting(seat engine.Seat) engine.Seat {
	if s.SoloHandActs() {
		help, _ := s.rules.soloHand()
		return help
	}
	return seat
}

// The stages of the hand that helps. An epidemic that it draws is resolved before
// it goes on, and so are cards too many.
var (
	soloStage     = Stage{Name: "relief", Run: takeSoloAction, Mode: Alone}
	soloEpidemics = Stage{Name: "relief-epidemics", Run: resolveEpidemics, Mode: Alone, Crowded: true}
	soloLimit     = Stage{Name: "relief-limit", Run: endSoloAction, Mode: Alone}
)

// takeSoloAction asks for the action of the hand that helps.
func takeSoloAction(s *State, out *engine.Facts) bool {
	if s.Phase > 0 {
		return true
	}
	s.Phase = 1
	s.Actions = 1
	s.forgetRefusals()
	out.Add(FactSoloBegan, "solo/turn")
	s.askSoloHand()
	return false
}

func (s *State) askSoloHand() {
	help, _ := s.rules.soloHand()
	s.ask(Frame{Question: QuestionSolo, Seat: s.rules.Speaker(help)})
}

// endSoloAction asks for discards, and for the next action where one is left: only a
// draw interrupts the question.
func endSoloAction(s *State, out *engine.Facts) bool {
	if !keepLimit(s, out) {
		return false
	}
	if s.Actions == 0 {
		return true
	}
	s.Stage = s.rules.soloAt
	s.Phase = 1
	s.askSoloHand()
	return false
}

// codeSolo walks the roles that have left the game, as only a game alone has them.
func (p *Public) codeSolo(c *engine.Coder, r *Rules) {
	engine.Set(c, "roles-gone", r.Role, 0, &p.RolesGone)
}

// brokenSolo looks for roles that have left the game and are there all the same.
func (s *State) brokenSolo() string {
	if s.RolesGone != 0 && !s.rules.Plays(Alone) {
		return "a role left a game that none can leave"
	}
	for seat := range s.rules.Players {
		if s.RolesGone>>s.Roles[seat]&1 != 0 {
			return "a role that has left the game is in use"
		}
	}
	return ""
}

// discardFirst lays city cards on the discard before a game alone, not too many of
// one colour: then they are all shuffled anew. It says how many there are.
func (s *State) discardFirst(cities []uint8, d *engine.Draws, out *engine.Facts) int {
	n := s.rules.firstDiscard()
	if n == 0 {
		return 0
	}
	at := len(cities) - n
	for d.Shuffle(cities); s.lopsided(cities[at:]); {
		d.Shuffle(cities)
	}
	for _, c := range cities[at:] {
		s.Discard.Add(Card(c))
		out.Add(FactDiscardedFirst, "solo/discard", c)
	}
	return n
}

// lopsided says that there are too many cards of one colour.
func (s *State) lopsided(cities []uint8) bool {
	var of [MaxDiseases]uint8
	for _, c := range cities {
		d := s.rules.colour[c]
		if of[d]++; of[d] > s.rules.Numbers.AloneColour {
			return true
		}
	}
	return false
}

// firstDiscard is how many city cards are discarded before the game.
func (r *Rules) firstDiscard() int {
	if !r.Plays(Alone) {
		return 0
	}
	return int(r.Numbers.AloneDiscard[r.Epidemics])
}

// moveRule is the rule by which a pawn travels: the way itself, unless the hand
// that helps moves it.
func (s *State) moveRule(way string) string {
	if s.SoloHandActs() {
		return "solo/move"
	}
	return way
}

// ownDrive says that whose turn it is drives, and not the hand that helps. Before
// revision 3 of the rules, what acts on a drive did not tell them apart.
func (s *State) ownDrive() bool { return !s.SoloHandActs() || !s.rules.Since(3) }
