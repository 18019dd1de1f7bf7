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

// node is one theriac process. Its folder and its addresses stay the same when it restarts.
type node struct {
	bin, dir string
	listen   string
	private  string
	args     []string
	out      string // file with its log
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

// start starts the process, and waits for at most wait until it is ready. If wait is negative, it does not
// wait.
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
		Bin: n.bin, Dir: n.data(), Args: append([]string{"--log-level", "debug"}, n.args...), Log: log,
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

// data returns the node's data folder.
func (n *node) data() string { return filepath.Join(n.dir, "data") }

// These are parts of a data folder. Only a cluster's node has a part of the log.
const (
	stateFolder = "store"
	stateFile   = "store/theriac.db"
	logFolder   = "log"
)

// tail returns the last lines of a file, for an error message.
func tail(file string) string {
	text, _ := os.ReadFile(file)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-6):], "\n")
}

// said returns how many log lines contain a text.
func (n *node) said(what string) int {
	text, _ := os.ReadFile(n.log())
	return strings.Count(string(text), what)
}

// slowest returns the duration of the slowest start, in seconds.
func (n *node) slowest() float64 {
	var most time.Duration
	for _, d := range n.ready {
		most = max(most, d)
	}
	return float64(most.Milliseconds())
}
