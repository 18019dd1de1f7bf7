package bus_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"theriac/internal/bus"
	"theriac/internal/port"
	"theriac/internal/replica"
	"theriac/internal/replica/replicatest"
	"theriac/internal/state"
	"theriac/internal/wire"
)

// must returns the result of a call, and fails the test if the call failed.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		ok(t, err)
		return v
	}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eventually waits until f returns true.
func eventually(t testing.TB, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !f(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not within a minute: " + what)
		}
	}
}

// logger returns a logger that writes to the test's log if -v is given.
func logger(t testing.TB) *slog.Logger {
	if !testing.Verbose() {
		return nil
	}
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelInfo}))
}

// configs returns the settings of servers that form a cluster. If count is 1, the server runs alone.
func configs(t testing.TB, count int) (list []wire.ServerConfig) {
	dir := t.TempDir()
	var addresses []string
	for i := range count {
		addresses = append(addresses, must(port.Free())(t))
		list = append(list, wire.ServerConfig{Dir: filepath.Join(dir, fmt.Sprint("log", i)), Name: fmt.Sprint("n", i), Logger: logger(t)})
	}
	for i := range list {
		if count > 1 {
			list[i].ClusterName, list[i].ClusterListen, list[i].ClusterSecret = "test", addresses[i], "secret"
			for _, a := range slices.Delete(slices.Clone(addresses), i, i+1) {
				list[i].Routes = append(list[i].Routes, "nats-route://"+a)
			}
		}
	}
	return list
}

// On real servers, the log fulfils the contract of replica.Log.
func TestLog(t *testing.T) {
	for _, count := range []int{1, 3} {
		t.Run(fmt.Sprint(count), func(t *testing.T) {
			t.Parallel()
			conf := configs(t, count)
			servers, logs := make([]*wire.Server, count), make([]*bus.Log, count)
			kill := func(_ testing.TB, i int) {
				logs[i].Close()
				servers[i].Kill()
			}
			start := func(t testing.TB, i int) {
				servers[i] = must(wire.StartServer(conf[i]))(t)
				logs[i] = bus.NewLog(conf[i].Logger)
				ok(t, logs[i].Attach(servers[i]))
			}
			for i := range count {
				start(t, i)
			}
			t.Cleanup(func() {
				for i := range count {
					kill(t, i)
				}
			})
			base := state.Mark{Epoch: 2, Index: 1000, Hash: state.Hash{7}}
			for _, mark := range []state.Mark{{Epoch: 1}, base, base} { // nodes must find the newest one
				eventually(t, "the log is founded", func() bool {
					ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
					defer cancel()
					err := logs[count-1].Found(ctx, mark, count)
					if err != nil {
						t.Log(err)
					}
					return err == nil
				})
			}
			if err := logs[0].Found(t.Context(), state.Mark{Epoch: 2, Index: 999}, count); err == nil {
				t.Fatal("two logs have one epoch")
			}
			replicatest.RunLog(t, replicatest.Setup{
				Base: base, Nodes: count, Open: func(i int) replica.Log { return logs[i] }, Kill: kill, Start: start,
			})
		})
	}
}

// If the log gives a new frame a position that the node has already applied, the log has lost frames. The node
// notices this and stops reading.
func TestShortLog(t *testing.T) {
	s := must(wire.StartServer(configs(t, 1)[0]))(t)
	defer s.Kill()
	l := bus.NewLog(nil)
	defer l.Close()
	ok(t, l.Attach(s))
	ok(t, l.Found(t.Context(), state.Mark{Epoch: 1}, 1))
	eventually(t, "the log is found", func() bool { return l.State().Known })
	answer := make(chan error, 1)
	send := func() error {
		l.Append(1, []byte("frame"), func(err error) { answer <- err })
		return <-answer
	}
	ok(t, send())
	if list, err := l.Read(7, 100); len(list) > 0 || err != nil || l.Err() != nil {
		t.Fatal(list, err, l.Err())
	}
	if err := send(); !errors.Is(err, bus.ErrShort) {
		t.Fatal(err)
	}
	if _, err := l.Read(7, 100); !errors.Is(err, bus.ErrShort) || !errors.Is(l.Err(), bus.ErrShort) {
		t.Fatal(err, l.Err())
	}
	ok(t, l.Found(t.Context(), state.Mark{Epoch: 2, Index: 7}, 1))
	eventually(t, "the log that was founded after the node's state is found", func() bool { return l.State().Base.Epoch == 2 })
	l.Append(1, []byte("old"), func(err error) { answer <- err })
	if err := <-answer; !errors.Is(err, replica.ErrEpoch) {
		t.Fatal(err)
	}
	l.Append(2, []byte("new"), func(err error) { answer <- err })
	ok(t, <-answer)
	eventually(t, "the first frame is read", func() bool {
		list, err := l.Read(7, 100)
		ok(t, err)
		return len(list) == 1 && list[0].At == 8 && string(list[0].Frame) == "new"
	})
}
