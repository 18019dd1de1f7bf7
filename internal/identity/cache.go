package identity

import (
	"container/list"
	"sync"
	"time"
)

// cache remembers the newest uses of a bounded number of keys for a short time.
type cache[V any] struct {
	mu    sync.Mutex
	most  int
	byKey map[string]*list.Element
	order list.List // the front was used last
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

// get is the remembered value, if it is not too old.
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

// moment is read before the store. A value read from the store is remembered only if
// nothing was dropped since: otherwise a reader could put back what a revocation had
// just cleared.
func (c *cache[V]) moment() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drops
}

func (c *cache[V]) put(key string, value V, until time.Time, moment uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drops != moment {
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
