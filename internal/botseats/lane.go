package botseats

import (
	"context"
	"time"

	"theriac/internal/table"
)

const (
	// inLine is how long a bot's move waits for those of other bots before it is written
	// beside them: a write that hangs must not hold up every table of the node.
	inLine = 2 * time.Second
	// longestRest is how long the log is left to people at most after a bot's write.
	longestRest = 50 * time.Millisecond
)

// lane lets the bots of a node write their moves one after the other, and with rests. The
// log takes one entry after the other, so that a person's move would otherwise wait behind
// those of all bots that happen to move at the same time.
type lane struct {
	busy chan struct{} // full while a bot writes, or the log rests
	most time.Duration // that a move waits
}

func newLane() lane { return lane{make(chan struct{}, 1), inLine} }

// enter waits until no other bot writes or rests, and says whether it is so.
func (l lane) enter(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, l.most)
	defer cancel()
	select {
	case l.busy <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// leave lets the next one in, after a rest.
func (l lane) leave(clock table.Clock, rest time.Duration) {
	if rest <= 0 {
		<-l.busy
		return
	}
	clock.AfterFunc(min(rest, longestRest), func() { <-l.busy })
}

// write makes a bot's move when it is its turn to write. A simulation has a log that is
// never busy: its bots do not wait.
func (a *attendant) write(ctx context.Context, c table.BotAnswer) (table.Receipt, error) {
	if a.conf.Scheduler == nil && a.lane.enter(ctx) {
		began := a.conf.Clock.Now()
		defer func() { a.lane.leave(a.conf.Clock, a.conf.Clock.Now().Sub(began)*time.Duration(a.conf.Rest)) }()
	}
	return a.table.Do(ctx, c.Key(), c)
}
