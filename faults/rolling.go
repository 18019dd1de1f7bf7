package main

import (
	"fmt"
	"path/filepath"
	"time"
)

// rolling replaces the program of three nodes under load, one node after another: with the
// next one, and back. Where no next one is named it is the same, and the nodes only restart.
func (p plan) rolling() (r Report, err error) {
	r = Report{Scenario: "rolling upgrade of three nodes, and back", Faults: map[string]int{}}
	if p.next == "" {
		r.Scenario = "rolling restart of three nodes, twice"
		p.next = p.bin
	}
	c, err := newCluster(p.bin, filepath.Join(p.dir, "rolling"))
	if err != nil {
		return r, err
	}
	defer c.end()
	a := newArena(c.addrs(), p.seed, patience)
	a.play(p.tables)
	err = p.roll(c, a, &r)
	a.end()
	if err != nil {
		return r, err
	}
	r.Verdict = a.judge()
	if r.Damaged > 0 {
		r.Words = append(r.Words, fmt.Sprintf("%d tables are called damaged, or newer", r.Damaged))
	}
	for _, n := range c.nodes {
		r.SlowestStartMS = max(r.SlowestStartMS, n.slowest())
	}
	return r, nil
}

func (p plan) roll(c *cluster, a *arena, r *Report) error {
	for round, bin := range []string{p.next, p.bin} {
		for i, n := range c.nodes {
			a.waitMoves(20)
			if err := n.Stop(); err != nil {
				return fmt.Errorf("node %d: %w", i+1, err)
			}
			n.bin = bin
			if err := n.start(90 * time.Second); err != nil {
				return err
			}
			r.Faults[[]string{"forward", "back"}[round]]++
			p.log("node %d replaced, %d acknowledged", i+1, a.acked.Load())
		}
	}
	a.waitMoves(20)
	return nil
}

// waitMoves waits until some more moves were acknowledged, or for half a minute: an
// election can take seconds.
func (a *arena) waitMoves(n int64) {
	for was, end := a.acked.Load(), time.Now().Add(30*time.Second); a.acked.Load() < was+n && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
}
