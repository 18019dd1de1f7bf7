package pharmacy

import (
	"slices"

	"theriac/engine"
)

// verb is one kind of move: which questions it answers, what it needs, how it is
// listed and what it does. Its needs and its list say the same thing, once as
// reasons and once as moves; the suite ties them together.
type verb struct {
	name      string
	args      []*engine.Kind
	questions []engine.QuestionKind
	veiled    uint8 // the places of the operands that name a card lying face down
	needs     []need
	// list adds the legal moves like m, operands ascending.
	list func(s *State, m engine.Move, dst []engine.Move) []engine.Move
	play func(s *State, m engine.Move, out *engine.Facts)
	// harm is how little the move suits a seat that does not answer: the least is the
	// default.
	harm func(s *State, m engine.Move) int
}

// need is a condition of a move and the rule that demands it.
type need struct {
	rule  string
	holds func(s *State, m engine.Move) bool
}

// The kinds of moves, for players that choose among them.
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

// verbs are all kinds of moves, in the order of every list.
var verbs = []*verb{
	VerbTakeCard: &takeCard, VerbSend: &send, VerbRisk: &sendRisk,
	VerbKeep: &keep, VerbDefend: &defend, VerbOpen: &openCard, VerbDodge: &dodge,
	VerbInject: &injectVirus, VerbInfect: &infect, VerbDonate: &donate, VerbCatch: &catchVirus,
	VerbVolunteer: &volunteer, VerbDecline: &decline, VerbClaim: &claim, VerbReturn: &returnOne,
	VerbDiagnose: &diagnose, VerbNurse: &nurseOne,
}

// Decision says which question is open and whom the table waits for.
func (s *State) Decision() engine.Decision {
	if s.Over {
		return engine.Decision{Question: QuestionOver, Over: true}
	}
	return engine.Decision{ID: s.Serial, Question: s.Question, All: s.Asked}
}

// AppendMoves lists the moves of a seat.
func (s *State) AppendMoves(dst []engine.Move, by engine.Seat) []engine.Move {
	if s.Over || !s.Asked.Has(by) {
		return dst
	}
	for _, v := range s.rules.answer[s.Question] {
		dst = s.rules.verbs[v].list(s, engine.Move{Seat: by, Verb: v}, dst)
	}
	return dst
}

// Play makes a move, which must be listed.
func (s *State) Play(m engine.Move, out *engine.Facts) engine.Effect {
	s.effect = engine.Effect{}
	s.rules.verbs[m.Verb].play(s, m, out)
	e := s.effect
	s.effect = engine.Effect{}
	return e
}

// Default is the way on when a seat does not answer: it takes the weaker virus,
// keeps what comes round, opens what lies before it, pays with the cheapest pill
// and otherwise does what hurts least.
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

// Why names the first rule that forbids a move, or nothing where it is listed.
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

// Veiled says which operands of a move lie face down, and who may read them.
func (s *State) Veiled(m engine.Move) (uint8, engine.Seats) {
	if int(m.Verb) >= len(s.rules.verbs) || s.rules.verbs[m.Verb].veiled == 0 {
		return 0, engine.Everyone
	}
	return s.rules.verbs[m.Verb].veiled, engine.SeatsOf(m.Seat)
}

// SameForAll says that everybody knows the same: risk cards are hidden, so it is never
// said.
func (s *State) SameForAll() bool { return false }
