package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"theriac/internal/load"
)

// keepLog is how long the log of this scenario keeps frames; normally that is an hour.
const keepLog = 5 * time.Second

// fillsLog is how long play may take to fill the file of the log that contains the person's data. The log
// deletes whole files only.
const fillsLog = 20 * time.Minute

// forgotten has a person deleted. Once the log has dropped the frames of that time and the nodes have stopped,
// the person's names and messages must not be on any node's disk.
func (p plan) forgotten() (r Report, err error) {
	r = Report{Scenario: "a person who is forgotten on three nodes", Faults: map[string]int{}}
	c, err := newNodes(p.bin, filepath.Join(p.dir, "forget"))
	if err != nil {
		return r, err
	}
	defer c.end()
	for _, n := range c.nodes {
		n.args = append(n.args, fmt.Sprintf("--test-keep-log=%s", keepLog))
	}
	var words []string
	if err := p.underLoad(&r, c, func(a *arena, rng *rand.Rand) (err error) {
		if words, err = c.tellAndForget(rng); err != nil {
			return err
		}
		a.fault(&r, "person forgotten")
		began, left := time.Now(), 1
		for left > 0 && time.Since(began) < fillsLog {
			if err := a.goOn(int64(20 * p.tables)); err != nil {
				return err
			}
			left = 0
			for _, n := range c.nodes {
				found, err := filesWith(filepath.Join(n.data(), logFolder), words)
				if err != nil {
					return err
				}
				left += len(found)
			}
		}
		r.Notes = append(r.Notes, fmt.Sprintf("the log has contained them for %s and %d moves", time.Since(began).Round(time.Second), a.acked.Load()))
		return nil
	}); err != nil {
		return r, err
	}
	for i, n := range c.nodes {
		if err := n.Stop(); err != nil { // which empties the write-ahead log, as happens every hour too
			return r, err
		}
		found, err := filesWith(n.data(), words)
		if err != nil {
			return r, err
		}
		for _, f := range found {
			r.Words = append(r.Words, fmt.Sprintf("on the disk of n%d: %s", i+1, f))
		}
	}
	return r, nil
}

// tellAndForget has a person give a name, change it, and send a message. It checks that all of that is on every
// node's disk, and then has the person forgotten. It returns what must not be found any more.
func (c *cluster) tellAndForget(rng *rand.Rand) (words []string, err error) {
	for range 3 {
		var word [20]byte
		for i := range word {
			word[i] = 'a' + byte(rng.IntN(26))
		}
		words = append(words, string(word[:]))
	}
	conn := load.NewConn(c.nodes[0].listen)
	defer conn.Close()
	who, err := load.NewPerson(conn)
	other, wrong := load.NewPerson(conn)
	if err := errors.Join(err, wrong); err != nil {
		return nil, err
	}
	table, err := load.NewTable(conn, []load.Person{who, other}, load.Wish{})
	if err != nil {
		return nil, err
	}
	for _, ask := range []struct {
		method, path string
		body         any
	}{
		{http.MethodPatch, "/api/me", map[string]string{"name": words[0]}},
		{http.MethodPatch, "/api/me", map[string]string{"name": words[1]}},
		{http.MethodPost, "/api/tables/" + table + "/talk", map[string]string{"text": words[2]}},
	} {
		a, err := conn.Do(ask.method, ask.path, who.Token, ask.body)
		if err := errors.Join(err, a.Err()); err != nil {
			return nil, fmt.Errorf("%s: %w", ask.path, err)
		}
	}
	for _, n := range c.nodes {
		for _, word := range words {
			for end := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
				if found, err := filesWith(n.data(), []string{word}); err != nil || len(found) > 0 {
					break
				}
				if time.Now().After(end) {
					return nil, fmt.Errorf("%s was never on the disk of %s: nothing was tried", word, n.dir)
				}
			}
		}
	}
	a, err := conn.Do(http.MethodDelete, "/api/me", who.Token, nil)
	return words, errors.Join(err, a.Err())
}

// filesWith lists the files of a folder that contain one of the words.
func filesWith(dir string, words []string) (list []string, err error) {
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return ignoreGone(err)
		}
		text, err := os.ReadFile(path)
		for _, word := range words {
			if at := bytes.Index(text, []byte(word)); at >= 0 {
				list = append(list, fmt.Sprintf("%s at %d of %d in %s", word, at, len(text), path))
			}
		}
		return ignoreGone(err)
	})
	return list, err
}

// ignoreGone returns nil if a file has been removed in the meantime.
func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
