package load

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The server reveals no secret of the card game, and the independent check finds every injected leak.
func TestCardSecretsAreHeld(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	conn := NewConn(address(t, live(t)))
	planted := map[string]int{}
	for i, seats := range []int{3, 4, 6} {
		rng := rand.New(rand.NewPCG(11, uint64(i)))
		wish, _ := cardTable(rng)
		g, err := newLeakGame(conn, rng, wish, seats)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(g.close)
		if err := g.play(); err != nil {
			t.Fatal(err)
		}
		o, err := newOracle(g)
		if err != nil {
			t.Fatal(err)
		}
		if looked, found, _ := o.check(g); len(found) > 0 || looked < 100 {
			t.Fatalf("%d things received, %d leaks: %s", looked, len(found), strings.Join(found[:min(len(found), 5)], "\n"))
		}
		for _, kind := range CardPlants() {
			var logs [][]received
			for _, v := range g.viewers {
				logs = append(logs, slices.Clone(v.log))
			}
			if injectLeak(kind, g, o) {
				planted[kind]++
				if _, _, apart := o.check(g); apart == 0 {
					t.Errorf("%d players: the planted leak %s was not found", seats, kind)
				}
			}
			for k, v := range g.viewers {
				v.log = logs[k]
			}
		}
	}
	for _, kind := range CardPlants() {
		if planted[kind] == 0 {
			t.Errorf("no game gave occasion to plant %s", kind)
		}
	}
	t.Logf("planted %v", planted)
}
