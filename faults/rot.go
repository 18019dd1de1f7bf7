package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"theriac/internal/load"
)

// rotten damages the files of one node: a page of each database table and index while the node is stopped or
// running, and its part of the log. The node must get what is damaged from the others.
func (p plan) rotten() (r Report, err error) {
	r = Report{Scenario: "bits flipped in the files of one of three nodes", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "rot"))
	if err != nil {
		return r, err
	}
	defer c.end()
	err = p.underLoad(&r, c, func(a *arena, rng *rand.Rand) error {
		for k := range p.times {
			a.talk()
			i, who := c.victim(k/4, rng)
			if err := p.rotOne(c.nodes[i], who, k%4, a, rng, &r); err != nil {
				return err
			}
			if err := errors.Join(c.allReady(), a.goOn(20)); err != nil {
				return err
			}
			p.log("files of n%d were damaged, %d acknowledged", i+1, a.acked.Load())
		}
		return c.restartAll(a, &r)
	})
	aside, repaired := 0, 0
	for _, n := range c.nodes {
		aside += n.said(`"msg":"put aside"`)
		repaired += n.said("had flipped and was set right")
	}
	r.Notes = append(r.Notes, fmt.Sprintf("nodes put aside %d damaged folders, and repaired %d pages", aside, repaired))
	if err == nil && aside+repaired == 0 {
		err = errors.New("no node noticed the damage: nothing was tried")
	}
	return r, err
}

// rotOne damages a node's files in one of four ways.
func (p plan) rotOne(n *node, who string, way int, a *arena, rng *rand.Rand, r *Report) error {
	file := filepath.Join(n.data(), stateFile)
	kind := []string{"a bit of each tree, stopped", "64 bytes of each tree, running", "a bit of the log, stopped", "64 bytes of each tree, stopped"}[way]
	if way == 1 {
		time.Sleep(time.Second) // at first, new rows are only in the write-ahead log
		a.fault(r, kind+", "+who)
		names, err := rot(file, true, rng)
		p.log("damaged %d trees of a running node", len(names))
		return err
	}
	if err := n.Stop(); err != nil { // which moves all rows to the file
		return err
	}
	a.fault(r, kind+", "+who)
	var err error
	if way == 2 {
		var blocks []string
		err = filepath.WalkDir(filepath.Join(n.data(), logFolder), func(path string, e fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".blk") {
				blocks = append(blocks, path)
			}
			return err
		})
		if err == nil {
			var where string
			where, err = rotAny(blocks, rng)
			p.log("flipped %s", where)
		}
	} else {
		_, err = rot(file, way == 3, rng)
	}
	return errors.Join(err, n.start(startWait))
}

// talk sends a chat message at each table, so that there are some to damage.
func (a *arena) talk() {
	a.mu.Lock()
	boards := a.boards
	a.mu.Unlock()
	c := load.NewConn(a.addrs[0])
	defer c.Close()
	for _, b := range boards {
		_, _ = c.Do(http.MethodPost, "/api/tables/"+b.id+"/talk", b.token, map[string]string{"text": "hello"}) // a table that is over may refuse
	}
}
