package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"theriac/internal/load"
)

// startWait is how long a node may take to be ready. It may have to copy another node's state.
const startWait = 90 * time.Second

// saidRenamed is the end of the log line of a node that takes a new name, because its folder lacks something.
const saidRenamed = "the node takes a new name"

// parts are the parts of a data folder that a scenario deletes or replaces.
var parts = [][]string{{stateFolder, logFolder}, {logFolder}, {stateFolder}}

// copyParts replaces parts of a data folder by those of another one. It removes what the other one lacks.
func copyParts(to, from string, parts []string) error {
	for _, part := range parts {
		to, from := filepath.Join(to, part), filepath.Join(from, part)
		if err := os.RemoveAll(to); err != nil {
			return err
		}
		if _, err := os.Stat(from); errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			return err
		}
	}
	return nil
}

// wiped deletes the whole folder of a node, or only its state, or only its part of the log.
func (p plan) wiped() (r Report, err error) {
	r = Report{Scenario: "one of three nodes loses its folder", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "wipe"))
	if err != nil {
		return r, err
	}
	defer c.end()
	return r, p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		for k := range p.times {
			lost := parts[k%3]
			i, who := c.victim(k, rng)
			n := c.nodes[i]
			n.Kill()
			a.fault(&r, fmt.Sprintf("lost by %s: %v", who, lost))
			for _, part := range lost {
				if err := os.RemoveAll(filepath.Join(n.data(), part)); err != nil {
					return err
				}
			}
			if err := errors.Join(n.start(startWait), c.allReady(), a.goOn(20)); err != nil {
				return err
			}
			p.log("n%d has lost %v, %d acknowledged", i+1, lost, a.acked.Load())
		}
		return errors.Join(p.amnesia(c, a, &r), c.restartAll(a, &r))
	})
}

// amnesia starts two nodes that together lack acknowledged moves: one was down, and the other has lost its
// folder. They must not continue without the third.
func (p plan) amnesia(c *cluster, a *arena, r *Report) error {
	behind, lost, whole := c.nodes[0], c.nodes[1], c.nodes[2]
	behind.Kill()
	if err := a.goOn(30); err != nil {
		return err
	}
	lost.Kill()
	whole.Kill()
	a.fault(r, "one behind, one without its folder, the third down")
	if err := errors.Join(os.RemoveAll(lost.data()), behind.start(-1), lost.start(-1)); err != nil {
		return err
	}
	was := a.acked.Load()
	time.Sleep(25 * time.Second)
	alone := a.acked.Load() - was
	r.Notes = append(r.Notes, fmt.Sprintf("the node that was behind and the one without its folder acknowledged %d moves without the third", alone))
	if err := errors.Join(whole.start(-1), c.allReady(), a.goOn(20)); err != nil {
		return err
	}
	p.log("two without a memory did %d moves, %d acknowledged", alone, a.acked.Load())
	return nil
}

// cloned gives a node the folder of another node: of one that is stopped too, or an older copy of one that runs.
func (p plan) cloned() (r Report, err error) {
	r = Report{Scenario: "one of three nodes gets the folder of another", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "clone"))
	if err != nil {
		return r, err
	}
	defer c.end()
	return r, p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		for k := range p.times {
			i, who := c.victim(k, rng)
			from, to := c.nodes[i], c.nodes[(i+1+rng.IntN(2))%3]
			kind := "folder of " + who + ", which runs"
			from.Kill()
			if k%2 == 0 {
				kind = "folder of " + who + ", which is stopped"
				to.Kill()
				if err := copyParts(to.data(), from.data(), parts[0]); err != nil {
					return err
				}
				a.fault(&r, kind)
				if err := errors.Join(to.start(-1), from.start(-1)); err != nil {
					return err
				}
			} else {
				side := filepath.Join(p.dir, fmt.Sprintf("clone-%d", k))
				if err := errors.Join(copyParts(side, from.data(), parts[0]), from.start(startWait), a.goOn(20)); err != nil {
					return err
				}
				to.Kill()
				a.fault(&r, kind)
				if err := errors.Join(copyParts(to.data(), side, parts[0]), to.start(startWait), os.RemoveAll(side)); err != nil {
					return err
				}
			}
			if err := errors.Join(c.allReady(), a.goOn(20)); err != nil {
				return err
			}
			p.log("a node has the %s, %d acknowledged", kind, a.acked.Load())
		}
		if err := c.wrongFolder(&r); err != nil {
			return err
		}
		return errors.Join(a.goOn(20), c.restartAll(a, &r))
	})
}

// wrongFolder starts a node with a copy of everything in another node's folder. The program must refuse that,
// because the folder contains the name of its node.
func (c *cluster) wrongFolder(r *Report) error {
	from, to := c.nodes[0], c.nodes[1]
	side := to.dir + "-own"
	from.Kill()
	to.Kill()
	r.Faults["whole folder of another node"]++
	if err := errors.Join(os.Rename(to.data(), side), os.CopyFS(to.data(), os.DirFS(from.data()))); err != nil {
		return err
	}
	if err := to.start(20 * time.Second); err == nil || !strings.Contains(err.Error(), "cannot be opened as that of") {
		return errors.Join(errors.New("a node starts with the folder of another one"), err)
	}
	if err := errors.Join(os.RemoveAll(to.data()), os.Rename(side, to.data())); err != nil {
		return err
	}
	return errors.Join(to.start(-1), from.start(-1), c.allReady())
}

// rolledBack gives a node an earlier copy of its folder, of its state or of its part of the log. The copy is of
// a stopped node, or of a running one at one moment, as snapshots of virtual machines are.
func (p plan) rolledBack() (r Report, err error) {
	r = Report{Scenario: "one of three nodes gets an earlier copy of its folder", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "back"))
	if err != nil {
		return r, err
	}
	defer c.end()
	err = p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		for k := range p.times {
			old := parts[k%3]
			i, who := c.victim(k, rng)
			n, side := c.nodes[i], filepath.Join(p.dir, fmt.Sprintf("back-%d", k))
			kind := fmt.Sprintf("earlier %v of %s", old, who)
			if k/3%2 == 0 {
				n.Kill()
				err = errors.Join(copyParts(side, n.data(), old), n.start(startWait))
			} else {
				kind += ", copied while it ran"
				err = errors.Join(syscall.Kill(n.PID(), syscall.SIGSTOP), copyParts(side, n.data(), old), syscall.Kill(n.PID(), syscall.SIGCONT))
			}
			if err := errors.Join(err, a.goOn(30)); err != nil {
				return err
			}
			n.Kill()
			a.fault(&r, kind)
			if err := errors.Join(copyParts(n.data(), side, old), n.start(startWait), c.allReady(), a.goOn(20), os.RemoveAll(side)); err != nil {
				return err
			}
			p.log("n%d has an %s, %d acknowledged", i+1, kind, a.acked.Load())
		}
		return c.restartAll(a, &r)
	})
	renamed := 0
	for _, n := range c.nodes {
		renamed += n.said(saidRenamed)
	}
	r.Notes = append(r.Notes, fmt.Sprintf("nodes took a new name %d times", renamed))
	if err == nil && renamed == 0 {
		err = errors.New("no node noticed that its folder was an earlier one")
	}
	return r, err
}

// restartAll kills and starts all nodes, so that what they say afterwards comes from their folders.
func (c *cluster) restartAll(a *arena, r *Report) error {
	for _, n := range c.nodes {
		n.Kill()
	}
	a.fault(r, "full restart")
	return c.startAll()
}

// alike compares the histories that the nodes have of each table. A node may find a damaged row only now, and
// then copies another node's state. So alike waits up to a minute for a node that cannot show a table.
func (a *arena) alike(c *cluster, r *Report) (words []string) {
	late, end := 0, time.Now().Add(time.Minute)
	for _, b := range a.boards {
		var first string
		for i, n := range c.nodes {
			steps, tries, err := b.history(n, end)
			if tries > 1 {
				late++
			}
			switch {
			case err != nil:
				words = append(words, fmt.Sprintf("table %s at n%d: %v", b.id, i+1, err))
			case i == 0:
				first = steps
			case steps != first:
				words = append(words, fmt.Sprintf("table %s has another history at n%d", b.id, i+1))
			}
		}
	}
	if late > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d times a node could show a table only later", late))
	}
	return words
}

// history returns the history of a table as a node shows it, and how often it asked the node.
func (b *board) history(n *node, end time.Time) (steps string, tries int, err error) {
	conn := load.NewConn(n.listen)
	defer conn.Close()
	for {
		tries++
		got, err := conn.Do(http.MethodGet, "/api/tables/"+b.id+"/view?fresh=1&after=-1", b.token, nil)
		var u struct {
			Steps []load.Step `json:"steps"`
		}
		if err == nil && got.OK() {
			if err = json.Unmarshal(got.Body, &u); err == nil {
				text, err := json.Marshal(u.Steps)
				return string(text), tries, err
			}
		}
		if time.Now().After(end) {
			return "", tries, errors.Join(fmt.Errorf("%d %s", got.Status, got.Body), err)
		}
		time.Sleep(200 * time.Millisecond)
	}
}
