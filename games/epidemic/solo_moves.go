package epidemic

import "theriac/engine"

// The verbs in this file are the helper's actions, besides the ordinary ways to travel. They answer
// QuestionSolo, move the player's pawn, and cost cards of the helper's hand. During such an action and its
// follow-up questions, Acting returns that hand.

var soloOnly = []engine.QuestionKind{QuestionSolo}

// onStation reports whether the player's pawn is in a city with a station.
func onStation(s *State, m engine.Move) bool { return s.HasStation(s.Pawns[m.Seat]) }

// Reassign gives the player another role. The old role leaves the game, with any event on its card.
var Reassign = &Verb{
	Name: "reassign", Rule: "solo/reassign", Args: []*engine.Kind{RoleKind}, Questions: soloOnly, Cost: 1, Where: AtStation, Mode: SoloMode,
	Needs: []Need{
		{Rule: "solo/station", Holds: onStation},
		{Rule: "solo/reassign", Holds: func(s *State, m engine.Move) bool { return s.rolesLeft()>>m.Arg[0]&1 != 0 }},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		m := engine.Move{Seat: by, Verb: v}
		for set := s.rolesLeft(); set != 0; m.Arg[0], set = m.Arg[0]+1, set>>1 {
			if set&1 != 0 {
				dst = append(dst, m)
			}
		}
		return dst
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		old := s.Roles[m.Seat]
		s.RolesGone |= 1 << old
		out.Add(FactRoleRemoved, "solo/reassign", old)
		s.SpendAction()
		s.dropStash(m.Seat, out, "solo/reassign")
		s.Assign(m.Seat, m.Arg[0], out, "solo/reassign")
	},
}

// rolesLeft returns the roles that no seat has and that are still in the game.
func (s *State) rolesLeft() uint32 {
	return s.UnusedRoles() &^ s.RolesGone
}

// Exchange trades a city card from the player's hand for any city card from the helper's. The player's card
// must have the colour of the pawn's city.
var Exchange = &Verb{
	Name: "exchange", Rule: "solo/exchange", Args: []*engine.Kind{CardKind, CardKind}, Questions: soloOnly, Cost: 1, Where: AtStation, Mode: SoloMode,
	Spends: SpendsFirst,
	Needs: []Need{
		{Rule: "solo/station", Holds: onStation},
		{Rule: "solo/exchange", Holds: func(s *State, m engine.Move) bool {
			return Card(m.Arg[0]).IsCity() && s.tradable(m.Seat)&bit(City(m.Arg[0])) != 0
		}},
		{Rule: "solo/exchange", Holds: func(s *State, m engine.Move) bool { return s.HoldsCity(s.Acting(m.Seat), m.Arg[1]) }},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		theirs := s.hands[s.Acting(by)].Cities()
		eachCity(s.tradable(by), func(c City) bool {
			dst = AppendPairs(dst, engine.Move{Seat: by, Verb: v}, uint8(c), theirs)
			return true
		})
		return dst
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		help := s.Acting(m.Seat)
		s.GiveCard(m.Seat, help, Card(m.Arg[0]), out, "solo/exchange")
		s.GiveCard(help, m.Seat, Card(m.Arg[1]), out, "solo/exchange")
		s.SpendAction()
	},
}

// tradable returns the city cards that a seat can trade where its pawn is.
func (s *State) tradable(seat engine.Seat) uint64 {
	return s.hands[seat].Cities() & s.rules.ofKind[s.rules.colour[s.Pawns[seat]]]
}

// SoloDraw draws a player card for the helper's hand, and resolves its effects before anything else happens.
var SoloDraw = &Verb{
	Name: "relief-draw", Rule: "solo/draw", Questions: soloOnly, Cost: 1, Mode: SoloMode,
	Intent:  DrawsOne,
	Reveals: true,
	Needs:   []Need{{Rule: "solo/draw", Holds: func(s *State, _ engine.Move) bool { return s.DeckLen > 0 }}},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.DeckLen == 0 {
			return dst
		}
		return Plain(s, by, v, dst)
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.learned(engine.Everyone)
		s.drawCard(s.Acting(m.Seat), out, "solo/draw")
		s.SpendAction()
		s.closeTop()
	},
}

// SoloCure finds a cure with cards of the helper's hand, no matter where the pawn is. Otherwise, it has the
// needs of an ordinary cure.
var SoloCure = newSoloCure()

func newSoloCure() *Verb {
	v := newCure("relief-cure", func(*State, engine.Move) bool { return true })
	v.Rule, v.Questions, v.Where, v.Mode = "solo/cure", soloOnly, 0, SoloMode
	return v
}

// SoloLab takes a laboratory action with cards of the helper's hand. The pawn need not be at a station.
var SoloLab = &Verb{
	Name: "relief-lab", Rule: "solo/lab", Questions: soloOnly, Cost: 1, Mode: SoloMode | LabMode,
	List: Plain, // there is always a sequence card to draw
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		help := s.Acting(m.Seat)
		s.SpendAction()
		s.AskLab(m.Seat, help, AnyLab, out, "solo/lab")
	},
}

// Rest skips one of the helper's actions.
var Rest = &Verb{
	Name: "rest", Rule: "solo/turn", Questions: soloOnly, Mode: SoloMode,
	Intent: Rests,
	List:   Plain,
	Play: func(s *State, _ engine.Move, out *engine.Facts) {
		out.Add(FactRested, "solo/turn")
		s.Actions = 0
		s.closeTop()
	},
}
