package epidemic

import "theriac/engine"

// A way to play can have cards of which one lies in each stretch of the deck beside its
// epidemic. What follows draws where they could be.

// stretchPool is those cards that a drawn position has still to deal, each stretch of the
// deck from the top.
type stretchPool struct {
	cards [MaxDeck]uint8
	n     int
	come  bool // that of the stretch which is being drawn has come
}

// fillStretchCards draws which of them are in the deck, in hidden places of hands and out
// of the game. Every stretch has one. Those of the stretches that are gone have come;
// whether that of the stretch on top has is as likely as there are ways to it.
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

// roomInDeck is how many cards of the deck can be the bonus of the stretch on top,
// once so many stretches are gone: the rest are epidemics, those of the stretches
// below, and cards that act when they are drawn, which lie nowhere else.
func (v *View) roomInDeck(full int) int {
	gone := v.Discard.Or(v.Removed)
	return int(v.DeckLen) - (v.rules.Epidemics - int(v.Epidemics)) - (v.rules.inStretches - full - 1) -
		v.rules.instantCards.Minus(gone).Len()
}

// topStretch is how many stretches of the deck are gone, and of the next how many
// cards are drawn and left, and whether its epidemic is to come.
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

// hiddenPlaces is how many cards of each hand the view does not see, but for those
// that the hand is known to have of a kind.
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

// next takes the card of a stretch of which so many cards are left, and finds its
// place beside the epidemic's. There is none where it has come.
func (p *stretchPool) next(pile, left, epidemic int, chance *engine.Rand) (at int, c Card) {
	if p.n == 0 || left < pile && p.come {
		return -1, NoCard
	}
	p.n--
	if epidemic < 0 {
		return chance.N(left), Card(p.cards[p.n])
	}
	return beside(chance.N(left-1), epidemic), Card(p.cards[p.n])
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
