package engine

import "math/bits"

// Seat is a place at the table, counted from 0. It is not a person: one person
// may hold several seats, and a seat may change hands.
type Seat uint8

// MaxSeats is the largest number of seats of any game.
const MaxSeats = 6

// Seats is a set of seats.
type Seats uint8

// SeatsOf makes a set of the given seats.
func SeatsOf(seats ...Seat) Seats {
	var set Seats
	for _, s := range seats {
		set |= 1 << s
	}
	return set
}

// AllSeats is the set of the first n seats.
func AllSeats(n int) Seats { return Seats(1)<<n - 1 }

// Has says whether the seat belongs to the set.
func (set Seats) Has(s Seat) bool { return set>>s&1 != 0 }

// Empty says whether no seat belongs to the set.
func (set Seats) Empty() bool { return set == 0 }

// With is the set with one seat more.
func (set Seats) With(s Seat) Seats { return set | 1<<s }

// Without is the set with one seat less.
func (set Seats) Without(s Seat) Seats { return set &^ (1 << s) }

// Len counts the seats of the set.
func (set Seats) Len() int { return bits.OnesCount8(uint8(set)) }

// First is the lowest seat of a set that is not empty.
func (set Seats) First() Seat { return Seat(bits.TrailingZeros8(uint8(set))) }

// Each yields the seats of the set in ascending order.
func (set Seats) Each(yield func(Seat) bool) {
	for ; set != 0; set &= set - 1 {
		if !yield(set.First()) {
			return
		}
	}
}
