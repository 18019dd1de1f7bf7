package epidemic

import "theriac/engine"

// A game alone: one seat, and a hand that helps it and has neither pawn nor role.
// That hand is the holder after the seats. The person at the seat decides
// everything for it: what it does, which of its events are played, which cards it
// gives up. It has one action after the infection of each turn.

// SoloStages are the stages of the hand that helps, after the infection. An epidemic that it draws is resolved before
// it goes on, and so are cards too many.
var SoloStages = []Stage{
	{Name: soloStage, Run: takeSoloAction, Mode: SoloMode, Helper: true},
	{Name: "relief-epidemics", Run: resolveEpidemics, Mode: SoloMode, Helper: true, Crowded: true},
	{Name: "relief-limit", Run: endSoloAction, Mode: SoloMode, Helper: true},
}

// soloStage is the name of the stage in which it acts.
const soloStage = "relief"

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
	help, _ := s.rules.helperHand()
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

// brokenSolo looks for roles that have left the game and are there all the same.
func (s *State) brokenSolo() string {
	for seat := range s.rules.Players {
		if s.RolesGone>>s.Roles[seat]&1 != 0 {
			return "a role that has left the game is in use"
		}
	}
	return ""
}

// discardFirst lays city cards on the discard before a game alone, not too many of
// one colour: then they are all shuffled anew. It says how many there are.
func (s *State) discardFirst(
	cards [MaxDeck]uint8, out *engine.Facts,
) ([MaxDeck]uint8, int) {
	n := s.rules.discarded
	if n == 0 {
		return cards, 0
	}
	cities := cards[:len(s.rules.Cities)]
	at := len(cities) - n
	l := engine.Lot{Kind: lotAloneDiscard}
	for s.key.Shuffle(l, cities); s.lopsided(cities[at:]); s.key.Shuffle(l, cities) {
		l.Time++
	}
	for _, c := range cities[at:] {
		s.Discard.Add(Card(c))
		out.Add(FactDiscardedFirst, "solo/discard", c)
	}
	return cards, n
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
