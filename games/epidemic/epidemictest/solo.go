package epidemictest

import "theriac/games/epidemic"

// scrambleSolo takes some of the roles that nobody has out of a game alone.
func scrambleSolo(s *epidemic.State, n func(int) int) {
	if !s.Rules().Plays(epidemic.SoloMode) {
		return
	}
	for role := range s.Rules().Roles {
		if n(4) == 0 && role != int(s.Roles[0]) {
			s.RolesGone |= 1 << role
		}
	}
}
