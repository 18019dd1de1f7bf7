package epidemic

import "theriac/engine"

// dealtTo is what some seats know of what the teams were dealt: of their own team
// all, of others the objectives that lie open at the end.
func (s *State) dealtTo(by engine.Seats) [maxTeams]Deal {
	var deals [maxTeams]Deal
	for team := range uint8(maxTeams) {
		switch {
		case by&seatsOf(team) != 0:
			deals[team] = s.deals[team]
		case s.End == Won:
			deals[team].Objective = s.deals[team].Objective
		}
	}
	return deals
}

// fillOffers deals the teams that the view does not see into what they could have.
func (v *View) fillOffers(s *State, chance *engine.Rand) {
	s.deals = v.Deals
	if !v.rules.Mode.Has(Teaming) {
		return
	}
	var gone uint8
	var known uint32
	for i := range v.Deals {
		gone |= v.Deals[i].Objectives
		known |= v.Deals[i].Roles
		if o := v.Deals[i].Objective; o != 0 {
			gone |= 1 << (o - 1)
		}
	}
	pick := func(left *uint64) uint8 {
		of := *left
		for range chance.N(count(of)) {
			of &= of - 1
		}
		*left &^= of & -of
		return uint8(firstCity(of))
	}
	objectives, roles := uint64(1)<<len(v.rules.Objectives)-1, uint64(0)
	objectives &^= uint64(gone)
	for _, role := range v.rules.inPlay {
		roles |= 1 << role
	}
	roles &^= uint64(known)
	for team := range uint8(v.rules.teams()) {
		if v.By&seatsOf(team) != 0 {
			continue
		}
		o := &s.deals[team]
		if o.Objective != 0 {
			o.Objectives = 1 << (o.Objective - 1)
		}
		for count(uint64(o.Objectives)) < v.rules.objectives {
			o.Objectives |= 1 << pick(&objectives)
		}
		if dealt := uint64(o.Objectives); o.Objective == 0 && v.Teams.Settled>>team&1 != 0 {
			o.Objective = 1 + pick(&dealt)
		}
		if !v.rolesUnknown(v.rules) {
			continue
		}
		for range rolesPerDeal {
			o.Roles |= 1 << pick(&roles)
		}
		if dealt := uint64(o.Roles); v.Teams.Assigned>>team&1 != 0 {
			o.Picked[0] = 1 + pick(&dealt)
			o.Picked[1] = 1 + pick(&dealt)
		}
	}
}

// bonusPool is the bonuses that a drawn position has still to deal, each stretch of
// the deck from the top.
type bonusPool struct {
	cards [MaxDeck]uint8
	n     int
	come  bool // that of the stretch which is being drawn has come
}

// fillBonuses draws which bonuses are in the deck, in hidden places of hands and out
// of the game. Every stretch has one. Those of the stretches that are gone have come;
// whether that of the stretch on top has is as likely as there are ways to it.
func (v *View) fillBonuses(s *State, gone Cards, chance *engine.Rand) (pool bonusPool) {
	if v.rules.bonuses == 0 {
		return pool
	}
	pool.n = listCards(pool.cards[:], v.rules.bonusCards.Minus(gone))
	chance.Shuffle(pool.cards[:pool.n])
	seen := v.rules.bonusCards.And(gone).Len()
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
	for ; pool.n > v.rules.bonuses-out; pool.n-- {
		s.leftOut.Add(Card(pool.cards[pool.n-1]))
	}
	return pool
}

// roomInDeck is how many cards of the deck can be the bonus of the stretch on top,
// once so many stretches are gone: the rest are epidemics, bonuses below, and
// incidents, which lie nowhere else.
func (v *View) roomInDeck(full int) int {
	gone := v.Discard.Or(v.Removed)
	return int(v.DeckLen) - (v.rules.Epidemics - int(v.Epidemics)) - (v.rules.bonuses - full - 1) -
		v.rules.incidentCards.Minus(gone).Len()
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

// next takes the bonus of a stretch of which so many cards are left, and finds its
// place beside the epidemic's. There is none where it has come.
func (p *bonusPool) next(pile, left, epidemic int, chance *engine.Rand) (at int, c Card) {
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
