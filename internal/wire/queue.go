package wire

import (
	"container/list"
	"crypto/rand"
	"sync"
	"time"
)

// queue holds this node's questions for workers, and the workers that wait at this node. It is only in memory.
// A lost item does no harm, because the caller still knows the question and can ask it again.
type queue struct {
	node string // name of this node in subjects
	now  func() time.Time
	// spare tells other nodes that this node has an item but no waiting worker. again counts an item that goes
	// to another worker.
	spare, again func()

	mu      sync.Mutex
	items   map[string]*item // all items, by table and part
	held    map[string]*item // items that a worker has, by their names
	ready   list.List        // items that no worker has, as *item
	waiting list.List        // waiting workers, as chan *item
}

// item is a question about a table that a worker should answer.
type item struct {
	table, part string
	data        []byte
	put         time.Time
	place       *list.Element // its element in the ready list; nil while a worker has it
	name        string        // identifies the item while a worker has it
	until       time.Time     // when the item goes to another worker
	tries       int
	from        string // if the item is from another node: the subject for messages about it
}

func newQueue(now func() time.Time, spare func()) *queue {
	return &queue{node: rand.Text(), now: now, spare: spare, items: map[string]*item{}, held: map[string]*item{}}
}

// put adds an item. It replaces an older item with the same table and part.
func (q *queue) put(table, part string, data []byte) {
	q.mu.Lock()
	q.drop(q.items[table+"."+part])
	i := &item{table: table, part: part, data: data, put: q.now()}
	q.items[table+"."+part] = i
	i.place = q.ready.PushBack(i)
	for len(q.items) > workItems && q.ready.Len() > 0 {
		q.drop(q.ready.Front().Value.(*item))
	}
	left := q.deal()
	q.mu.Unlock()
	if left {
		q.spare()
	}
}

// drop removes an item from the queue.
func (q *queue) drop(i *item) {
	if i == nil {
		return
	}
	if i.place != nil {
		q.ready.Remove(i.place)
	}
	delete(q.held, i.name)
	delete(q.items, i.table+"."+i.part)
}

// waits reports whether an item is in the queue, even if a worker already has it.
func (q *queue) waits(table, part string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.items[table+"."+part] != nil
}

// next returns the item that has waited longest, or nil if there is none.
func (q *queue) next() *item {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.pop()
}

func (q *queue) pop() *item {
	for e := q.ready.Front(); e != nil; e = q.ready.Front() {
		i := e.Value.(*item)
		if q.now().Sub(i.put) > workAge || i.tries >= workTries {
			q.drop(i)
			continue
		}
		q.ready.Remove(e)
		i.place, i.name, i.until = nil, rand.Text(), q.now().Add(workWait)
		i.tries++
		q.held[i.name] = i
		if i.tries > 1 && q.again != nil {
			q.again()
		}
		out := *i // a copy, because the item is sent after the lock is released
		return &out
	}
	return nil
}

// deal gives ready items to waiting workers, and reports whether items are left.
func (q *queue) deal() bool {
	for q.ready.Len() > 0 && q.waiting.Len() > 0 {
		i := q.pop()
		if i == nil {
			break
		}
		q.waiting.Remove(q.waiting.Front()).(chan *item) <- i
	}
	return q.ready.Len() > 0
}

// await waits for an item. It returns nil if none arrives in time, or if another node offered an item and then
// had none left.
func (q *queue) await(wait time.Duration) *item {
	got := make(chan *item, 1)
	q.mu.Lock()
	e := q.waiting.PushBack(got)
	q.deal()
	q.mu.Unlock()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case i := <-got:
		return i
	case <-timer.C:
	}
	q.mu.Lock()
	before := q.waiting.Len()
	q.waiting.Remove(e)
	called := q.waiting.Len() == before // another goroutine has already removed the worker from the list
	q.mu.Unlock()
	if called {
		return <-got
	}
	return nil
}

// called removes the first waiting worker from the list, in order to get an item from another node for it. It
// returns nil if no worker waits.
func (q *queue) called() chan<- *item {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting.Len() == 0 {
		return nil
	}
	return q.waiting.Remove(q.waiting.Front()).(chan *item)
}

// has reports whether ready items are in the queue.
func (q *queue) has() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.ready.Len() > 0
}

// done removes an item whose answer was accepted.
func (q *queue) done(name string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.drop(q.held[name])
}

// keep gives a worker more time for an item: the item expires after the duration wait from now.
func (q *queue) keep(name string, wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := q.held[name]; i != nil {
		i.until = q.now().Add(wait)
	}
}

// expire makes items ready again if their workers have not reported for too long.
func (q *queue) expire() {
	q.mu.Lock()
	for name, i := range q.held {
		if q.now().After(i.until) {
			delete(q.held, name)
			i.name, i.place = "", q.ready.PushFront(i)
		}
	}
	left := q.deal()
	q.mu.Unlock()
	if left {
		q.spare()
	}
}
