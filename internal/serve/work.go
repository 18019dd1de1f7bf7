package serve

import (
	"context"
	"log/slog"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/work"
)

// WorkerUser is the name that a worker's key belongs to.
const WorkerUser = jetstream.WorkerUser

// WorkOptions say how to run a process that only thinks for bots.
type WorkOptions struct {
	NATS     string
	Peers    PeerFiles
	Workers  int                      // 0 for one less than there are processors
	Answered func(took time.Duration) // may be nil
}

// Work thinks for the bots of a server until the context ends.
func Work(ctx context.Context, o WorkOptions, log *slog.Logger) error {
	secure, err := o.Peers.client()
	if err != nil {
		return err
	}
	queue, err := jetstream.OpenWorker(jetstream.WorkerConfig{URL: o.NATS, TLS: secure, Creds: o.Peers.Creds, Logger: log})
	if err != nil {
		return err
	}
	defer queue.Close()
	work.Run(ctx, work.Config{
		Jobs: queue, Count: o.Workers, Now: time.Now, HoldEvery: jetstream.HoldEvery, Logger: log, Answered: o.Answered,
	})
	return nil
}
