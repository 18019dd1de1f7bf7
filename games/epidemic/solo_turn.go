package epidemic

import "theriac/engine"

// A solo game has one seat and a second hand, the helper's, which has neither pawn nor role. The player
// decides what it does, which of its events are played, and which cards it discards. It takes one action
// after each turn's infection.

// SoloStages are the stages in which the helper acts, after the infection. An epidemic that it draws, and
// discards over its limit, are resolved before it continues.
var SoloStages = []Stage{
	{Name: soloStage, Run: takeSoloAction, Mode: SoloMode, Helper: true},
	{Name: "relief-epidemics", Run: resolveEpidemics, Mode: SoloMode, Helper: true, Crowded: true},
	{Name: "relief-limit", Run: endSoloAction, Mode: SoloMode, Helper: true},
}

// soloStage is the name of the stage in which the helper acts.
const soloStage = "relief"

// takeSoloAction asks for the helper's action.
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

// endSoloAction asks for discards, and for the next action if one is left.
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

// brokenSolo checks that no seat has a role that has left the game.
func (s *State) brokenSolo() string {
	for seat := range s.rules.Players {
		if s.RolesGone>>s.Roles[seat]&1 != 0 {
			return "a role that has left the game is in use"
		}
	}
	return ""
}

// discardFirst discards city cards before a solo game. It reshuffles until the cards to discard do not have
// too many of one colour. It returns how many it has discarded.
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

// lopsided reports whether too many of the cards have the same colour.
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
