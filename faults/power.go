package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"theriac/faults/forget"
	"theriac/internal/load"
)

// disk is a node's disk, which forgets in a power cut what was not synced.
type disk struct {
	*forget.Disk
	n       *node
	unmount func() error
	lost    forget.Lost
}

// newDisk puts a disk under a node's data folder.
func newDisk(n *node, model forget.Model, lies bool) (*disk, error) {
	d := &disk{Disk: forget.New(model, lies), n: n}
	return d, d.mount()
}

func (d *disk) mount() (err error) {
	d.unmount, err = forget.Mount(d.Disk, filepath.Join(d.n.dir, "data"))
	return err
}

// cutPower cuts the power of some nodes at one instant, and lets them have their disks
// back as they are after it. Their processes are killed while they wait for the disk, so
// that none of them sees it fail.
func cutPower(rng *rand.Rand, disks ...*disk) error {
	after := make([]*forget.Disk, len(disks))
	for i, d := range disks {
		var lost forget.Lost
		after[i], lost = d.Cut(rng)
		d.lost.Add(lost)
	}
	var errs []error
	for _, d := range disks {
		errs = append(errs, syscall.Kill(d.n.PID(), syscall.SIGKILL))
		d.Bury()
		d.n.Kill()
	}
	for i, d := range disks {
		errs = append(errs, d.unmount())
		d.Disk = after[i]
		errs = append(errs, d.mount())
	}
	return errors.Join(errs...)
}

// noFUSE says why power cannot be cut here: an error where everything has to be tested.
func noFUSE(p plan, r *Report) (skip bool, err error) {
	if err = forget.Available(); err == nil {
		return false, nil
	}
	if os.Getenv("CI") != "" {
		return true, err
	}
	p.log("NO POWER WAS CUT: %v", err)
	r.Notes = append(r.Notes, "NOT RUN: "+err.Error())
	return true, nil
}

// powerName names a scenario.
func powerName(nodes string, strict bool) string {
	if strict {
		return "power cuts of " + nodes + ", names forgotten too"
	}
	return "power cuts of " + nodes
}

func powerModel(strict bool) forget.Model {
	if strict {
		return forget.Strict
	}
	return forget.Ordered
}

// powerOne cuts the power of one node under load, again and again.
func (p plan) powerOne(cuts int, strict, lies bool) (r Report, err error) {
	r = Report{Scenario: powerName("one node", strict), Faults: map[string]int{}}
	if skip, err := noFUSE(p, &r); skip {
		return r, err
	}
	n, err := newNode(p.bin, filepath.Join(p.dir, fmt.Sprintf("power-%t-%t", strict, lies)))
	if err != nil {
		return r, err
	}
	d, err := newDisk(n, powerModel(strict), lies)
	if err != nil {
		return r, err
	}
	defer func() { _ = d.unmount() }()
	if err := n.start(0); err != nil {
		return r, err
	}
	defer func() { n.Kill() }()
	d.SyncAll() // it has run for a while
	a := newArena([]string{n.listen}, p.seed, p.patient())
	rng := rand.New(rand.NewPCG(p.seed, 5))
	a.play(p.tables)
	for i := range cuts {
		time.Sleep(time.Duration(100+rng.IntN(700)) * time.Millisecond)
		if lies {
			d.toForget(a)
		}
		if err = cutPower(rng, d); err == nil {
			r.Faults["power cut"]++
			err = n.start(0)
		}
		if err != nil {
			break
		}
		if (i+1)%10 == 0 {
			p.log("%d cuts, %d acknowledged", i+1, a.acked.Load())
		}
	}
	time.Sleep(300 * time.Millisecond)
	a.end()
	if err != nil {
		return r, err
	}
	r.judgePower(a, d)
	r.Reported = strict // it is harder than the file systems that servers run on
	r.SlowestStartMS = n.slowest()
	return r, nil
}

// powerThree cuts the power of three nodes under load: in turn of all of them at one
// instant, and of one.
func (p plan) powerThree(cuts int) (r Report, err error) {
	r = Report{Scenario: powerName("three nodes", false), Faults: map[string]int{}}
	if skip, err := noFUSE(p, &r); skip {
		return r, err
	}
	c, disks, end, err := p.nodesOnDisks("power-three")
	defer end()
	if err != nil {
		return r, err
	}
	if err := c.startAll(); err != nil {
		return r, err
	}
	for _, d := range disks {
		d.SyncAll()
	}
	a := newArena(c.addrs(), p.seed, patience)
	a.play(p.tables)
	err = p.cutThree(c, disks, cuts, a, &r)
	if err == nil {
		time.Sleep(time.Second)
	}
	a.end()
	if err != nil {
		return r, err
	}
	r.judgePower(a, disks...)
	for _, n := range c.nodes {
		r.SlowestStartMS = max(r.SlowestStartMS, n.slowest())
	}
	return r, nil
}

// nodesOnDisks makes three nodes, each with a disk of its own; end stops them.
func (p plan) nodesOnDisks(name string) (c *cluster, disks []*disk, end func(), err error) {
	end = func() {
		if c != nil {
			c.end()
		}
		for _, d := range disks {
			_ = d.unmount()
		}
	}
	c, err = newNodes(p.bin, filepath.Join(p.dir, name))
	if err != nil {
		return nil, nil, end, err
	}
	for _, n := range c.nodes {
		d, err := newDisk(n, forget.Ordered, false)
		if err != nil {
			return c, disks, end, err
		}
		disks = append(disks, d)
	}
	return c, disks, end, nil
}

func (p plan) cutThree(c *cluster, disks []*disk, cuts int, a *arena, r *Report) error {
	rng := rand.New(rand.NewPCG(p.seed, 6))
	for i := range cuts {
		a.waitMoves(5)
		time.Sleep(time.Duration(100+rng.IntN(900)) * time.Millisecond)
		if i%2 == 0 {
			r.Faults["power cut of all"]++
			if err := cutPower(rng, disks...); err != nil {
				return err
			}
			if err := c.startAll(); err != nil {
				return err
			}
		} else {
			r.Faults["power cut of one"]++
			k := rng.IntN(3)
			if err := cutPower(rng, disks[k]); err != nil {
				return err
			}
			time.Sleep(time.Duration(rng.IntN(2000)) * time.Millisecond)
			if err := c.nodes[k].start(90 * time.Second); err != nil {
				return err
			}
		}
		p.log("%d cuts of three nodes, %d acknowledged", i+1, a.acked.Load())
	}
	return nil
}

// toForget lets tables reach a disk that lies, as a kernel does twice a minute, and then
// waits for moves that do not.
func (d *disk) toForget(a *arena) {
	d.SyncAll()
	a.waitMoves(20)
}

// patient is how long a client waits for an answer where power is cut.
func (p plan) patient() time.Duration { return min(patience, 2*p.wait+10*time.Second) }

// judgePower judges, and tells what the disks lost. Where something is wrong it copies the
// disks, which are in memory, beside the logs.
func (r *Report) judgePower(a *arena, disks ...*disk) {
	r.Verdict = a.judge()
	var lost forget.Lost
	damages := 0.0
	for _, d := range disks {
		lost.Add(d.lost)
		if m, err := load.Metrics(d.n.private); err == nil {
			damages += m["theriac_tables_found_broken_total"] + m["theriac_store_damages"]
		}
	}
	r.Notes = append(r.Notes, fmt.Sprintf("the disks forgot %d writes in %d files, %d of them torn, and %d names", lost.Writes, lost.Files, lost.Torn, lost.Names))
	if r.Damaged > 0 || damages > 0 {
		r.Words = append(r.Words, fmt.Sprintf("%d tables and %.0f places are called damaged", r.Damaged, damages))
	}
	if len(r.Words) == 0 {
		return
	}
	for _, d := range disks {
		if err := os.CopyFS(d.n.dir+"-end", os.DirFS(filepath.Join(d.n.dir, "data"))); err != nil {
			r.Notes = append(r.Notes, "the disk could not be copied: "+err.Error())
		}
	}
}

// powerLies checks the check: on a disk that answers syncs without doing them, moves that
// were acknowledged must be missing.
func (p plan) powerLies(cuts int) (Report, error) {
	p.wait = time.Second
	r, err := p.powerOne(cuts, false, true)
	if err != nil || r.Faults["power cut"] == 0 { // or it could not be run
		return r, err
	}
	found := Report{Scenario: "power cuts of one node whose disk lies about syncs", Faults: r.Faults}
	if r.Lost == 0 {
		return found, errors.New("nothing was found missing: these tests find nothing")
	}
	found.Notes = append(found.Notes, r.Notes...)
	found.Notes = append(found.Notes, fmt.Sprintf("found, as it must be: of %d acknowledged moves %d lost, %d tables with histories that no order explains, %d stuck, %d damaged",
		r.Acknowledged, r.Lost, r.Unordered, r.Stuck, r.Damaged))
	return found, nil
}
