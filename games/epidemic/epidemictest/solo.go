package epidemictest

import "theriac/games/epidemic"

// scrambleSolo removes some of the unused roles from a solo game.
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
