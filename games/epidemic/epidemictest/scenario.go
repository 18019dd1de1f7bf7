package epidemictest

import (
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/epidemic"
)

// Scenarios runs every scenario of a map game in a folder. It returns how often each rule occurred in a fact
// or refusal.
func Scenarios(t enginetest.T, g *epidemic.Ruleset, dir string, update bool) (fired map[string]int) {
	t.Helper()
	at := func(s engine.Session) *epidemic.State {
		state, _ := engine.At[epidemic.State](s)
		return state
	}
	return enginetest.Stage{
		Game:    g,
		Arrange: func(s engine.Session, text string) error { return Arrange(at(s), text) },
		Fault:   func(s engine.Session) string { return at(s).Fault() },
	}.Scenarios(t, dir, update)
}
