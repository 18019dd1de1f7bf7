package epidemic

import "theriac/engine"

// ChooseStart asks all seats together where their pawns begin.
func ChooseStart(s *State, _ *engine.Facts) bool {
	if s.unplaced() == 0 {
		return true
	}
	s.ask(Frame{Question: QuestionStart})
	return false
}

// unplaced returns the seats whose pawns are not on the board yet.
func (s *State) unplaced() engine.Seats {
	var set engine.Seats
	for seat := range engine.Seat(s.rules.Players) {
		if s.Pawns[seat] == NoCity {
			set |= 1 << seat
		}
	}
	return set
}

// startsIn returns the cities where a seat's pawn can begin: those whose cards it holds, or any city if it
// holds none.
func (s *State) startsIn(seat engine.Seat) uint64 {
	if hand := s.hands[seat].Cities(); hand != 0 {
		return hand
	}
	return s.rules.Everywhere()
}

// StartIn chooses the city where a pawn begins.
var StartIn = &Verb{
	Name: "start", Rule: "setup/pawns", Args: []*engine.Kind{CityKind}, Questions: []engine.QuestionKind{QuestionStart},
	Needs: []Need{{Rule: "setup/pawns", Holds: func(s *State, m engine.Move) bool { return s.startsIn(m.Seat)&bit(city(m)) != 0 }}},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return AppendCities(dst, by, v, s.startsIn(by))
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) { s.MovePawn(m.Seat, city(m), out, "setup/pawns") },
}
