package identity

import (
	"container/list"
	"sync"
	"time"
)

// cache holds a limited number of recently used values, each for a short time, to save reads of the
// store.
type cache[V any] struct {
	mu    sync.Mutex
	most  int
	byKey map[string]*list.Element
	order list.List // most recently used first
	drops uint64
}

type remembered[V any] struct {
	key   string
	value V
	until time.Time
}

func newCache[V any](most int) *cache[V] {
	return &cache[V]{most: most, byKey: map[string]*list.Element{}}
}

// get returns the cached value for a key, unless it is missing or too old.
func (c *cache[V]) get(key string, now time.Time) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var none V
	e, ok := c.byKey[key]
	if !ok {
		return none, false
	}
	r := e.Value.(remembered[V])
	if !now.Before(r.until) {
		c.remove(e)
		return none, false
	}
	c.order.MoveToFront(e)
	return r.value, true
}

// generation returns a counter that each drop increments. Before a caller reads the store, it reads
// the counter, and later passes it to put. If anything was dropped in between, put ignores the
// value. Otherwise, a slow reader could cache a value that a revocation had just removed.
func (c *cache[V]) generation() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drops
}

func (c *cache[V]) put(key string, value V, until time.Time, generation uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drops != generation {
		return
	}
	if e, ok := c.byKey[key]; ok {
		c.remove(e)
	}
	c.byKey[key] = c.order.PushFront(remembered[V]{key, value, until})
	for c.order.Len() > c.most {
		c.remove(c.order.Back())
	}
}

func (c *cache[V]) drop(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drops++
	if e, ok := c.byKey[key]; ok {
		c.remove(e)
	}
}

func (c *cache[V]) remove(e *list.Element) {
	delete(c.byKey, e.Value.(remembered[V]).key)
	c.order.Remove(e)
}

func (c *cache[V]) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len()
}
