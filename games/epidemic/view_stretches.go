package epidemic

import "theriac/engine"

// Some modules give each part (stretch) of the deck one of their own cards, besides its epidemic. This code
// draws where these stretch cards could be.

// stretchPool holds the stretch cards that still have to be put into the deck of an invented position, from
// the top part down.
type stretchPool struct {
	cards [MaxDeck]uint8
	n     int
	come  bool // the stretch card of the top part has already been drawn
}

// fillStretchCards draws which stretch cards are in the deck, hidden in hands, or out of the game. Each part
// of the deck has one, which is drawn by the end of that part. For the top part, the chance that it has been
// drawn follows from the number of possible arrangements.
func (v *View) fillStretchCards(s *State, gone Cards, chance *engine.Rand) (pool stretchPool) {
	if v.rules.inStretches == 0 {
		return pool
	}
	pool.n = listCards(pool.cards[:], v.rules.stretchCards.Minus(gone))
	chance.Shuffle(pool.cards[:pool.n])
	seen := v.rules.stretchCards.And(gone).Len()
	full, drawn, left, epidemic := v.topStretch()
	hidden, total := v.hiddenPlaces()
	out := full
	if hide := full - seen; drawn > 0 {
		came := (drawn - boolInt(!epidemic)) * (total - hide) * (full + 1)
		not := (left - boolInt(epidemic)) * max(1, gone.Len()+total-full) * (hide + 1)
		switch {
		case hide < 0 || v.roomInDeck(full) < 1:
			pool.come = true
		case total <= hide:
		default:
			pool.come = came > 0 && chance.N(came+max(0, not)) < came
		}
		out += boolInt(pool.come)
	}
	for range min(out-seen, total) {
		at := chance.N(total)
		for seat := range engine.Seat(v.rules.Holders) {
			if at < hidden[seat] {
				pool.n--
				s.hands[seat].Add(Card(pool.cards[pool.n]))
				hidden[seat]--
				break
			}
			at -= hidden[seat]
		}
		total--
	}
	for ; pool.n > v.rules.inStretches-out; pool.n-- {
		s.leftOut.Add(Card(pool.cards[pool.n-1]))
	}
	return pool
}

// roomInDeck returns how many cards in the deck could be the stretch card of the top part, if the given number
// of whole parts has been drawn. Cards whose kind is known do not count: epidemics, the stretch cards of other
// parts, and undrawn cards that act when drawn.
func (v *View) roomInDeck(full int) int {
	gone := v.Discard.Or(v.Removed)
	return int(v.DeckLen) - (v.rules.Epidemics - int(v.Epidemics)) - (v.rules.inStretches - full - 1) -
		v.rules.instantCards.Minus(gone).Len()
}

// topStretch returns how many parts of the deck are completely drawn. For the next part, it returns how many
// cards are drawn, how many are left, and whether its epidemic is still among those.
func (v *View) topStretch() (full, drawn, left int, epidemic bool) {
	drawn = v.rules.deckSize() - int(v.DeckLen)
	for i, pile := range v.rules.piles {
		if drawn < int(pile) {
			return full, drawn, int(pile) - drawn, int(v.Epidemics) <= i
		}
		drawn -= int(pile)
		full++
	}
	return full, 0, 0, false
}

// hiddenPlaces returns how many cards in each hand the view does not see, and their total. It leaves out
// unseen cards that a hand must hold for a question.
func (v *View) hiddenPlaces() (hidden [engine.MaxSeats]int, total int) {
	asked, n, kind := v.demand()
	marked, of := v.demandMarked()
	for seat := range engine.Seat(v.rules.Holders) {
		hidden[seat] = int(v.HandLen[seat]) - v.Hands[seat].Len()
		if seat == asked && n > 0 {
			hidden[seat] -= max(0, n-v.Hands[seat].And(kind).Len(), marked-v.Hands[seat].And(of).Len())
		}
		total += hidden[seat]
	}
	return hidden, total
}

// next takes the stretch card of a part of the deck that has the given number of cards left. It chooses the
// card's position there, other than the epidemic's. It returns NoCard if that card has already been drawn.
func (p *stretchPool) next(pile, left, epidemic int, chance *engine.Rand) (at int, c Card) {
	if p.n == 0 || left < pile && p.come {
		return -1, NoCard
	}
	p.n--
	if epidemic < 0 {
		return chance.N(left), Card(p.cards[p.n])
	}
	return otherPlace(chance.N(left-1), epidemic), Card(p.cards[p.n])
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
