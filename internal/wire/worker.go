package wire

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

// WorkerConfig configures the connection of a worker in another process.
type WorkerConfig struct {
	URL    string      // any node, with the name WorkerUser and the worker's key
	TLS    *tls.Config // nil means no encryption
	Logger *slog.Logger
}

// Worker is a connection that can take items and answer them. It needs no other permissions.
type Worker struct {
	nc  *nats.Conn
	key hpke.PrivateKey // items are encrypted for this key
}

// OpenWorker connects a worker to a node over the network. The caller must close it.
func OpenWorker(cfg WorkerConfig) (*Worker, error) {
	log := cfg.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return newWorker(func(opts ...nats.Option) (*nats.Conn, error) {
		if cfg.TLS != nil {
			opts = append(opts, nats.Secure(cfg.TLS))
		}
		return open(cfg.URL, log, opts...)
	})
}

func newWorker(connect Connector) (*Worker, error) {
	key, err := newKey()
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	nc, err := connect(nats.Name("theriac worker"), nats.CustomInboxPrefix(workerInbox))
	if err != nil {
		return nil, err
	}
	return &Worker{nc, key}, nil
}

// Close closes the connection. Items without an answer go to other workers.
func (w *Worker) Close() { w.nc.Close() }

// takeAgain is how long a worker waits before it asks again if no node answers.
const takeAgain = 300 * time.Millisecond

// Take waits for an item. It returns false if there is none yet.
func (w *Worker) Take(ctx context.Context) (store.Job, bool, error) {
	once, cancel := context.WithTimeout(ctx, takeWait+time.Second)
	defer cancel()
	m, err := w.nc.RequestWithContext(once, takeSubject, w.key.PublicKey().Bytes())
	switch {
	case ctx.Err() != nil:
		return nil, false, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, false, nil
	case err != nil: // no node is available, or the connection is interrupted
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
	if ack == "" || store.CheckName(table) != nil {
		return nil, false, nil
	}
	data, err := unseal(w.key, m.Data)
	if err != nil {
		return nil, false, fmt.Errorf("wire: an item cannot be read: %w", err)
	}
	return &job{w.nc, table, ack, data}, true, nil
}

// HoldEvery is the interval at which a worker must report that it still works on an item.
const HoldEvery = workHold

type job struct {
	nc         *nats.Conn
	table, ack string
	data       []byte
}

func (j *job) Table() string { return j.table }
func (j *job) Data() []byte  { return j.data }

func (j *job) Hold() error { return j.nc.Publish(holdSubject, []byte(j.ack)) }

// answerWait is the longest time that a worker waits until a node has accepted its answer.
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
	// No node wants answers for this table at the moment: the caller has gone, and the next one will ask again.
	// Return the item, because a node may still want the answer until the item is too old.
	_ = j.nc.Publish(backSubject, []byte(j.ack))
	return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
}
