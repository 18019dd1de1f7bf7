package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// backupsUnderLoad backs up one of three nodes after another during play. It restores each backup elsewhere, and
// checks that every game in it is complete. Audit: S1.
func (p plan) backupsUnderLoad() (r Report, err error) {
	r = Report{Scenario: "backups of three nodes under load", Faults: map[string]int{}}
	if _, err := exec.LookPath(p.lab); err != nil {
		return r, err
	}
	c, err := newCluster(p.bin, filepath.Join(p.dir, "backups"))
	if err != nil {
		return r, err
	}
	defer c.end()
	for i := range p.backups {
		file, to := filepath.Join(p.dir, fmt.Sprintf("b%d", i)), filepath.Join(p.dir, fmt.Sprintf("b%d-house", i))
		stop := p.crowd(c, uint64(i))
		time.Sleep(3 * time.Second)
		began := time.Now()
		out, err := exec.Command(p.bin, "backup", "--data", c.nodes[i%3].data(), file).CombinedOutput()
		stop()
		if err != nil {
			return r, fmt.Errorf("backup %d: %w: %s", i+1, err, out)
		}
		took := time.Since(began)
		r.Faults["backup"]++
		out, err = exec.Command(p.bin, "restore", file, "--data", to).CombinedOutput()
		said := strings.Join(strings.Fields(string(out)), " ")
		if err != nil || !strings.Contains(said, " 0 games broken") {
			r.Broken++
		}
		p.log("backup %d in %s: %s", i+1, took.Round(time.Millisecond), firstOf(said, "Everything"))
		if bytes.Contains(out, []byte(" 0  tables playing")) {
			r.Notes = append(r.Notes, fmt.Sprintf("backup %d met nobody playing", i+1))
		}
		_ = os.RemoveAll(to)
	}
	r.Notes = append(r.Notes, fmt.Sprintf("%d of %d backups were restored whole", r.Faults["backup"]-r.Broken, p.backups))
	if r.Broken > 0 {
		return r, fmt.Errorf("%d backups are not whole", r.Broken)
	}
	return r, nil
}

// crowd makes people play on every node until stop is called. Runs are short, so that games begin and end all
// the time.
func (p plan) crowd(c *cluster, round uint64) (stop func()) {
	ctx, end := context.WithCancel(contextOf())
	var players sync.WaitGroup
	for i, n := range c.nodes {
		players.Go(func() {
			for seed := p.seed + 1000*round + uint64(i); ctx.Err() == nil; seed += 3 {
				cmd := exec.CommandContext(ctx, p.lab, "load", "--url", n.URL, "--tables", "8", "--players", "2", "--duration", "2s", "--seed", fmt.Sprint(seed))
				_ = cmd.Run() // only the load matters here, not the measured results
			}
		})
	}
	return func() { end(); players.Wait() }
}

// firstOf returns the part of a text before a word.
func firstOf(text, word string) string {
	before, _, _ := strings.Cut(text, word)
	return strings.TrimSpace(before)
}
