package pharmacy

import (
	"slices"

	"theriac/engine"
)

// verb is one kind of move: which questions it answers, what it needs, how it is listed, and what it does. Both
// needs and list decide which moves are legal: needs explains a refusal, and list enumerates the legal moves.
// The conformance suite checks that they agree.
type verb struct {
	name      string
	args      []*engine.Kind
	questions []engine.QuestionKind
	veiled    uint8 // a bit set of the operands that name a face-down card
	needs     []need
	// list appends the legal moves that have the seat and verb of m, with operands in ascending order.
	list func(s *State, m engine.Move, dst []engine.Move) []engine.Move
	play func(s *State, m engine.Move, out *engine.Facts)
	// harm rates a move of a seat that does not answer in time. The move with the least harm is made by
	// default.
	harm func(s *State, m engine.Move) int
}

// need is a condition that a move must meet, and the rule that forbids a move that does not.
type need struct {
	rule  string
	holds func(s *State, m engine.Move) bool
}

// These are the names of the verbs, for bots that choose among moves.
const (
	VerbTakeCard engine.Verb = iota
	VerbSend
	VerbRisk
	VerbKeep
	VerbDefend
	VerbOpen
	VerbDodge
	VerbInject
	VerbInfect
	VerbDonate
	VerbCatch
	VerbVolunteer
	VerbDecline
	VerbClaim
	VerbReturn
	VerbDiagnose
	VerbNurse
)

// verbs are all verbs, in the order in which moves are listed.
var verbs = []*verb{
	VerbTakeCard: &takeCard, VerbSend: &send, VerbRisk: &sendRisk,
	VerbKeep: &keep, VerbDefend: &defend, VerbOpen: &openCard, VerbDodge: &dodge,
	VerbInject: &injectVirus, VerbInfect: &infect, VerbDonate: &donate, VerbCatch: &catchVirus,
	VerbVolunteer: &volunteer, VerbDecline: &decline, VerbClaim: &claim, VerbReturn: &returnOne,
	VerbDiagnose: &diagnose, VerbNurse: &nurseOne,
}

// Decision returns the open question and the seats that owe an answer to it.
func (s *State) Decision() engine.Decision {
	if s.Over {
		return engine.Decision{Question: QuestionOver, Over: true}
	}
	return engine.Decision{ID: s.Serial, Question: s.Question, All: s.Asked}
}

// AppendMoves appends the legal moves of a seat.
func (s *State) AppendMoves(dst []engine.Move, by engine.Seat) []engine.Move {
	if s.Over || !s.Asked.Has(by) {
		return dst
	}
	for _, v := range s.rules.answer[s.Question] {
		dst = s.rules.verbs[v].list(s, engine.Move{Seat: by, Verb: v}, dst)
	}
	return dst
}

// Play makes a legal move.
func (s *State) Play(m engine.Move, out *engine.Facts) engine.Effect {
	s.effect = engine.Effect{}
	s.rules.verbs[m.Verb].play(s, m, out)
	e := s.effect
	s.effect = engine.Effect{}
	return e
}

// Default returns the move for a seat that does not answer in time. By default, a seat takes the weaker virus,
// keeps an arriving card, opens an arriving risk card, and pays with the cheapest pill. Any other question gets
// the answer that does the least harm.
func (s *State) Default(by engine.Seat) engine.Move {
	var best engine.Move
	least := 1 << 30
	for _, m := range s.AppendMoves(nil, by) {
		if n := s.rules.verbs[m.Verb].harm(s, m); n < least {
			best, least = m, n
		}
	}
	return best
}

// Why returns the first rule that forbids a move, or an empty string if the move is legal.
func (s *State) Why(m engine.Move) string {
	switch {
	case s.Over:
		return "end/over"
	case !s.rules.vocab.Fits(m) || int(m.Seat) >= s.rules.Players:
		return "turn/question"
	}
	v := s.rules.verbs[m.Verb]
	switch {
	case !slices.Contains(v.questions, s.Question):
		return "turn/question"
	case !s.Asked.Has(m.Seat) && s.Question == QuestionTurn:
		return "turn/order"
	case !s.Asked.Has(m.Seat):
		return "turn/question"
	}
	for _, n := range v.needs {
		if !n.holds(s, m) {
			return n.rule
		}
	}
	return ""
}

// Veiled returns which operands of a move name face-down cards, and the seats that may read them.
func (s *State) Veiled(m engine.Move) (uint8, engine.Seats) {
	if int(m.Verb) >= len(s.rules.verbs) || s.rules.verbs[m.Verb].veiled == 0 {
		return 0, engine.Everyone
	}
	return s.rules.verbs[m.Verb].veiled, engine.SeatsOf(m.Seat)
}

// SameForAll reports whether all seats have the same knowledge. It always returns false, because risk cards are
// hidden.
func (s *State) SameForAll() bool { return false }
