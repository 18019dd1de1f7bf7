package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"theriac/internal/load"
)

// upgrade replaces the program of three nodes under load with a newer one, which writes an additional kind of
// log entry. Then it goes back to the older program, twice. The first time no such entry exists yet, because
// one node still has the older program. The second time some games have such entries. Finally all nodes get the
// newer program.
func (p plan) upgrade() (r Report, err error) {
	r = Report{Scenario: "upgrade of three nodes to a new kind of entry, and back", Faults: map[string]int{}}
	if p.newer == "" {
		if p.newer, err = p.buildNewer(); err != nil {
			return r, err
		}
	}
	c, err := newCluster(p.bin, filepath.Join(p.dir, "upgrade"))
	if err != nil {
		return r, err
	}
	defer c.end()
	a := newArena(c.addrs(), p.seed, patience)
	a.play(p.tables)
	err = p.forwardAndBack(c, a, &r)
	a.end()
	if err != nil {
		return r, err
	}
	r.Verdict = a.judge()
	touched, held := 0, 0
	for _, b := range a.boards {
		if b.touched {
			touched++
		}
		if b.isHeld() {
			held++
		}
	}
	r.Notes = append(r.Notes, fmt.Sprintf("%d of %d games have the new kind of entry; %d of them waited for the way forward", touched, len(a.boards), held))
	if touched == 0 || held == 0 {
		return r, fmt.Errorf("%d games had the new kind, and %d waited: nothing was tried", touched, held)
	}
	for i, n := range c.nodes {
		r.SlowestStartMS = max(r.SlowestStartMS, n.slowest())
		if n.said("a table is broken") > 0 {
			r.Words = append(r.Words, fmt.Sprintf("node %d called a table broken", i+1))
		}
	}
	if r.Damaged > 0 {
		r.Words = append(r.Words, fmt.Sprintf("%d tables are called damaged, or newer", r.Damaged))
	}
	return r, nil
}

// buildNewer builds a newer version of the program, which writes an additional kind of log entry.
func (p plan) buildNewer() (string, error) {
	at, err := filepath.Abs(filepath.Join(p.dir, "newer"))
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-tags", "nextentry", "-o", at, "./cmd/theriac")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("the newer program cannot be built: %w: %s", err, out)
	}
	return at, nil
}

// Log lines that a node writes when it enables a format, and when its program is too old for an enabled format.
const (
	saidOn     = "every node knows a new format"
	saidTooOld = "this program is too old for some of the data"
)

func (p plan) forwardAndBack(c *cluster, a *arena, r *Report) error {
	replace := func(how, bin string, nodes ...int) error {
		for _, i := range nodes {
			a.waitMoves(10)
			n := c.nodes[i]
			if err := n.Stop(); err != nil {
				return fmt.Errorf("node %d: %w", i+1, err)
			}
			n.bin = bin
			if err := n.start(90 * time.Second); err != nil {
				return err
			}
			r.Faults[how]++
			p.log("%s: node %d, %d acknowledged", how, i+1, a.acked.Load())
		}
		return nil
	}
	if err := replace("forward, not all", p.newer, 0, 1); err != nil {
		return err
	}
	a.waitMoves(30)
	if err := replace("back before", p.bin, 1, 0); err != nil {
		return err
	}
	for i, n := range c.nodes {
		if n.said(saidOn)+n.said(saidTooOld)+n.said("a newer version of the program has played on") > 0 || a.newer.Load() > 0 {
			return fmt.Errorf("node %d: the new kind was written before every node knew it", i+1)
		}
	}
	if err := replace("forward", p.newer, 0, 1, 2); err != nil {
		return err
	}
	for end := time.Now().Add(time.Minute); c.nodes[0].said(saidOn) == 0 || c.nodes[1].said(saidOn) == 0; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			return fmt.Errorf("every node knows the new kind, and it is not switched on")
		}
	}
	a.waitMoves(int64(10 * p.tables))
	if err := p.newerBackup(c.nodes[0], r); err != nil {
		return err
	}
	if err := replace("back after", p.bin, 0, 1, 2); err != nil {
		return err
	}
	a.waitMoves(int64(5 * p.tables)) // only tables begun after the return to the older program can continue
	if err := p.tooOld(c, r); err != nil {
		return err
	}
	if err := replace("forward again", p.newer, 0, 1, 2); err != nil {
		return err
	}
	a.waitMoves(30)
	return nil
}

// newerBackup makes a backup with the newer program and restores it with the older one. The restore must report
// games of a newer version, but no damage.
func (p plan) newerBackup(n *node, r *Report) error {
	file, to := filepath.Join(p.dir, "newer.backup"), filepath.Join(p.dir, "newer-restored")
	if out, err := exec.Command(p.newer, "backup", "--data", n.data(), file).CombinedOutput(); err != nil {
		return fmt.Errorf("backup: %w: %s", err, out)
	}
	out, err := exec.Command(p.bin, "restore", file, "--data", to).CombinedOutput()
	said := strings.Join(strings.Fields(string(out)), " ")
	if err != nil || !strings.Contains(said, " 0 games broken") || !strings.Contains(said, "games of a newer version") {
		return errors.Join(fmt.Errorf("the older program restores a newer backup: %s", said), err)
	}
	before, _, _ := strings.Cut(said, " games of a newer version")
	r.Notes = append(r.Notes, fmt.Sprintf("a backup of the newer program in the older one: %s games of a newer version, 0 broken", before[strings.LastIndexByte(before, ' ')+1:]))
	return os.RemoveAll(to)
}

// tooOld checks what nodes report when their program is too old.
func (p plan) tooOld(c *cluster, r *Report) error {
	newer := 0
	for i, n := range c.nodes {
		conn := load.NewConn(n.listen)
		got, err := conn.Do(http.MethodGet, "/readyz", "", nil)
		conn.Close()
		if err != nil || got.Status != http.StatusOK || !slices.Contains(strings.Fields(string(got.Body)), "newer") {
			return errors.Join(fmt.Errorf("node %d, which is too old, says %d %q", i+1, got.Status, got.Body), err)
		}
		if n.said(saidTooOld) == 0 {
			return fmt.Errorf("the log of node %d does not say that it is too old", i+1)
		}
		m, err := load.Metrics(n.private)
		if _, counted := m["theriac_tables_newer"]; err != nil || !counted {
			return errors.Join(fmt.Errorf("node %d: no metrics", i+1), err)
		}
		if m["theriac_tables_broken"] != 0 || m["theriac_store_damages"] != 0 {
			return fmt.Errorf("node %d calls something damaged", i+1)
		}
		newer += int(m["theriac_tables_newer"])
	}
	r.Notes = append(r.Notes, fmt.Sprintf("with the older program on every node: 0 tables called damaged, %d times one called newer", newer))
	out, err := exec.Command(p.bin, "doctor", "http://"+c.nodes[0].listen, "--idle", "1s").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "too old") {
		return errors.Join(fmt.Errorf("the doctor does not say that it is too old: %s", out), err)
	}
	return nil
}
