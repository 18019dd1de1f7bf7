package epidemic

import "theriac/engine"

// The questions of a map game. Those of the ways to play follow (ways_questions.go).
const (
	QuestionOver               engine.QuestionKind = iota // nothing is asked any more
	QuestionAction                                        // what do you do?
	QuestionSteer                                         // how does this pawn move?
	QuestionCity                                          // which city?
	QuestionCard                                          // which card?
	QuestionOrderInfectionDeck                            // which card comes next from the top?
	QuestionConsent                                       // do you agree?
	QuestionRequest                                       // do you hand a card over?
	QuestionDiscard                                       // too many cards: which one goes?
	QuestionWindow                                        // does anybody play an event?
	QuestionStart                                         // where does your pawn begin?
	QuestionCube                                          // which cube goes?
	QuestionPawn                                          // whose pawn comes too?
	QuestionTheirs                                        // which card of whom?
	QuestionOrderPlayerDeck                               // which player card comes next from the top?
	QuestionFree                                          // where does your free move go?
	QuestionReplay                                        // how is this event played?
	QuestionRole                                          // which role do you take?
	QuestionWho                                           // whom does this event help?
	QuestionTell                                          // what do you hold?

	coreQuestions engine.QuestionKind = iota
)

// questionSpec is what the core knows of a kind of question.
type questionSpec struct {
	name string
	// owing is the seats that the question waits for; nil for the one that it asks.
	owing func(s *State) engine.Seats
	// open says whether it still needs an answer; nil for as long as none was given.
	open func(s *State) bool
	// otherwise is the answer of a seat that gives none; nil for the first answer
	// that ends the question, or the first one there is.
	otherwise func(s *State, by engine.Seat) engine.Move

	ofTurn   bool // it belongs to the turn, not to a move made in steps
	events   bool // events can be played while it is open
	atPlace  bool // the moves that answer it depend on where a pawn is
	anywhere bool // they need nothing of the place even if they do elsewhere
	optional bool // it can be left without an answer
	bare     bool // no move asks it
	helper   bool // the hand without a seat acts
	unasked  bool // nobody has to agree to its answers
}

// coreQuestionSpecs says how the questions of the core behave.
var coreQuestionSpecs = [coreQuestions]questionSpec{
	QuestionOver:               {name: "over"},
	QuestionAction:             {name: "action", ofTurn: true, events: true, atPlace: true, bare: true, otherwise: drawsOn},
	QuestionSteer:              {name: "move-pawn", atPlace: true},
	QuestionCity:               {name: "choose-city", optional: true},
	QuestionCard:               {name: "choose-card"},
	QuestionOrderInfectionDeck: {name: "order", otherwise: keepsInfectionOrder},
	QuestionConsent:            {name: "consent", otherwise: refuses},
	QuestionRequest:            {name: "request", otherwise: refuses},
	QuestionDiscard: {
		name: "discard", ofTurn: true, events: true, bare: true,
		owing: func(s *State) engine.Seats { return s.rules.speakers(s.overLimit()) },
		open:  func(s *State) bool { return s.overLimit() != 0 },
	},
	QuestionWindow: {
		name: "window", ofTurn: true, otherwise: passes,
		owing: (*State).windowOwing,
		open:  func(s *State) bool { return s.windowOwing() != 0 },
	},
	QuestionStart: {
		name: "start", bare: true,
		owing: (*State).unplaced,
		open:  func(s *State) bool { return s.unplaced() != 0 },
	},
	QuestionCube:            {name: "choose-cube", optional: true},
	QuestionPawn:            {name: "choose-pawn", optional: true},
	QuestionTheirs:          {name: "choose-theirs", optional: true},
	QuestionOrderPlayerDeck: {name: "order-deck", otherwise: keepsPlayerOrder},
	QuestionFree:            {name: "free-move", otherwise: stays},
	QuestionReplay:          {name: "replay", ofTurn: true, optional: true},
	QuestionRole:            {name: "choose-role", optional: true},
	QuestionWho:             {name: "choose-player"},
	QuestionTell: {
		name: "tell", otherwise: keepsQuiet,
		owing: (*State).tellOwing,
		open:  func(s *State) bool { return s.tellOwing() != 0 },
	},
}

// listQuestions puts the questions of the core and of the ways into one table.
func listQuestions() *[questionCount]questionSpec {
	var all [questionCount]questionSpec
	copy(all[copy(all[:], coreQuestionSpecs[:]):], wayQuestions)
	return &all
}

// names lists the names of the questions.
func (t *Ruleset) questionNames() []string {
	return ids(t.questions[:], func(q questionSpec) string { return q.name })
}

// What happens where a seat does not answer.

func drawsOn(s *State, by engine.Seat) engine.Move {
	return engine.Move{Seat: by, Verb: s.rules.draw}
}

func passes(s *State, by engine.Seat) engine.Move {
	return engine.Move{Seat: by, Verb: s.rules.pass}
}

func refuses(s *State, by engine.Seat) engine.Move {
	return engine.Move{Seat: by, Verb: s.rules.refuse}
}

func keepsQuiet(s *State, by engine.Seat) engine.Move {
	return engine.Move{Seat: by, Verb: s.rules.keep}
}

func stays(s *State, by engine.Seat) engine.Move {
	return engine.Move{Seat: by, Verb: s.rules.stay}
}

func keepsInfectionOrder(s *State, by engine.Seat) engine.Move {
	card := s.infection[s.InfectionLen-1-s.Top().N]
	return engine.Move{Seat: by, Verb: s.rules.orderInfectionDeck, Arg: [engine.Operands]uint8{uint8(card)}}
}

func keepsPlayerOrder(s *State, by engine.Seat) engine.Move {
	card := s.deck[s.DeckLen-1-s.Top().N]
	return engine.Move{Seat: by, Verb: s.rules.orderPlayerDeck, Arg: [engine.Operands]uint8{uint8(card)}}
}
