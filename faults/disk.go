package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// flippedBits changes one bit of a stored block, of a stopped server and of a running
// one.
func (p plan) flippedBits(running bool) (r Report, err error) {
	r = Report{Scenario: "bits flipped in a stored block of a stopped server", Faults: map[string]int{}}
	if running {
		r.Scenario = "bits flipped in a stored block of a running server"
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
	a.play(p.tables)
	time.Sleep(2 * time.Second)
	if !running {
		a.end()
		if err := n.Stop(); err != nil {
			r.Notes = append(r.Notes, "stop: "+err.Error())
		}
	}
	rng := rand.New(rand.NewPCG(p.seed, 4))
	flipped := map[string]bool{}
	for i := range p.flips {
		// A game may end before its bit is flipped, and few may be on: look again until
		// there is one.
		var where string
		for end := time.Now().Add(10 * time.Second); where == ""; time.Sleep(time.Millisecond) {
			where, err = flip(filepath.Join(n.dir, "data"), a.sitting(flipped), flipped, i == 0, rng)
			if err != nil {
				return r, err
			}
			if where == "" && (!running || time.Now().After(end)) {
				return r, fmt.Errorf("only %d tables of which the log has an entry", i)
			}
		}
		r.Faults["bit"]++
		r.Notes = append(r.Notes, "flipped in "+where)
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
	time.Sleep(time.Second)
	m, err := load.Metrics(n.private)
	if err != nil {
		return r, err
	}
	said := m["theriac_tables_found_broken_total"] + m["theriac_store_damages"]
	r.Notes = append(r.Notes, fmt.Sprintf("metrics: %.0f tables found broken, %.0f damages of the store; the log says damaged %d and broken %d times",
		m["theriac_tables_found_broken_total"], m["theriac_store_damages"], n.said("store damaged"), n.said("is broken")))
	// A bit of an archived game, or of a purged entry, harms nobody.
	if r.Damaged > p.flips {
		r.Words = append(r.Words, fmt.Sprintf("%d bits damaged %d tables", p.flips, r.Damaged))
	}
	if r.Damaged > 0 && said == 0 {
		r.Words = append(r.Words, "a table is damaged and no metric says so")
	}
	return r, nil
}

// sitting lists the tables whose games are not over, so that their entries are still
// in the log, without those of a list.
func (a *arena) sitting(without map[string]bool) (ids []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, b := range a.boards {
		if !b.isOver() && !without[b.id] {
			ids = append(ids, b.id)
		}
	}
	return ids
}

// flip changes one bit of an entry of the first of some tables that has one in the
// log: of its newest, which only the log has, or of any. It notes the table, and says
// nothing where it found none.
func flip(dir string, tables []string, flipped map[string]bool, newest bool, rng *rand.Rand) (string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.Contains(path, "LOG-") && strings.HasSuffix(path, ".blk") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		return "", fmt.Errorf("no stored block below %s: %w", dir, err)
	}
	for _, table := range tables {
		// The newest entry is in the newest block that has any.
		for _, file := range slices.Backward(files) {
			where, err := flipIn(file, table, newest, rng)
			if err != nil {
				return "", err
			}
			if where != "" {
				flipped[table] = true
				return where, nil
			}
		}
	}
	return "", nil
}

// flipIn flips a bit of one block, if it has an entry of the table.
func flipIn(file, table string, newest bool, rng *rand.Rand) (string, error) {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil // the server is done with it
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	whole, err := io.ReadAll(f)
	if err != nil {
		return "", err
	}
	var entries []int // where the entry's subject names the table
	for from := 0; ; {
		i := bytes.Index(whole[from:], []byte("."+table))
		if i < 0 {
			break
		}
		entries = append(entries, from+i)
		from += i + 1
	}
	if len(entries) == 0 {
		return "", nil
	}
	which := rng.IntN(len(entries))
	if newest {
		which = len(entries) - 1
	}
	at := int64(entries[which] + 40 + rng.IntN(200)) // in what follows the subject
	at = min(at, int64(len(whole)-1))
	one := make([]byte, 1)
	if _, err := f.ReadAt(one, at); err != nil {
		return "", err
	}
	one[0] ^= 1 << rng.IntN(8)
	_, err = f.WriteAt(one, at)
	return fmt.Sprintf("%s at %d of %d, in an entry of table %s", filepath.Base(file), at, len(whole), table), err
}
