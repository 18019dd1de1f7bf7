package load

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/jetstream"
	"theriac/internal/port"
)

// keys of the users of the server that is measured. It listens on the loopback.
const workerKey, storeKey = "a key of workers under test", "a key of readers under test"

// workerSite is a server whose store other processes of the measurement reach.
type workerSite struct {
	dir, nats string
	log       *os.File
	started   []*exec.Cmd
}

// newSite chooses the address and the keys. Close it.
func (c Config) newSite() (s *workerSite, err error) {
	s = &workerSite{}
	if s.dir, err = os.MkdirTemp(c.Data, "theriac-workers-"); err != nil {
		return nil, err
	}
	for name, key := range map[string]string{"worker": workerKey, "store": storeKey} {
		if err := os.WriteFile(s.key(name), []byte(key), 0o600); err != nil {
			return nil, err
		}
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

// storeArgs let others read the store of a server.
func (s *workerSite) storeArgs() []string {
	return []string{"--nats-listen", s.nats, "--store-key-file", s.key("store")}
}

// args are those of a server that does no thinking itself.
func (s *workerSite) args() []string {
	return append(s.storeArgs(), "--bot-workers=-1", "--worker-key-file", s.key("worker"))
}

// url is the address of the store for its readers.
func (s *workerSite) url() string {
	return (&url.URL{Scheme: "nats", User: url.UserPassword(jetstream.StoreUser, storeKey), Host: s.nats}).String()
}

// written counts the messages that the streams of the store have taken. The server syncs each
// before it acknowledges it.
func (s *workerSite) written(ctx context.Context) (n uint64, err error) {
	nc, err := nats.Connect(s.url())
	if err != nil {
		return 0, err
	}
	defer nc.Close()
	js, err := natsjs.New(nc)
	if err != nil {
		return 0, err
	}
	list := js.ListStreams(ctx)
	for info := range list.Info() {
		if info.Config.Storage == natsjs.FileStorage {
			n += info.State.LastSeq
		}
	}
	return n, list.Err()
}

// start starts a worker process, under another program if one is named.
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

// end kills a process, as the loss of a machine does.
func end(w *exec.Cmd) {
	if w.Process != nil && w.ProcessState == nil {
		_ = w.Process.Kill()
		_ = w.Wait()
	}
}
