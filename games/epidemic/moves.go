package epidemic

import "theriac/engine"

// Decision returns the open question and the seats that owe an answer to it.
func (s *State) Decision() engine.Decision {
	if s.End != Running {
		return engine.Decision{Question: QuestionOver, Over: true}
	}
	f := s.Top()
	d := engine.Decision{ID: f.ID, Question: f.Question}
	d.Once = s.AfterCure()
	if owing := s.rules.questions[f.Question].owing; owing != nil {
		d.All = owing(s)
	} else {
		d.All = 1 << f.Seat
	}
	d.May = s.interjectors() &^ d.All
	return d
}

// owes reports whether a seat owes an answer to the open question.
func (s *State) owes(by engine.Seat) bool {
	f := s.Top()
	if owing := s.rules.questions[f.Question].owing; owing != nil {
		return owing(s).Has(by)
	}
	return f.Seat == by
}

// AppendMoves appends the legal moves of a seat: the answers to the open question if it owes one, then the
// events that it can play.
func (s *State) AppendMoves(dst []engine.Move, by engine.Seat) []engine.Move {
	if s.End != Running || int(by) >= s.rules.Players {
		return dst
	}
	if s.owes(by) {
		dst = s.appendAnswers(dst, by, s.Top().Question)
		if s.Top().Question == QuestionReplay {
			return s.appendReplay(dst, by)
		}
	}
	return s.appendEvents(dst, by)
}

func (s *State) appendAnswers(dst []engine.Move, by engine.Seat, question engine.QuestionKind) []engine.Move {
	entries := s.rules.verbIndex[question][s.Roles[by]][s.place(question)]
	for i := range entries {
		o := &entries[i]
		// The index leaves out verbs that cost an action if none is left. This check covers those that cost
		// several.
		if s.Used&o.once == 0 && (o.cost <= 1 || o.cost <= s.Actions || question != QuestionAction) {
			dst = o.list(s, by, o.verb, dst)
		}
	}
	return dst
}

// place describes the city of the pawn that the open question is about. The result is an index into the lists
// of verbs.
func (s *State) place(question engine.QuestionKind) Place {
	if s.rules.atPlace>>question&1 == 0 {
		return 0
	}
	var p Place
	if s.Actions > 0 {
		p = withAction
	} else if question == QuestionAction {
		return 0 // selects only verbs that need neither an action nor anything in the city
	}
	pawn, payer := s.Moving()
	return p | s.placeOf(pawn, payer)
}

// placeOf describes the city of a pawn. payer is the hand that pays for the pawn's moves.
func (s *State) placeOf(pawn, payer engine.Seat) Place {
	var p Place
	if pawn != payer {
		p = othersPawn
	}
	here := s.Pawns[pawn]
	if s.HasStation(here) {
		p |= AtStation
	} else {
		p |= NoStation
		if s.rules.hooks.OwnStation != nil && s.StationFor(payer, here) {
			p |= AtStation
		}
	}
	if s.hands[payer].Has(Card(here)) {
		p |= WithCard
	}
	if s.Cubes[here] != 0 {
		p |= Infected
	}
	if s.Mates(pawn) != 0 {
		p |= InCompany
	}
	return p
}

func (s *State) appendEvents(dst []engine.Move, by engine.Seat) []engine.Move {
	has := s.hands[by].Events()
	if s.rules.Holders > s.rules.Players {
		has = s.spokenFor(by).Events()
	}
	if c := s.Stash[by]; c != NoCard {
		has |= 1 << (c - FirstEvent)
	}
	if has == 0 {
		return dst
	}
	if s.rules.hooks.InTime != nil {
		has = s.rules.hooks.InTime(s, by, has)
	}
	has = s.ready(s.moment(), has)
	for e := 0; has != 0; e, has = e+1, has>>1 {
		if has&1 != 0 {
			v := s.rules.eventVerb(e)
			dst = s.rules.verbs[v].List(s, by, v, dst)
		}
	}
	return dst
}

// Play makes a move, which must be legal.
func (s *State) Play(m engine.Move, out *engine.Facts) engine.Effect {
	s.effect = engine.Effect{}
	if who, asks := s.needsConsent(m); asks {
		s.askConsent(m, who, out)
	} else {
		v := s.rules.verbs[m.Verb]
		if v.Once {
			s.Used |= 1 << v.slot
		}
		if v.event >= 0 {
			s.show(s.holding(m.Seat, EventCard(int(v.event))), EventCard(int(v.event)))
		}
		if s.rules.hooks.Play != nil {
			s.rules.hooks.Play(s, v, m, out)
		} else {
			v.Play(s, m, out)
		}
	}
	s.settle(out)
	return s.effect
}

// Default returns the move for a seat that does not respond: draw, pass, refuse, stay, keep the order, or
// choose nothing more. If the question has no such answer, it returns the first legal move.
func (s *State) Default(by engine.Seat) engine.Move {
	if s.End != Running || !s.owes(by) {
		return engine.Move{}
	}
	f := s.Top()
	if otherwise := s.rules.questions[f.Question].otherwise; otherwise != nil {
		return otherwise(s, by)
	}
	list := s.AppendMoves(nil, by)
	choice := s.rules.verbs[f.Verb].Choice
	for _, x := range list {
		if x.Verb == s.rules.enough || choice != nil && choice.Prefers != nil && choice.Prefers(s, x) {
			return x
		}
	}
	return list[0]
}

// Outcome returns the result of a game that is over. All seats win or lose together, except in team games.
func (s *State) Outcome() (engine.Result, bool) {
	if s.End == Running {
		return engine.Result{}, false
	}
	r := engine.Result{Cause: s.End.Rule()}
	for i := range s.rules.Players {
		r.Rank[i] = 1
	}
	if s.End.Wins() && s.rules.hooks.Outcome != nil {
		return s.rules.hooks.Outcome(s), true
	}
	if s.End.Wins() {
		r.Won = s.everyone()
	}
	return r, true
}

// Why returns the first rule that forbids a move, or an empty string if the move is legal. It uses only what
// the move's seat may know.
func (s *State) Why(m engine.Move) string {
	if s.End != Running {
		return "end/over"
	}
	if !s.rules.vocab.Fits(m) || int(m.Seat) >= s.rules.Players {
		return "turn/question"
	}
	v := s.rules.verbs[m.Verb]
	rule := s.whyNotNow(v, m)
	for i := 0; rule == "" && i < len(v.Needs); i++ {
		rule = v.Needs[i].broken(s, m)
	}
	if rule != "" && v.Because != nil {
		rule = v.Because(s, m, rule)
	}
	return rule
}

// whyNotNow returns the rule that keeps a seat from playing a verb with any operands. It makes the checks
// common to all moves, which come before the verb's own needs.
func (s *State) whyNotNow(v *Verb, m engine.Move) string {
	if v.event >= 0 {
		return s.whyNoEvent(v, m.Seat)
	}
	f := s.Top()
	asked := false
	for _, question := range v.Questions {
		asked = asked || question == f.Question
	}
	switch {
	case !s.rules.Plays(v.Mode):
		return "setup/contents"
	case !asked:
		return "turn/question"
	case !s.owes(m.Seat) && f.Question == QuestionAction:
		return "turn/order"
	case !s.owes(m.Seat):
		return "turn/question"
	case v.role != noRole && v.role != s.Roles[m.Seat]:
		return s.rules.Roles[v.role].Rule
	case f.Question == QuestionAction && v.grounds(s.Role(m.Seat)):
		return s.ruleOf(m.Seat).ground
	case f.Question == QuestionSteer && v.role == noRole && s.Steered() == m.Seat:
		return s.rules.verbs[f.Verb].Rule
	case f.Question == QuestionAction && v.Cost > s.Actions:
		if s.rules.hooks.SpentRule != nil {
			return s.rules.hooks.SpentRule(s, m.Seat)
		}
		return "action/four"
	case v.Once && s.Used>>v.slot&1 != 0:
		return v.Rule
	}
	return ""
}

// whyNoEvent returns the rule that keeps a seat from playing an event now.
func (s *State) whyNoEvent(v *Verb, seat engine.Seat) string {
	e := s.rules.Events[v.event]
	switch moment := s.moment(); {
	case s.replays(seat, int(v.event)):
		if e.Ready != nil && !e.Ready(s) {
			return e.Rule
		}
		return ""
	case moment == momentNone:
		return "event/any-time"
	case moment == momentIntensify && !e.BeforeIntensify:
		return "event/between-steps"
	case moment == momentCured && !e.AfterCure:
		return "event/any-time"
	case moment != momentCured && e.AfterCure:
		return e.Rule
	}
	if held := s.rules.hooks.NotInTime; held != nil {
		if rule := held(s, seat, int(v.event)); rule != "" {
			return rule
		}
	}
	switch {
	case !s.HoldsEvent(seat, int(v.event)):
		return "event/hold"
	case e.Ready != nil && !e.Ready(s):
		return e.Rule
	}
	return ""
}

// Veiled returns which operands of a move name face-down cards, and which seats may read them.
func (s *State) Veiled(m engine.Move) (uint8, engine.Seats) {
	if s.rules.Open || int(m.Verb) >= len(s.rules.verbs) {
		return 0, engine.Everyone
	}
	veiled := s.rules.verbs[m.Verb].Veiled
	if veiled == 0 {
		return 0, engine.Everyone
	}
	return veiled, s.witnesses(m.Seat)
}
