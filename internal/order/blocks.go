package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"theriac/internal/store"
)

// Block is one person whom another person blocks.
type Block struct {
	Person string    `json:"person"`
	At     time.Time `json:"at"`
}

type blocksRecord struct {
	Blocks []Block `json:"blocks"`
}

// Prefixes of keys in BucketBlocks. A note under blockedBy finds the lists that name a person.
const (
	blocksOf  = "of"
	blockedBy = "by"
)

// Blocks returns whom a person blocks, the newest first.
func (o *Order) Blocks(ctx context.Context, person string) ([]Block, error) {
	r, _, err := get[blocksRecord](ctx, o.kv.blocks, blocksOf+"."+person)
	slices.Reverse(r.Blocks)
	return r.Blocks, err
}

// Block makes a person block another. To block the same person again has no effect.
func (o *Order) Block(ctx context.Context, person, other string) error {
	if person == other {
		return ErrSelf
	}
	if err := o.exists(ctx, other); err != nil {
		return err
	}
	err := o.changeBlocks(ctx, person, other, func(list []Block) ([]Block, error) {
		if len(list) >= MaxBlocks {
			return nil, ErrManyBlocks
		}
		return append(list, Block{Person: other, At: o.now()}), nil
	})
	if err != nil {
		return err
	}
	for _, p := range []string{person, other} { // either may have been forgotten in the meantime
		if gone := o.exists(ctx, p); errors.Is(gone, ErrNobody) {
			return errors.Join(gone, o.Unblock(ctx, person, other))
		}
	}
	return nil
}

// Unblock ends a block. There need not be one.
func (o *Order) Unblock(ctx context.Context, person, other string) error {
	return o.changeBlocks(ctx, person, other, nil)
}

// changeBlocks changes a person's list and the note that finds it. add returns the list with the other person, who is
// not in it; without add, the other is taken off the list.
func (o *Order) changeBlocks(ctx context.Context, person, other string, add func([]Block) ([]Block, error)) error {
	defer o.blocked.drop(person)
	list, finds := blocksOf+"."+person, blockedBy+"."+other+"."+person
	for {
		r, version, err := get[blocksRecord](ctx, o.kv.blocks, list)
		if err != nil {
			return err
		}
		has := slices.ContainsFunc(r.Blocks, func(b Block) bool { return b.Person == other })
		changes := []store.Change{gone(BucketBlocks, finds)}
		switch {
		case has == (add != nil):
			return nil
		case add != nil:
			if r.Blocks, err = add(r.Blocks); err != nil {
				return err
			}
			changes[0] = note(BucketBlocks, finds)
		default:
			r.Blocks = slices.DeleteFunc(r.Blocks, func(b Block) bool { return b.Person == other })
		}
		own, err := record(BucketBlocks, list, version, r)
		if err != nil {
			return err
		}
		if len(r.Blocks) == 0 {
			own.Data = nil
		}
		_, err = o.conf.Store.Do(ctx, append(changes, own)...)
		if store.Retryable(ctx, err) {
			continue
		}
		if err != nil {
			return fmt.Errorf("order: blocks: %w", err)
		}
		return nil
	}
}

// Hides reports whether a person blocks another, so that nothing that the other says reaches them.
func (o *Order) Hides(ctx context.Context, person, other string) (bool, error) {
	if person == "" || other == "" || person == other {
		return false, nil
	}
	list, err := o.blockedSet(ctx, person)
	return list[other], err
}

// Apart returns those of the others whom a person blocks, or who block that person. It reads the same records
// whatever they contain, so the time that it takes tells nothing.
func (o *Order) Apart(ctx context.Context, person string, others []string) ([]string, error) {
	mine, err := o.blockedSet(ctx, person)
	if err != nil {
		return nil, err
	}
	var apart []string
	for _, other := range others {
		if other == "" || other == person {
			continue
		}
		theirs, err := o.blockedSet(ctx, other)
		if err != nil {
			return nil, err
		}
		if mine[other] || theirs[person] {
			apart = append(apart, other)
		}
	}
	return apart, nil
}

// blockedSet returns whom a person blocks, from this node's cache if possible.
func (o *Order) blockedSet(ctx context.Context, person string) (map[string]bool, error) {
	if person == "" {
		return nil, nil
	}
	list, generation, ok := o.blocked.get(person, o.now())
	if ok {
		return list, nil
	}
	r, _, err := get[blocksRecord](ctx, o.kv.blocks, blocksOf+"."+person)
	if err != nil {
		return nil, err
	}
	list = make(map[string]bool, len(r.Blocks))
	for _, b := range r.Blocks {
		list[b.Person] = true
	}
	o.blocked.put(person, list, o.now(), generation)
	return list, nil
}

// blockCache holds recently read lists of blocks. A change on any node drops the list; the time limit is for
// messages that get lost.
type blockCache struct {
	mu         sync.Mutex
	lists      map[string]cachedBlocks
	generation uint64 // the number of drops so far
}

type cachedBlocks struct {
	list map[string]bool
	read time.Time
}

const (
	blocksStale  = 15 * time.Second
	cachedPeople = 50_000
)

func newBlockCache() *blockCache { return &blockCache{lists: map[string]cachedBlocks{}} }

func (c *blockCache) get(person string, now time.Time) (map[string]bool, uint64, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.lists[person]
	age := now.Sub(r.read) // negative if the clock was set back since
	return r.list, c.generation, ok && age >= 0 && age < blocksStale
}

// put stores a list, unless any list was dropped since get returned the generation.
func (c *blockCache) put(person string, list map[string]bool, now time.Time, generation uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation != c.generation {
		return
	}
	if len(c.lists) >= cachedPeople {
		clear(c.lists)
	}
	c.lists[person] = cachedBlocks{list, now}
}

func (c *blockCache) drop(person string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	delete(c.lists, person)
}

// heard drops a list that some node has changed.
func (c *blockCache) heard(rec store.Record) {
	if person, ok := strings.CutPrefix(rec.Key, blocksOf+"."); ok {
		c.drop(person)
	}
}
