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

// Report is the result of one scenario.
type Report struct {
	Scenario string         `json:"scenario"`
	Seed     uint64         `json:"seed"`
	Faults   map[string]int `json:"faults"`
	Verdict
	ReadyAsked     int      `json:"ready_asked,omitempty"` // number of probes of the surviving nodes while a leader was dead
	ReadySlow      int      `json:"ready_slow,omitempty"`  // number of probes that took over 100 ms
	ReadySlowestMS float64  `json:"ready_slowest_ms,omitempty"`
	NotReady       int      `json:"not_ready,omitempty"` // number of responses with a status other than 200
	Broken         int      `json:"broken_backups,omitempty"`
	SlowestStartMS float64  `json:"slowest_start_ms,omitempty"`
	Notes          []string `json:"notes,omitempty"`
	Reported       bool     `json:"reported,omitempty"` // losses are reported but do not fail the run
	Seconds        float64  `json:"seconds"`
	OK             bool     `json:"ok"`
	Error          string   `json:"error,omitempty"`
}

// plan specifies how often to cause each fault.
type plan struct {
	bin, dir   string
	lab        string // program that plays during backups
	next       string // program after an upgrade; "" for the same program
	newer      string // program that writes an additional kind of entry; "" to build it
	seed       uint64
	tables     int
	kills      int
	leaders    int
	partitions int
	flips      int
	backups    int
	notices    int // number of people who get a notice at the same time
	cuts       int // number of power failures of one node
	trio       int // number of power failures with three nodes
	times      int // number of faults in each of the remaining scenarios with three nodes
	restart    bool
	wait       time.Duration // how long a server may take to recover by itself
	log        func(format string, args ...any)
}

// patience is how long a client waits for an answer. An election takes up to ten seconds, and a node also needs
// time to start.
const patience = 60 * time.Second

// oneNode kills a single node under load several times.
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

// threeNodes kills leaders of a cluster, isolates nodes and finally kills all nodes together.
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
	r.judgeCluster(a, c)
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
		a.fault(r, "leader kill -9")
		// Usually this is long enough for the others to elect a new leader.
		time.Sleep(time.Duration(500+rng.IntN(4000)) * time.Millisecond)
		if p.leaders == 1 { // the short run waits until one election has finished
			time.Sleep(8 * time.Second)
		}
		watch.end()
		watch.into(r)
		if err := c.nodes[i].start(90 * time.Second); err != nil {
			return err
		}
		pause()
		a.waitMoves(10)
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
		a.fault(r, fmt.Sprintf("partition, silent %t", silent))
		time.Sleep(time.Duration(4000+rng.IntN(8000)) * time.Millisecond)
		if err := c.heal(i, silent); err != nil {
			return err
		}
		if err := c.allReady(); err != nil {
			return err
		}
		pause()
		a.waitMoves(10)
		p.log("n%d was cut off, %d acknowledged", i+1, a.acked.Load())
	}
	if p.restart {
		if err := c.restartAll(a, r); err != nil {
			return err
		}
		pause()
	}
	return nil
}

// twoOfThree checks that two of three nodes are enough under load. It kills all nodes and starts only two of
// them. Later one node stays down while the others are killed and restarted in turn.
func (p plan) twoOfThree() (r Report, err error) {
	r = Report{Scenario: "two of three nodes", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "two"))
	if err != nil {
		return r, err
	}
	defer c.end()
	return r, p.underLoad(&r, c, func(a *arena, _ *rand.Rand) error {
		for _, n := range c.nodes {
			n.Kill()
		}
		for _, n := range c.nodes[:2] {
			if err := n.start(-1); err != nil {
				return err
			}
		}
		a.fault(&r, "two of three started")
		if err := errors.Join(ready(c.nodes[:2]), a.goOn(20)); err != nil {
			return err
		}
		p.log("two of three run, %d acknowledged", a.acked.Load())
		if err := errors.Join(c.nodes[2].start(90*time.Second), a.goOn(20)); err != nil {
			return err
		}
		c.nodes[0].Kill() // this node stays down for a while
		for _, n := range c.nodes[1:] {
			n.Kill()
			a.fault(&r, "one lost, another kill -9")
			if err := errors.Join(n.start(90*time.Second), a.goOn(20)); err != nil {
				return err
			}
			p.log("killed and started while another is lost, %d acknowledged", a.acked.Load())
		}
		return c.nodes[0].start(-1)
	})
}
