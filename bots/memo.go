package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// A memo is the rest of a plan, for the next question of the same turn: the turn's number
// and the moves. It is looked at with suspicion: a move that is not listed, or a turn
// that is over, makes the bot think anew.

// note writes the rest of a plan, without what others answer in it.
func (m *mind) note(v *epidemic.View, moves []engine.Move, seats engine.Seats) []byte {
	out := []byte{byte(v.Turn), byte(v.Turn >> 8)}
	if m.turn.unsure[moves[0].Verb] {
		return nil
	}
	for _, x := range moves[1:] {
		if !seats.Has(x.Seat) {
			continue
		}
		out = append(out, byte(x.Seat), byte(x.Verb))
		out = append(out, x.Arg[:]...)
		if m.turn.unsure[x.Verb] {
			break // what it turns up changes the plan
		}
	}
	return out
}

// resume goes on with a plan, if the memo has one that fits the question.
func (m *mind) resume(q *ai.Question, s *epidemic.State) (ai.Answer, bool) {
	const size = 2 + engine.Operands
	if len(q.Memo) < 2 || int(q.Memo[0])|int(q.Memo[1])<<8 != int(s.Turn) || s.Asking() != epidemic.QuestionAction && !s.InMove() {
		return ai.Answer{}, false
	}
	rest := q.Memo[2:]
	if len(rest) < size {
		if s.Asking() != epidemic.QuestionAction {
			return ai.Answer{}, false
		}
		return ai.Answer{Move: engine.Move{Seat: s.Active, Verb: m.turn.draw}, Memo: q.Memo}, true
	}
	x := engine.Move{Seat: engine.Seat(rest[0]), Verb: engine.Verb(rest[1])}
	copy(x.Arg[:], rest[2:size])
	if !engine.Listed(q.Moves, x) {
		return ai.Answer{}, false
	}
	if m.turn.unsure[x.Verb] {
		return ai.Answer{Move: x}, true
	}
	memo := append([]byte{q.Memo[0], q.Memo[1]}, rest[size:]...)
	return ai.Answer{Move: x, Memo: memo, Reason: m.turn.why(s, planned(x, memo[2:]))}, true
}

// planned is a move and those of a memo that follow it.
func planned(first engine.Move, rest []byte) []engine.Move {
	const size = 2 + engine.Operands
	list := []engine.Move{first}
	for ; len(rest) >= size; rest = rest[size:] {
		x := engine.Move{Seat: engine.Seat(rest[0]), Verb: engine.Verb(rest[1])}
		copy(x.Arg[:], rest[2:size])
		list = append(list, x)
	}
	return list
}
