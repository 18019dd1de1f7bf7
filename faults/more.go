package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"syscall"
	"time"

	"theriac/internal/load"
)

// underLoad starts three nodes and keeps tables on them busy, calls do to cause faults, and judges the result.
func (p plan) underLoad(r *Report, c *cluster, do func(a *arena, rng *rand.Rand) error) error {
	if err := c.startAll(); err != nil {
		return err
	}
	a := newArena(c.addrs(), p.seed, patience)
	a.play(p.tables)
	a.waitMoves(20)
	err := do(a, rand.New(rand.NewPCG(p.seed, 7)))
	if err == nil {
		err = c.allReady()
	}
	if err == nil {
		a.waitMoves(20)
	}
	a.end()
	if err != nil {
		return err
	}
	r.judgeCluster(a, c)
	return nil
}

// judgeCluster judges the tables of a cluster. Every node must have all of them, so none may be damaged.
func (r *Report) judgeCluster(a *arena, c *cluster) {
	words := a.alike(c, r)
	r.Verdict = a.judge()
	r.Words = append(r.Words, words...)
	if r.Damaged > 0 {
		r.Words = append(r.Words, fmt.Sprintf("%d tables are called damaged", r.Damaged))
	}
	for _, n := range c.nodes {
		r.SlowestStartMS = max(r.SlowestStartMS, n.slowest())
	}
}

// victim returns the node to attack in round k: the leader of the log in even rounds, and a random node
// in odd ones. who describes the choice.
func (c *cluster) victim(k int, rng *rand.Rand) (i int, who string) {
	if k%2 == 0 {
		return c.leader(), "the leader"
	}
	return rng.IntN(3), "one node"
}

// frozen suspends the process of a node for a while, as happens on a machine that swaps or is migrated.
// Connections stay open, and the process does not notice the pause.
func (p plan) frozen() (r Report, err error) {
	r = Report{Scenario: "processes of three nodes stopped for a while", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "frozen"))
	if err != nil {
		return r, err
	}
	defer c.end()
	return r, p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		for k := range p.times {
			i, who := c.victim(k, rng)
			pid := c.nodes[i].PID()
			if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
				return err
			}
			a.fault(&r, "stop of "+who)
			time.Sleep(time.Duration(2000+rng.IntN(10_000)) * time.Millisecond)
			if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
				return err
			}
			a.waitMoves(10)
			p.log("n%d was stopped, %d acknowledged", i+1, a.acked.Load())
		}
		return nil
	})
}

// oneWay breaks one direction of a node's connections: the other nodes receive nothing from it, but it receives
// from them.
func (p plan) oneWay() (r Report, err error) {
	r = Report{Scenario: "one of three nodes hears the others, and they do not hear it", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "oneway"))
	if err != nil {
		return r, err
	}
	defer c.end()
	return r, p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		for k := range p.times {
			i, who := c.victim(k, rng)
			if err := c.mute(i); err != nil {
				return err
			}
			a.fault(&r, "unheard: "+who)
			time.Sleep(time.Duration(4000+rng.IntN(8000)) * time.Millisecond)
			if err := c.heal(i, true); err != nil {
				return err
			}
			if err := c.allReady(); err != nil {
				return err
			}
			a.waitMoves(10)
			p.log("n%d was unheard, %d acknowledged", i+1, a.acked.Load())
		}
		return nil
	})
}

// skewed sets the clocks of three nodes differently, and then kills the leader. The node with the right clock
// must not complain; the others must report that their clocks are wrong.
func (p plan) skewed() (r Report, err error) {
	r = Report{Scenario: "clocks of three nodes that differ by minutes", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "skew"))
	if err != nil {
		return r, err
	}
	defer c.end()
	ahead := []time.Duration{0, 90 * time.Second, -10 * time.Minute}
	for i, n := range c.nodes {
		n.args = append(n.args, fmt.Sprintf("--test-clock-ahead=%s", ahead[i]))
	}
	return r, p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		for k := range p.times {
			i, who := c.victim(k, rng)
			c.nodes[i].Kill()
			a.fault(&r, "kill -9 of "+who)
			time.Sleep(time.Duration(500+rng.IntN(3000)) * time.Millisecond)
			if err := c.nodes[i].start(90 * time.Second); err != nil {
				return err
			}
			a.waitMoves(10)
			p.log("n%d killed, %d acknowledged", i+1, a.acked.Load())
		}
		time.Sleep(10 * time.Second) // give the nodes time to compare their clocks
		for i, n := range c.nodes {
			m, err := load.Metrics(n.private)
			if err != nil {
				return err
			}
			if apart := m["theriac_clock_apart"] == 1; apart != (ahead[i] != 0) {
				return fmt.Errorf("n%d is %s ahead and says apart %t, %.0f s ahead", i+1, ahead[i], apart, m["theriac_clock_ahead_seconds"])
			}
		}
		r.Faults["skewed clocks"] = 2
		return nil
	})
}

// slowDisk makes syncs slow: first on the disk of one node after another, including the leader, and then on all
// three together.
func (p plan) slowDisk() (r Report, err error) {
	r = Report{Scenario: "slow disks of three nodes", Faults: map[string]int{}}
	if skip, err := noFUSE(p, &r); skip {
		return r, err
	}
	c, disks, end, err := p.nodesOnDisks("slow")
	defer end()
	if err != nil {
		return r, err
	}
	return r, p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		slow := func(seed uint64) func() time.Duration { // some syncs then take seconds
			rng := rand.New(rand.NewPCG(p.seed, seed))
			return func() time.Duration {
				if rng.IntN(100) == 0 {
					return 2 * time.Second
				}
				return time.Duration(20+rng.IntN(200)) * time.Millisecond
			}
		}
		for k := range p.times {
			i, who := c.victim(k, rng)
			disks[i].Slow(slow(uint64(k)))
			a.fault(&r, "slow: "+who)
			time.Sleep(time.Duration(4000+rng.IntN(4000)) * time.Millisecond)
			disks[i].Slow(nil)
			a.waitMoves(10)
			p.log("the disk of n%d was slow, %d acknowledged", i+1, a.acked.Load())
		}
		for i, d := range disks {
			d.Slow(slow(uint64(100 + i)))
		}
		a.fault(&r, "slow: all")
		time.Sleep(8 * time.Second)
		for _, d := range disks {
			d.Slow(nil)
		}
		return nil
	})
}
