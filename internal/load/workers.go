package load

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"theriac/internal/port"
)

// workerKey is the key with which workers connect to the measured server, which listens only on the loopback
// interface.
const workerKey = "a key of workers under test"

// workerSite is a server whose queue of bots' questions is open to worker processes.
type workerSite struct {
	dir, nats string
	log       *os.File
	started   []*exec.Cmd
}

// newSite chooses the server's address and keys. The caller must close the site.
func (c Config) newSite() (s *workerSite, err error) {
	s = &workerSite{}
	if s.dir, err = os.MkdirTemp(c.Data, "theriac-workers-"); err != nil {
		return nil, err
	}
	if err := os.WriteFile(s.key("worker"), []byte(workerKey), 0o600); err != nil {
		return nil, err
	}
	if s.nats, err = port.Free(); err != nil {
		return nil, err
	}
	s.log, err = os.Create(filepath.Join(s.dir, "workers.log"))
	return s, err
}

func (s *workerSite) key(name string) string { return filepath.Join(s.dir, name+".key") }

func (s *workerSite) close() {
	for _, w := range s.started {
		end(w)
	}
	_ = s.log.Close()
	_ = os.RemoveAll(s.dir)
}

// args returns the arguments for a server that has no workers in its own process.
func (s *workerSite) args() []string {
	return []string{"--nats-listen", s.nats, "--bot-workers=-1", "--worker-key-file", s.key("worker")}
}

// start starts a worker process, through a wrapper program if one is given.
func (s *workerSite) start(ctx context.Context, under ...string) (*exec.Cmd, error) {
	bin, err := product()
	if err != nil {
		return nil, err
	}
	line := append(slices.Clone(under), bin, "worker", "--nats", "nats://"+s.nats, "--key-file", s.key("worker"), "--workers", "1")
	w := exec.CommandContext(ctx, line[0], line[1:]...)
	w.Stderr = s.log
	s.started = append(s.started, w)
	return w, w.Start()
}

// end kills a process without warning, as the loss of a machine would.
func end(w *exec.Cmd) {
	if w.Process != nil && w.ProcessState == nil {
		_ = w.Process.Kill()
		_ = w.Wait()
	}
}
