package wire_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"log/slog"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/port"
	"theriac/internal/store"
	"theriac/internal/wire"
	"theriac/internal/wire/wiretest"
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
	for end := time.Now().Add(30 * time.Second); !f(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not within half a minute: " + what)
		}
	}
}

// authority issues certificates for this machine.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pool *x509.CertPool // contains the authority's own certificate
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{key: must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t), pool: x509.NewCertPool()}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "an authority"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	a.cert = must(x509.ParseCertificate(must(x509.CreateCertificate(rand.Reader, form, form, &a.key.PublicKey, a.key))(t)))(t)
	a.pool.AddCert(a.cert)
	return a
}

// issue returns a new certificate.
func (a *authority) issue(t *testing.T) tls.Certificate {
	t.Helper()
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	form := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "a node"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der := must(x509.CreateCertificate(rand.Reader, form, a.cert, &key.PublicKey, a.key))(t)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// node returns the configuration of a node that shows a new certificate, and trusts the authority alone.
func (a *authority) node(t *testing.T) *tls.Config {
	t.Helper()
	return &tls.Config{
		MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{a.issue(t)},
		RootCAs: a.pool, ClientCAs: a.pool, ClientAuth: tls.RequireAndVerifyClientCert,
	}
}

// text is a log that several goroutines write to.
type text struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *text) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *text) has(what string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(l.b.String(), what)
}

// heard collects the reports of nodes at one server.
type heard struct {
	nc *nats.Conn

	mu    sync.Mutex
	times map[string]time.Time
	fired map[string][]store.Reminder
}

func hear(t *testing.T, s *wire.Server) *heard {
	t.Helper()
	h := &heard{nc: must(s.Connect())(t), times: map[string]time.Time{}, fired: map[string][]store.Reminder{}}
	t.Cleanup(h.nc.Close)
	t.Cleanup(must(wire.SubscribeTimes(h.nc, func(node string, theirs time.Time) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.times[node] = theirs
	}))(t))
	t.Cleanup(must(wire.SubscribeFired(h.nc, func(node string, list []store.Reminder) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.fired[node] = append(h.fired[node], list...)
	}))(t))
	ok(t, h.nc.Flush())
	return h
}

// nodes returns how many nodes have published their time.
func (h *heard) nodes() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.times)
}

func (h *heard) time(node string) time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.times[node]
}

func (h *heard) reminders(node string) []store.Reminder {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.fired[node]
}

// Three nodes with certificates and a secret hear each other's times and fired reminders.
func TestNodesOverTLS(t *testing.T) {
	t.Parallel()
	a := newAuthority(t)
	servers := wiretest.Servers(t, 3, func(_ int, c *wire.ServerConfig) { c.ClusterTLS = a.node(t) })
	var ears []*heard
	for _, s := range servers {
		ears = append(ears, hear(t, s))
	}
	now := time.UnixMilli(1_800_000_000_123)
	names := []string{"a", "b", "c"}
	eventually(t, "all nodes hear each other", func() bool {
		all := true
		for i, h := range ears {
			ok(t, wire.PublishTime(h.nc, names[i], now.Add(time.Duration(i)*time.Second)))
			all = all && h.nodes() == len(ears)
		}
		return all
	})
	for i, h := range ears {
		for k, name := range names {
			if got, want := h.time(name), now.Add(time.Duration(k)*time.Second); !got.Equal(want) {
				t.Errorf("node %d heard %v of %s, not %v", i, got, name, want)
			}
		}
	}
	many := make([]store.Reminder, 1100) // more than one message contains
	for i := range many {
		many[i] = store.Reminder{Table: "table", At: now.Add(time.Duration(i) * time.Millisecond)}
	}
	ok(t, wire.PublishFired(ears[0].nc, "a", many))
	var got []store.Reminder
	eventually(t, "the fired reminders arrive", func() bool {
		got = ears[2].reminders("a")
		return len(got) == len(many)
	})
	for i, r := range got {
		if r.Table != "table" || !r.At.Equal(many[i].At) {
			t.Fatalf("reminder %d is %v, not %v", i, r, many[i])
		}
	}
	for _, name := range []string{"", "a.b", "*", "a b"} {
		if wire.PublishTime(ears[0].nc, name, now) == nil || wire.PublishFired(ears[0].nc, name, many) == nil {
			t.Errorf("%q is taken for the name of a node", name)
		}
	}
}

// A server that shows a foreign certificate, has another secret or does not encrypt cannot join a node. The node
// admits a server with the right ones.
func TestStrangersCannotJoin(t *testing.T) {
	t.Parallel()
	a, foreign := newAuthority(t), newAuthority(t)
	const secret = "a secret of the nodes"
	stranger := foreign.node(t)
	stranger.RootCAs = a.pool // trusts the node, so that only the node can refuse the connection
	for _, c := range []struct {
		name         string
		node, joiner wire.ServerConfig
		said         string // by the node; "" if it admits the other
	}{
		{"another secret", wire.ServerConfig{ClusterSecret: secret}, wire.ServerConfig{ClusterSecret: "another"}, "authentication error"},
		{"no secret", wire.ServerConfig{ClusterSecret: secret}, wire.ServerConfig{}, "authentication error"},
		{"the same secret", wire.ServerConfig{ClusterSecret: secret}, wire.ServerConfig{ClusterSecret: secret}, ""},
		{"a foreign certificate", wire.ServerConfig{ClusterTLS: a.node(t)}, wire.ServerConfig{ClusterTLS: stranger}, "TLS route handshake error"},
		{"no encryption", wire.ServerConfig{ClusterTLS: a.node(t)}, wire.ServerConfig{}, "TLS route handshake error"},
		{"a certificate", wire.ServerConfig{ClusterTLS: a.node(t)}, wire.ServerConfig{ClusterTLS: a.node(t)}, ""},
		{"a certificate and another secret", wire.ServerConfig{ClusterTLS: a.node(t), ClusterSecret: secret}, wire.ServerConfig{ClusterTLS: a.node(t), ClusterSecret: "another"}, "authentication error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var log text
			c.node.Name, c.node.ClusterName, c.node.ClusterListen = "node", "test", must(port.Free())(t)
			c.node.Logger = slog.New(slog.NewTextHandler(&log, nil))
			node := must(wire.StartServer(c.node))(t)
			defer node.Kill()
			c.joiner.Name, c.joiner.ClusterName, c.joiner.ClusterListen = "joiner", "test", must(port.Free())(t)
			c.joiner.Routes = []string{wire.ClusterURL(node)}
			joiner := must(wire.StartServer(c.joiner))(t)
			defer joiner.Kill()
			ear, speaker := hear(t, joiner), must(node.Connect())(t)
			defer speaker.Close()
			if c.said == "" {
				eventually(t, "the node admits the other", func() bool {
					ok(t, wire.PublishTime(speaker, "node", time.Now()))
					return wire.Routes(node) > 0 && ear.nodes() == 1
				})
				return
			}
			eventually(t, "the node refuses the other: "+c.said, func() bool { return log.has(c.said) })
			for range 20 { // the other tries again meanwhile
				ok(t, wire.PublishTime(speaker, "node", time.Now()))
				time.Sleep(20 * time.Millisecond)
			}
			if ear.nodes() > 0 {
				t.Error("a message has arrived")
			}
		})
	}
}

// Workers connect over TLS with their key, and answer questions. A worker with another key or a foreign authority
// cannot connect, and neither can a program that claims to be the server itself.
func TestWorkerOverTLS(t *testing.T) {
	t.Parallel()
	a := newAuthority(t)
	const key = "a-key-for-workers"
	s := wiretest.Servers(t, 1, func(_ int, c *wire.ServerConfig) {
		c.ClientListen, c.WorkerKey = "127.0.0.1:0", key
		c.ClientTLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{a.issue(t)}}
	})[0]
	as := func(user, key string) string {
		return strings.Replace(wire.ClientURL(s), "://", "://"+user+":"+key+"@", 1)
	}
	trusting := &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: a.pool}
	q := must(wire.OpenQueue(s.Connect))(t)
	defer q.Close()
	w := must(wire.OpenWorker(wire.WorkerConfig{URL: as(wire.WorkerUser, key), TLS: trusting}))(t)
	defer w.Close()
	answerOne(t, q, w)
	for what, c := range map[string]struct {
		conf    wire.WorkerConfig
		refused bool // by the server; otherwise the worker refuses
	}{
		"another key":      {wire.WorkerConfig{URL: as(wire.WorkerUser, "another"), TLS: trusting}, true},
		"no user":          {wire.WorkerConfig{URL: wire.ClientURL(s), TLS: trusting}, true},
		"another user":     {wire.WorkerConfig{URL: as("theriac", key), TLS: trusting}, true},
		"a node's user":    {wire.WorkerConfig{URL: as("node", key), TLS: trusting}, true},
		"another's server": {wire.WorkerConfig{URL: as(wire.WorkerUser, key), TLS: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: newAuthority(t).pool}}, false},
		"no authority":     {wire.WorkerConfig{URL: as(wire.WorkerUser, key)}, false},
	} {
		w, err := wire.OpenWorker(c.conf)
		if err == nil {
			w.Close()
			t.Errorf("%s: connected", what)
			continue
		}
		var invalid *tls.CertificateVerificationError
		if c.refused != errors.Is(err, nats.ErrAuthorization) || c.refused == errors.As(err, &invalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A worker that loses its node connects to another one that accepts workers. It learns the addresses of such nodes
// alone.
func TestWorkerMovesOn(t *testing.T) {
	t.Parallel()
	a := newAuthority(t)
	const key = "a-key-for-workers"
	servers := wiretest.Servers(t, 3, func(i int, c *wire.ServerConfig) {
		c.ClusterTLS = a.node(t)
		if i < 2 {
			c.ClientListen, c.WorkerKey = must(port.Free())(t), key
			c.ClientTLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{a.issue(t)}}
		}
	})
	at := strings.Replace(wire.ClientURL(servers[0]), "://", "://"+wire.WorkerUser+":"+key+"@", 1)
	trusting := &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: a.pool}
	ears := []*heard{hear(t, servers[0]), hear(t, servers[2])}
	nc := must(nats.Connect(at, nats.Secure(trusting)))(t)
	defer nc.Close()
	eventually(t, "a worker learns the address of another node, and all nodes are connected", func() bool {
		ok(t, wire.PublishTime(ears[0].nc, "n0", time.Now()))
		return len(nc.DiscoveredServers()) > 0 && ears[1].nodes() > 0
	})
	if list := nc.DiscoveredServers(); len(list) != 1 || strings.TrimPrefix(list[0], "tls://") != strings.TrimPrefix(wire.ClientURL(servers[1]), "tls://") {
		t.Fatalf("a worker knows %v, not %s alone", list, wire.ClientURL(servers[1]))
	}
	w := must(wire.OpenWorker(wire.WorkerConfig{URL: at, TLS: trusting}))(t)
	defer w.Close()
	q := must(wire.OpenQueue(servers[2].Connect))(t)
	defer q.Close()
	answerOne(t, q, w)
	servers[0].Kill()
	answerOne(t, q, w)
}

// A server does not start with settings that make no sense.
func TestServerConfig(t *testing.T) {
	for what, c := range map[string]wire.ServerConfig{
		"workers without a key":   {ClientListen: "127.0.0.1:0"},
		"an address without port": {ClientListen: "127.0.0.1", WorkerKey: "key"},
		"a node without a name":   {ClusterName: "test", ClusterListen: "127.0.0.1:0"},
		"a nameless cluster":      {Name: "n", ClusterListen: "127.0.0.1:0"},
		"a port that is no port":  {Name: "n", ClusterName: "test", ClusterListen: "127.0.0.1:x"},
	} {
		if s, err := wire.StartServer(c); err == nil {
			s.Kill()
			t.Error(what)
		}
	}
}

// A server acknowledges no message of a stream before it is on disk, unless its configuration allows that.
// This guards against audit finding S5.
func TestStreamsAreSynced(t *testing.T) {
	for _, noSync := range []bool{false, true} {
		s := must(wire.StartServer(wire.ServerConfig{Dir: t.TempDir(), NoSync: noSync}))(t)
		if wire.SyncsAlways(s) == noSync {
			t.Errorf("with NoSync %t it syncs always: %t", noSync, !noSync)
		}
		s.Kill()
	}
}
