package serve

import (
	"context"
	"log/slog"
	"time"

	"theriac/internal/wire"
	"theriac/internal/work"
)

// WorkerUser is the user name with which a worker presents its key.
const WorkerUser = wire.WorkerUser

// WorkOptions configures a process that only runs bots.
type WorkOptions struct {
	NATS     string
	Peers    PeerFiles
	Workers  int                      // 0 means one less than the number of processors
	Answered func(took time.Duration) // called after each answer; may be nil
}

// Work runs bots for a server until ctx ends.
func Work(ctx context.Context, o WorkOptions, log *slog.Logger) error {
	secure, err := o.Peers.client()
	if err != nil {
		return err
	}
	queue, err := wire.OpenWorker(wire.WorkerConfig{URL: o.NATS, TLS: secure, Logger: log})
	if err != nil {
		return err
	}
	defer queue.Close()
	work.Run(ctx, work.Config{
		Jobs: queue, Count: o.Workers, Now: time.Now, HoldEvery: wire.HoldEvery, Logger: log, Answered: o.Answered,
	})
	return nil
}
