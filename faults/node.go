package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"theriac/internal/load"
	"theriac/internal/port"
)

// node is one theriac process with its folder and its addresses, which stay the same
// over restarts.
type node struct {
	bin, dir string
	listen   string
	private  string
	args     []string
	out      string // its log
	*load.Server
	starts int
	ready  []time.Duration
}

func newNode(bin, dir string, args ...string) (*node, error) {
	n := &node{bin: bin, dir: dir, args: args, out: dir + ".log"}
	var err error
	if n.listen, err = port.Free(); err != nil {
		return nil, err
	}
	n.private, err = port.Free()
	return n, err
}

// start starts the process; a wait less than 0 does not wait until it is ready.
func (n *node) start(wait time.Duration) error {
	if err := os.MkdirAll(n.dir, 0o700); err != nil {
		return err
	}
	log, err := os.OpenFile(n.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	n.starts++
	s, err := load.StartServer(context.Background(), load.ServerConfig{
		Bin: n.bin, Dir: filepath.Join(n.dir, "data"), Args: append([]string{"--log-level", "debug"}, n.args...), Log: log,
		Listen: n.listen, Private: n.private, Wait: wait,
	})
	if err != nil {
		return fmt.Errorf("%w\n%s", err, tail(n.log()))
	}
	n.Server = s
	n.ready = append(n.ready, s.Ready)
	return nil
}

func (n *node) log() string { return n.out }

// tail is the last lines of a file.
func tail(file string) string {
	text, _ := os.ReadFile(file)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-6):], "\n")
}

// said counts the lines of the log that hold a text.
func (n *node) said(what string) int {
	text, _ := os.ReadFile(n.log())
	return strings.Count(string(text), what)
}

// slowest is the longest start.
func (n *node) slowest() float64 {
	var most time.Duration
	for _, d := range n.ready {
		most = max(most, d)
	}
	return float64(most.Milliseconds())
}
