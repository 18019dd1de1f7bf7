package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// View is what some seats together may know about a position: the public part, the cards that they hold, and
// the infection cards that they have seen. It is built up from an empty value, never by removing cards from a
// position.
type View struct {
	rules *Rules
	By    engine.Seats
	Public
	HandLen [engine.MaxSeats]uint8
	Hands   [engine.MaxSeats]Cards // the cards that the view's seats know to be in each hand
	Known   [MaxInfection]City     // for each position of the infection deck, the card if it is known, otherwise NoCity
	DeckTop [maxKnown]Card         // the cards on top of the player deck that everyone knows, top first
	// Recall holds, for each seat of the view, infection cards that it has seen and that another seat has
	// reordered since.
	Recall   [engine.MaxSeats]uint64
	RecallTo [engine.MaxSeats]uint8
	ModuleView
}

// View returns everything that the given seats together may know.
func (s *State) View(by engine.Seats) engine.View { v := s.Knows(by); return &v }

// SameForAll reports whether all seats know the same: hands are open, and no seat has seen a card in the
// infection deck that others have not.
func (s *State) SameForAll() bool {
	if !s.rules.Open {
		return false
	}
	for seat := range s.rules.Players {
		if s.recall[seat] != 0 || s.recallTo[seat] != 0 {
			return false
		}
	}
	all := s.everyone() | engine.Spectators
	for _, seen := range s.Seen[:s.InfectionLen] {
		if seen != 0 && seen&all != all {
			return false
		}
	}
	return true
}

// Knows does what View does, but returns the kernel's own type.
func (s *State) Knows(by engine.Seats) View {
	v := View{rules: s.rules, By: by & s.everyone(), Public: s.Public}
	for seat := range engine.Seat(s.rules.Holders) {
		hand := s.hands[seat]
		v.HandLen[seat] = uint8(hand.Len())
		switch {
		case s.rules.Open || by&s.rules.sees[seat] != 0:
			v.Hands[seat] = hand
		case s.rules.Announced:
			v.Hands[seat] = hand.And(s.Shown.Or(s.rules.eventCards))
		default:
			v.Hands[seat] = hand.And(s.Shown)
		}
		if by.Has(seat) {
			v.Recall[seat], v.RecallTo[seat] = s.recall[seat], s.recallTo[seat]
		}
	}
	if s.rules.hooks.Show != nil {
		v.ModuleView = s.rules.hooks.Show(s, by)
	}
	for i := range s.DeckKnown {
		v.DeckTop[i] = s.deck[s.DeckLen-1-i]
	}
	viewers := v.viewers()
	for i := range v.Known {
		v.Known[i] = NoCity
		if s.Seen[i]&viewers != 0 {
			v.Known[i] = s.infection[i]
		}
	}
	return v
}

// viewers returns the seats of a view, or the spectators if it has no seats.
func (v *View) viewers() engine.Seats {
	if v.By == 0 {
		return engine.Spectators
	}
	return v.By
}

// Draw returns a session at a random position that the view's seats cannot distinguish from the real one.
func (v *View) Draw(chance *engine.Rand) engine.Session {
	s := v.Position(chance)
	return engine.NewSession[State](&s, v.rules.vocab, nil)
}

// Rules returns the compiled rules that the view belongs to.
func (v *View) Rules() *Rules { return v.rules }

// RoleOf returns the id of a seat's role. It is empty while roles are being chosen.
func (v *View) RoleOf(seat engine.Seat) string {
	if hidden := v.rules.hooks.RolesHidden; hidden != nil && hidden(&v.Public, v.rules) {
		return ""
	}
	return v.rules.Roles[v.Roles[seat]].ID
}

// Position returns a random position that the view's seats cannot distinguish from the real one. It is
// consistent with everything that they can deduce.
func (v *View) Position(chance *engine.Rand) State {
	var s State
	v.Fill(&s, chance)
	return s
}

// Fill does what Position does, but writes the position to s.
func (v *View) Fill(s *State, chance *engine.Rand) {
	*s = State{rules: v.rules, Public: v.Public}
	s.hands, s.recallTo = v.Hands, v.RecallTo
	for seat, cards := range v.Recall {
		s.setRecall(engine.Seat(seat), cards)
	}
	v.fillPlayerCards(s, chance)
	v.fillInfection(s, chance)
	if v.rules.hooks.Fill != nil {
		v.rules.hooks.Fill(v, s, chance)
	}
	s.key = chance.Fork().Key
}

// fillPlayerCards deals the unseen player cards to the unknown parts of hands and to the deck. If events are
// announced, no unknown card in a hand is an event. Each part of the deck contains its one epidemic until
// that is drawn.
func (v *View) fillPlayerCards(s *State, chance *engine.Rand) {
	gone := v.Discard.Or(v.Removed).Or(v.faceUp()).Or(v.elsewhere(v.rules))
	for seat := range engine.Seat(v.rules.Holders) {
		gone = gone.Or(v.Hands[seat])
		if c := v.Stash[seat]; c != NoCard {
			gone.Add(c)
		}
	}
	for _, c := range v.DeckTop[:v.DeckKnown] {
		gone.Add(c)
	}
	all := citySet(v.rules.Everywhere()).Or(v.rules.eventCards).Or(v.rules.instantCards).Minus(gone)
	all = v.leaveOut(s, all, chance)
	dealt := all.Minus(v.rules.instantCards)
	if v.rules.Announced {
		dealt = citySet(all.Cities())
	}
	further := v.fillStretchCards(s, gone, chance)
	var pool [MaxDeck]uint8
	v.fillHands(s, dealt, pool[:], chance)
	for seat := range engine.Seat(v.rules.Holders) {
		all = all.Minus(s.hands[seat])
	}
	n := listCards(pool[:], all)
	chance.Shuffle(pool[:n])
	to := int(v.DeckLen)
	for _, c := range v.DeckTop[:v.DeckKnown] {
		to--
		s.deck[to] = c
	}
	v.EachStretch(func(pile, left int, epidemic bool) {
		at := -1
		if epidemic {
			at = chance.N(left)
		}
		secondAt, second := -1, NoCard
		if v.rules.inStretches > 0 {
			secondAt, second = further.next(pile, left, at, chance)
		}
		for i := range left {
			to--
			switch i {
			case at:
				s.deck[to] = Epidemic
				continue
			case secondAt:
				s.deck[to] = second
				continue
			}
			n--
			s.deck[to] = Card(pool[n])
		}
	})
}

// elsewhere returns the player cards in places that only modules know.
func (p *Public) elsewhere(r *Rules) Cards {
	if r.hooks.Elsewhere != nil {
		return r.hooks.Elsewhere(p)
	}
	return Cards{}
}

// leaveOut chooses at random which of the unseen events are not in the game.
func (v *View) leaveOut(s *State, unseen Cards, chance *engine.Rand) Cards {
	out := v.rules.eventCards.Len() - v.rules.eventsIn
	if out == 0 {
		return unseen
	}
	var list [MaxDeck]uint8
	n := listCards(list[:], unseen.And(v.rules.eventCards))
	chance.Shuffle(list[:n])
	for _, c := range list[:min(out, n)] {
		s.leftOut.Add(Card(c))
	}
	return unseen.Minus(s.leftOut)
}

// fillHands deals unseen cards to the unknown parts of hands. A seat that is being asked for a number of
// cards, such as those of one colour, must hold that many. So its hand is dealt first: their number is drawn,
// then the cards.
func (v *View) fillHands(s *State, from Cards, pool []uint8, chance *engine.Rand) {
	asked, n, kind := v.demand()
	marked, of := v.demandMarked()
	deal := func(seat engine.Seat, some Cards, upTo int) {
		k := listCards(pool, some)
		chance.Shuffle(pool[:k])
		for s.hands[seat].Len() < upTo {
			k--
			s.hands[seat].Add(Card(pool[k]))
		}
	}
	if marked > 0 {
		v.fillMarked(asked, s.hands[asked], n, kind, marked, of, from, chance, deal)
	} else if n > 0 {
		of, known := from.And(kind), s.hands[asked].And(kind).Len()
		hidden := int(v.HandLen[asked]) - s.hands[asked].Len()
		k := drawCount(chance, of.Len(), from.Len()-of.Len(), hidden, max(0, n-known))
		deal(asked, of, s.hands[asked].Len()+k)
		deal(asked, from.Minus(kind), int(v.HandLen[asked]))
	}
	for seat := range engine.Seat(v.rules.Holders) {
		for other := range engine.Seat(v.rules.Holders) {
			from = from.Minus(s.hands[other])
		}
		deal(seat, from, int(v.HandLen[seat]))
	}
}

// drawCount draws how many of a hand's hidden cards are of a certain kind, but no fewer than least. Of the
// unseen cards, kind are of that kind and rest are not. Each number is as likely as the share of possible
// hands with it.
func drawCount(chance *engine.Rand, kind, rest, hidden, least int) int {
	var weight [MaxDeck + 1]uint64
	total := uint64(0)
	for k := least; k <= min(kind, hidden); k++ {
		weight[k] = combinations(kind, k) * combinations(rest, hidden-k)
		total += weight[k]
	}
	roll, _ := bits.Mul64(uint64(chance.Word())<<32|uint64(chance.Word()), total)
	for k := range weight {
		if roll < weight[k] {
			return k
		}
		roll -= weight[k]
	}
	return least
}

// combinations returns the number of ways to choose k out of n cards.
func combinations(n, k int) uint64 {
	if k > n {
		return 0
	}
	w := uint64(1)
	for i := range k {
		w = w * uint64(n-i) / uint64(i+1)
	}
	return w
}

// demand returns the seat that is being asked for cards, how many it must hold, and the set of cards that
// count.
func (v *View) demand() (engine.Seat, int, Cards) {
	for i := range v.Stack[:v.Depth] {
		if f := &v.Stack[i]; f.Question == QuestionCard {
			return v.rules.cardsOf(f), int(f.N), v.rules.verbs[f.Verb].Card.Of(&v.Public, v.rules, f)
		}
	}
	return 0, 0, Cards{}
}

func listCards(dst []uint8, set Cards) int {
	n := 0
	for c := range set.Each {
		dst[n] = uint8(c)
		n++
	}
	return n
}

// EachStretch calls f for each part of the player deck that is left, from the top, below the cards that
// everyone knows. It passes the part's original size, its remaining cards, and whether its epidemic is among
// them. It assumes that epidemics are drawn in the order of the parts, even if known cards have been
// reordered.
func (v *View) EachStretch(f func(pile, left int, epidemic bool)) {
	drawn := int(v.DeckKnown) - int(v.DeckLen)
	for _, pile := range v.rules.piles {
		drawn += int(pile)
	}
	come := int(v.Epidemics)
	for _, c := range v.DeckTop[:v.DeckKnown] {
		if c == Epidemic {
			come++
		}
	}
	for i, pile := range v.rules.piles {
		gone := min(drawn, int(pile))
		drawn -= gone
		if left := int(pile) - gone; left > 0 {
			f(int(pile), left, come <= i)
		}
	}
}

// EpidemicOdds returns the chance that the next n player cards contain an epidemic.
func (v *View) EpidemicOdds(n int) float64 {
	none := 1.0
	for _, c := range v.DeckTop[:min(n, int(v.DeckKnown))] {
		if c == Epidemic {
			return 1
		}
	}
	n -= min(n, int(v.DeckKnown))
	v.EachStretch(func(_, left int, epidemic bool) {
		draws := min(n, left)
		n -= draws
		if epidemic {
			none *= float64(left-draws) / float64(left)
		}
	})
	return 1 - none
}

// fillInfection draws an order for the infection deck. Cards with a known position go there. The others
// belong to classes, each confined to a range of positions. Two ranges are either nested or disjoint, so
// filling the narrowest first makes all possible decks equally likely.
func (v *View) fillInfection(s *State, chance *engine.Rand) {
	n := int(v.InfectionLen)
	var taken uint64 // positions, counted from the top
	var known uint64 // cards with a known position
	for i := range n {
		if c := v.Known[i]; c != NoCity {
			s.infection[i] = c
			taken |= 1 << (n - 1 - i)
			known |= bit(c)
		}
	}
	var spans [MaxInfection]span
	m := v.spans(&spans, known)
	for _, sp := range spans[:m] {
		free := ^taken & (1<<(sp.hi+1) - 1<<sp.lo)
		for range chance.N(count(free)) {
			free &= free - 1
		}
		p := int(firstCity(free))
		taken |= 1 << p
		s.infection[n-1-p] = sp.card
	}
}

// spans returns the range of positions for each infection card without a known position, narrowest first.
func (v *View) spans(spans *[MaxInfection]span, known uint64) int {
	m := 0
	for _, cl := range v.Classes {
		eachCity(cl.Cards&^known, func(c City) bool {
			sp := span{card: c, lo: cl.Lo, hi: cl.Hi}
			for seat := range v.Recall {
				if v.Recall[seat]&bit(c) != 0 {
					sp.hi = min(sp.hi, v.RecallTo[seat]-1)
				}
			}
			at := m
			for ; at > 0 && spans[at-1].width() > sp.width(); at-- {
				spans[at] = spans[at-1]
			}
			spans[at] = sp
			m++
			return true
		})
	}
	return m
}

// span is the range of positions in the infection deck where a card can be, counted from the top.
type span struct {
	card   City
	lo, hi uint8
}

func (sp span) width() uint8 { return sp.hi - sp.lo }

// guess returns a position that fits the view, always the same one for equal views.
func (v *View) guess() State {
	var chance engine.Rand
	return v.Position(&chance)
}
