package epidemic

import "theriac/engine"

// Route finds a replacement for a travel move that is not legal: the fewest moves that take the pawn to the
// same city. They cost only actions and need no consent. Route tries only legal moves, so it contains no
// rules. If there is no route, it returns nil.
func (s *State) Route(m engine.Move) []engine.Move {
	if s.End != Running || !s.rules.vocab.Fits(m) || s.rules.verbs[m.Verb].Reach == nil ||
		s.Top().Question != QuestionAction || !s.owes(m.Seat) || s.Pawns[m.Seat] == city(m) {
		return nil
	}
	type place struct {
		state State
		path  []engine.Move
	}
	seen := bit(s.Pawns[m.Seat])
	for edge := []place{{state: *s}}; len(edge) > 0; {
		var next []place
		for i := range edge {
			at := &edge[i]
			for _, step := range at.state.AppendMoves(nil, m.Seat) {
				v := s.rules.verbs[step.Verb]
				if v.Reach == nil || v.Spends != SpendsNothing || seen&bit(city(step)) != 0 {
					continue
				}
				to := place{at.state, append(at.path[:len(at.path):len(at.path)], step)}
				to.state.Play(step, nil)
				if to.state.Pawns[m.Seat] != city(step) {
					continue // another seat would have to consent
				}
				if city(step) == city(m) {
					return to.path
				}
				seen |= bit(city(step))
				if to.state.End == Running && to.state.Top().Question == QuestionAction && to.state.owes(m.Seat) {
					next = append(next, to)
				}
			}
		}
		edge = next
	}
	return nil
}
