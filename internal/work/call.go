package work

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"theriac/internal/store"
)

// ErrFailed reports that a worker could not answer an item.
var ErrFailed = errors.New("no worker knows an answer")

// lostAfter is how often a caller checks whether its item is still in the queue.
const lostAfter = 10 * time.Second

// Call puts an item into the queue and waits for its answer until ctx ends. If the queue loses the item, Call
// puts it there again. The item's id distinguishes its answer from other answers for the table. If the worker
// failed, Call returns an error together with the answer, which contains the processor time used.
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
		default: // ignore it, because a second worker has already answered the item
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
				_ = queue.Put(ctx, table, part, data) // if this write fails, the next check repeats it
			}
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
	}
}
