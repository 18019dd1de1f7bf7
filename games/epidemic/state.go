package epidemic

import "theriac/engine"

// These are the sizes of a position's arrays.
const (
	maxDepth   = 6 // open questions at the same time
	maxClasses = 8
	maxRefused = 8
	maxBreaks  = 8
	maxStages  = 24
)

// State is one position: public information, hidden information, and the compiled rules. It is a plain value,
// so assignment copies it.
type State struct {
	rules *Rules
	Public
	secret
}

// Public is the part of a position that everyone knows. Every view contains it, so it must not depend on
// hidden cards.
type Public struct {
	Stack [maxDepth]Frame

	Discard Cards // the player discard
	Removed Cards // player cards out of the game
	Shown   Cards // cards in hidden hands that everyone has seen or heard of

	Stations         uint64
	InfectionDiscard uint64
	InfectionRemoved uint64

	// Classes is what everyone knows about the order of the infection deck.
	Classes  [maxClasses]Class
	ClassesN uint8

	Serial  uint32 // number of questions asked so far
	Turn    uint16
	Used    uint16 // bit set of the once-a-turn moves already made this turn
	Cubes   [MaxCities]uint16
	Waived  [engine.MaxSeats]uint32 // for each seat, the events that it is not asked about before its next turn
	Refused [maxRefused][4]uint8    // the requests that seats have refused in this step
	Kept    engine.Seats            // seats that declined to tell what they hold, until their next turn

	Supply     [MaxDiseases]uint8
	Cured      uint8
	Eradicated uint8
	Outbreaks  uint8
	Rate       uint8 // position on the infection rate track
	Quiet      uint8 // the number of infection steps that will be skipped
	Epidemics  uint8 // epidemic cards drawn so far

	Pawns [engine.MaxSeats]City
	Roles [engine.MaxSeats]uint8
	Stash [engine.MaxSeats]Card // the event on each seat's role card

	// guards holds the seats whose role can prevent cubes. It is derived from Roles.
	guards engine.Seats

	Active  engine.Seat
	First   engine.Seat
	Actions uint8
	Stage   uint8
	Phase   uint8
	Pending uint8 // the number of epidemics still to resolve, or infection cards still to draw
	Depth   uint8
	RefusedN,
	DeckLen, InfectionLen uint8

	// Seen holds, for each position in the infection deck, the seats that have seen its card. It is public
	// who has looked, but not which card.
	Seen [MaxInfection]engine.Seats

	Bottom    uint8 // the number of infection steps that will draw only from the bottom
	DeckKnown uint8 // how many cards on top of the player deck everyone has seen

	// Away counts the cubes of each disease that are neither on the board nor in the supply.
	Away [MaxDiseases]uint8

	End Ending

	Spread Spread
	Ongoing
	ModuleState
}

// secret is the part of a position that not everyone knows. A view contains only what its seats have seen of
// it.
type secret struct {
	key   engine.Key // the source of all randomness
	hands [engine.MaxSeats]Cards
	// recall holds, for each seat, the infection cards that it has seen and that another seat has reordered
	// since.
	recall    [engine.MaxSeats]uint64
	leftOut   Cards                  // events that are not in the deck, unknown to all seats
	recalling engine.Seats           // the seats whose recall is not empty
	recallTo  [engine.MaxSeats]uint8 // for each seat, the number of top positions that contain all cards in its recall
	effect    engine.Effect          // the effect of the move that is being played
	deck      [MaxDeck]Card          // the player deck, top last
	infection [MaxInfection]City     // the infection deck, top last
	moduleSecret
}

// Class is a set of infection cards whose order is unknown. They are at positions Lo to Hi, counted from the
// top (0).
type Class struct {
	Cards  uint64
	Lo, Hi uint8
}

// Spread is a chain of outbreaks that is being resolved. City lists the cities with an outbreak caused by the
// current infection card, in order. The outbreaks of the first Done cities have begun; Left are the cities
// that still get cubes from the last of them.
//
// City has room for eight, because the game is lost at the eighth outbreak. Floor is the number of questions
// that were open when the chain began: the chain waits while more are open.
type Spread struct {
	Left    uint64
	Disease Disease
	Done    uint8
	N       uint8
	Floor   uint8
	City    [maxBreaks]City
}

// Ending is how a game has ended.
type Ending uint8

// These are the ways in which a game can end.
const (
	Running Ending = iota
	Won
	LostOutbreaks
	LostCubes
	LostCards

	lastEnding = LostCards
)

// Frame is one open question: the seat that is asked, the verb that asks, and values that the verb has
// stored.
type Frame struct {
	ID       uint32
	Question engine.QuestionKind
	Seat     engine.Seat
	Verb     engine.Verb // the verb that asks
	N        uint8
	Arg      [engine.Operands]uint8
}

// Each city's cubes are packed into one word, with three bits per disease.
const cubeBits = 3

// CubesAt returns the number of cubes of a disease in a city.
func (p *Public) CubesAt(c City, d Disease) uint8 {
	return uint8(p.Cubes[c]>>(cubeBits*d)) & 7
}

// IsCured reports whether the cure of a disease has been found.
func (p *Public) IsCured(d Disease) bool { return p.Cured>>d&1 != 0 }

// IsEradicated reports whether a disease has been eradicated.
func (p *Public) IsEradicated(d Disease) bool { return p.Eradicated>>d&1 != 0 }

// HasStation reports whether a city has a research station.
func (p *Public) HasStation(c City) bool { return p.Stations&bit(c) != 0 }

// Top returns the frame of the open question.
func (p *Public) Top() *Frame { return &p.Stack[p.Depth-1] }

// Asking returns the kind of the open question, or QuestionOver if there is none.
func (p *Public) Asking() engine.QuestionKind {
	if p.Depth == 0 {
		return QuestionOver
	}
	return p.Top().Question
}

// Rules returns the compiled rules that the position belongs to.
func (s *State) Rules() *Rules { return s.rules }

// Role returns the role of a seat.
func (s *State) Role(seat engine.Seat) *Role { return s.rules.Roles[s.Roles[seat]] }

func (s *State) ruleOf(seat engine.Seat) *roleRules { return &s.rules.roleRules[s.Roles[seat]] }

// Pawn returns the city of a seat's pawn.
func (s *State) Pawn(seat engine.Seat) City { return s.Pawns[seat] }

// Hand returns the cards in a seat's hand.
func (s *State) Hand(seat engine.Seat) Cards { return s.hands[seat] }

// ask opens a question. The question that was open waits below it on the stack.
func (s *State) ask(f Frame) {
	s.Serial++
	f.ID = s.Serial
	s.Stack[s.Depth] = f
	s.Depth++
}

// closeTop closes the open question.
func (s *State) closeTop() {
	s.Depth--
	s.Stack[s.Depth] = Frame{}
}

// learned records that the given seats learned something from the current move.
func (s *State) learned(seats engine.Seats) { s.effect.Learned |= seats & s.everyone() }

func (s *State) everyone() engine.Seats { return engine.AllSeats(s.rules.Players) }
