package pharmacy

// A proof goes through every risk card that can lie face down. What follows lays it; nothing
// that is played at a table does.

// LayRisk makes the risk card that goes round face down the given one.
func (s *State) LayRisk(c Card) { s.face = c }

// CouldLie is the risk cards that can be the one that goes round face down, by what the view
// knows.
func (v *View) CouldLie() []Card {
	if v.Face != NoCard {
		return []Card{v.Face}
	}
	var list []Card
	for f, k := range v.rules.risks {
		c := FirstRisk + Card(f)
		left := k.Copies - v.Opened.Count(c)
		for seat := range v.By.Each {
			left -= v.Hands[seat].Count(c)
		}
		if left > 0 {
			list = append(list, c)
		}
	}
	return list
}
