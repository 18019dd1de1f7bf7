package pharmacy

import (
	"strings"

	"theriac/engine"
)

// Arrange changes a position by hand: for puzzles, lessons and tests. Pieces are
// moved, never made: pills come from the pharmacy and the other players, cards
// from wherever they were. One line is one change:
//
//	turn 1                      this seat is on turn
//	pills 0 4 3 2               exactly these blue, yellow and red pills
//	pharmacy 4 0 0              exactly these; the rest goes to the last seat
//	pile left CARD CARD         on top, the open one first
//	pile right size 1           the other cards go under the other pile
//	front 0 CARD CARD/1 …       exactly these viruses, with so many injections
//	unused 0 1                  exactly so many injections on no virus
//	risk 0 CARD CARD            exactly these risk cards
//	unseen CARD CARD            the risk cards that nobody was dealt
//	opened CARD CARD            risk cards that have been played and are out of the round
//	nurse 0 1 · diagnosis 2 3 · doctor 1
//	round 3                     rounds before count nothing
func (s *State) Arrange(text string) error {
	for part := range strings.SplitSeq(text, " · ") {
		words := strings.Split(part, " ")
		a := arranger{s: s, words: words[1:]}
		do, ok := arrangements[words[0]]
		if !ok || len(words) < 2 {
			return &engine.ParseError{Text: part, Why: "no such change"}
		}
		do(&a)
		if a.why == "" && len(a.words) > 0 {
			a.why = "too many words"
		}
		if a.why != "" {
			return &engine.ParseError{Text: part, Why: a.why}
		}
	}
	return nil
}

var arrangements = map[string]func(*arranger){
	"turn":      (*arranger).turn,
	"pills":     (*arranger).pills,
	"pharmacy":  (*arranger).pharmacy,
	"pile":      (*arranger).pile,
	"front":     (*arranger).front,
	"unused":    (*arranger).unused,
	"risk":      (*arranger).risk,
	"unseen":    (*arranger).unseen,
	"opened":    (*arranger).opened,
	"nurse":     func(a *arranger) { a.guess(nurseFace, &a.s.Nurse, &a.s.Nursed) },
	"diagnosis": func(a *arranger) { a.guess(diagnosisFace, &a.s.Diagnostician, &a.s.Doomed) },
	"doctor":    func(a *arranger) { a.s.openFrom(doctorFace); a.s.Doctor = a.seat() },
	"round":     func(a *arranger) { a.s.Round = a.number() },
}

type arranger struct {
	s     *State
	words []string
	why   string
}

func (a *arranger) value(k *engine.Kind) uint8 {
	if len(a.words) == 0 {
		a.why = "a word is missing"
		return 0
	}
	w := a.words[0]
	a.words = a.words[1:]
	v, ok := k.Parse(w)
	if !ok && a.why == "" {
		a.why = "no " + k.Name + " is called " + w
	}
	return v
}

func (a *arranger) number() uint8 { return a.value(engine.Number) }

func (a *arranger) seat() engine.Seat {
	seat := engine.Seat(a.value(engine.SeatKind))
	if int(seat) >= a.s.rules.Players {
		a.why = "no such seat"
		return 0
	}
	return seat
}

func (a *arranger) cards() []Card {
	var list []Card
	for len(a.words) > 0 && a.why == "" {
		list = append(list, Card(a.value(cardKind)))
	}
	return list
}

func (a *arranger) turn() {
	a.s.Active = a.seat()
	a.s.Asked = engine.SeatsOf(a.s.Active)
}

// pills gives a seat exactly these. What is too much goes to the pharmacy, what is
// missing comes from there and then from the others, the last first.
func (a *arranger) pills() {
	s, seat := a.s, a.seat()
	want := Pills{a.number(), a.number(), a.number()}
	if a.why == "" {
		s.Pharmacy.add(s.Pills[seat])
		s.Pills[seat] = Pills{}
		a.move(&s.Pills[seat], want, &s.Pharmacy, seat)
	}
}

// move takes the wanted pills from one place and then from the other seats.
func (a *arranger) move(to *Pills, want Pills, from *Pills, not engine.Seat) {
	s := a.s
	for c := range want {
		for to[c] < want[c] {
			if from[c] > 0 {
				from[c]--
				to[c]++
				continue
			}
			seat := s.rules.Players - 1
			for ; seat >= 0 && (engine.Seat(seat) == not || s.Pills[seat][c] == 0); seat-- {
			}
			if seat < 0 {
				a.why = "not that many pills"
				return
			}
			s.Pills[seat][c]--
			to[c]++
		}
	}
}

// pharmacy leaves exactly these there; the last seat gets the others.
func (a *arranger) pharmacy() {
	s := a.s
	want := Pills{a.number(), a.number(), a.number()}
	if a.why == "" {
		s.Pills[s.rules.Players-1].add(s.Pharmacy)
		s.Pharmacy = Pills{}
		a.move(&s.Pharmacy, want, &s.Pills[s.rules.Players-1], NoSeat)
	}
}

// pile lays cards on top of a pile, or takes cards off its bottom to make it as
// small as wanted.
func (a *arranger) pile() {
	s, p := a.s, int(a.value(pileKind))
	if a.why == "" && len(a.words) == 2 && a.words[0] == "size" {
		a.words = a.words[1:]
		n := a.number()
		for a.why == "" && s.PileLen[p] > n {
			a.bury(s.pluckAt(p, 0), 1-p)
		}
		return
	}
	cards := a.cards()
	for i := len(cards) - 1; i >= 0 && a.why == ""; i-- {
		a.take(cards[i])
		s.push(p, cards[i])
	}
	s.level()
}

// level makes the last card of each pile the open one.
func (s *State) level() {
	for p := range s.Pile {
		if n := int(s.PileLen[p]); n > 0 {
			s.Top[p] = s.Pile[p][n-1]
		} else {
			s.Top[p] = NoCard
		}
	}
}

// take removes a card of the piles from where it is.
func (a *arranger) take(c Card) {
	s := a.s
	for p := range s.Pile {
		for i := range int(s.PileLen[p]) {
			if s.Pile[p][i] == c {
				s.pluckAt(p, i)
				return
			}
		}
	}
	a.why = "the card " + cardKind.Text(uint8(c)) + " lies in no pile"
}

// pluckAt takes a card out of a pile, which closes up.
func (s *State) pluckAt(p, i int) Card {
	c, n := s.Pile[p][i], s.PileLen[p]
	copy(s.Pile[p][i:n], s.Pile[p][i+1:n])
	s.PileLen[p]--
	s.Pile[p][s.PileLen[p]] = 0
	s.level()
	return c
}

// push puts a card on top of a pile; a full one gives its lowest card to the other.
func (s *State) push(p int, c Card) {
	if s.PileLen[p] == pileSize {
		low := s.pluckAt(p, 0)
		s.under(1-p, low)
	}
	s.Pile[p][s.PileLen[p]] = c
	s.PileLen[p]++
	s.level()
}

// under puts a card under a pile.
func (s *State) under(p int, c Card) {
	copy(s.Pile[p][1:s.PileLen[p]+1], s.Pile[p][:s.PileLen[p]])
	s.Pile[p][0] = c
	s.PileLen[p]++
	s.level()
}

// bury puts a card under a pile, or, where it is full, in front of nobody's eyes:
// there is no such place, so it is refused.
func (a *arranger) bury(c Card, p int) {
	if a.s.PileLen[p] == pileSize {
		a.why = "the cards do not fit elsewhere: lay some in front of players first"
		return
	}
	a.s.under(p, c)
}

// front lays exactly these viruses in front of a seat. Viruses of risk cards are
// opened for it, and injections come from the piles.
func (a *arranger) front() {
	s, seat := a.s, a.seat()
	if a.why != "" {
		return
	}
	a.clearFront(seat)
	f := &s.Fronts[seat]
	for len(a.words) > 0 && a.why == "" {
		name, doses, _ := strings.Cut(a.words[0], "/")
		a.words[0] = name
		c := Card(a.value(cardKind))
		n, _ := engine.Number.Parse(doses)
		if a.why != "" || s.rules.value[c] == 0 || n > 2 || f.N == maxFront {
			a.why = "no such virus"
			return
		}
		if c.IsRisk() {
			s.openFrom(c)
		} else {
			a.take(c)
		}
		for range n {
			a.take(Injection)
		}
		f.Virus[f.N] = Lying{Card: c, Doses: n}
		f.N++
	}
}

// clearFront puts what lies in front of a seat under the piles.
func (a *arranger) clearFront(seat engine.Seat) {
	s := a.s
	f := s.Fronts[seat]
	s.Fronts[seat] = Front{Unused: f.Unused}
	for _, l := range f.Virus[:f.N] {
		if l.Card.IsRisk() {
			a.why = "a risk card cannot be closed again"
			return
		}
		s.under(s.smaller(), l.Card)
		for range l.Doses {
			s.under(s.smaller(), Injection)
		}
	}
}

func (s *State) smaller() int {
	if s.PileLen[1] < s.PileLen[0] {
		return 1
	}
	return 0
}

func (a *arranger) unused() {
	s, seat := a.s, a.seat()
	n := a.number()
	for ; a.why == "" && s.Fronts[seat].Unused < n; s.Fronts[seat].Unused++ {
		a.take(Injection)
	}
	for ; a.why == "" && s.Fronts[seat].Unused > n; s.Fronts[seat].Unused-- {
		s.under(s.smaller(), Injection)
	}
}

// openFrom opens a risk card wherever it is. A hand that held it has one less.
func (s *State) openFrom(c Card) {
	for seat := range s.Hands {
		if s.Hands[seat].Count(c) > 0 {
			s.Hands[seat] = s.Hands[seat].Without(c)
			s.HandLen[seat]--
			s.Opened = s.Opened.With(c)
			return
		}
	}
	if s.fetch(0, c) {
		s.openFrom(c)
	}
}

// risk gives a seat exactly these risk cards. What it held before goes to the last
// other seat, and the cards come from whoever holds them.
func (a *arranger) risk() {
	s, seat := a.s, a.seat()
	cards := a.cards()
	if a.why != "" {
		return
	}
	other := engine.Seat(s.rules.Players - 1)
	if seat == other {
		other--
	}
	for f := FirstRisk; int(f) < cardCount; f++ {
		for s.Hands[seat].Count(f) > 0 {
			s.dealTo(other, f, seat)
		}
	}
	for _, c := range cards {
		if !c.IsRisk() || !s.fetch(seat, c) {
			a.why = "no such risk card is left"
			return
		}
	}
}

// unseen puts risk cards among those that nobody was dealt, in the place of others.
func (a *arranger) unseen() {
	s := a.s
	cards := a.cards()
	if a.why == "" && len(cards) != s.Unseen.Len() {
		a.why = "not as many cards as nobody was dealt"
	}
	last := engine.Seat(s.rules.Players - 1)
	for f := FirstRisk; int(f) < cardCount && a.why == ""; f++ {
		for ; s.Unseen.Count(f) > 0; s.HandLen[last]++ {
			s.Unseen, s.Hands[last] = s.Unseen.Without(f), s.Hands[last].With(f)
		}
	}
	for _, c := range cards {
		if a.why != "" || !c.IsRisk() || !s.fetchAny(c) {
			a.why = "no such risk card is left"
			return
		}
		s.Unseen = s.Unseen.With(c)
	}
}

// fetchAny takes a risk card out of some hand.
func (s *State) fetchAny(c Card) bool {
	for seat := range s.Hands {
		if s.Hands[seat].Count(c) > 0 {
			s.Hands[seat] = s.Hands[seat].Without(c)
			s.HandLen[seat]--
			return true
		}
	}
	return false
}

// opened takes risk cards out of the round. An injection or a virus among them
// would have to lie in front of somebody.
func (a *arranger) opened() {
	for _, c := range a.cards() {
		if a.why != "" || !c.IsRisk() || c == jabFace || !a.s.fetchAny(c) {
			a.why = "no such risk card can be opened"
			return
		}
		a.s.Opened = a.s.Opened.With(c)
	}
}

// dealTo moves a risk card from one hand to another.
func (s *State) dealTo(to engine.Seat, c Card, from engine.Seat) {
	s.Hands[from] = s.Hands[from].Without(c)
	s.HandLen[from]--
	s.Hands[to] = s.Hands[to].With(c)
	s.HandLen[to]++
}

// fetch brings a risk card into a hand from another one, or from the unseen ones,
// where another card takes its place.
func (s *State) fetch(seat engine.Seat, c Card) bool {
	for from := range engine.Seat(s.rules.Players) {
		if from != seat && s.Hands[from].Count(c) > 0 {
			s.dealTo(seat, c, from)
			return true
		}
	}
	if s.Unseen.Count(c) == 0 {
		return false
	}
	for from := range engine.Seat(s.rules.Players) {
		for f := FirstRisk; int(f) < cardCount && from != seat; f++ {
			if s.Hands[from].Count(f) > 0 && s.Unseen.Count(f) < 3 {
				s.Unseen = s.Unseen.Without(c).With(f)
				s.Hands[from] = s.Hands[from].Without(f).With(c)
				s.dealTo(seat, c, from)
				return true
			}
		}
	}
	return false
}

func (a *arranger) guess(c Card, who, whom *engine.Seat) {
	a.s.openFrom(c)
	*who, *whom = a.seat(), a.seat()
}
