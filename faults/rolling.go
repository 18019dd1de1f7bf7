package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// rolling upgrades three nodes under load to the next version, one at a time, and then downgrades them again.
// Without a next version, the nodes only restart.
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
	r.judgeCluster(a, c)
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

// goOn waits until n more moves are acknowledged. It returns an error if none is within half a minute.
func (a *arena) goOn(n int64) error {
	was := a.acked.Load()
	if a.waitMoves(n); a.acked.Load() == was {
		return errors.New("nodes are ready and acknowledge no move")
	}
	return nil
}

// waitMoves waits until n more moves are acknowledged, but at most half a minute. An election can take seconds.
func (a *arena) waitMoves(n int64) {
	for was, end := a.acked.Load(), time.Now().Add(30*time.Second); a.acked.Load() < was+n && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
}
