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

// fullDisk plays until the disk is full, makes room, and plays on.
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
	n.out = filepath.Join(p.dir, "full.log") // on another disk
	if err := n.start(0); err != nil {
		return r, err
	}
	defer func() { n.Kill() }()
	a := newArena([]string{n.listen}, p.seed, patience)
	a.play(p.tables)
	time.Sleep(2 * time.Second)
	// Somebody else fills the disk, but for a little.
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

// flippedBits changes bits of stored pages, of a stopped server and of a running one. They
// may cost no more than the tables that their pages name, and a metric must tell of them.
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
	a.play(4 * p.tables) // so that several pages have entries of games that are not over
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
		// What is new is in the log of writes for a while: look again until a page has it.
		var where string
		for end := time.Now().Add(20 * time.Second); where == ""; time.Sleep(10 * time.Millisecond) {
			all, sitting := a.ids()
			where, err = flip(filepath.Join(n.dir, "data", "store", "theriac.db"), all, sitting, hit, rng)
			if err != nil {
				return r, err
			}
			if where == "" && (!running || time.Now().After(end)) {
				break
			}
		}
		if where == "" {
			break // the pages that were hit name all tables
		}
		r.Faults["bit"]++
		r.Notes = append(r.Notes, "flipped "+where)
	}
	if r.Faults["bit"] == 0 {
		return r, errors.New("no page has entries of a game that is not over")
	}
	if running {
		time.Sleep(300 * time.Millisecond) // before most of the games are over
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
	// A flipped bit is set right, and a page that was written anew since harms nobody.
	if r.Damaged > len(hit) {
		r.Words = append(r.Words, fmt.Sprintf("%d bits in pages of %d tables damaged %d", p.flips, len(hit), r.Damaged))
	}
	if r.Damaged > 0 && said == 0 {
		r.Words = append(r.Words, "no metric tells of the damage")
	}
	return r, nil
}

// ids lists the tables, and those of them whose games are not over: the log has their
// entries.
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

// filePage is how long a page of the store's file is, and tableLeaf how one begins that
// has rows.
const (
	filePage  = 8192
	tableLeaf = 0x0d
)

// flip changes a bit of a page that has an entry of a table that is not over and was not
// hit yet, and notes all tables that the page names. It does nothing if there is none.
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

// hasEntry reports whether a page has a row of a table's log. The id begins such a row;
// in others a bucket, a dot or a quotation mark stands before it.
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
