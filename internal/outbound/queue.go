package outbound

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Limits on the deliveries that are being sent or are waiting. A receiver that never answers uses up its
// owner's share, but never another person's.
const (
	// AtOnce is how many deliveries are sent in parallel.
	AtOnce      = 256
	lateAtOnce  = 64 // part of AtOnce for receivers that were slow before
	hostAtOnce  = 16 // part of AtOnce for one host
	hostLate    = 8  // part of hostAtOnce for receivers that were slow before
	ownerAtOnce = 4  // part of AtOnce for one person
	ownerLate   = 1  // part of ownerAtOnce for receivers that were slow before

	mostWaiting  = 4096 // waiting deliveries in total
	hostWaiting  = 1024 // for one host
	ownerWaiting = 64   // for one person
	laneWaiting  = 16   // waiting deliveries of one person to one host

	// slowAfter is how long a receiver may take to answer before it counts as slow. It counts as slow until it
	// has answered quickly amends times.
	slowAfter = 2 * time.Second
	amends    = 8

	// pause is the wait before a retry. It doubles with each attempt.
	pause = time.Second

	mostKnown = 8192 // number of receivers, and of people, that are kept in memory
	sampled   = 64   // number of people to compare when looking for one with many waiting deliveries
)

// Delivery is a request to send to one receiver.
type Delivery struct {
	Owner string // the person who gave the address
	URL   string
	// Send sends the request once. It returns true if another attempt may succeed.
	Send func(context.Context) (again bool, err error)
	// Done is called once with the result: Sent, Failed or Dropped.
	Done func(how string, err error)

	tried int // number of attempts so far
}

// host returns the host name and port of the delivery's address.
func (d Delivery) host() string {
	u, err := url.Parse(d.URL)
	if err != nil {
		return ""
	}
	port := u.Port()
	if port == "" {
		port = u.Scheme
	}
	return strings.ToLower(u.Hostname()) + " " + port
}

// Queue sends deliveries so that no one has to wait for another person's receiver. Each host has a queue, and
// each owner has a lane in that queue; lanes take turns. A delivery is sent immediately unless a limit prevents
// it.
type Queue struct {
	tries int                         // number of attempts for each delivery
	wait  func(try int) time.Duration // returns the pause before the next attempt

	mu      sync.Mutex
	hosts   map[string]*hostQueue
	owners  map[string]*ownerShare
	busy    []*hostQueue // hosts with waiting deliveries, which take turns
	turn    int
	lanes   int
	sending int
	late    int // number of running deliveries to slow receivers
	waiting int
}

// hostQueue is the queue of all deliveries to one host.
type hostQueue struct {
	name    string
	lanes   map[string]*lane // by owner
	busy    []*lane          // lanes with waiting deliveries, which take turns
	turn    int
	sending int
	late    int
	waiting int
}

// lane holds the deliveries of one owner to one host.
type lane struct {
	host     *hostQueue
	owner    *ownerShare
	waiting  []Delivery
	sending  int
	pausing  int  // deliveries that wait for their next attempt
	answered bool // whether the receiver has been called before
	debt     int  // number of quick answers that the receiver still needs before it no longer counts as slow
}

// ownerShare counts the deliveries of one person against that person's limits.
type ownerShare struct {
	id      string
	lanes   map[*lane]bool
	sending int
	late    int
	waiting int
	debt    int
}

// The results of a delivery.
const (
	Sent    = "sent"
	Failed  = "failed"
	Dropped = "dropped"
)

// NewQueue returns a queue that attempts each delivery up to tries times.
func NewQueue(tries int) *Queue {
	return &Queue{
		tries: tries, wait: func(try int) time.Duration { return pause << try },
		hosts: map[string]*hostQueue{}, owners: map[string]*ownerShare{},
	}
}

// Put adds a delivery to the queue and does not block. If a limit is reached, it drops the oldest delivery of
// the same lane, or one of a person who has many waiting.
func (q *Queue) Put(ctx context.Context, n Delivery) {
	q.mu.Lock()
	dropped := q.add(ctx, n, 0)
	q.mu.Unlock()
	for _, d := range dropped {
		d.Done(Dropped, nil)
	}
}

// add appends a delivery to its lane, and returns the deliveries that it dropped. The caller holds mu.
func (q *Queue) add(ctx context.Context, n Delivery, pausing int) (dropped []Delivery) {
	lane := q.lane(n)
	lane.pausing -= pausing
	switch {
	case len(lane.waiting) >= laneWaiting,
		len(lane.waiting) > 0 && (lane.owner.waiting >= ownerWaiting || lane.host.waiting >= hostWaiting):
		dropped = append(dropped, q.drop(lane))
	case lane.owner.waiting >= ownerWaiting || lane.host.waiting >= hostWaiting:
		return append(dropped, n)
	case q.waiting >= mostWaiting:
		most := q.longest()
		if most == nil || most.owner.waiting <= lane.owner.waiting {
			return append(dropped, n)
		}
		dropped = append(dropped, q.drop(most))
	}
	if len(lane.waiting) == 0 {
		if lane.host.waiting == 0 {
			q.busy = append(q.busy, lane.host)
		}
		lane.host.busy = append(lane.host.busy, lane)
	}
	lane.waiting = append(lane.waiting, n)
	lane.host.waiting++
	lane.owner.waiting++
	q.waiting++
	// Only the limits of this lane can have changed, so no other delivery can be sent now.
	if q.free(lane) {
		q.start(ctx, lane)
	}
	return dropped
}

// lane returns the lane of a delivery, and creates it if needed.
func (q *Queue) lane(n Delivery) *lane {
	name := n.host()
	host := q.hosts[name]
	if host != nil && host.lanes[n.Owner] != nil {
		return host.lanes[n.Owner]
	}
	if q.lanes >= mostKnown {
		q.forget()
		host = q.hosts[name]
	}
	if host == nil {
		host = &hostQueue{name: name, lanes: map[string]*lane{}}
		q.hosts[name] = host
	}
	owner := q.owners[n.Owner]
	if owner == nil {
		owner = &ownerShare{id: n.Owner, lanes: map[*lane]bool{}}
		q.owners[n.Owner] = owner
	}
	lane := &lane{host: host, owner: owner}
	host.lanes[n.Owner], owner.lanes[lane] = lane, true
	q.lanes++
	return lane
}

// forget frees memory: it removes half of the idle lanes.
func (q *Queue) forget() {
	for name, host := range q.hosts {
		for id, lane := range host.lanes {
			if q.lanes <= mostKnown/2 {
				return
			}
			if len(lane.waiting)+lane.sending+lane.pausing > 0 {
				continue
			}
			delete(host.lanes, id)
			delete(lane.owner.lanes, lane)
			if len(lane.owner.lanes) == 0 {
				delete(q.owners, id)
			}
			q.lanes--
		}
		if len(host.lanes) == 0 {
			delete(q.hosts, name)
		}
	}
}

// longest returns a lane of an owner who has many deliveries waiting. It compares only a sample of the owners,
// because there can be very many.
func (q *Queue) longest() *lane {
	var most *ownerShare
	looked := 0
	for _, o := range q.owners {
		if most == nil || o.waiting > most.waiting {
			most = o
		}
		if looked++; looked >= sampled {
			break
		}
	}
	var longest *lane
	if most != nil {
		for l := range most.lanes {
			if longest == nil || len(l.waiting) > len(longest.waiting) {
				longest = l
			}
		}
	}
	if longest == nil || len(longest.waiting) == 0 {
		return nil
	}
	return longest
}

// drop removes the oldest delivery from a lane and returns it.
func (q *Queue) drop(lane *lane) Delivery {
	n := lane.waiting[0]
	lane.waiting = lane.waiting[1:]
	lane.host.waiting--
	lane.owner.waiting--
	q.waiting--
	if len(lane.waiting) == 0 {
		lane.waiting = nil
		lane.host.busy, lane.host.turn = without(lane.host.busy, lane, lane.host.turn)
	}
	if lane.host.waiting == 0 {
		q.busy, q.turn = without(q.busy, lane.host, q.turn)
	}
	return n
}

// without returns a list without the element one. It also returns the index turn, adjusted so that it still
// refers to the same next element.
func without[T comparable](list []T, one T, turn int) ([]T, int) {
	for i, e := range list {
		if e == one {
			if i < turn {
				turn--
			}
			return append(list[:i], list[i+1:]...), turn
		}
	}
	return list, turn
}

// isLate reports whether a lane counts as slow. It does if its receiver was slow before. A receiver that was
// never called also counts as slow if another lane of its owner does.
func (lane *lane) isLate() bool {
	return lane.debt > 0 || !lane.answered && lane.owner.debt > 0
}

// free reports whether the limits allow the lane to send another delivery.
func (q *Queue) free(lane *lane) bool {
	if q.sending >= AtOnce || lane.host.sending >= hostAtOnce || lane.owner.sending >= ownerAtOnce {
		return false
	}
	return !lane.isLate() || q.late < lateAtOnce && lane.host.late < hostLate && lane.owner.late < ownerLate
}

// next returns the next lane, in turn, that may send a delivery, or nil.
func (q *Queue) next() *lane {
	for i := range q.busy {
		h := q.busy[(q.turn+i)%len(q.busy)]
		for j := range h.busy {
			lane := h.busy[(h.turn+j)%len(h.busy)]
			if q.free(lane) {
				q.turn, h.turn = (q.turn+i+1)%len(q.busy), (h.turn+j+1)%len(h.busy)
				return lane
			}
		}
	}
	return nil
}

// start sends the oldest delivery of a lane. The caller holds mu.
func (q *Queue) start(ctx context.Context, lane *lane) {
	n, late := q.drop(lane), lane.isLate()
	q.count(lane, late, 1)
	go func() {
		began := time.Now()
		again, err := n.Send(ctx)
		q.finish(ctx, lane, n, late, time.Since(began), again, err)
	}()
}

func (q *Queue) count(lane *lane, late bool, by int) {
	q.sending += by
	lane.sending += by
	lane.host.sending += by
	lane.owner.sending += by
	if late {
		q.late += by
		lane.host.late += by
		lane.owner.late += by
	}
}

// finish records the result of an attempt, and then sends whatever the limits now allow. A retry goes to the
// end of the lane and runs later. Until then it does not count towards the limits on concurrent deliveries.
func (q *Queue) finish(ctx context.Context, lane *lane, n Delivery, late bool, took time.Duration, again bool, err error) {
	n.tried++
	again = again && err != nil && n.tried < q.tries && ctx.Err() == nil
	q.mu.Lock()
	q.count(lane, late, -1)
	lane.answered = true
	for _, debt := range []*int{&lane.debt, &lane.owner.debt} {
		if took >= slowAfter {
			*debt = amends
		} else if *debt > 0 {
			*debt--
		}
	}
	if again && lane.pausing < laneWaiting {
		lane.pausing++
		time.AfterFunc(q.wait(n.tried), func() {
			q.mu.Lock()
			dropped := q.add(ctx, n, 1)
			q.mu.Unlock()
			for _, d := range dropped {
				d.Done(Dropped, nil)
			}
		})
	} else {
		again = false
	}
	for ctx.Err() == nil {
		next := q.next()
		if next == nil {
			break
		}
		q.start(ctx, next)
	}
	q.mu.Unlock()
	switch {
	case err == nil:
		n.Done(Sent, nil)
	case !again:
		n.Done(Failed, err)
	}
}

// Waiting returns how many deliveries are waiting.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}
