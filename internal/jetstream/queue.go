package jetstream

import (
	"container/list"
	"crypto/rand"
	"sync"
	"time"
)

// queue is the items that this node asks workers for, and the workers that wait here.
// It is in memory and needs no other node: whoever asks knows the question, and asks
// again.
type queue struct {
	node string // this node's name in subjects
	now  func() time.Time
	// spare tells the other nodes that there are items here that no worker waits for;
	// again counts an item that goes to another worker.
	spare, again func()

	mu      sync.Mutex
	items   map[string]*item // by table and part
	held    map[string]*item // that a worker has, by their names
	ready   list.List        // of *item, that no worker has
	waiting list.List        // of chan *item: workers that wait
}

// item is a question.
type item struct {
	table, part string
	data        []byte
	put         time.Time
	place       *list.Element // among the ready ones; nil while a worker has it
	name        string        // while a worker has it
	until       time.Time     // when it goes to another one
	tries       int
	from        string // where to say something about it, if another node's
}

func newQueue(now func() time.Time, spare func()) *queue {
	return &queue{node: rand.Text(), now: now, spare: spare, items: map[string]*item{}, held: map[string]*item{}}
}

// put adds an item, in place of an older one of that name.
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

// drop forgets an item.
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

// waits says whether an item waits, or a worker has it.
func (q *queue) waits(table, part string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.items[table+"."+part] != nil
}

// next gives out the item that waits longest; nil if there is none.
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
		out := *i // it is sent without the lock
		return &out
	}
	return nil
}

// deal gives items to the workers that wait here, and says whether some are left.
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

// await waits for an item. Nil is none, or none at the node that said it had some.
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
	called := q.waiting.Len() == before // it was not there any more
	q.mu.Unlock()
	if called {
		return <-got
	}
	return nil
}

// called takes one of the waiting workers, for an item of another node; nil if none
// waits.
func (q *queue) called() chan<- *item {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting.Len() == 0 {
		return nil
	}
	return q.waiting.Remove(q.waiting.Front()).(chan *item)
}

// has says whether items wait here.
func (q *queue) has() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.ready.Len() > 0
}

// done forgets an item whose answer was taken.
func (q *queue) done(name string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.drop(q.held[name])
}

// keep leaves an item with its worker for so long.
func (q *queue) keep(name string, wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := q.held[name]; i != nil {
		i.until = q.now().Add(wait)
	}
}

// expire takes items back from workers that said nothing for too long.
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
