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

// disk is a node's disk. In a power failure it loses data that was not synced.
type disk struct {
	*forget.Disk
	n       *node
	unmount func() error
	lost    forget.Lost
}

// newDisk moves a node's data folder to a new disk.
func newDisk(n *node, model forget.Model, lies bool) (*disk, error) {
	d := &disk{Disk: forget.New(model, lies), n: n}
	return d, d.mount()
}

func (d *disk) mount() (err error) {
	d.unmount, err = forget.Mount(d.Disk, d.n.data())
	return err
}

// cutPower cuts the power of several nodes at the same moment, and gives them their disks in the state after
// the failure. The processes are killed while they wait for the disk, so that none of them sees an error.
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

// noFUSE reports whether to skip power failures, because they cannot be simulated on this machine. If the plan
// requires them, it returns an error instead.
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

// powerName returns the name of a scenario with power failures.
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

// powerOne cuts the power of one node under load several times.
func (p plan) powerOne(cuts int, strict, lies bool) (r Report, err error) {
	r = Report{Scenario: powerName("one node", strict), Faults: map[string]int{}}
	if skip, err := noFUSE(p, &r); skip {
		return r, err
	}
	n, err := newNode(p.bin, filepath.Join(p.dir, fmt.Sprintf("power-%t-%t-%d", strict, lies, p.seed)))
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
	d.SyncAll() // write everything to the disk, as if the node had been running for a while
	a := newArena([]string{n.listen}, p.seed, p.patient())
	rng := rand.New(rand.NewPCG(p.seed, 5))
	within := time.Minute // for a start
	if lies {
		within = p.patient()
	}
	a.play(p.tables)
	for i := range cuts {
		time.Sleep(time.Duration(100+rng.IntN(700)) * time.Millisecond)
		if lies {
			d.toForget(a)
		}
		if err = cutPower(rng, d); err == nil {
			r.Faults["power cut"]++
			err = n.start(within)
		}
		if err != nil && lies && n.said("the store has lost data") > 0 {
			err = errDamaged
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
	r.Reported = strict // this model is stricter than the file systems of real servers
	r.SlowestStartMS = n.slowest()
	return r, nil
}

// powerThree cuts the power of three nodes under load, alternately of all of them and of one.
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

// nodesOnDisks creates three nodes, each with its own disk. The caller must call end to stop them.
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
			a.fault(r, "power cut of all")
			if err := cutPower(rng, disks...); err != nil {
				return err
			}
			if err := c.startAll(); err != nil {
				return err
			}
		} else {
			a.fault(r, "power cut of one")
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

// toForget writes all tables even to a disk that ignores syncs, as the kernel does twice a minute. It then
// waits for more moves, which only exist in memory.
func (d *disk) toForget(a *arena) {
	d.SyncAll()
	a.waitMoves(20)
}

// patient returns how long a client waits for an answer during power failures.
func (p plan) patient() time.Duration { return min(patience, 2*p.wait+10*time.Second) }

// judgePower judges the tables, and reports what the disks lost. After a failure it copies the disks, which
// exist only in memory, to the folder with the logs.
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
		if err := os.CopyFS(d.n.dir+"-end", os.DirFS(d.n.data())); err != nil {
			r.Notes = append(r.Notes, "the disk could not be copied: "+err.Error())
		}
	}
}

// errDamaged means that the server noticed a damaged file by itself, and takes no writes.
var errDamaged = errors.New("the server says that its store is damaged")

// powerLies checks the check itself: on disks that acknowledge syncs without doing them, it must find that
// acknowledged moves are missing. A cut may also damage the file itself, which the server says, or lose nothing: then
// the next of five disks is tried.
func (p plan) powerLies(cuts int) (Report, error) {
	p.wait = time.Second
	found := Report{Scenario: "power cuts of one node whose disk lies about syncs"}
	for range 5 {
		r, err := p.powerOne(cuts, false, true)
		found.Faults = r.Faults
		if errors.Is(err, errDamaged) {
			found.Notes = append(found.Notes, "found, as it must be: "+err.Error())
			p.seed++
			continue
		}
		if err != nil || r.Faults["power cut"] == 0 { // the scenario failed or was skipped
			return r, err
		}
		if r.Lost == 0 { // the kernel happened to write everything
			p.seed++
			continue
		}
		found.Notes = append(found.Notes, r.Notes...)
		found.Notes = append(found.Notes, fmt.Sprintf("found, as it must be: of %d acknowledged moves %d lost, %d tables with histories that no order explains, %d stuck, %d damaged",
			r.Acknowledged, r.Lost, r.Unordered, r.Stuck, r.Damaged))
		return found, nil
	}
	return found, errors.New("nothing was found missing: these tests find nothing")
}
