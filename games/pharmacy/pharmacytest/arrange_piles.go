package pharmacytest

import "theriac/games/pharmacy"

// pile puts cards on top of a pile. If a size is given instead, it moves cards from the bottom of the pile to
// the other one until the pile has that size.
func (a *arranger) pile() {
	s, p := a.s, int(a.Value(piles))
	if a.Peek() == "size" {
		a.Next()
		n := a.Number()
		for !a.Failed() && s.PileLen[p] > n {
			a.bury(a.pluckAt(p, 0), 1-p)
		}
		return
	}
	cards := a.cards()
	for i := len(cards) - 1; i >= 0 && !a.Failed(); i-- {
		if a.take(cards[i]); !a.Failed() {
			a.push(p, cards[i])
		}
	}
}

// take removes a card from the pile that contains it.
func (a *arranger) take(c pharmacy.Card) {
	s := a.s
	for p := range a.h.Pile {
		for i := range int(s.PileLen[p]) {
			if a.h.Pile[p][i] == c {
				a.pluckAt(p, i)
				return
			}
		}
	}
	a.Fail("the card " + pharmacy.Cards().Text(uint8(c)) + " lies in no pile")
}

// bury puts a card at the bottom of pile p. It fails if that pile is full.
func (a *arranger) bury(c pharmacy.Card, p int) {
	if int(a.s.PileLen[p]) == len(a.h.Pile[0]) {
		a.Fail("the cards do not fit elsewhere: lay some in front of players first")
		return
	}
	a.under(p, c)
}

// level updates the open card of each pile after the piles have changed.
func (a *arranger) level() {
	s := a.s
	for p := range a.h.Pile {
		if n := int(s.PileLen[p]); n > 0 {
			s.Top[p] = a.h.Pile[p][n-1]
		} else {
			s.Top[p] = pharmacy.NoCard
		}
	}
}

// pluckAt removes the i-th card of a pile, and closes the gap.
func (a *arranger) pluckAt(p, i int) pharmacy.Card {
	s := a.s
	c, n := a.h.Pile[p][i], s.PileLen[p]
	copy(a.h.Pile[p][i:n], a.h.Pile[p][i+1:n])
	s.PileLen[p]--
	a.h.Pile[p][s.PileLen[p]] = 0
	a.level()
	return c
}

// push puts a card on top of a pile. If the pile is full, its bottom card moves to the other pile.
func (a *arranger) push(p int, c pharmacy.Card) {
	s := a.s
	if int(s.PileLen[p]) == len(a.h.Pile[0]) {
		a.under(1-p, a.pluckAt(p, 0))
	}
	a.h.Pile[p][s.PileLen[p]] = c
	s.PileLen[p]++
	a.level()
}

// under puts a card at the bottom of a pile.
func (a *arranger) under(p int, c pharmacy.Card) {
	s := a.s
	copy(a.h.Pile[p][1:s.PileLen[p]+1], a.h.Pile[p][:s.PileLen[p]])
	a.h.Pile[p][0] = c
	s.PileLen[p]++
	a.level()
}

// smaller returns the pile with fewer cards. It has room for any card that is not in a pile.
func (a *arranger) smaller() int {
	if a.s.PileLen[1] < a.s.PileLen[0] {
		return 1
	}
	return 0
}
