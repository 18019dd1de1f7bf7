package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"theriac/internal/load"
)

// fullDisk plays until the disk is full, frees some space, and continues playing.
func (p plan) fullDisk() (r Report, err error) {
	r = Report{Scenario: "a disk that is full", Faults: map[string]int{}}
	dir := filepath.Join(p.dir, "full")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return r, err
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=40m"); err != nil {
		r.Notes = append(r.Notes, "a small file system cannot be mounted here: "+err.Error())
		return r, nil
	}
	defer func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }()
	n, err := newNode(p.bin, filepath.Join(dir, "n"), "--max-store", fmt.Sprint(1<<30))
	if err != nil {
		return r, err
	}
	n.out = filepath.Join(p.dir, "full.log") // keep the log file off the disk under test
	if err := n.start(0); err != nil {
		return r, err
	}
	defer func() { n.Kill() }()
	a := newArena([]string{n.listen}, p.seed, patience)
	a.play(p.tables)
	time.Sleep(2 * time.Second)
	// Another file takes up almost all of the disk.
	if err := fillUp(filepath.Join(dir, "ballast")); err != nil {
		return r, err
	}
	r.Faults["disk full"]++
	before := a.acked.Load()
	time.Sleep(4 * time.Second)
	r.Notes = append(r.Notes, fmt.Sprintf("%d moves were acknowledged while the disk was full", a.acked.Load()-before))
	alive := load.NewConn(n.listen)
	if got, err := alive.Do("GET", "/livez", "", nil); err != nil || !got.OK() {
		r.Notes = append(r.Notes, fmt.Sprintf("/livez while full: %d %v", got.Status, err))
	}
	alive.Close()
	if err := os.Remove(filepath.Join(dir, "ballast")); err != nil {
		return r, err
	}
	before = a.acked.Load()
	for end := time.Now().Add(p.wait); a.acked.Load() == before && time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond)
	}
	time.Sleep(time.Second)
	went := a.acked.Load() - before
	r.Notes = append(r.Notes, fmt.Sprintf("%d moves were acknowledged within %s once there was room", went, p.wait))
	if went == 0 {
		n.Kill()
		r.Faults["restart"]++
		r.Notes = append(r.Notes, "it needed a restart to go on")
		if err := n.start(0); err != nil {
			return r, err
		}
		time.Sleep(time.Second)
	}
	a.end()
	r.Verdict = a.judge()
	return r, nil
}

// fullOfThree fills the disk of one of three nodes after another, and then all three disks. If one disk is full,
// the other nodes go on. No node may need a restart.
func (p plan) fullOfThree() (r Report, err error) {
	r = Report{Scenario: "full disks of three nodes", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "full-three"))
	if err != nil {
		return r, err
	}
	defer c.end()
	for _, n := range c.nodes {
		if err := os.MkdirAll(n.dir, 0o700); err != nil {
			return r, err
		}
		if err := syscall.Mount("tmpfs", n.dir, "tmpfs", 0, "size=200m"); err != nil {
			r.Notes = append(r.Notes, "a small file system cannot be mounted here: "+err.Error())
			return r, nil
		}
		defer func() { _ = syscall.Unmount(n.dir, syscall.MNT_DETACH) }()
		n.args = append(n.args, "--max-store", fmt.Sprint(1<<30))
	}
	return r, p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		for k := range p.times {
			i, who := c.victim(k, rng)
			full := []*node{c.nodes[i]}
			if k == p.times-1 {
				who, full = "all nodes", c.nodes
			}
			for _, n := range full {
				if err := fillUp(filepath.Join(n.dir, "ballast")); err != nil {
					return err
				}
			}
			a.fault(&r, "full disk of "+who)
			before := a.acked.Load()
			time.Sleep(15 * time.Second)
			went := a.acked.Load() - before
			for _, n := range full {
				if err := os.Remove(filepath.Join(n.dir, "ballast")); err != nil {
					return err
				}
			}
			if len(full) == 1 && went == 0 {
				return fmt.Errorf("no move was acknowledged while the disk of %s was full", who)
			}
			p.log("the disk of %s was full: %d moves meanwhile, %d acknowledged", who, went, a.acked.Load())
			if err := errors.Join(c.allReady(), a.goOn(20)); err != nil {
				return err
			}
		}
		return c.restartAll(a, &r)
	})
}

// fillUp writes a file until the disk is full.
func fillUp(file string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	block := make([]byte, 64<<10)
	for {
		if _, err := f.Write(block); err != nil {
			if len(block) == 1 {
				return nil
			}
			block = block[:max(len(block)/2, 1)]
		}
	}
}

// flippedBits flips bits in pages of a server's store, while the server is stopped or running. Only tables
// named in those pages may be damaged, and a metric must report the damage.
func (p plan) flippedBits(running bool) (r Report, err error) {
	r = Report{Scenario: "bits flipped in stored pages of a stopped server", Faults: map[string]int{}}
	if running {
		r.Scenario = "bits flipped in stored pages of a running server"
	}
	n, err := newNode(p.bin, filepath.Join(p.dir, fmt.Sprintf("flip-%t", running)))
	if err != nil {
		return r, err
	}
	if err := n.start(0); err != nil {
		return r, err
	}
	defer func() { n.Kill() }()
	a := newArena([]string{n.listen}, p.seed, 20*time.Second)
	a.play(4 * p.tables) // more tables, so that several pages contain entries of unfinished games
	time.Sleep(2 * time.Second)
	if !running {
		a.end()
		if err := n.Stop(); err != nil {
			r.Notes = append(r.Notes, "stop: "+err.Error())
		}
	}
	rng := rand.New(rand.NewPCG(p.seed, 4))
	hit := map[string]bool{}
	for range p.flips {
		// At first, new entries are only in the write-ahead log. Wait until a page contains one.
		var where string
		for end := time.Now().Add(20 * time.Second); where == ""; time.Sleep(10 * time.Millisecond) {
			all, sitting := a.ids()
			where, err = flip(filepath.Join(n.data(), stateFile), all, sitting, hit, rng)
			if err != nil {
				return r, err
			}
			if where == "" && (!running || time.Now().After(end)) {
				break
			}
		}
		if where == "" {
			break // there is no other unfinished table whose pages could be flipped
		}
		r.Faults["bit"]++
		r.Notes = append(r.Notes, "flipped "+where)
	}
	if r.Faults["bit"] == 0 {
		return r, errors.New("no page has entries of a game that is not over")
	}
	if running {
		time.Sleep(300 * time.Millisecond) // so short that most games are still running
		a.end()
		n.Kill()
	}
	if err := n.start(0); err != nil {
		return r, err
	}
	r.Verdict = a.judge()
	said := 0.0
	for end := time.Now().Add(45 * time.Second); r.Damaged > 0 && said == 0 && time.Now().Before(end); time.Sleep(time.Second) {
		m, err := load.Metrics(n.private)
		if err != nil {
			return r, err
		}
		said = m["theriac_tables_found_broken_total"] + m["theriac_store_damages"]
	}
	r.Notes = append(r.Notes, fmt.Sprintf("the log says damaged %d and broken %d times", n.said("store damaged"), n.said("is broken")))
	// Fewer tables may be damaged than the flipped pages name: the server repairs single bits, and a page may
	// have been rewritten since.
	if r.Damaged > len(hit) {
		r.Words = append(r.Words, fmt.Sprintf("%d bits in pages of %d tables damaged %d", p.flips, len(hit), r.Damaged))
	}
	if r.Damaged > 0 && said == 0 {
		r.Words = append(r.Words, "no metric tells of the damage")
	}
	return r, nil
}

// ids returns the ids of all tables, and of those whose game is not over.
func (a *arena) ids() (all, sitting []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, b := range a.boards {
		all = append(all, b.id)
		if !b.isOver() {
			sitting = append(sitting, b.id)
		}
	}
	return all, sitting
}

// filePage is the page size of the store's file. A page with rows begins with the byte tableLeaf.
const (
	filePage  = 8192
	tableLeaf = 0x0d
)

// flip flips a bit in a page that contains an entry of an unfinished table not yet in hit. It adds all tables
// that the page names to hit. If there is no such page, it does nothing.
func flip(file string, all, sitting []string, hit map[string]bool, rng *rand.Rand) (string, error) {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	whole, err := io.ReadAll(f)
	if err != nil {
		return "", err
	}
	var pages []int
	for at := 0; at+filePage <= len(whole); at += filePage {
		page := whole[at : at+filePage]
		if slices.ContainsFunc(sitting, func(id string) bool { return !hit[id] && hasEntry(page, id) }) {
			pages = append(pages, at)
		}
	}
	if len(pages) == 0 {
		return "", nil
	}
	page := pages[rng.IntN(len(pages))]
	tables := 0
	for _, id := range all {
		if bytes.Contains(whole[page:page+filePage], []byte(id)) {
			hit[id] = true
			tables++
		}
	}
	at := page + rng.IntN(filePage)
	_, err = f.WriteAt([]byte{whole[at] ^ 1<<rng.IntN(8)}, int64(at))
	return fmt.Sprintf("a bit at %d of %d, in a page of %d tables", at, len(whole), tables), err
}

// hasEntry reports whether a page contains a row of a table's log. Such a row begins with the table's id. In
// other kinds of rows, the id follows a bucket's name, a dot or a quotation mark.
func hasEntry(page []byte, id string) bool {
	for from := 1; page[0] == tableLeaf; from += len(id) {
		i := bytes.Index(page[from:], []byte(id))
		if i < 0 {
			break
		}
		from += i
		if before := page[from-1]; before < ' ' || before > '~' {
			return true
		}
	}
	return false
}
