package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"time"
)

func contextOf() context.Context { return context.Background() }

// Report is one scenario and its result.
type Report struct {
	Scenario string         `json:"scenario"`
	Seed     uint64         `json:"seed"`
	Faults   map[string]int `json:"faults"`
	Verdict
	ReadyAsked     int      `json:"ready_asked,omitempty"` // of survivors while a leader was dead
	ReadySlow      int      `json:"ready_slow,omitempty"`  // took over 100 ms
	ReadySlowestMS float64  `json:"ready_slowest_ms,omitempty"`
	NotReady       int      `json:"not_ready,omitempty"` // answers that were not 200
	Broken         int      `json:"broken_backups,omitempty"`
	SlowestStartMS float64  `json:"slowest_start_ms,omitempty"`
	Notes          []string `json:"notes,omitempty"`
	Reported       bool     `json:"reported,omitempty"` // what it lost is told, and fails nothing
	Seconds        float64  `json:"seconds"`
	OK             bool     `json:"ok"`
	Error          string   `json:"error,omitempty"`
}

// plan is how much of everything.
type plan struct {
	bin, dir   string
	lab        string // the program that plays beside backups
	next       string // the program after an upgrade; "": the same
	newer      string // one that writes a further kind of entry; "": build it
	seed       uint64
	tables     int
	kills      int
	leaders    int
	partitions int
	flips      int
	backups    int
	notices    int // people who are told at once
	cuts       int // of the power of one node
	trio       int // and of three
	freezes    int // stops of a process
	oneways    int // one-way partitions
	skews      int // kills while clocks differ
	slows      int // slow disks
	sharding   int // faults of several shards
	restart    bool
	wait       time.Duration // for a server to recover by itself
	log        func(format string, args ...any)
}

// patience is how long a client waits for an answer: an election takes up to ten
// seconds, and a node that starts a while.
const patience = 60 * time.Second

// oneNode kills a node under load, again and again.
func (p plan) oneNode() (r Report, err error) {
	r = Report{Scenario: "kill -9 on one node", Faults: map[string]int{}}
	n, err := newNode(p.bin, filepath.Join(p.dir, "one"))
	if err != nil {
		return r, err
	}
	if err := n.start(0); err != nil {
		return r, err
	}
	defer func() { n.Kill() }()
	a := newArena([]string{n.listen}, p.seed, patience)
	rng := rand.New(rand.NewPCG(p.seed, 2))
	a.play(p.tables)
	for i := range p.kills {
		time.Sleep(time.Duration(150+rng.IntN(700)) * time.Millisecond)
		n.Kill()
		r.Faults["kill -9"]++
		if err := n.start(0); err != nil {
			a.end()
			return r, err
		}
		if (i+1)%10 == 0 {
			p.log("%d kills, %d acknowledged", i+1, a.acked.Load())
		}
	}
	time.Sleep(500 * time.Millisecond)
	a.end()
	r.Verdict = a.judge()
	r.SlowestStartMS = n.slowest()
	return r, nil
}

// threeNodes kills leaders, cuts nodes off and at last kills all of them.
func (p plan) threeNodes() (r Report, err error) {
	r = Report{Scenario: "three nodes", Faults: map[string]int{}}
	c, err := newCluster(p.bin, filepath.Join(p.dir, "three"))
	if err != nil {
		return r, err
	}
	defer c.end()
	a := newArena(c.addrs(), p.seed, patience)
	rng := rand.New(rand.NewPCG(p.seed, 3))
	a.play(p.tables)
	err = p.trouble(c, a, rng, &r)
	if err == nil {
		time.Sleep(2 * time.Second)
	}
	a.end()
	if err != nil {
		return r, err
	}
	r.Verdict = a.judge()
	if r.NotReady > 0 {
		return r, fmt.Errorf("survivors said %d times that they are not ready", r.NotReady)
	}
	return r, nil
}

func (p plan) trouble(c *cluster, a *arena, rng *rand.Rand, r *Report) error {
	pause := func() { time.Sleep(time.Duration(800+rng.IntN(1500)) * time.Millisecond) }
	pause()
	for range p.leaders {
		i := c.leader()
		watch := c.watchReady(i)
		c.nodes[i].Kill()
		r.Faults["leader kill -9"]++
		// Long enough for the others to elect a new one, most of the time.
		time.Sleep(time.Duration(500+rng.IntN(4000)) * time.Millisecond)
		if p.leaders == 1 { // the short form waits for one election to end
			time.Sleep(8 * time.Second)
		}
		watch.end()
		watch.into(r)
		if err := c.nodes[i].start(90 * time.Second); err != nil {
			return err
		}
		pause()
		p.log("leader n%d killed, %d acknowledged", i+1, a.acked.Load())
	}
	for k := range p.partitions {
		i, silent := rng.IntN(3), rng.IntN(2) == 0
		if k%2 == 0 {
			i = c.leader()
		}
		if err := c.isolate(i, silent); err != nil {
			return err
		}
		r.Faults[fmt.Sprintf("partition, silent %t", silent)]++
		time.Sleep(time.Duration(4000+rng.IntN(8000)) * time.Millisecond)
		if err := c.heal(i, silent); err != nil {
			return err
		}
		if err := c.allReady(); err != nil {
			return err
		}
		pause()
		p.log("n%d was cut off, %d acknowledged", i+1, a.acked.Load())
	}
	if p.restart {
		for _, n := range c.nodes {
			n.Kill()
		}
		r.Faults["full restart"]++
		if err := c.startAll(); err != nil {
			return err
		}
		pause()
	}
	return nil
}

// twoOfThree does with two nodes what three can: all are killed and two started, and
// then, while one is lost, another is killed and started.
func (p plan) twoOfThree() (r Report, err error) {
	r = Report{Scenario: "two of three nodes", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "two"))
	if err != nil {
		return r, err
	}
	defer c.end()
	return r, p.underLoad(&r, c, func(a *arena, _ *rand.Rand) error {
		moves := func() error {
			was := a.acked.Load()
			if a.waitMoves(20); a.acked.Load() == was {
				return errors.New("two nodes are ready and acknowledge no move")
			}
			return nil
		}
		for _, n := range c.nodes {
			n.Kill()
		}
		for _, n := range c.nodes[:2] {
			if err := n.start(-1); err != nil {
				return err
			}
		}
		r.Faults["two of three started"]++
		if err := errors.Join(ready(c.nodes[:2]), moves()); err != nil {
			return err
		}
		p.log("two of three run, %d acknowledged", a.acked.Load())
		if err := errors.Join(c.nodes[2].start(90*time.Second), moves()); err != nil {
			return err
		}
		c.nodes[0].Kill() // and is not there for a while
		for _, n := range c.nodes[1:] {
			n.Kill()
			r.Faults["one lost, another kill -9"]++
			if err := errors.Join(n.start(90*time.Second), moves()); err != nil {
				return err
			}
			p.log("killed and started while another is lost, %d acknowledged", a.acked.Load())
		}
		return c.nodes[0].start(-1)
	})
}
