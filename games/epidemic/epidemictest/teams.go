package epidemictest

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// startTeams makes it some seat's turn in most scrambled team games. The rest begin with the teams' choice of
// roles.
func startTeams(s *epidemic.State, n func(int) int, arrange func(string)) {
	if s.Rules().Plays(epidemic.TeamMode) && s.Top().Question == epidemic.QuestionRoles && n(4) > 0 {
		arrange("turn " + engine.Number.Text(uint8(n(s.Rules().Players))))
	}
}

// scrambleTeams leaves few cubes of some diseases, so that a team can soon eradicate one or remove the last
// mutant cube.
func scrambleTeams(s *epidemic.State, n func(int) int, arrange func(string)) {
	r := s.Rules()
	if !r.Plays(epidemic.TeamMode) || s.Top().Question == epidemic.QuestionRoles {
		return
	}
	for d := range r.Diseases {
		if s.IsCured(epidemic.Disease(d)) {
			arrange("awards cure-" + r.Diseases[d] + " " + engine.Number.Text(uint8(n(r.Players/2))))
		}
	}
	if n(3) > 0 {
		return
	}
	clean := func(d epidemic.Disease) {
		for c := range r.Cities {
			if s.CubesAt(epidemic.City(c), d) > 0 {
				arrange("cubes " + r.City.Text(uint8(c)) + " " + r.Diseases[d] + " 0")
			}
		}
	}
	under := func(d epidemic.Disease) {
		clean(d)
		s.Eradicated &^= 1 << d
		arrange("cubes " + r.City.Text(uint8(s.Pawns[s.Active])) + " " + r.Diseases[d] + " 1")
	}
	last := len(r.Diseases) - 2
	for d := range epidemic.Disease(last) {
		s.Cured |= 1 << d
		if int(d) < last-1 || len(r.Diseases) > 4 {
			clean(d)
			arrange("eradicated " + r.Diseases[d])
		} else {
			under(d)
		}
	}
	if len(r.Diseases) > 4 {
		s.Cured &^= 1 << last
		s.Eradicated &^= 1 << last
		under(epidemic.Disease(last + 1))
	} else if last := epidemic.Disease(2); !s.IsEradicated(last) {
		s.Cured |= 1 << last
		under(last)
	}
}
