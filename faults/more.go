package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"syscall"
	"time"

	"theriac/internal/load"
)

// underLoad starts three nodes, lets people play while do breaks something, and judges.
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
	r.Verdict = a.judge()
	for _, n := range c.nodes {
		r.SlowestStartMS = max(r.SlowestStartMS, n.slowest())
	}
	return nil
}

// victim is in turn the node that leads the tables' log, and any.
func (c *cluster) victim(k int, rng *rand.Rand) (i int, who string) {
	if k%2 == 0 {
		return c.leader(), "the leader"
	}
	return rng.IntN(3), "one node"
}

// frozen stops the process of a node for a while, as a machine does that swaps or is
// moved: it loses no connection, and does not know that time has passed.
func (p plan) frozen() (r Report, err error) {
	r = Report{Scenario: "processes of three nodes stopped for a while", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "frozen"))
	if err != nil {
		return r, err
	}
	defer c.end()
	return r, p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		for k := range p.freezes {
			i, who := c.victim(k, rng)
			pid := c.nodes[i].PID()
			if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
				return err
			}
			r.Faults["stop of "+who]++
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

// oneWay breaks one direction of a node's connections: nobody hears it, and it hears all.
func (p plan) oneWay() (r Report, err error) {
	r = Report{Scenario: "one of three nodes hears the others, and they do not hear it", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "oneway"))
	if err != nil {
		return r, err
	}
	defer c.end()
	return r, p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		for k := range p.oneways {
			i, who := c.victim(k, rng)
			if err := c.mute(i); err != nil {
				return err
			}
			r.Faults["unheard: "+who]++
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

// skewed lets the clocks of three nodes differ, and kills the leader meanwhile: the one
// whose clock is right goes by it, and the others say that theirs is not.
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
		for k := range p.skews {
			i, who := c.victim(k, rng)
			c.nodes[i].Kill()
			r.Faults["kill -9 of "+who]++
			time.Sleep(time.Duration(500+rng.IntN(3000)) * time.Millisecond)
			if err := c.nodes[i].start(90 * time.Second); err != nil {
				return err
			}
			a.waitMoves(10)
			p.log("n%d killed, %d acknowledged", i+1, a.acked.Load())
		}
		time.Sleep(10 * time.Second) // for the nodes to hear each other's clocks
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

// slowDisk lets the disks of three nodes take long for a sync: one after another, also
// the leader's, and at last all of them at once.
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
		slow := func(seed uint64) func() time.Duration { // some syncs hang for seconds
			rng := rand.New(rand.NewPCG(p.seed, seed))
			return func() time.Duration {
				if rng.IntN(100) == 0 {
					return 2 * time.Second
				}
				return time.Duration(20+rng.IntN(200)) * time.Millisecond
			}
		}
		for k := range p.slows {
			i, who := c.victim(k, rng)
			disks[i].Slow(slow(uint64(k)))
			r.Faults["slow: "+who]++
			time.Sleep(time.Duration(4000+rng.IntN(4000)) * time.Millisecond)
			disks[i].Slow(nil)
			a.waitMoves(10)
			p.log("the disk of n%d was slow, %d acknowledged", i+1, a.acked.Load())
		}
		for i, d := range disks {
			d.Slow(slow(uint64(100 + i)))
		}
		r.Faults["slow: all"]++
		time.Sleep(8 * time.Second)
		for _, d := range disks {
			d.Slow(nil)
		}
		return nil
	})
}

// sharded kills leaders and stops nodes where the tables are spread over several streams,
// each with a leader of its own.
func (p plan) sharded() (r Report, err error) {
	r = Report{Scenario: "three nodes with four shards", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "shards"))
	if err != nil {
		return r, err
	}
	defer c.end()
	for _, n := range c.nodes {
		n.args = append(n.args, "--shards", "4")
	}
	return r, p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		for k := range p.sharding {
			i := k % 3
			if k%2 == 0 {
				c.nodes[i].Kill()
				r.Faults["kill -9"]++
				time.Sleep(time.Duration(500+rng.IntN(4000)) * time.Millisecond)
				if err := c.nodes[i].start(90 * time.Second); err != nil {
					return err
				}
			} else {
				silent := rng.IntN(2) == 0
				if err := c.isolate(i, silent); err != nil {
					return err
				}
				r.Faults["partition"]++
				time.Sleep(time.Duration(4000+rng.IntN(4000)) * time.Millisecond)
				if err := c.heal(i, silent); err != nil {
					return err
				}
				if err := c.allReady(); err != nil {
					return err
				}
			}
			a.waitMoves(10)
			p.log("n%d was away, %d acknowledged", i+1, a.acked.Load())
		}
		return nil
	})
}
