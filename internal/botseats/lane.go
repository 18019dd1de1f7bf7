package botseats

import (
	"context"
	"time"

	"theriac/internal/table"
)

const (
	// inLine is how long a bot's move waits for its turn to be written. After that the bot writes anyway, so
	// that one stuck write does not block every table of the node.
	inLine = 2 * time.Second
	// longestRest limits the rest after a bot's write. During the rest only people's moves are written.
	longestRest = 50 * time.Millisecond
)

// lane makes a node's bots write their moves one after another, with rests in between. The store's log takes
// one entry at a time. Without rests, a person's move would have to wait for all bots that move at the same
// time.
type lane struct {
	busy chan struct{} // full while a bot writes or rests
	most time.Duration // how long a move may wait for its turn
}

func newLane() lane { return lane{make(chan struct{}, 1), inLine} }

// enter waits until no other bot writes or rests. It returns false if it gave up waiting.
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

// leave lets the next bot write once the rest is over.
func (l lane) leave(clock table.Clock, rest time.Duration) {
	if rest <= 0 {
		<-l.busy
		return
	}
	clock.AfterFunc(min(rest, longestRest), func() { <-l.busy })
}

// write submits a bot's move once it is that bot's turn to write. In a simulation it does not wait, because a
// simulated log is never busy.
func (a *attendant) write(ctx context.Context, c table.BotAnswer) (table.Receipt, error) {
	if a.conf.Scheduler == nil && a.lane.enter(ctx) {
		began := a.conf.Clock.Now()
		defer func() { a.lane.leave(a.conf.Clock, a.conf.Clock.Now().Sub(began)*time.Duration(a.conf.Rest)) }()
	}
	return a.table.Do(ctx, c.Key(), c)
}
