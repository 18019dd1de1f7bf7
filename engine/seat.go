package engine

import "math/bits"

// Seat is a place at the table, counted from 0. It is not a person: one person can hold several seats, and a
// seat can change hands.
type Seat uint8

// MaxSeats is the maximum number of seats in any game.
const MaxSeats = 6

// Seats is a set of seats.
type Seats uint8

// SeatsOf returns the set of the given seats.
func SeatsOf(seats ...Seat) Seats {
	var set Seats
	for _, s := range seats {
		set |= 1 << s
	}
	return set
}

// AllSeats returns the set of the first n seats.
func AllSeats(n int) Seats { return Seats(1)<<n - 1 }

// Has reports whether the seat belongs to the set.
func (set Seats) Has(s Seat) bool { return set>>s&1 != 0 }

// Empty reports whether no seat belongs to the set.
func (set Seats) Empty() bool { return set == 0 }

// With returns the set with one more seat.
func (set Seats) With(s Seat) Seats { return set | 1<<s }

// Without returns the set without one seat.
func (set Seats) Without(s Seat) Seats { return set &^ (1 << s) }

// Len returns the number of seats in the set.
func (set Seats) Len() int { return bits.OnesCount8(uint8(set)) }

// First returns the lowest seat in the set, which must not be empty.
func (set Seats) First() Seat { return Seat(bits.TrailingZeros8(uint8(set))) }

// Each yields the seats of the set in ascending order.
func (set Seats) Each(yield func(Seat) bool) {
	for ; set != 0; set &= set - 1 {
		if !yield(set.First()) {
			return
		}
	}
}
