package pharmacy

import "theriac/engine"

// These are the questions of the game.
const (
	QuestionOver      engine.QuestionKind = iota // none: the game is over
	QuestionTurn                                 // what do you do in your turn?
	QuestionAnswer                               // a card arrives: do you keep it, or pay and pass it on?
	QuestionDare                                 // a risk card arrives: do you open it, or pay and pass it on?
	QuestionInject                               // which virus gets the injection?
	QuestionInfect                               // which player gets the virus?
	QuestionDonate                               // which pill do you give to which player?
	QuestionCatch                                // which player's virus do you take?
	QuestionVolunteer                            // do you volunteer?
	QuestionCollect                              // which player gives you the pill?
	QuestionReturn                               // which pill do you return to the pharmacy?
	QuestionDiagnose                             // which player will end up in intensive care?
	QuestionNurse                                // which player do you nurse?
	questionCount
)

var questionKind = engine.NewKind("step",
	"over", "turn", "answer", "dare", "inject", "infect", "donate", "catch", "volunteer", "collect", "return", "diagnose", "nurse")

// NoSeat means that there is no seat.
const NoSeat engine.Seat = 0xff

// State is one position: what everyone knows, what only some seats know, and the rules. It is a plain
// value, so an assignment copies it.
type State struct {
	rules *Rules
	Public
	secret
}

// Public is the part of a position that everyone knows, including all pills and all cards in front of
// players.
type Public struct {
	Serial   uint32 // number of questions asked so far
	Turn     uint16 // number of turns begun so far
	Question engine.QuestionKind
	Asked    engine.Seats // the seats that owe an answer
	Round    uint8        // counted from 1
	// Starter began the round, and Active is on turn.
	Starter, Active engine.Seat

	PileLen [2]uint8
	Top     [2]Card // the open card of each pile

	Pharmacy Pills
	Pills    [engine.MaxSeats]Pills
	Stakes   [engine.MaxSeats]Pills // the pills that each seat has paid for the circulating card
	Fronts   [engine.MaxSeats]Front
	HandLen  [engine.MaxSeats]uint8
	Opened   Hand // the risk cards that have been turned over in this round

	Travel Travel
	// Open is the risk card that is being carried out, and OpenedBy the seat that opened it.
	Open     Card
	OpenedBy engine.Seat
	// Colour is the pill that the player who opened the guinea pig collects next.
	Colour Pill

	// Nurse and Diagnostician are the seats that have a guess in front of them until the end of the round.
	// Nursed and Doomed are the seats that the guesses are about.
	Nurse, Nursed         engine.Seat
	Diagnostician, Doomed engine.Seat
	Doctor                engine.Seat

	Sheet [Rounds][engine.MaxSeats]Tally
	Over  bool
}

// secret is the part of a position that not everyone knows. A view copies from it what its seats have seen.
type secret struct {
	key    engine.Key            // the source of everything random
	hands  [engine.MaxSeats]Hand // the risk cards of each seat
	unseen Hand                  // the risk cards that no seat was dealt
	face   Card                  // the circulating risk card
	pile   [2][pileSize]Card     // top last
	effect engine.Effect         // the effect of the move that is being made
}

// Travel is the card that circulates around the table.
type Travel struct {
	Card  Card        // the virus or the injection; NoCard if none circulates
	Risk  bool        // it is a risk card, face down
	Owner engine.Seat // the seat that started its circulation
	Giver engine.Seat // the seat that passed it on last
	To    engine.Seat // the seat that has to answer
	Price uint8       // the value that a seat must have staked to pass the card on
}

// Front holds the cards in front of a player.
type Front struct {
	Virus [maxFront]Lying
	N     uint8
	// Unused is the number of injections that are not on a virus.
	Unused uint8
}

// Lying is a virus in front of a player, with the injections on it.
type Lying struct {
	Card  Card
	Doses uint8
}

// maxFront is the maximum number of viruses in front of one player. They cause less sickness than leads to
// intensive care, except for two that injections have halved or killed.
const maxFront = 16

// Alive reports whether the virus still makes its player sick. Two injections kill it.
func (l Lying) Alive() bool { return l.Doses < 2 }

// Sickness returns the sickness that a virus causes. The first injection halves it, rounded up; the second
// kills the virus.
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

// Sick returns the sickness of a seat.
func (p *Public) Sick(r *Rules, seat engine.Seat) int {
	n := 0
	f := &p.Fronts[seat]
	for _, l := range f.Virus[:f.N] {
		n += r.Sickness(l)
	}
	return n
}

// Injections returns the number of injections in front of a seat.
func (p *Public) Injections(seat engine.Seat) int {
	f := &p.Fronts[seat]
	n := int(f.Unused)
	for _, l := range f.Virus[:f.N] {
		n += int(l.Doses)
	}
	return n
}

// Hand holds the number of risk cards with each face. Two bits are enough for each number, since a face has at
// most three cards.
type Hand uint32

// Count returns how many cards in the hand have the face c.
func (h Hand) Count(c Card) int { return int(h >> (2 * (c - FirstRisk)) & 3) }

// With returns the hand with one additional card.
func (h Hand) With(c Card) Hand { return h + 1<<(2*(c-FirstRisk)) }

// Without returns the hand without one card.
func (h Hand) Without(c Card) Hand { return h - 1<<(2*(c-FirstRisk)) }

// Len returns the number of cards.
func (h Hand) Len() int {
	n := 0
	for ; h != 0; h >>= 2 {
		n += int(h & 3)
	}
	return n
}

// gainRisk adds a risk card to a hand.
func (s *State) gainRisk(seat engine.Seat, c Card) {
	s.hands[seat] = s.hands[seat].With(c)
	s.HandLen[seat]++
}

// loseRisk removes a risk card from a hand, which must hold it.
func (s *State) loseRisk(seat engine.Seat, c Card) {
	s.hands[seat] = s.hands[seat].Without(c)
	s.HandLen[seat]--
}

// Rules returns the rules that the position belongs to.
func (s *State) Rules() *Rules { return s.rules }

// Sickness returns the sickness of a seat.
func (s *State) Sickness(seat engine.Seat) int { return s.Sick(s.rules, seat) }

// left returns the neighbour to the left, who has the next turn.
func (r *Rules) left(seat engine.Seat) engine.Seat { return (seat + 1) % engine.Seat(r.Players) }

func (r *Rules) right(seat engine.Seat) engine.Seat {
	return (seat + engine.Seat(r.Players) - 1) % engine.Seat(r.Players)
}

func (r *Rules) neighbours(a, b engine.Seat) bool { return r.left(a) == b || r.right(a) == b }

func (s *State) everyone() engine.Seats { return engine.AllSeats(s.rules.Players) }

// learned records that the given seats learned something from the current move.
func (s *State) learned(seats engine.Seats) { s.effect.Learned |= seats & s.everyone() }

// ask opens a question for the given seats.
func (s *State) ask(question engine.QuestionKind, seats engine.Seats) {
	s.Serial++
	s.Question, s.Asked = question, seats
}
