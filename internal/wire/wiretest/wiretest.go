// Package wiretest starts message servers for tests: one, or several that form a cluster on the loopback network.
//
// It refuses to simulate a server: tests should meet the behaviour of real ones.
package wiretest

import (
	"fmt"
	"log/slog"
	"slices"
	"testing"

	"theriac/internal/port"
	"theriac/internal/wire"
)

// Servers starts servers that only pass messages, and stops them when the test ends. If there are several, they
// form a cluster. Each function in change may change the settings of the server with the given number.
func Servers(t testing.TB, count int, change ...func(i int, c *wire.ServerConfig)) (list []*wire.Server) {
	t.Helper()
	var addresses []string
	for range count {
		a, err := port.Free()
		if err != nil {
			t.Fatal(err)
		}
		addresses = append(addresses, a)
	}
	for i, own := range addresses {
		conf := wire.ServerConfig{Name: fmt.Sprint("n", i), Logger: logger(t)}
		if count > 1 {
			conf.ClusterName, conf.ClusterListen, conf.ClusterSecret = "test", own, "a secret of the nodes"
			for _, a := range slices.Delete(slices.Clone(addresses), i, i+1) {
				conf.Routes = append(conf.Routes, "nats-route://"+a)
			}
		}
		for _, f := range change {
			f(i, &conf)
		}
		s, err := wire.StartServer(conf)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Kill)
		list = append(list, s)
	}
	return list
}

// Queues opens a queue on each of count servers that Servers has started.
func Queues(t testing.TB, count int) (list []*wire.Queue) {
	t.Helper()
	for _, s := range Servers(t, count) {
		q, err := wire.OpenQueue(s.Connect)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(q.Close)
		list = append(list, q)
	}
	return list
}

// logger returns a logger that writes the servers' errors to the test's log if -v is given.
func logger(t testing.TB) *slog.Logger {
	if !testing.Verbose() {
		return nil
	}
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}
