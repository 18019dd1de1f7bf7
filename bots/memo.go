package bots

import (
	"slices"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// A memo carries the rest of a plan to the next question of the same turn: the turn's number and the moves.
// If a move is illegal or the turn is over, the bot searches again. If a level limits the work per turn, the
// memo ends with a bill: the turn's number and the work used so far.

const (
	stepSize = 2 + engine.Operands // the bytes of one move in a memo
	billSize = 4
	billUnit = 1000 // the moves tried per unit of the bill
)

// noPlan starts a memo that has a bill but no plan. It is not a valid turn number.
var noPlan = []byte{0xff, 0xff}

// split splits a memo into its plan and its bill.
func split(memo []byte) (plan, bill []byte) {
	if at := len(memo) - billSize; at >= 2 && (at-2)%stepSize == 0 {
		return memo[:at:at], memo[at:]
	}
	return memo, nil
}

// spentOn returns the number of moves tried in a turn so far, according to the memo's bill.
func spentOn(memo []byte, turn int) int {
	_, bill := split(memo)
	if bill == nil || int(bill[0])|int(bill[1])<<8 != turn {
		return 0
	}
	return billUnit * (int(bill[2]) | int(bill[3])<<8)
}

// bill appends the work used so far in the turn to plan, if the level limits it.
func (m *planner) bill(plan []byte, turn int) []byte {
	if m.most == 0 {
		return plan
	}
	if len(plan) < len(noPlan) {
		plan = noPlan
	}
	n := min(0xffff, (m.spent+m.tried()-m.from+billUnit-1)/billUnit)
	return append(plan[:len(plan):len(plan)], byte(turn), byte(turn>>8), byte(n), byte(n>>8))
}

// note encodes the rest of a plan as a memo. It leaves out the moves of other seats.
func (m *planner) note(v *epidemic.View, moves []engine.Move, seats engine.Seats) []byte {
	out := []byte{byte(v.Turn), byte(v.Turn >> 8)}
	if m.turn.unsure[moves[0].Verb] {
		return nil
	}
	for _, x := range moves[1:] {
		if !seats.Has(x.Seat) || x.Verb == m.turn.pass { // whether to pass is decided only when the question arises
			continue
		}
		out = append(out, byte(x.Seat), byte(x.Verb))
		out = append(out, x.Arg[:]...)
		if m.turn.unsure[x.Verb] {
			break // the plan depends on what this move reveals
		}
	}
	return out
}

// resume returns the next move of the plan in the memo. It returns false if no plan in it fits the question.
func (m *planner) resume(q *ai.Question, s *epidemic.State) (ai.Answer, bool) {
	plan, bill := split(q.Memo)
	if len(plan) < 2 || int(plan[0])|int(plan[1])<<8 != int(s.Turn) || s.Asking() != epidemic.QuestionAction && !s.InMove() {
		return ai.Answer{}, false
	}
	rest := plan[2:]
	if len(rest) < stepSize {
		if s.Asking() != epidemic.QuestionAction {
			return ai.Answer{}, false
		}
		return ai.Answer{Move: engine.Move{Seat: s.Active, Verb: m.turn.draw}, Memo: q.Memo}, true
	}
	x := engine.Move{Seat: engine.Seat(rest[0]), Verb: engine.Verb(rest[1])}
	copy(x.Arg[:], rest[2:stepSize])
	if !engine.Listed(q.Moves, x) {
		return ai.Answer{}, false
	}
	if m.turn.unsure[x.Verb] {
		if bill == nil {
			return ai.Answer{Move: x}, true
		}
		return ai.Answer{Move: x, Memo: slices.Concat(noPlan, bill)}, true
	}
	rest = rest[stepSize:]
	return ai.Answer{Move: x, Memo: slices.Concat(plan[:2], rest, bill), Reason: m.turn.whyAct(s, planned(x, rest))}, true
}

// planned returns a list of the given first move and the moves encoded in rest.
func planned(first engine.Move, rest []byte) []engine.Move {
	list := []engine.Move{first}
	for ; len(rest) >= stepSize; rest = rest[stepSize:] {
		x := engine.Move{Seat: engine.Seat(rest[0]), Verb: engine.Verb(rest[1])}
		copy(x.Arg[:], rest[2:stepSize])
		list = append(list, x)
	}
	return list
}
