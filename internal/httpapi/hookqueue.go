package httpapi

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Limits on concurrent and waiting deliveries. A receiver that never answers uses up
// its owner's share, never somebody else's.
const (
	hooksAtOnce    = 256
	hooksLate      = 64 // of these, to receivers that were slow before
	hooksHost      = 16 // of these, to one host
	hooksHostLate  = 8  // of these, where the receiver was slow before
	hooksOwner     = 4  // of one person
	hooksOwnerLate = 1  // of these, to receivers that were slow before

	hooksWaiting      = 4096 // that wait, all together
	hooksHostWaiting  = 1024 // for one host
	hooksOwnerWaiting = 64   // of one person
	hooksLineWaiting  = 16   // of one person for one host

	// hookSlow is how long a receiver may take without being slow. A slow one stays so
	// until it has answered hookAmends times in time.
	hookSlow   = 2 * time.Second
	hookAmends = 8

	hooksKnown  = 8192 // receivers and people in memory
	hooksSample = 64   // people sampled to find the one with the most waiting
)

// notice is one delivery to one webhook.
type notice struct {
	owner string // the person who gave the address
	url   string
	body  []byte
	table string
	tries int // attempts so far
}

// host is the receiver: the name and the port of the address.
func (n notice) host() string {
	u, err := url.Parse(n.url)
	if err != nil {
		return ""
	}
	port := u.Port()
	if port == "" {
		port = u.Scheme
	}
	return strings.ToLower(u.Hostname()) + " " + port
}

// hookQueue sends notices so that nobody waits for somebody else's receiver. Each
// host has a queue, in it each owner a line, and lines take turns. Whatever may be
// sent is being sent: a notice waits only because of a limit.
type hookQueue struct {
	send func(context.Context, notice) (again bool, err error)
	done func(notice, string, error) // gets how each notice ended
	wait func(try int) time.Duration // before the next attempt

	mu      sync.Mutex
	hosts   map[string]*hookHost
	owners  map[string]*hookOwner
	busy    []*hookHost // those where something waits, in turn
	turn    int
	lines   int
	sending int
	late    int // of those that are being sent
	waiting int
}

// hookHost is one receiving host.
type hookHost struct {
	name    string
	lines   map[string]*hookLine // by owner
	busy    []*hookLine          // those where something waits, in turn
	turn    int
	sending int
	late    int
	waiting int
}

// hookLine is what one owner sends to one host.
type hookLine struct {
	host     *hookHost
	owner    *hookOwner
	notices  []notice
	sending  int
	pausing  int  // that wait for their next attempt
	answered bool // it was called before
	debt     int  // above 0: it was slow
}

// hookOwner is a person who gave addresses.
type hookOwner struct {
	id      string
	lines   map[*hookLine]bool
	sending int
	late    int
	waiting int
	debt    int
}

// How a notice ended.
const (
	hookSent    = "sent"
	hookFailed  = "failed"
	hookDropped = "dropped"
)

func newHookQueue(send func(context.Context, notice) (bool, error), done func(notice, string, error)) *hookQueue {
	return &hookQueue{
		send: send, done: done, wait: func(try int) time.Duration { return hookPause << try },
		hosts: map[string]*hookHost{}, owners: map[string]*hookOwner{},
	}
}

// put queues a notice. It does not block: where there is too much, it drops the
// oldest of the same line, or one of the person who has the most.
func (q *hookQueue) put(ctx context.Context, n notice) {
	q.mu.Lock()
	dropped := q.add(ctx, n, 0)
	q.mu.Unlock()
	for _, d := range dropped {
		q.done(d, hookDropped, nil)
	}
}

// add puts a notice at the end of its line. It holds mu, and returns what it dropped.
func (q *hookQueue) add(ctx context.Context, n notice, pausing int) (dropped []notice) {
	line := q.line(n)
	line.pausing -= pausing
	switch {
	case len(line.notices) >= hooksLineWaiting,
		len(line.notices) > 0 && (line.owner.waiting >= hooksOwnerWaiting || line.host.waiting >= hooksHostWaiting):
		dropped = append(dropped, q.drop(line))
	case line.owner.waiting >= hooksOwnerWaiting || line.host.waiting >= hooksHostWaiting:
		return append(dropped, n)
	case q.waiting >= hooksWaiting:
		most := q.longest()
		if most == nil || most.owner.waiting <= line.owner.waiting {
			return append(dropped, n)
		}
		dropped = append(dropped, q.drop(most))
	}
	if len(line.notices) == 0 {
		if line.host.waiting == 0 {
			q.busy = append(q.busy, line.host)
		}
		line.host.busy = append(line.host.busy, line)
	}
	line.notices = append(line.notices, n)
	line.host.waiting++
	line.owner.waiting++
	q.waiting++
	// Nothing else became free, so nothing else can be sent now.
	if q.free(line) {
		q.start(ctx, line)
	}
	return dropped
}

// line finds or makes the line of a notice.
func (q *hookQueue) line(n notice) *hookLine {
	name := n.host()
	host := q.hosts[name]
	if host != nil && host.lines[n.owner] != nil {
		return host.lines[n.owner]
	}
	if q.lines >= hooksKnown {
		q.forget()
		host = q.hosts[name]
	}
	if host == nil {
		host = &hookHost{name: name, lines: map[string]*hookLine{}}
		q.hosts[name] = host
	}
	owner := q.owners[n.owner]
	if owner == nil {
		owner = &hookOwner{id: n.owner, lines: map[*hookLine]bool{}}
		q.owners[n.owner] = owner
	}
	line := &hookLine{host: host, owner: owner}
	host.lines[n.owner], owner.lines[line] = line, true
	q.lines++
	return line
}

// forget makes room: it drops half of the idle lines.
func (q *hookQueue) forget() {
	for name, host := range q.hosts {
		for id, line := range host.lines {
			if q.lines <= hooksKnown/2 {
				return
			}
			if len(line.notices)+line.sending+line.pausing > 0 {
				continue
			}
			delete(host.lines, id)
			delete(line.owner.lines, line)
			if len(line.owner.lines) == 0 {
				delete(q.owners, id)
			}
			q.lines--
		}
		if len(host.lines) == 0 {
			delete(q.hosts, name)
		}
	}
}

// longest is a line of an owner who has more waiting than others: of a sample, since
// there can be many.
func (q *hookQueue) longest() *hookLine {
	var most *hookOwner
	looked := 0
	for _, o := range q.owners {
		if most == nil || o.waiting > most.waiting {
			most = o
		}
		if looked++; looked >= hooksSample {
			break
		}
	}
	var longest *hookLine
	if most != nil {
		for l := range most.lines {
			if longest == nil || len(l.notices) > len(longest.notices) {
				longest = l
			}
		}
	}
	if longest == nil || len(longest.notices) == 0 {
		return nil
	}
	return longest
}

// drop takes the oldest notice out of a line.
func (q *hookQueue) drop(line *hookLine) notice {
	n := line.notices[0]
	line.notices = line.notices[1:]
	line.host.waiting--
	line.owner.waiting--
	q.waiting--
	if len(line.notices) == 0 {
		line.notices = nil
		line.host.busy, line.host.turn = without(line.host.busy, line, line.host.turn)
	}
	if line.host.waiting == 0 {
		q.busy, q.turn = without(q.busy, line.host, q.turn)
	}
	return n
}

// without is a list without one of its entries, and whose turn it is then.
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

// isLate says whether a line counts as slow: it was so itself, or it is unknown and
// another of the same owner was.
func (line *hookLine) isLate() bool {
	return line.debt > 0 || !line.answered && line.owner.debt > 0
}

// free says whether the limits let the line send one more.
func (q *hookQueue) free(line *hookLine) bool {
	if q.sending >= hooksAtOnce || line.host.sending >= hooksHost || line.owner.sending >= hooksOwner {
		return false
	}
	return !line.isLate() || q.late < hooksLate && line.host.late < hooksHostLate && line.owner.late < hooksOwnerLate
}

// next is the line whose turn it is among those that may send.
func (q *hookQueue) next() *hookLine {
	for i := range q.busy {
		h := q.busy[(q.turn+i)%len(q.busy)]
		for j := range h.busy {
			line := h.busy[(h.turn+j)%len(h.busy)]
			if q.free(line) {
				q.turn, h.turn = (q.turn+i+1)%len(q.busy), (h.turn+j+1)%len(h.busy)
				return line
			}
		}
	}
	return nil
}

// start sends the oldest notice of a line. It holds mu.
func (q *hookQueue) start(ctx context.Context, line *hookLine) {
	n, late := q.drop(line), line.isLate()
	q.count(line, late, 1)
	go func() {
		began := time.Now()
		again, err := q.send(ctx, n)
		q.finish(ctx, line, n, late, time.Since(began), again, err)
	}()
}

func (q *hookQueue) count(line *hookLine, late bool, by int) {
	q.sending += by
	line.sending += by
	line.host.sending += by
	line.owner.sending += by
	if late {
		q.late += by
		line.host.late += by
		line.owner.late += by
	}
}

// finish notes how a call went, and sends what may be sent now. A further attempt
// comes later, at the end of the line, and holds no place until then.
func (q *hookQueue) finish(ctx context.Context, line *hookLine, n notice, late bool, took time.Duration, again bool, err error) {
	n.tries++
	again = again && err != nil && n.tries < hookTries && ctx.Err() == nil
	q.mu.Lock()
	q.count(line, late, -1)
	line.answered = true
	for _, debt := range []*int{&line.debt, &line.owner.debt} {
		if took >= hookSlow {
			*debt = hookAmends
		} else if *debt > 0 {
			*debt--
		}
	}
	if again && line.pausing < hooksLineWaiting {
		line.pausing++
		time.AfterFunc(q.wait(n.tries), func() {
			q.mu.Lock()
			dropped := q.add(ctx, n, 1)
			q.mu.Unlock()
			for _, d := range dropped {
				q.done(d, hookDropped, nil)
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
		q.done(n, hookSent, nil)
	case !again:
		q.done(n, hookFailed, err)
	}
}

// HooksWaiting is how many notices wait.
func (a *API) HooksWaiting() int {
	q := a.hooks.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}
