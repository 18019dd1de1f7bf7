package epidemic

import "theriac/engine"

// Limits of the arrays.
const (
	maxDepth   = 6 // questions open at once
	maxClasses = 8
	maxRefused = 8
	maxBreaks  = 8
	maxStages  = 24
)

// State is one position: what everybody knows, what nobody or only some know,
// and the compiled rules it is played by. It is a plain value.
type State struct {
	rules *Rules
	Public
	secret
}

// Public is the part of a position that is open to everybody. Whatever stands
// here is in every view; nothing that a hidden card decides may be put here.
type Public struct {
	Stack [maxDepth]Frame

	Discard Cards // the player discard
	Removed Cards // player cards out of the game
	Shown   Cards // cards in hands that everybody has seen there, or was told of

	Stations         uint64
	InfectionDiscard uint64
	InfectionRemoved uint64

	// Classes is what everybody knows of the infection deck: sets of cards,
	// each lying in unknown order somewhere between two positions from the top.
	Classes  [maxClasses]Class
	ClassesN uint8

	Serial  uint32 // questions asked so far
	Turn    uint16
	Used    uint16 // once-a-turn moves made this turn, by slot
	Cubes   [MaxCities]uint16
	Waived  [engine.MaxSeats]uint32 // events about which a seat is not asked before its next turn
	Refused [maxRefused][4]uint8    // what has been asked and refused in this step
	Kept    engine.Seats            // who did not want to say what they hold, until their next turn

	Supply     [MaxDiseases]uint8
	Cured      uint8
	Eradicated uint8
	Outbreaks  uint8
	Rate       uint8 // place on the infection rate track
	Quiet      uint8 // infection steps still to be skipped
	Epidemics  uint8 // epidemic cards drawn so far

	Pawns [engine.MaxSeats]City
	Roles [engine.MaxSeats]uint8
	Stash [engine.MaxSeats]Card // an event lying on a role card

	// guards is the seats whose role can keep cubes away. It follows from Roles.
	guards engine.Seats

	Active  engine.Seat
	First   engine.Seat
	Actions uint8
	Stage   uint8
	Phase   uint8
	Pending uint8 // epidemics to resolve, or infection cards to turn
	Depth   uint8
	RefusedN,
	DeckLen, InfectionLen uint8

	// Seen is the seats that have looked at the infection card at each place of the deck.
	// That a seat looked is public; what it saw is not.
	Seen [MaxInfection]engine.Seats

	Bottom    uint8 // infection steps still to come that turn the bottom card only
	DeckKnown uint8 // cards on top of the player deck that everybody has seen

	// Away is the cubes of each disease that are neither on the board nor in the
	// supply.
	Away [MaxDiseases]uint8

	End Ending

	Spread Spread
	Ongoing
	WayState
}

// secret is the part of a position that is not open to everybody. Views take
// from it card by card what their seats have seen.
type secret struct {
	key   engine.Key // of all chance
	hands [engine.MaxSeats]Cards
	// recall holds, per seat, infection cards it has seen whose order somebody
	// else has changed since.
	recall    [engine.MaxSeats]uint64
	leftOut   Cards                  // events that stayed out of the deck, unseen
	recalling engine.Seats           // the seats that have any
	recallTo  [engine.MaxSeats]uint8 // they lie above this position
	effect    engine.Effect          // of the move being played
	deck      [MaxDeck]Card          // the player deck, top last
	infection [MaxInfection]City     // the infection deck, top last
	waySecret
}

// Class is a set of infection cards that lie, in an order nobody was told,
// between the positions Lo and Hi from the top, the top being 0.
type Class struct {
	Cards  uint64
	Lo, Hi uint8
}

// Spread is a chain of outbreaks being resolved: the cities that have broken
// out for this card, in order, of which the first Done have been dealt with but
// for the neighbours Left. The game is lost at the eighth outbreak, so eight
// places are enough. Floor is how many questions were open when it began: one
// that a placement asks is answered before the chain goes on.
type Spread struct {
	Left    uint64
	Disease Disease
	Done    uint8
	N       uint8
	Floor   uint8
	City    [maxBreaks]City
}

// Ending is how the game ended, if it has.
type Ending uint8

// The ways a game can end.
const (
	Running Ending = iota
	Won
	LostOutbreaks
	LostCubes
	LostCards

	lastEnding = LostCards
)

// Frame is one open question: the seat that is asked, the move that asks, and what it keeps so far.
type Frame struct {
	ID       uint32
	Question engine.QuestionKind
	Seat     engine.Seat
	Verb     engine.Verb // the move that asks
	N        uint8
	Arg      [engine.Operands]uint8
}

// Cubes are packed, three bits a disease.
const cubeBits = 3

// CubesAt counts the cubes of a disease in a city.
func (p *Public) CubesAt(c City, d Disease) uint8 {
	return uint8(p.Cubes[c]>>(cubeBits*d)) & 7
}

// IsCured says whether the cure of a disease has been found.
func (p *Public) IsCured(d Disease) bool { return p.Cured>>d&1 != 0 }

// IsEradicated says whether a disease has left the game.
func (p *Public) IsEradicated(d Disease) bool { return p.Eradicated>>d&1 != 0 }

// HasStation says whether a research station stands in a city.
func (p *Public) HasStation(c City) bool { return p.Stations&bit(c) != 0 }

// Top is the open question.
func (p *Public) Top() *Frame { return &p.Stack[p.Depth-1] }

// Asking is the open question, if there is one.
func (p *Public) Asking() engine.QuestionKind {
	if p.Depth == 0 {
		return QuestionOver
	}
	return p.Top().Question
}

// Rules are the compiled rules of the position.
func (s *State) Rules() *Rules { return s.rules }

// Role is a seat's role.
func (s *State) Role(seat engine.Seat) *Role { return s.rules.Roles[s.Roles[seat]] }

func (s *State) ruleOf(seat engine.Seat) *roleRules { return &s.rules.roleRules[s.Roles[seat]] }

// Pawn is the city of a seat's pawn.
func (s *State) Pawn(seat engine.Seat) City { return s.Pawns[seat] }

// Hand is the set of cards a seat holds.
func (s *State) Hand(seat engine.Seat) Cards { return s.hands[seat] }

// ask opens a question. What was open waits below it.
func (s *State) ask(f Frame) {
	s.Serial++
	f.ID = s.Serial
	s.Stack[s.Depth] = f
	s.Depth++
}

// closeTop ends the open question.
func (s *State) closeTop() {
	s.Depth--
	s.Stack[s.Depth] = Frame{}
}

// learned notes that seats came to know something by this move.
func (s *State) learned(seats engine.Seats) { s.effect.Learned |= seats & s.everyone() }

func (s *State) everyone() engine.Seats { return engine.AllSeats(s.rules.Players) }
