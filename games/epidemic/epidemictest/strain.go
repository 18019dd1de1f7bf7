package epidemictest

import "theriac/games/epidemic"

// scrambleStrain chooses a virulent disease and puts strain cards in force, if the table plays with them. It
// sometimes removes a cured disease from the board, so that the disease can come back or the game be won
// without it.
func scrambleStrain(s *epidemic.State, n func(int) int, arrange func(string)) {
	r := s.Rules()
	if r.Plays(epidemic.StrainMode) && n(3) > 0 {
		d := n(len(r.Diseases))
		arrange("strain " + r.Disease.Text(uint8(d)))
		for i := range r.Strains {
			if r.HasStrain(i) && !s.IsCured(epidemic.Disease(d)) && r.Strains[i].Now == nil && n(4) == 0 {
				arrange("force " + r.Strain.Text(uint8(i)))
			}
		}
		if n(6) == 0 && s.VirulentStrain.Force == 0 {
			s.Cured |= 1 << d
			clearOf(s, epidemic.Disease(d), arrange)
			s.Eradicated |= 1 << d
		}
	}
	if r.Plays(epidemic.MutationMode) && s.VirulentStrain.Force == 0 && n(8) == 0 {
		last := epidemic.Disease(len(r.Diseases) - 1)
		s.Cured = 1<<last - 1
		clearOf(s, last, arrange)
		arrange("cubes " + r.City.Text(uint8(s.Pawns[s.Active])) + " " + r.Disease.Text(uint8(last)) + " 1")
		s.Eradicated = 0
	}
}

// clearOf removes all cubes of a disease from the board.
func clearOf(s *epidemic.State, d epidemic.Disease, arrange func(string)) {
	r := s.Rules()
	for c := range r.Cities {
		arrange("cubes " + r.City.Text(uint8(c)) + " " + r.Disease.Text(uint8(d)) + " 0")
	}
}
