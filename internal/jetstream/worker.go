package jetstream

import (
	"context"
	"crypto/hpke"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/store"
)

// WorkerConfig says how a worker reaches the queue.
type WorkerConfig struct {
	Server *Server // the embedded server of this program, or
	URL    string  // any node of the cluster, with the user's name and password if it needs them
	TLS    *tls.Config
	Creds  string // a file of NATS credentials, where the cluster needs one
	Logger *slog.Logger
}

// Worker is a connection that can take items and answer them, and needs no right to
// anything else.
type Worker struct {
	nc  *nats.Conn
	key hpke.PrivateKey // that items are sealed for
}

// OpenWorker connects. Close it.
func OpenWorker(cfg WorkerConfig) (*Worker, error) {
	log := cfg.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	opts := []nats.Option{
		nats.Name("theriac worker"), nats.CustomInboxPrefix(workerInbox), nats.MaxReconnects(-1),
		nats.ReconnectWait(200 * time.Millisecond), nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("queue connection lost", "err", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("queue connection", "err", err) }),
	}
	if cfg.Server != nil {
		opts = append(opts, cfg.Server.InProcess()...)
	} else {
		opts = append(opts, proof(cfg.TLS, cfg.Creds)...)
	}
	key, err := newKey()
	if err != nil {
		return nil, fmt.Errorf("jetstream: %w", err)
	}
	nc, err := nats.Connect(cfg.URL, opts...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return &Worker{nc, key}, nil
}

// Worker connects a worker of this program. Close it.
func (s *Store) Worker() (*Worker, error) {
	return OpenWorker(WorkerConfig{Server: s.server, URL: s.url, TLS: s.tls, Creds: s.creds, Logger: s.log})
}

// Close closes the connection. An item that is not answered goes to another worker.
func (w *Worker) Close() { w.nc.Close() }

// takeAgain is how long a worker waits where no node answers.
const takeAgain = 300 * time.Millisecond

// Take waits for an item.
func (w *Worker) Take(ctx context.Context) (store.Job, bool, error) {
	once, cancel := context.WithTimeout(ctx, takeWait+time.Second)
	defer cancel()
	m, err := w.nc.RequestWithContext(once, takeSubject, w.key.PublicKey().Bytes())
	switch {
	case ctx.Err() != nil:
		return nil, false, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, false, nil
	case err != nil: // no node is there, or the connection is down for the moment
		select {
		case <-ctx.Done():
		case <-time.After(takeAgain):
		}
		if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrReconnectBufExceeded) {
			return nil, false, nil
		}
		return nil, false, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	ack, table := m.Header.Get(ackHeader), m.Header.Get(tableHeader)
	if ack == "" || word(table) != nil {
		return nil, false, nil
	}
	data, err := unseal(w.key, m.Data)
	if err != nil {
		return nil, false, fmt.Errorf("jetstream: an item cannot be read: %w", err)
	}
	return &job{w.nc, table, ack, data}, true, nil
}

// HoldEvery is how often a worker has to say that it still works on an item.
const HoldEvery = workHold

type job struct {
	nc         *nats.Conn
	table, ack string
	data       []byte
}

func (j *job) Table() string { return j.table }
func (j *job) Data() []byte  { return j.data }

func (j *job) Hold() error { return j.nc.Publish(holdSubject, []byte(j.ack)) }

// answerWait is how long a worker waits until a node has taken its answer.
const answerWait = 2 * time.Second

func (j *job) Answer(ctx context.Context, data []byte) error {
	once, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	_, err := j.nc.RequestMsgWithContext(once, &nats.Msg{
		Subject: answerSubject(j.table), Data: data, Header: nats.Header{ackHeader: {j.ack}},
	})
	if err == nil {
		return nil
	}
	// Nobody follows the table now: the one who asked has gone, and whoever comes next
	// asks anew. Until the item is too old it may be somebody's again.
	_ = j.nc.Publish(backSubject, []byte(j.ack))
	return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
}
