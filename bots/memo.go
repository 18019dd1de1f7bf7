package bots

import (
	"slices"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// A memo is the rest of a plan, for the next question of the same turn: the turn's number
// and the moves. It is looked at with suspicion: a move that is not listed, or a turn
// that is over, makes the bot think anew. Behind them a level that may not think for ever
// keeps the bill: the turn's number again, and what the turn has taken so far.

const (
	stepSize = 2 + engine.Operands // of a move in a memo
	billSize = 4
	billUnit = 1000 // tried moves
)

// noPlan begins a memo that has a bill and no plan: no turn has this number.
var noPlan = []byte{0xff, 0xff}

// split takes the bill off a memo.
func split(memo []byte) (plan, bill []byte) {
	if at := len(memo) - billSize; at >= 2 && (at-2)%stepSize == 0 {
		return memo[:at:at], memo[at:]
	}
	return memo, nil
}

// spentOn is what a turn has taken so far, in tried moves.
func spentOn(memo []byte, turn int) int {
	_, bill := split(memo)
	if bill == nil || int(bill[0])|int(bill[1])<<8 != turn {
		return 0
	}
	return billUnit * (int(bill[2]) | int(bill[3])<<8)
}

// bill puts what the turn has taken behind a plan.
func (m *mind) bill(plan []byte, turn int) []byte {
	if m.most == 0 {
		return plan
	}
	if len(plan) < len(noPlan) {
		plan = noPlan
	}
	n := min(0xffff, (m.spent+m.tried()-m.from+billUnit-1)/billUnit)
	return append(plan[:len(plan):len(plan)], byte(turn), byte(turn>>8), byte(n), byte(n>>8))
}

// note writes the rest of a plan, without what others answer in it.
func (m *mind) note(v *epidemic.View, moves []engine.Move, seats engine.Seats) []byte {
	out := []byte{byte(v.Turn), byte(v.Turn >> 8)}
	if m.turn.unsure[moves[0].Verb] {
		return nil
	}
	for _, x := range moves[1:] {
		if !seats.Has(x.Seat) || x.Verb == m.turn.pass { // what windows ask is answered when they do
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

// planned is a move and those of a memo that follow it.
func planned(first engine.Move, rest []byte) []engine.Move {
	list := []engine.Move{first}
	for ; len(rest) >= stepSize; rest = rest[stepSize:] {
		x := engine.Move{Seat: engine.Seat(rest[0]), Verb: engine.Verb(rest[1])}
		copy(x.Arg[:], rest[2:stepSize])
		list = append(list, x)
	}
	return list
}
