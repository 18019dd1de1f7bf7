package serve

import (
	"context"
	"log/slog"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/metrics"
	"theriac/internal/work"
)

// botObserver passes what happens to bots to the log and the metrics.
type botObserver struct {
	*metrics.Meters
	log *slog.Logger
}

// BotFailed observes that a bot gave no answer. The game goes on without it.
func (o botObserver) BotFailed(table, why string) {
	o.Meters.BotFailed()
	o.log.Warn("a bot gave no answer", "table", table, "why", why)
}

// startBots hands the questions of bots out to workers, and runs this node's own, until
// the context ends.
func (s *Server) startBots(run context.Context) error {
	stop, err := s.storage.Store.Work().Hand(s.meters.BotRedelivered)
	if err != nil {
		return err
	}
	s.running.Go(func() {
		<-run.Done()
		stop()
	})
	if s.opts.BotWorkers < 0 {
		return nil
	}
	queue, err := s.storage.worker(s.log)
	if err != nil {
		return err
	}
	s.running.Go(func() {
		defer queue.Close()
		work.Run(run, work.Config{Jobs: queue, Count: s.opts.BotWorkers, Now: time.Now, HoldEvery: jetstream.HoldEvery, Logger: s.log})
	})
	return nil
}
