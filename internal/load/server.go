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
	"slices"
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
	words := slices.Concat(c.Under, []string{c.Bin}, args)
	s := &Server{URL: "http://" + c.Listen, Private: c.Private, Dir: c.Dir, done: make(chan struct{})}
	s.cmd = exec.CommandContext(ctx, words[0], words[1:]...)
	s.cmd.Stdout, s.cmd.Stderr = c.Log, c.Log
	began := time.Now()
	if err := s.cmd.Start(); err != nil {
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

// PID is the server's process, if it was started here.
func (s *Server) PID() int {
	if s.cmd == nil {
		return 0
	}
	return s.cmd.Process.Pid
}

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

// testServer is a server to measure and its folder.
type testServer struct {
	*Server
	addr string
	conn *Conn
	top  string // removed at the end
}

// open starts a server in a new folder, or takes the running one.
func (c Config) open(ctx context.Context, args ...string) (h *testServer, err error) {
	h = &testServer{Server: &Server{URL: c.URL}}
	if h.top, err = os.MkdirTemp(c.Data, "theriac-load-"); err != nil {
		return nil, err
	}
	if c.URL == "" {
		c.progress("starting a server")
		var log []byte
		h.Server, log, err = startIn(ctx, h.top, ServerConfig{Args: slices.Concat(args, c.Serve), Strict: c.Worst > 0})
		if err != nil {
			_ = os.RemoveAll(h.top)
			return nil, fmt.Errorf("%w\n%s", err, clip(log))
		}
	}
	h.addr, err = Addr(h.URL)
	h.conn = NewConn(h.addr)
	return h, err
}

// startIn starts a server whose data and log are in a folder. On an error, it returns the log.
func startIn(ctx context.Context, top string, c ServerConfig) (s *Server, said []byte, err error) {
	log, err := os.Create(filepath.Join(top, "server.log"))
	if err != nil {
		return nil, nil, err
	}
	c.Dir, c.Log = filepath.Join(top, "data"), log
	if s, err = StartServer(ctx, c); err != nil {
		said, _ = os.ReadFile(log.Name())
	}
	return s, said, err
}

// close stops a server that open started, and removes its folder.
func (h *testServer) close() {
	if h.cmd != nil {
		_ = h.Stop()
	}
	_ = os.RemoveAll(h.top)
}
