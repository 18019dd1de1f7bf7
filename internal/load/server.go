package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"theriac/internal/port"
)

// Server is a server in a process of its own.
type Server struct {
	URL     string
	Private string // address of the private listener
	Dir     string
	Ready   time.Duration // from the start of the process to /readyz
	cmd     *exec.Cmd
	syncs   counter // where they are counted
	done    chan struct{}
	ended   error
}

// ServerConfig says how to start one.
type ServerConfig struct {
	Bin  string // the program; "" for the one beside this one
	Dir  string
	Args []string
	Log  io.Writer
	// Listen and Private are host:port; "" chooses a free one.
	Listen, Private string
	// Wait is how long to wait for /readyz; 0 is a minute, less is not at all.
	Wait time.Duration
	// Under is a wrapper to start the program with, such as prlimit with its arguments.
	Under []string
	// Strict applies the limits to this machine too. Otherwise it is exempt.
	Strict bool
	// Count counts the syncs of the server, where the system lets it.
	Count bool
}

// product is the program that is measured: theriac, beside this one.
func product() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	bin, err := exec.LookPath(filepath.Join(filepath.Dir(self), "theriac"))
	if err != nil {
		return "", fmt.Errorf("load: the server is not beside this program (make build puts both into bin/): %w", err)
	}
	return bin, nil
}

// StartServer starts a server on its folder and waits until it is ready.
func StartServer(ctx context.Context, c ServerConfig) (*Server, error) {
	var err error
	if c.Bin == "" {
		if c.Bin, err = product(); err != nil {
			return nil, err
		}
	}
	for _, a := range []*string{&c.Listen, &c.Private} {
		if *a == "" {
			if *a, err = port.Free(); err != nil {
				return nil, err
			}
		}
	}
	args := append([]string{"serve", "--listen", c.Listen, "--private", c.Private, "--data", c.Dir}, c.Args...)
	if !c.Strict {
		args = append(args, "--trusted", "127.0.0.1/32")
	}
	words := append(append([]string{}, c.Under...), append([]string{c.Bin}, args...)...)
	if c.Count {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		words = append([]string{self, "load", "counted"}, words...)
	}
	s := &Server{URL: "http://" + c.Listen, Private: c.Private, Dir: c.Dir, done: make(chan struct{})}
	s.cmd = exec.CommandContext(ctx, words[0], words[1:]...)
	s.cmd.Stdout, s.cmd.Stderr = c.Log, c.Log
	started := func() error { return nil }
	if c.Count {
		if started, err = s.syncs.begin(s.cmd); err != nil {
			return nil, err
		}
	}
	began := time.Now()
	if err := errors.Join(s.cmd.Start(), started()); err != nil {
		return nil, err
	}
	go func() {
		s.ended = s.cmd.Wait()
		close(s.done)
	}()
	switch {
	case c.Wait < 0:
		return s, nil
	case c.Wait == 0:
		c.Wait = time.Minute
	}
	if err := s.WaitReady(ctx, c.Wait); err != nil {
		s.Kill()
		return nil, err
	}
	s.Ready = time.Since(began)
	return s, nil
}

// WaitReady waits for /readyz.
func (s *Server) WaitReady(ctx context.Context, most time.Duration) error {
	conn := NewConn(strings.TrimPrefix(s.URL, "http://"))
	defer conn.Close()
	conn.Wait = 5 * time.Second
	for end := time.Now().Add(most); ; {
		a, err := conn.Do(http.MethodGet, "/readyz", "", nil)
		if err == nil && a.Status == http.StatusOK {
			return nil
		}
		select {
		case <-s.done:
			return fmt.Errorf("load: the server ended: %w", errors.Join(s.ended, errEnded))
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
		if time.Now().After(end) {
			return fmt.Errorf("load: the server was not ready after %s: %d %w", most, a.Status, err)
		}
	}
}

var errEnded = errors.New("it is no longer running")

// PID is the server's process.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Kill kills the server, as the loss of a machine does.
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill()
	<-s.done
}

// Stop asks the server to end, and waits.
func (s *Server) Stop() error {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.done:
		return s.ended
	case <-time.After(30 * time.Second):
		s.Kill()
		return errors.New("load: the server did not end when it was asked to")
	}
}

// RSS is the memory that a process holds, in bytes.
func RSS(pid int) int64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return n << 10
		}
	}
	return 0
}

// Metrics reads the server's metrics, each with its labels and the sum of all.
func Metrics(addr string) (map[string]float64, error) {
	c := NewConn(addr)
	defer c.Close()
	a, err := c.succeed(http.MethodGet, "/metrics", "", nil)
	if err != nil {
		return nil, err
	}
	out := map[string]float64{}
	for line := range strings.Lines(string(a.Body)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimSpace(line), " ")
		if i := strings.IndexByte(line, '{'); i >= 0 {
			j := strings.LastIndexByte(line, '}')
			name, value, ok = line[:i], strings.TrimSpace(line[j+1:]), j > i
			if v, err := strconv.ParseFloat(value, 64); ok && err == nil {
				out[line[:j+1]] = v
			}
		}
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil {
			out[name] += v
		}
	}
	return out, nil
}
