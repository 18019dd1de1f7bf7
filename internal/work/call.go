package work

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"theriac/internal/store"
)

// ErrFailed says that a worker had no answer.
var ErrFailed = errors.New("no worker knows an answer")

// lostAfter is how often a caller looks whether its item still waits.
const lostAfter = 10 * time.Second

// Call puts an item on the queue and waits for its answer until the context ends. An item
// that got lost is put there again. The item's id tells its answer from others of the
// table. The answer comes also where it is a failure, with what it took.
func Call(ctx context.Context, queue store.Work, table, part string, it *Item) (Answer, error) {
	data, err := json.Marshal(it)
	if err != nil {
		return Answer{}, err
	}
	answers := make(chan Answer, 1)
	stop, err := queue.Answers(table, func(data []byte) bool {
		var a Answer
		if json.Unmarshal(data, &a) != nil || a.ID != it.ID {
			return false
		}
		select {
		case answers <- a:
		default: // a second worker had it too
		}
		return true
	})
	if err != nil {
		return Answer{}, err
	}
	defer stop()
	if err := queue.Put(ctx, table, part, data); err != nil {
		return Answer{}, err
	}
	lost := time.NewTicker(lostAfter)
	defer lost.Stop()
	for {
		select {
		case a := <-answers:
			if a.Failed != "" {
				return a, errors.Join(ErrFailed, errors.New(a.Failed))
			}
			return a, nil
		case <-lost.C:
			if waits, err := queue.Waits(ctx, table, part); err == nil && !waits {
				_ = queue.Put(ctx, table, part, data) // or at the next look
			}
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
	}
}
