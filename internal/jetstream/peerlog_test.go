package jetstream_test

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/port"
)

// attempts counts what a node logs of attempts to reach another.
type attempts struct {
	mu sync.Mutex
	n  int
}

func (a *attempts) Write(line []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if strings.Contains(string(line), "trying to connect to route") {
		a.n++
	}
	return len(line), nil
}

func (a *attempts) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.n
}

// A node that is gone is logged once for each connection to it, and not every second.
func TestDeadPeerIsLoggedOnce(t *testing.T) {
	t.Parallel() // it waits for attempts
	addresses := make([]string, 2)
	for i := range addresses {
		addresses[i] = must[string](t)(port.Free())
	}
	start := func(i int, log *slog.Logger) *jetstream.Server {
		s := must[*jetstream.Server](t)(jetstream.StartServer(jetstream.ServerConfig{
			Name: fmt.Sprint("n", i), Dir: t.TempDir(), ClusterName: "peers", ClusterListen: addresses[i],
			Routes: []string{"nats-route://" + addresses[1-i]}, Logger: log,
		}))
		t.Cleanup(s.Kill)
		return s
	}
	var seen attempts
	start(0, slog.New(slog.NewTextHandler(&seen, nil)))
	other := start(1, slog.New(slog.DiscardHandler))
	time.Sleep(2 * time.Second)
	other.Kill()
	time.Sleep(2 * time.Second)
	before := seen.count()
	time.Sleep(4 * time.Second)
	if n := seen.count(); n == 0 || n > before+1 {
		t.Errorf("%d lines on a dead node, and %d more in four seconds", before, n-before)
	}
}
