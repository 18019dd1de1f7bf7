package jetstream

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// ServerConfig configures the embedded server.
type ServerConfig struct {
	Dir           string   // data folder; "": no store, only messages
	Name          string   // node name, unique in a cluster; "" at home
	ClusterName   string   // "" with ClusterListen "": the server stands alone
	ClusterListen string   // host:port for the other nodes
	Routes        []string // addresses of the other nodes, nats-route://host:port
	ClientListen  string   // host:port for clients; "": only this program
	// ClusterTLS is how nodes connect to each other and ClientTLS how clients of other
	// processes do; nil: in the clear. ClusterSecret is what a node has to say to be
	// one; "": nothing.
	ClusterTLS, ClientTLS *tls.Config
	ClusterSecret         string
	// WorkerKey is the password of the user "worker", which can take items of work and
	// answer them and nothing else. StoreKey is that of "theriac", who may do
	// everything; without one only this program is that user. Without either key there
	// are no users.
	WorkerKey, StoreKey string
	MaxStore            int64 // bytes of the streams; 0: three quarters of the disk's free space at the start
	// CheckRate is how many bytes a second the check of the blocks reads while the server
	// runs; 0 is 16 MiB.
	CheckRate int64
	Logger    *slog.Logger
}

// maxPayload lets a whole archived game be one message.
const maxPayload = 4 << 20

// Server is an embedded NATS server.
type Server struct {
	ns        *server.Server
	log       *slog.Logger
	clustered bool
	token     string // what a client must present; "" for nothing
	password  string // of this program's user, where there are users
	open      bool   // accepts clients from other processes
	names     *names
	written   *written
	recheck   *recheck // of the blocks, while it runs

	mu      sync.Mutex
	damages []finding // on this node's disk, ever
}

// found is the damage on this node's disk that is known so far.
func (s *Server) found() []finding {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clip(s.damages)
}

// Checked is how far the check of the blocks is: those that it read before the start,
// and those that wait to be read while the server runs.
func (s *Server) Checked() (before, waiting int) {
	return s.recheck.before, int(s.recheck.waiting.Load())
}

// StartServer starts a server on the folder, which no other process may use: writes
// are on disk before they are acknowledged.
func StartServer(cfg ServerConfig) (*Server, error) {
	log := cfg.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	opts := &server.Options{
		ServerName:             cfg.Name,
		JetStream:              cfg.Dir != "",
		StoreDir:               cfg.Dir,
		SyncAlways:             true,
		JetStreamMaxStore:      cfg.MaxStore,
		MaxPayload:             maxPayload,
		NoSigs:                 true,
		DisableJetStreamBanner: true,
		DontListen:             cfg.ClientListen == "",
	}
	if cfg.ClientListen != "" {
		var err error
		if opts.Host, opts.Port, err = hostPort(cfg.ClientListen); err != nil {
			return nil, err
		}
		if cfg.ClientTLS != nil {
			opts.TLSConfig, opts.TLS, opts.TLSTimeout = cfg.ClientTLS, true, handshakeSeconds
		}
	}
	clustered := cfg.ClusterListen != ""
	if clustered {
		if err := cluster(opts, cfg); err != nil {
			return nil, err
		}
	}
	if clustered && opts.DontListen {
		// A server without a client port never opens its routes, so it gets one on the
		// loopback with a token that only this program knows.
		opts.DontListen, opts.Host, opts.Port = false, "127.0.0.1", server.RANDOM_PORT
		opts.Authorization = rand.Text()
	}
	password := addUsers(opts, cfg)
	if cfg.Dir == "" {
		ns, err := start(opts, log)
		if err != nil {
			return nil, err
		}
		return &Server{ns: ns, log: log, password: password, open: cfg.ClientListen != ""}, nil
	}
	known := readChecked(cfg.Dir)
	damages, read, err := scrub(cfg.Dir, clustered, known, log)
	if err != nil {
		return nil, err
	}
	for _, d := range damages {
		log.Error("store damaged", "where", d.Where, "what", d.What)
	}
	ns, err := start(opts, log)
	if err != nil {
		return nil, err
	}
	if !ns.JetStreamEnabled() {
		ns.Shutdown()
		return nil, errors.New("jetstream: the server could not open its streams")
	}
	s := &Server{
		ns: ns, log: log, clustered: clustered, token: opts.Authorization, password: password, open: cfg.ClientListen != "",
		damages: damages, names: newNames(cfg.Dir), written: newWritten(),
	}
	s.recheck = newRecheck(s, known, read, cfg.CheckRate)
	return s, nil
}

// start starts a server and waits until it takes connections.
func start(opts *server.Options, log *slog.Logger) (*server.Server, error) {
	ns, err := server.NewServer(opts)
	if err != nil {
		return nil, fmt.Errorf("jetstream: %w", err)
	}
	ns.SetLoggerV2(serverLog{log}, false, false, false)
	ns.Start()
	if !ns.ReadyForConnections(30 * time.Second) {
		ns.Shutdown()
		return nil, errors.New("jetstream: the server did not start in time")
	}
	return ns, nil
}

// The users of a server that has keys, and the one that nodes of a cluster with a
// secret say they are.
const (
	StoreUser  = "theriac"
	WorkerUser = "worker"
	nodeUser   = "node"
)

// handshakeSeconds is how long a TLS handshake may take.
const handshakeSeconds = 5

// addUsers makes the users, where there is a key for one, and returns the password of
// this program's own.
func addUsers(opts *server.Options, cfg ServerConfig) string {
	if cfg.WorkerKey == "" && cfg.StoreKey == "" {
		return ""
	}
	password := cfg.StoreKey
	if password == "" {
		password = rand.Text()
	}
	opts.Authorization = ""
	opts.Users = []*server.User{{Username: StoreUser, Password: password}}
	if cfg.WorkerKey != "" {
		publish, subscribe := WorkerSubjects()
		opts.Users = append(opts.Users, &server.User{
			Username: WorkerUser, Password: cfg.WorkerKey, Permissions: &server.Permissions{
				Publish: &server.SubjectPermission{Allow: publish}, Subscribe: &server.SubjectPermission{Allow: subscribe},
			},
		})
	}
	return password
}

func cluster(opts *server.Options, cfg ServerConfig) error {
	if cfg.Name == "" || cfg.ClusterName == "" {
		return errors.New("jetstream: a cluster needs a name, and so does each node")
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
			return fmt.Errorf("jetstream: route %q: %w", r, err)
		}
		if cfg.ClusterSecret != "" {
			u.User = url.UserPassword(nodeUser, cfg.ClusterSecret)
		}
		opts.Routes = append(opts.Routes, u)
	}
	return nil
}

// attemptsToReport is how many attempts to reach another node, one a second for each
// connection, are logged once after the first.
const attemptsToReport = 60

func hostPort(listen string) (string, int, error) {
	host, p, err := net.SplitHostPort(listen)
	if err != nil {
		return "", 0, fmt.Errorf("jetstream: %w", err)
	}
	port, err := strconv.Atoi(p)
	if err != nil {
		return "", 0, fmt.Errorf("jetstream: port of %q: %w", listen, err)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

// Shutdown hands the streams that this node leads to the others, so that they
// need no election, and stops the server. Where the context ends first, because no
// other node answers, it hands over no more.
func (s *Server) Shutdown(ctx context.Context) {
	if s.clustered && s.ns.Running() && ctx.Err() == nil {
		s.stepDown(ctx)
	}
	s.Kill()
}

// Kill stops the server without handing anything over.
func (s *Server) Kill() {
	if s.recheck != nil {
		s.recheck.stop()
	}
	s.ns.Shutdown()
	s.ns.WaitForShutdown()
	if s.names != nil {
		s.names.close()
	}
}

// stepDownTime is how long all streams together may take to choose other leaders.
const stepDownTime = 4 * time.Second

// stepDown asks every stream that this node leads to choose another leader, all at the
// same time: without a majority none of them answers.
func (s *Server) stepDown(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, stepDownTime)
	defer cancel()
	nc, err := nats.Connect("", s.InProcess()...)
	if err != nil {
		s.log.Warn("cannot hand streams over", "err", err)
		return
	}
	defer nc.Close()
	acc := s.ns.GlobalAccount()
	info, err := s.ns.JszAccount(&server.JSzOptions{Account: acc.GetName(), Streams: true})
	if err != nil {
		s.log.Warn("cannot hand streams over", "err", err)
		return
	}
	var all sync.WaitGroup
	for _, st := range info.Streams {
		if !acc.JetStreamIsStreamLeader(st.Name) {
			continue
		}
		all.Go(func() {
			if _, err := nc.RequestWithContext(ctx, "$JS.API.STREAM.LEADER.STEPDOWN."+st.Name, nil); err != nil {
				s.log.Warn("cannot hand a stream over", "stream", st.Name, "err", err)
			}
		})
	}
	all.Wait()
}

// InProcess is how clients of this program connect, without a network.
func (s *Server) InProcess() []nats.Option {
	opts := []nats.Option{nats.InProcessServer(s.ns)}
	if s.password != "" {
		return append(opts, nats.UserInfo(StoreUser, s.password))
	}
	if s.token != "" {
		opts = append(opts, nats.Token(s.token))
	}
	return opts
}

// ClientURL is the address for clients in other processes; "" if there is none.
func (s *Server) ClientURL() string {
	if !s.open {
		return ""
	}
	return s.ns.ClientURL()
}

// ClusterURL is the address for the other nodes of a cluster; "" if it stands
// alone.
func (s *Server) ClusterURL() string {
	if a := s.ns.ClusterAddr(); a != nil {
		return "nats-route://" + a.String()
	}
	return ""
}

// serverLog passes on the server's log. What it calls a fatal error does not end the
// program: the store reports that it is not ready.
type serverLog struct{ to *slog.Logger }

func (l serverLog) Noticef(f string, v ...any) { l.to.Debug("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Warnf(f string, v ...any)   { l.to.Warn("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Fatalf(f string, v ...any)  { l.to.Error("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Errorf(f string, v ...any)  { l.to.Error("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Debugf(string, ...any)      {}
func (l serverLog) Tracef(string, ...any)      {}
