package outbound

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
	// AtOnce is how many are sent at once.
	AtOnce      = 256
	lateAtOnce  = 64 // of these, to receivers that were slow before
	hostAtOnce  = 16 // of these, to one host
	hostLate    = 8  // of these, where the receiver was slow before
	ownerAtOnce = 4  // of one person
	ownerLate   = 1  // of these, to receivers that were slow before

	mostWaiting  = 4096 // that wait, all together
	hostWaiting  = 1024 // for one host
	ownerWaiting = 64   // of one person
	lineWaiting  = 16   // of one person for one host

	// slowAfter is how long a receiver may take without being slow. A slow one stays so
	// until it has answered amends times in time.
	slowAfter = 2 * time.Second
	amends    = 8

	// pause is before the second attempt, twice.
	pause = time.Second

	mostKnown = 8192 // receivers and people in memory
	sampled   = 64   // people sampled to find the one with the most waiting
)

// Delivery is one request to one receiver.
type Delivery struct {
	Owner string // the person who gave the address
	URL   string
	// Send sends it once, and says whether another attempt may help.
	Send func(context.Context) (again bool, err error)
	// Done gets how it ended: Sent, Failed or Dropped.
	Done func(how string, err error)

	tried int // attempts so far
}

// host is the receiver: the name and the port of the address.
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

// Queue sends deliveries so that nobody waits for somebody else's receiver. Each
// host has a queue, in it each owner a line, and lines take turns. Whatever may be
// sent is being sent: one waits only because of a limit.
type Queue struct {
	tries int                         // attempts that each delivery gets
	wait  func(try int) time.Duration // before the next attempt

	mu      sync.Mutex
	hosts   map[string]*hostQueue
	owners  map[string]*ownerShare
	busy    []*hostQueue // those where something waits, in turn
	turn    int
	lines   int
	sending int
	late    int // of those that are being sent
	waiting int
}

// hostQueue is one receiving host.
type hostQueue struct {
	name    string
	lines   map[string]*ownerLine // by owner
	busy    []*ownerLine          // those where something waits, in turn
	turn    int
	sending int
	late    int
	waiting int
}

// ownerLine is what one owner sends to one host.
type ownerLine struct {
	host     *hostQueue
	owner    *ownerShare
	waiting  []Delivery
	sending  int
	pausing  int  // that wait for their next attempt
	answered bool // it was called before
	debt     int  // above 0: it was slow
}

// ownerShare is a person who gave addresses.
type ownerShare struct {
	id      string
	lines   map[*ownerLine]bool
	sending int
	late    int
	waiting int
	debt    int
}

// How a delivery ended.
const (
	Sent    = "sent"
	Failed  = "failed"
	Dropped = "dropped"
)

// NewQueue makes a queue that attempts each delivery up to tries times.
func NewQueue(tries int) *Queue {
	return &Queue{
		tries: tries, wait: func(try int) time.Duration { return pause << try },
		hosts: map[string]*hostQueue{}, owners: map[string]*ownerShare{},
	}
}

// Put queues a delivery. It does not block: where there is too much, it drops the
// oldest of the same line, or one of the person who has the most.
func (q *Queue) Put(ctx context.Context, n Delivery) {
	q.mu.Lock()
	dropped := q.add(ctx, n, 0)
	q.mu.Unlock()
	for _, d := range dropped {
		d.Done(Dropped, nil)
	}
}

// add puts a delivery at the end of its line. It holds mu, and returns what it dropped.
func (q *Queue) add(ctx context.Context, n Delivery, pausing int) (dropped []Delivery) {
	line := q.line(n)
	line.pausing -= pausing
	switch {
	case len(line.waiting) >= lineWaiting,
		len(line.waiting) > 0 && (line.owner.waiting >= ownerWaiting || line.host.waiting >= hostWaiting):
		dropped = append(dropped, q.drop(line))
	case line.owner.waiting >= ownerWaiting || line.host.waiting >= hostWaiting:
		return append(dropped, n)
	case q.waiting >= mostWaiting:
		most := q.longest()
		if most == nil || most.owner.waiting <= line.owner.waiting {
			return append(dropped, n)
		}
		dropped = append(dropped, q.drop(most))
	}
	if len(line.waiting) == 0 {
		if line.host.waiting == 0 {
			q.busy = append(q.busy, line.host)
		}
		line.host.busy = append(line.host.busy, line)
	}
	line.waiting = append(line.waiting, n)
	line.host.waiting++
	line.owner.waiting++
	q.waiting++
	// Nothing else became free, so nothing else can be sent now.
	if q.free(line) {
		q.start(ctx, line)
	}
	return dropped
}

// line finds or makes the line of a delivery.
func (q *Queue) line(n Delivery) *ownerLine {
	name := n.host()
	host := q.hosts[name]
	if host != nil && host.lines[n.Owner] != nil {
		return host.lines[n.Owner]
	}
	if q.lines >= mostKnown {
		q.forget()
		host = q.hosts[name]
	}
	if host == nil {
		host = &hostQueue{name: name, lines: map[string]*ownerLine{}}
		q.hosts[name] = host
	}
	owner := q.owners[n.Owner]
	if owner == nil {
		owner = &ownerShare{id: n.Owner, lines: map[*ownerLine]bool{}}
		q.owners[n.Owner] = owner
	}
	line := &ownerLine{host: host, owner: owner}
	host.lines[n.Owner], owner.lines[line] = line, true
	q.lines++
	return line
}

// forget makes room: it drops half of the idle lines.
func (q *Queue) forget() {
	for name, host := range q.hosts {
		for id, line := range host.lines {
			if q.lines <= mostKnown/2 {
				return
			}
			if len(line.waiting)+line.sending+line.pausing > 0 {
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
func (q *Queue) longest() *ownerLine {
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
	var longest *ownerLine
	if most != nil {
		for l := range most.lines {
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

// drop takes the oldest delivery out of a line.
func (q *Queue) drop(line *ownerLine) Delivery {
	n := line.waiting[0]
	line.waiting = line.waiting[1:]
	line.host.waiting--
	line.owner.waiting--
	q.waiting--
	if len(line.waiting) == 0 {
		line.waiting = nil
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
func (line *ownerLine) isLate() bool {
	return line.debt > 0 || !line.answered && line.owner.debt > 0
}

// free says whether the limits let the line send one more.
func (q *Queue) free(line *ownerLine) bool {
	if q.sending >= AtOnce || line.host.sending >= hostAtOnce || line.owner.sending >= ownerAtOnce {
		return false
	}
	return !line.isLate() || q.late < lateAtOnce && line.host.late < hostLate && line.owner.late < ownerLate
}

// next is the line whose turn it is among those that may send.
func (q *Queue) next() *ownerLine {
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

// start sends the oldest delivery of a line. It holds mu.
func (q *Queue) start(ctx context.Context, line *ownerLine) {
	n, late := q.drop(line), line.isLate()
	q.count(line, late, 1)
	go func() {
		began := time.Now()
		again, err := n.Send(ctx)
		q.finish(ctx, line, n, late, time.Since(began), again, err)
	}()
}

func (q *Queue) count(line *ownerLine, late bool, by int) {
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
func (q *Queue) finish(ctx context.Context, line *ownerLine, n Delivery, late bool, took time.Duration, again bool, err error) {
	n.tried++
	again = again && err != nil && n.tried < q.tries && ctx.Err() == nil
	q.mu.Lock()
	q.count(line, late, -1)
	line.answered = true
	for _, debt := range []*int{&line.debt, &line.owner.debt} {
		if took >= slowAfter {
			*debt = amends
		} else if *debt > 0 {
			*debt--
		}
	}
	if again && line.pausing < lineWaiting {
		line.pausing++
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

// Waiting is how many deliveries wait.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}
