package jetstream

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// Config of a store.
type Config struct {
	Server *Server // the embedded server, or
	URL    string  // an external cluster
	// TLS and Creds (a file of NATS credentials) are for an external cluster, where its
	// address does not say it all.
	TLS   *tls.Config
	Creds string
	// Shards is over how many streams the tables are spread: 1 at home, 16 for a
	// cluster. It is fixed when the streams are created; 0 takes what there is, or 1.
	Shards   int
	Replicas int           // 1 or 3; 0 is 1
	Wait     time.Duration // how long one call may wait for an answer; 0 is 5 s
	Logger   *slog.Logger
	// Objects is where packs go instead of the store itself, such as a bucket; nil: nowhere.
	Objects store.Objects
	// Conns is how many connections share the work; 0 is 1.
	Conns int
}

// Store is a durable store on JetStream.
type Store struct {
	log    *slog.Logger
	server *Server // nil if external
	url    string  // of an external one
	tls    *tls.Config
	creds  string
	conns  []*nats.Conn
	inbox  map[*nats.Conn]*inboxes // of each connection
	js     natsjs.JetStream
	wait   time.Duration
	once   time.Duration // how long one attempt of a call may take
	shards int
	spread bool // chat and reminders over the shards as well
	repl   int
	alone  bool // one embedded server: it sees all its own writes
	due    dueIndex
	packs  packs

	objects     store.Objects           // nil: packs lie here
	fetching    chan struct{}           // has room for as many as may read from there at once
	packGames   int                     // that a pack has
	packStopped func(step string) error // by a test; nil otherwise
	goneFor     time.Duration           // how long a deleted record is noted as such

	work *Queue

	mu      sync.Mutex
	damages map[store.Damage]struct{} // found while reading
}

const defaultWait = 5 * time.Second

// Open connects and creates or checks the streams. It waits for a leader as long as
// the context allows.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	s := &Store{
		log: cfg.Logger, server: cfg.Server, url: cfg.URL, tls: cfg.TLS, creds: cfg.Creds, wait: cfg.Wait, repl: max(cfg.Replicas, 1),
		alone:     cfg.Server != nil && !cfg.Server.clustered,
		packGames: packGames, goneFor: goneFor, objects: cfg.Objects, fetching: make(chan struct{}, fetches),
		damages: map[store.Damage]struct{}{}, inbox: map[*nats.Conn]*inboxes{},
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.wait <= 0 {
		s.wait = defaultWait
	}
	s.once = min(s.wait, 2*time.Second)
	if s.alone && s.repl > 1 {
		return nil, fmt.Errorf("jetstream: one node cannot hold %d replicas", s.repl)
	}
	for range max(cfg.Conns, 1) {
		nc, err := connect(cfg, s.log)
		if err != nil {
			s.Close()
			return nil, err
		}
		s.conns = append(s.conns, nc)
		s.inbox[nc] = newInboxes(nc)
	}
	var err error
	if s.js, err = natsjs.New(s.conns[0]); err != nil {
		s.Close()
		return nil, fmt.Errorf("jetstream: %w", err)
	}
	if s.work, err = newWork(s.server, s.conns, s.wait); err != nil {
		s.Close()
		return nil, err
	}
	if err := s.setUp(ctx, cfg.Shards); err != nil {
		s.Close()
		return nil, err
	}
	if s.alone {
		if err := s.server.names.syncAll(); err != nil {
			s.Close()
			return nil, fmt.Errorf("jetstream: %w", err)
		}
	}
	return s, nil
}

// connect makes a connection that reconnects by itself and, while it is down, refuses
// instead of queueing: a write that waits unseen is a write twice.
func connect(cfg Config, log *slog.Logger) (*nats.Conn, error) {
	opts := []nats.Option{
		nats.Name("theriac"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("store connection lost", "err", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.Warn("store connection", "err", err)
		}),
	}
	address := cfg.URL
	switch {
	case cfg.Server != nil && cfg.URL != "":
		return nil, errors.New("jetstream: an embedded server or an external one, not both")
	case cfg.Server != nil:
		opts = append(opts, cfg.Server.InProcess()...)
	case cfg.URL == "":
		return nil, errors.New("jetstream: no server")
	default:
		opts = append(opts, proof(cfg.TLS, cfg.Creds)...)
	}
	nc, err := nats.Connect(address, opts...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return nc, nil
}

// proof is how a client of an external server proves who it is and checks the server,
// beyond what the address says.
func proof(c *tls.Config, creds string) (opts []nats.Option) {
	if c != nil {
		opts = append(opts, nats.Secure(c))
	}
	if creds != "" {
		opts = append(opts, nats.UserCredentials(creds))
	}
	return opts
}

// Close closes the connections. What was acknowledged stays.
func (s *Store) Close() {
	for _, nc := range s.conns {
		nc.Close()
		s.inbox[nc].close()
	}
}

// Log is the tables' logs.
func (s *Store) Log() store.Log { return tableLog{s} }

// KV is the bucket of that name.
func (s *Store) KV(name string) store.KV { return kv{s, name} }

// Chat is the chats of the tables.
func (s *Store) Chat() store.Chat { return chat{s} }

// Feed publishes what happens now.
func (s *Store) Feed() store.Feed { return feed{s} }

// Health reports the state of the store.
func (s *Store) Health() store.Health { return health{s} }

// Alone says that one embedded server is the whole store: this program does
// everything that happens there, and the feed has no entries.
func (s *Store) Alone() bool { return s.alone }

// conn is the connection for the work of a name.
func (s *Store) conn(name string) *nats.Conn { return connOf(s.conns, name) }

func connOf(conns []*nats.Conn, name string) *nats.Conn {
	if len(conns) == 1 {
		return conns[0]
	}
	return conns[shardOf(name, len(conns))]
}

// reportDamage remembers and reports data that could not be read.
func (s *Store) reportDamage(where, what string) error {
	d := store.Damage{Where: where, What: what}
	s.mu.Lock()
	_, known := s.damages[d]
	if !known {
		s.damages[d] = struct{}{}
	}
	s.mu.Unlock()
	if !known {
		s.log.Error("store damaged", "where", where, "what", what)
	}
	return fmt.Errorf("%w: %s: %s", store.ErrDamaged, where, what)
}
