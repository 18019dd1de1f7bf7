package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
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

// Server is a server that runs in a separate process.
type Server struct {
	URL     string
	Private string // address of the private listener
	Dir     string
	Ready   time.Duration // time from the start of the process until /readyz succeeded
	cmd     *exec.Cmd
	done    chan struct{}
	ended   error
}

// ServerConfig tells StartServer how to start a server.
type ServerConfig struct {
	Bin  string // path of the program; "" means theriac in the folder of this program
	Dir  string
	Args []string
	Log  io.Writer
	// Listen and Private are addresses such as host:port; "" chooses a free port.
	Listen, Private string
	// Wait is the longest to wait for /readyz; 0 means a minute, and a negative value means not to wait.
	Wait time.Duration
	// Under is a wrapper that starts the program, such as prlimit with its arguments.
	Under []string
	// Strict applies the server's limits to requests from this machine, which are otherwise exempt.
	Strict bool
}

// product returns the path of the program to measure: theriac in the folder of this program.
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

// StartServer starts a server on a data folder, and waits until it is ready.
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

// WaitReady waits until /readyz succeeds.
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
			return errors.Join(fmt.Errorf("load: the server was not ready after %s: status %d", most, a.Status), err)
		}
	}
}

var errEnded = errors.New("it is no longer running")

// PID returns the process id of the server if this process started it, and 0 otherwise.
func (s *Server) PID() int {
	if s.cmd == nil {
		return 0
	}
	return s.cmd.Process.Pid
}

// Kill kills the server without warning, as the loss of a machine would.
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill()
	<-s.done
}

// Stop asks the server to shut down, and waits until it has ended.
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

// testServer is a server to measure, with its data folder.
type testServer struct {
	*Server
	addr string
	conn *Conn
	top  string // the folder to remove at the end
}

// open starts a server in a new folder, or uses the running server of the Config.
func (c Config) open(ctx context.Context, args ...string) (h *testServer, err error) {
	h = &testServer{Server: &Server{URL: c.URL}}
	if h.top, err = os.MkdirTemp(c.Data, "theriac-load-"); err != nil {
		return nil, err
	}
	if c.URL == "" {
		c.progress("starting a server")
		var log []byte
		h.Server, log, err = startIn(ctx, h.top, ServerConfig{Args: slices.Concat(args, c.Serve), Strict: c.Worst > 0 || c.Flood > 0})
		if err != nil {
			_ = os.RemoveAll(h.top)
			return nil, fmt.Errorf("%w\n%s", err, clip(log))
		}
	}
	h.addr, err = Addr(h.URL)
	h.conn = NewConn(h.addr)
	return h, err
}

// startIn starts a server whose data and log are in the folder top. If that fails, it returns the log.
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

// close stops a server that open has started, and removes its folder.
func (h *testServer) close() {
	if h.cmd != nil {
		_ = h.Stop()
	}
	_ = os.RemoveAll(h.top)
}

// node is one of several nodes.
type node struct {
	*Server
	config ServerConfig
	top    string
}

func (n *node) start(ctx context.Context) (err error) {
	n.Server, err = StartServer(ctx, n.config)
	return err
}

func (n *node) kill() {
	if n.Server != nil {
		n.Kill()
		n.Server = nil
	}
}

// startThree starts a cluster of three nodes.
func startThree(ctx context.Context, top string) (nodes []*node, err error) {
	var peers [3]string
	for i := range peers {
		free, err := port.Free()
		if err != nil {
			return nil, err
		}
		_, p, err := net.SplitHostPort(free)
		if err != nil {
			return nil, err
		}
		peers[i] = fmt.Sprintf("127.0.1.%d:%s", i+1, p)
	}
	for i := range peers {
		n := &node{top: filepath.Join(top, fmt.Sprint("n", i+1))}
		args := []string{"--cluster-name", "c", "--node", fmt.Sprint("n", i+1), "--cluster-listen", peers[i]}
		for j, peer := range peers {
			if j != i {
				args = append(args, "--route", "nats-route://"+peer)
			}
		}
		n.config = ServerConfig{Args: append(args, manyBots...), Dir: filepath.Join(n.top, "data"), Wait: -1}
		if n.config.Listen, err = port.Free(); err != nil {
			return nodes, err
		}
		if err := os.MkdirAll(n.top, 0o700); err != nil {
			return nodes, err
		}
		if n.config.Log, err = os.Create(filepath.Join(n.top, "log")); err != nil {
			return nodes, err
		}
		if err := n.start(ctx); err != nil {
			return nodes, err
		}
		nodes = append(nodes, n)
	}
	for _, n := range nodes {
		if err := n.WaitReady(ctx, time.Minute); err != nil {
			return nodes, err
		}
	}
	return nodes, nil
}
