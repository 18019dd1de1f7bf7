package epidemictest

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// scrambleLab sets up a laboratory at random: cubes in dishes, partly finished lines of research, and a
// nearly empty sequence deck.
func scrambleLab(s *epidemic.State, n func(int) int, arrange func(string)) {
	r := s.Rules()
	if !r.Plays(epidemic.LabMode) {
		return
	}
	scrambleEradicated(s, n, arrange)
	for range n(8) {
		dish, d := n(len(epidemic.DishKind.Values)), n(len(r.Diseases))
		if have := s.Lab.Dishes[dish][d]; s.Supply[d] > 0 {
			arrange("dish " + epidemic.DishKind.Text(uint8(dish)) + " " + r.Disease.Text(uint8(d)) + " " + engine.Number.Text(have+1))
		}
	}
	if n(8) == 0 {
		s.Lab.Appeared = s.Cured
	}
	if n(3) == 0 {
		arrange("sequence size " + engine.Number.Text(uint8(n(3))))
	}
	for i, line := range epidemic.ResearchKind.Values {
		if n(3) > 0 && (i == 0 || n(2) == 0) {
			card := r.Sequences[n(len(r.Sequences))]
			arrange("sequence " + line + " " + card.ID)
			scrambleLine(s, i, card, n, arrange)
		}
	}
}

// scrambleLine advances a line of research at random, sometimes to completion.
func scrambleLine(s *epidemic.State, i int, card epidemic.SequenceCard, n func(int) int, arrange func(string)) {
	r, line := s.Rules(), epidemic.ResearchKind.Text(uint8(i))
	d, _ := r.Disease.Parse(card.Vials[n(len(card.Vials))])
	if int(d) >= len(r.Diseases) || s.IsCured(epidemic.Disease(d)) || s.Lab.Lines[1-i].Cure == epidemic.Disease(d) || n(4) == 0 {
		return
	}
	cards, used := "", 0
	for c := range s.Discard.Each {
		if c.IsCity() && used < 1+n(2) {
			cards += " " + r.Card.Text(uint8(c))
			used++
		}
	}
	if used == 0 {
		return
	}
	cure := r.Disease.Text(d)
	arrange("research " + line + " " + cure + cards)
	if n(2) == 0 {
		return
	}
	for _, of := range append([]string{epidemic.GreyCircles}, r.Diseases...) {
		need := card.Circles[of]
		if of == epidemic.GreyCircles {
			of = cure
		}
		if k, _ := r.Disease.Parse(of); need > 0 && s.Supply[k] >= need {
			arrange("circles " + line + " " + of + " " + engine.Number.Text(need))
		}
	}
}

// scrambleEradicated sometimes removes all cubes of a cured disease from the board.
func scrambleEradicated(s *epidemic.State, n func(int) int, arrange func(string)) {
	r := s.Rules()
	for d, name := range r.Diseases {
		if !s.IsCured(epidemic.Disease(d)) || n(4) > 0 {
			continue
		}
		for c, city := range r.City.Values {
			if s.CubesAt(epidemic.City(c), epidemic.Disease(d)) > 0 {
				arrange("cubes " + city + " " + name + " 0")
			}
		}
		arrange("eradicated " + name)
	}
}
