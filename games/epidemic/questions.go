package epidemic

import "theriac/engine"

// These are the questions that the core asks. Those of the modules follow in modules_questions.go.
const (
	QuestionOver               engine.QuestionKind = iota // no question: the game is over
	QuestionAction                                        // what do you do with your action?
	QuestionSteer                                         // how does this pawn move?
	QuestionCity                                          // which city?
	QuestionCard                                          // which card?
	QuestionOrderInfectionDeck                            // which card comes next in the new order, from the top?
	QuestionConsent                                       // do you agree?
	QuestionRequest                                       // which card do you hand over?
	QuestionDiscard                                       // your hand is too large: which card do you discard?
	QuestionWindow                                        // does any seat play an event?
	QuestionStart                                         // where does your pawn begin?
	QuestionCube                                          // which cube is removed?
	QuestionPawn                                          // whose pawn comes along?
	QuestionTheirs                                        // whose card, and which one?
	QuestionOrderPlayerDeck                               // which player card comes next in the new order, from the top?
	QuestionFree                                          // where does your free move go?
	QuestionReplay                                        // how is this event played?
	QuestionRole                                          // which role do you take?
	QuestionWho                                           // whom does this event help?
	QuestionTell                                          // what do you hold?

	coreQuestions engine.QuestionKind = iota
)

// questionSpec describes how the core treats one kind of question.
type questionSpec struct {
	name string
	// owing returns the seats that owe an answer. If it is nil, only the frame's seat owes one.
	owing func(s *State) engine.Seats
	// open reports whether the question still needs an answer. If it is nil, the question stays open until a
	// seat answers.
	open func(s *State) bool
	// otherwise returns the answer for a seat that does not respond. If it is nil, that is the first answer
	// that ends the question, or else the first legal one.
	otherwise func(s *State, by engine.Seat) engine.Move

	ofTurn   bool // part of the turn, not of a move made in steps
	events   bool // events can be played while the question is open
	atPlace  bool // the answers depend on what is in the pawn's city
	anywhere bool // the answers need nothing in the city, even if their verbs do for other questions
	optional bool // the seat can decline to answer
	bare     bool // no move asks the question
	helper   bool // the question is about the helper's action
	unasked  bool // the answers need no consent
}

// coreQuestionSpecs describes the questions of the core, indexed by question.
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

// listQuestions returns the specs of all questions: the core's, then the modules'.
func listQuestions() *[questionCount]questionSpec {
	var all [questionCount]questionSpec
	copy(all[copy(all[:], coreQuestionSpecs[:]):], moduleQuestions)
	return &all
}

// questionNames returns the names of the questions.
func (t *Ruleset) questionNames() []string {
	return ids(t.questions[:], func(q questionSpec) string { return q.name })
}

// The functions below return the answers for seats that do not respond.

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
