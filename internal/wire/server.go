package wire

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// ServerConfig configures an embedded NATS server.
type ServerConfig struct {
	Dir           string   // folder of the streams; "" for a server that only passes messages
	Name          string   // name of the node, unique in the cluster
	ClusterName   string   // "" (and ClusterListen "") for a single server
	ClusterListen string   // host:port on which to listen for other nodes
	Routes        []string // addresses of the other nodes, nats-route://host:port
	// ClusterTLS secures the connections between nodes; nil means no encryption. ClusterSecret is the
	// password with which nodes identify themselves; "" means none.
	ClusterTLS    *tls.Config `json:"-"`
	ClusterSecret string
	// ClientListen is the host:port on which to listen for workers; "" for none. ClientTLS secures their
	// connections; nil means no encryption. WorkerKey is the password of the user WorkerUser.
	ClientListen string
	ClientTLS    *tls.Config `json:"-"`
	WorkerKey    string
	NoSync       bool // do not sync writes to disk; only if the streams may be lost
	Logger       *slog.Logger
}

// MaxPayload is the maximum size of a message.
const MaxPayload = 8 << 20

// These are the names of users: workers, this program, and the other nodes if the cluster has a secret.
const (
	WorkerUser = "worker"
	ownUser    = "theriac"
	nodeUser   = "node"
)

const (
	// handshakeSeconds is the timeout of a TLS handshake.
	handshakeSeconds = 5
	// attemptsToReport is how many attempts to reach another node must fail before the server logs that again.
	attemptsToReport = 60
	// startWait is how long StartServer waits for the server to accept connections.
	startWait = 30 * time.Second
)

// Server is an embedded NATS server.
type Server struct {
	ns       *server.Server
	log      *slog.Logger
	password string // of this program's own user
}

// StartServer starts a server. No other process may use its folder. The server syncs a message of a stream to
// disk before it acknowledges it, unless NoSync is set.
func StartServer(cfg ServerConfig) (*Server, error) {
	s := &Server{log: cfg.Logger, password: rand.Text()}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	opts := &server.Options{
		ServerName: cfg.Name, JetStream: cfg.Dir != "", StoreDir: cfg.Dir, SyncAlways: !cfg.NoSync,
		MaxPayload: MaxPayload, NoSigs: true, DisableJetStreamBanner: true, DontListen: true,
		Users: []*server.User{{Username: ownUser, Password: s.password}},
	}
	if cfg.ClusterListen != "" {
		if err := cluster(opts, cfg); err != nil {
			return nil, err
		}
	}
	if err := clients(opts, cfg); err != nil {
		return nil, err
	}
	var err error
	if s.ns, err = server.NewServer(opts); err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	s.ns.SetLoggerV2(serverLog{s.log}, false, false, false)
	s.ns.Start()
	if !s.ns.ReadyForConnections(startWait) {
		s.Kill()
		return nil, errors.New("wire: the message server did not start in time")
	}
	if cfg.Dir != "" && !s.ns.JetStreamEnabled() {
		s.Kill()
		return nil, errors.New("wire: the message server could not open its streams")
	}
	return s, nil
}

// cluster sets the options for connections between nodes.
func cluster(opts *server.Options, cfg ServerConfig) error {
	if cfg.Name == "" || cfg.ClusterName == "" {
		return errors.New("wire: a cluster needs a name, and so does each node")
	}
	host, port, err := hostPort(cfg.ClusterListen)
	if err != nil {
		return err
	}
	opts.Cluster = server.ClusterOpts{Name: cfg.ClusterName, Host: host, Port: port, TLSConfig: cfg.ClusterTLS, TLSTimeout: handshakeSeconds}
	opts.ReconnectErrorReports = attemptsToReport
	if cfg.ClusterSecret != "" {
		opts.Cluster.Username, opts.Cluster.Password = nodeUser, cfg.ClusterSecret
	}
	for _, r := range cfg.Routes {
		u, err := url.Parse(r)
		if err != nil {
			return fmt.Errorf("wire: route %q: %w", r, err)
		}
		if cfg.ClusterSecret != "" {
			u.User = url.UserPassword(nodeUser, cfg.ClusterSecret)
		}
		opts.Routes = append(opts.Routes, u)
	}
	return nil
}

// clients sets the options for connections of workers.
func clients(opts *server.Options, cfg ServerConfig) (err error) {
	switch {
	case cfg.ClientListen == "" && cfg.ClusterListen == "":
		return nil
	case cfg.ClientListen == "":
		// A server without a client port never connects to other nodes. So it gets a port on the loopback
		// interface, which it does not advertise. Only this program knows the password.
		opts.DontListen, opts.Host, opts.Port = false, "127.0.0.1", server.RANDOM_PORT
		opts.Cluster.NoAdvertise = true
		return nil
	case cfg.WorkerKey == "":
		return errors.New("wire: workers need a key")
	}
	opts.DontListen = false
	if opts.Host, opts.Port, err = hostPort(cfg.ClientListen); err != nil {
		return err
	}
	if cfg.ClientTLS != nil {
		opts.TLSConfig, opts.TLS, opts.TLSTimeout = cfg.ClientTLS, true, handshakeSeconds
	}
	publish, subscribe := workerSubjects()
	opts.Users = append(opts.Users, &server.User{
		Username: WorkerUser, Password: cfg.WorkerKey, Permissions: &server.Permissions{
			Publish: &server.SubjectPermission{Allow: publish}, Subscribe: &server.SubjectPermission{Allow: subscribe},
		},
	})
	return nil
}

// hostPort splits an address on which to listen. Port 0 means any free port.
func hostPort(listen string) (string, int, error) {
	host, text, err := net.SplitHostPort(listen)
	if err != nil {
		return "", 0, fmt.Errorf("wire: %w", err)
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return "", 0, fmt.Errorf("wire: port of %q: %w", listen, err)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

// stepDownTime is how long a stopping server waits for other nodes to become stream leaders.
const stepDownTime = 4 * time.Second

// StepDown hands the streams that this server leads to other nodes, so that those need no election.
func (s *Server) StepDown(ctx context.Context) {
	if !s.Running() || ctx.Err() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, stepDownTime)
	defer cancel()
	nc, err := s.Connect()
	if err != nil {
		return
	}
	defer nc.Close()
	var all sync.WaitGroup
	for _, d := range s.Streams() {
		if s.Leads(d.Name) {
			all.Go(func() {
				if _, err := nc.RequestWithContext(ctx, "$JS.API.STREAM.LEADER.STEPDOWN."+d.Name, nil); err != nil {
					s.log.Warn("the lead of a stream was not handed over", "stream", d.Name, "err", err)
				}
			})
		}
	}
	all.Wait()
}

// Kill stops the server without handing over any stream.
func (s *Server) Kill() {
	s.ns.Shutdown()
	s.ns.WaitForShutdown()
}

// Running reports whether the server is running and has not closed its streams.
func (s *Server) Running() bool { return s.ns.Running() && s.ns.JetStreamEnabled() }

// Streams returns what this node knows of the streams, without asking another node.
func (s *Server) Streams() []server.StreamDetail {
	info, err := s.ns.JszAccount(&server.JSzOptions{Account: s.ns.GlobalAccount().GetName(), Streams: true, Config: true})
	if err != nil {
		return nil
	}
	return info.Streams
}

// Leads reports whether this node leads the given stream.
func (s *Server) Leads(stream string) bool {
	return s.ns.GlobalAccount().JetStreamIsStreamLeader(stream)
}

// serverLog forwards the log messages of the NATS server. A fatal error of that server does not end the
// program: the node reports that it is not ready.
type serverLog struct{ to *slog.Logger }

func (l serverLog) Noticef(f string, v ...any) { l.to.Debug("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Warnf(f string, v ...any) {
	if !strings.HasPrefix(f, "Plaintext passwords") { // they are in memory only, not in a file
		l.to.Warn("nats: " + fmt.Sprintf(f, v...))
	}
}
func (l serverLog) Fatalf(f string, v ...any) { l.to.Error("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Errorf(f string, v ...any) { l.to.Error("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Debugf(string, ...any)     {}
func (l serverLog) Tracef(string, ...any)     {}
