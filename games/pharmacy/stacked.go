package pharmacy

// A proof of a puzzle tries every possible face of the circulating risk card. Only proofs use the functions in
// this file.

// LayRisk gives the circulating risk card another face.
func (s *State) LayRisk(c Card) { s.face = c }

// CouldLie returns the faces that the circulating risk card could have, as far as the view's seats know.
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
