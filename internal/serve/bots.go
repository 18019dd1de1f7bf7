package serve

import (
	"context"
	"log/slog"
	"time"

	"theriac/internal/metrics"
	"theriac/internal/wire"
	"theriac/internal/work"
)

// botObserver records bots' failures and other events in the log and the metrics.
type botObserver struct {
	*metrics.Meters
	log *slog.Logger
}

// BotFailed records that a bot gave no answer. The game continues without the answer.
func (o botObserver) BotFailed(table, why string) {
	o.Meters.BotFailed()
	o.log.Warn("a bot gave no answer", "table", table, "why", why)
}

// startBots distributes questions for bots to workers, and runs this node's own workers, until ctx ends.
func (s *Server) startBots(run context.Context) error {
	stop, err := s.storage.queue.Hand(s.meters.BotRedelivered)
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
	queue, err := s.storage.queue.Worker()
	if err != nil {
		return err
	}
	s.running.Go(func() {
		defer queue.Close()
		work.Run(run, work.Config{Jobs: queue, Count: s.opts.BotWorkers, Now: time.Now, HoldEvery: wire.HoldEvery, Logger: s.log})
	})
	return nil
}
