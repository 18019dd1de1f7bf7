package pharmacy

import "theriac/engine"

// The questions of the game.
const (
	QuestionOver      engine.QuestionKind = iota // nothing is asked any more
	QuestionTurn                                 // what do you do?
	QuestionAnswer                               // a card comes round: keep it, or pay and pass it on?
	QuestionDare                                 // a risk card lies before you: open it, or be rid of it?
	QuestionInject                               // which virus gets the injection?
	QuestionInfect                               // who gets the virus?
	QuestionDonate                               // which pill goes to whom?
	QuestionCatch                                // whose virus do you catch?
	QuestionVolunteer                            // do you volunteer?
	QuestionCollect                              // who gives you the pill?
	QuestionReturn                               // which pill goes back to the pharmacy?
	QuestionDiagnose                             // who will end up in intensive care?
	QuestionNurse                                // whom do you nurse?
	questionCount
)

var questionKind = engine.NewKind("step",
	"over", "turn", "answer", "dare", "inject", "infect", "donate", "catch", "volunteer", "collect", "return", "diagnose", "nurse")

// NoSeat stands where nobody is meant.
const NoSeat engine.Seat = 0xff

// State is one position: what everybody knows, what only some know, and the rules
// it is played by. It is a plain value.
type State struct {
	rules *Rules
	Public
	secret
}

// Public is the part of a position that is open to everybody. Pills lie open, and
// so does what is in front of a player.
type Public struct {
	Serial   uint32 // questions asked so far
	Turn     uint16 // turns begun so far
	Question engine.QuestionKind
	Asked    engine.Seats // the seats that owe an answer
	Round    uint8        // from 1
	// Starter begins the round; Active is on turn.
	Starter, Active engine.Seat

	PileLen [2]uint8
	Top     [2]Card // the open card of each pile

	Pharmacy Pills
	Pills    [engine.MaxSeats]Pills
	Stakes   [engine.MaxSeats]Pills // paid while the card goes round
	Fronts   [engine.MaxSeats]Front
	HandLen  [engine.MaxSeats]uint8
	Opened   Hand // the risk cards that have been turned over in this round

	Travel Travel
	// Open is the risk card that is being carried out, by OpenedBy.
	Open     Card
	OpenedBy engine.Seat
	// Colour is the pill that a volunteer collects next.
	Colour Pill

	// The cards that lie in front of somebody until the end of the round, and whom
	// they are about.
	Nurse, Nursed         engine.Seat
	Diagnostician, Doomed engine.Seat
	Doctor                engine.Seat

	Sheet [Rounds][engine.MaxSeats]Tally
	Over  bool
}

// secret is the part of a position that is not open to everybody. Views take from
// it what their seats have seen.
type secret struct {
	key    engine.Key            // of all chance
	hands  [engine.MaxSeats]Hand // risk cards
	unseen Hand                  // the risk cards that nobody was dealt
	face   Card                  // the risk card that goes round face down
	pile   [2][pileSize]Card     // top last
	effect engine.Effect         // of the move being played
}

// Travel is a card that goes round the table.
type Travel struct {
	Card  Card        // the virus or the injection; NoCard where none goes round
	Risk  bool        // a risk card, face down
	Owner engine.Seat // the seat that put it into circulation
	Giver engine.Seat // the seat that handed it on last
	To    engine.Seat // whose answer it waits for
	Price uint8       // the value that a seat must have staked to pass it on
}

// Front is what lies in front of a player.
type Front struct {
	Virus [maxFront]Lying
	N     uint8
	// Unused is the injections that lie on no virus.
	Unused uint8
}

// Lying is a virus in front of a player, with the injections on it.
type Lying struct {
	Card  Card
	Doses uint8
}

// maxFront is how many viruses can lie in front of one player: fewer than the
// sickness of intensive care, and two that injections have halved or killed.
const maxFront = 16

// Alive says whether the virus still makes ill.
func (l Lying) Alive() bool { return l.Doses < 2 }

// Sickness is what a virus does: the first injection halves it, rounded up, the
// second kills it.
func (r *Rules) Sickness(l Lying) int {
	v := int(r.value[l.Card])
	switch l.Doses {
	case 0:
		return v
	case 1:
		return (v + 1) / 2
	}
	return 0
}

// Sick is how ill a seat is.
func (p *Public) Sick(r *Rules, seat engine.Seat) int {
	n := 0
	f := &p.Fronts[seat]
	for _, l := range f.Virus[:f.N] {
		n += r.Sickness(l)
	}
	return n
}

// Injections counts the injections in front of a seat.
func (p *Public) Injections(seat engine.Seat) int {
	f := &p.Fronts[seat]
	n := int(f.Unused)
	for _, l := range f.Virus[:f.N] {
		n += int(l.Doses)
	}
	return n
}

// Hand is risk cards by face, two bits each: there are at most three of a face.
type Hand uint32

// Count is how many cards of a face there are.
func (h Hand) Count(c Card) int { return int(h >> (2 * (c - FirstRisk)) & 3) }

// With is the hand with one card more.
func (h Hand) With(c Card) Hand { return h + 1<<(2*(c-FirstRisk)) }

// Without is the hand with one card less.
func (h Hand) Without(c Card) Hand { return h - 1<<(2*(c-FirstRisk)) }

// Len counts the cards.
func (h Hand) Len() int {
	n := 0
	for ; h != 0; h >>= 2 {
		n += int(h & 3)
	}
	return n
}

// gainRisk puts a risk card into a hand.
func (s *State) gainRisk(seat engine.Seat, c Card) {
	s.hands[seat] = s.hands[seat].With(c)
	s.HandLen[seat]++
}

// loseRisk takes a risk card out of a hand that holds it.
func (s *State) loseRisk(seat engine.Seat, c Card) {
	s.hands[seat] = s.hands[seat].Without(c)
	s.HandLen[seat]--
}

// Rules are the rules that the position is played by.
func (s *State) Rules() *Rules { return s.rules }

// Sickness is how ill a seat is.
func (s *State) Sickness(seat engine.Seat) int { return s.Sick(s.rules, seat) }

// left is the seat to the left, which comes next.
func (r *Rules) left(seat engine.Seat) engine.Seat { return (seat + 1) % engine.Seat(r.Players) }

func (r *Rules) right(seat engine.Seat) engine.Seat {
	return (seat + engine.Seat(r.Players) - 1) % engine.Seat(r.Players)
}

func (r *Rules) neighbours(a, b engine.Seat) bool { return r.left(a) == b || r.right(a) == b }

func (s *State) everyone() engine.Seats { return engine.AllSeats(s.rules.Players) }

// learned notes that seats came to know something by this move.
func (s *State) learned(seats engine.Seats) { s.effect.Learned |= seats & s.everyone() }

// ask opens a question.
func (s *State) ask(question engine.QuestionKind, seats engine.Seats) {
	s.Serial++
	s.Question, s.Asked = question, seats
}
