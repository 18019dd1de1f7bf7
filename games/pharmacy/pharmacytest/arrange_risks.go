package pharmacytest

import (
	"theriac/engine"
	"theriac/games/pharmacy"
)

// risk gives a seat exactly the given risk cards. They come from the hands that hold them, and the seat's
// previous cards go to the last other seat.
func (a *arranger) risk() {
	seat := a.seat()
	cards := a.cards()
	if a.Failed() {
		return
	}
	other := engine.Seat(a.r.Players - 1)
	if seat == other {
		other--
	}
	for f := pharmacy.FirstRisk; f.IsRisk(); f++ {
		for a.h.Hands[seat].Count(f) > 0 {
			a.loseRisk(seat, f)
			a.gainRisk(other, f)
		}
	}
	for _, c := range cards {
		if !c.IsRisk() || !a.fetch(seat, c) {
			a.Fail("no such risk card is left")
			return
		}
	}
}

// unseen exchanges risk cards so that the given ones are among those that no seat was dealt.
func (a *arranger) unseen() {
	cards := a.cards()
	if !a.Failed() && len(cards) != a.h.Unseen.Len() {
		a.Fail("not as many cards as nobody was dealt")
	}
	if a.Failed() {
		return
	}
	last := engine.Seat(a.r.Players - 1)
	for f := pharmacy.FirstRisk; f.IsRisk(); f++ {
		for a.h.Unseen.Count(f) > 0 {
			a.h.Unseen = a.h.Unseen.Without(f)
			a.gainRisk(last, f)
		}
	}
	for _, c := range cards {
		if !c.IsRisk() || !a.fetchAny(c) {
			a.Fail("no such risk card is left")
			return
		}
		a.h.Unseen = a.h.Unseen.With(c)
	}
}

// opened removes risk cards from the round. Injections are not allowed, since they would have to be in
// front of a seat.
func (a *arranger) opened() {
	for _, c := range a.cards() {
		if a.Failed() || !c.IsRisk() || c == pharmacy.FaceJab || !a.fetchAny(c) {
			a.Fail("no such risk card can be opened")
			return
		}
		a.s.Opened = a.s.Opened.With(c)
	}
}

// guess puts a guess in front of the seat who. The guess is about the seat whom.
func (a *arranger) guess(card pharmacy.Card, who, whom *engine.Seat) {
	a.openFrom(card)
	*who, *whom = a.seat(), a.seat()
}

// openFrom opens a risk card. If a hand held it, that hand has one card less.
func (a *arranger) openFrom(c pharmacy.Card) {
	if a.fetchAny(c) || a.fetch(0, c) && a.fetchAny(c) {
		a.s.Opened = a.s.Opened.With(c)
	}
}

// fetchAny takes a risk card out of the first hand that holds it, and reports whether any hand did.
func (a *arranger) fetchAny(c pharmacy.Card) bool {
	for seat := range engine.Seat(a.r.Players) {
		if a.h.Hands[seat].Count(c) > 0 {
			a.loseRisk(seat, c)
			return true
		}
	}
	return false
}

// fetch moves a risk card into a hand, from another hand or from the unseen cards. Another card from the hand
// takes its place.
func (a *arranger) fetch(seat engine.Seat, c pharmacy.Card) bool {
	for from := range engine.Seat(a.r.Players) {
		if from != seat && a.h.Hands[from].Count(c) > 0 {
			a.loseRisk(from, c)
			a.gainRisk(seat, c)
			return true
		}
	}
	if a.h.Unseen.Count(c) == 0 {
		return false
	}
	for from := range engine.Seat(a.r.Players) {
		for f := pharmacy.FirstRisk; f.IsRisk() && from != seat; f++ {
			if a.h.Hands[from].Count(f) > 0 && a.h.Unseen.Count(f) < 3 {
				a.h.Unseen = a.h.Unseen.Without(c).With(f)
				a.loseRisk(from, f)
				a.gainRisk(seat, c)
				return true
			}
		}
	}
	return false
}

// gainRisk puts a risk card into a hand.
func (a *arranger) gainRisk(seat engine.Seat, c pharmacy.Card) {
	a.h.Hands[seat] = a.h.Hands[seat].With(c)
	a.s.HandLen[seat]++
}

// loseRisk takes a risk card out of a hand that holds it.
func (a *arranger) loseRisk(seat engine.Seat, c pharmacy.Card) {
	a.h.Hands[seat] = a.h.Hands[seat].Without(c)
	a.s.HandLen[seat]--
}
