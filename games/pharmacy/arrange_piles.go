package pharmacy

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
		if a.take(cards[i]); a.why == "" {
			s.push(p, cards[i])
		}
	}
}

// take takes a card out of the pile that it lies in.
func (a *arranger) take(c Card) {
	s := a.s
	for p := range s.pile {
		for i := range int(s.PileLen[p]) {
			if s.pile[p][i] == c {
				s.pluckAt(p, i)
				return
			}
		}
	}
	a.why = "the card " + cardKind.Text(uint8(c)) + " lies in no pile"
}

// bury puts a card under a pile, if it has room.
func (a *arranger) bury(c Card, p int) {
	if a.s.PileLen[p] == pileSize {
		a.why = "the cards do not fit elsewhere: lay some in front of players first"
		return
	}
	a.s.under(p, c)
}

// level makes the last card of each pile the open one.
func (s *State) level() {
	for p := range s.pile {
		if n := int(s.PileLen[p]); n > 0 {
			s.Top[p] = s.pile[p][n-1]
		} else {
			s.Top[p] = NoCard
		}
	}
}

// pluckAt takes a card out of a pile, which closes up.
func (s *State) pluckAt(p, i int) Card {
	c, n := s.pile[p][i], s.PileLen[p]
	copy(s.pile[p][i:n], s.pile[p][i+1:n])
	s.PileLen[p]--
	s.pile[p][s.PileLen[p]] = 0
	s.level()
	return c
}

// push puts a card on top of a pile; a full one gives its lowest card to the other.
func (s *State) push(p int, c Card) {
	if s.PileLen[p] == pileSize {
		s.under(1-p, s.pluckAt(p, 0))
	}
	s.pile[p][s.PileLen[p]] = c
	s.PileLen[p]++
	s.level()
}

// under puts a card under a pile.
func (s *State) under(p int, c Card) {
	copy(s.pile[p][1:s.PileLen[p]+1], s.pile[p][:s.PileLen[p]])
	s.pile[p][0] = c
	s.PileLen[p]++
	s.level()
}

// smaller is the pile with fewer cards: it has room for whatever is in no pile.
func (s *State) smaller() int {
	if s.PileLen[1] < s.PileLen[0] {
		return 1
	}
	return 0
}
