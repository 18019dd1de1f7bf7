package httpapi

import (
	"container/list"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate is a rate limit: so many times a second for long, and Burst times at once.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Limits bound what one address and one session may do. A zero field has its default.
type Limits struct {
	Address Rate // every request of an address, of IPv6 of a /64
	Session Rate // every request of a session
	Make    Rate // new people, tables and links, by address
	Talk    Rate // chat messages and plans of a session
	Guess   Rate // the use of links, passkeys, the OpenID provider and of the operator's key, by address
	Recover Rate // attempts with a recovery code, by address
	// Work is what a person, with all sessions, may make the server do, in units of
	// about a tenth of a millisecond; AddressWork is that of an address. See cost.go.
	Work, AddressWork Rate
	Files             Rate // pages and the client's files, by address; they count for nothing else
	// How many streams may be open at once.
	StreamsPerAddress, StreamsPerSession int
	// Remembered is how many addresses and sessions stay in memory.
	Remembered int
}

// The names of the limits.
const (
	byAddress = "address"
	bySession = "session"
	byMake    = "make"
	byGuess   = "guess"
	byRecover = "recover"
	byStreams = "streams"
	byTalk    = "talk"
	byFiles   = "files"
	byWork    = "work"
)

func (l Limits) filled() Limits {
	fill(&l.Address, Rate{50, 200})
	fill(&l.Session, Rate{20, 100})
	fill(&l.Make, Rate{0.5, 40})
	// Each guest of a full room looks at a link and then opens it. A secret to guess
	// has 128 bits.
	fill(&l.Guess, Rate{0.5, 60})
	// A code has 80 bits, and is typed by hand: ten at once, then ten an hour.
	fill(&l.Recover, Rate{1.0 / 360, 10})
	fill(&l.Talk, Rate{1, 20})
	// A game of 150 entries from the beginning costs 6, and 75 more where nobody read
	// it lately. A full room opens one at the same time.
	fill(&l.Work, Rate{100, 2000})
	fill(&l.AddressWork, Rate{400, 8000})
	// Files are sent from memory, a page needs a dozen of them, and a full room behind
	// one address opens it at the same time.
	fill(&l.Files, Rate{200, 2000})
	if l.StreamsPerAddress == 0 {
		l.StreamsPerAddress = 200
	}
	if l.StreamsPerSession == 0 {
		l.StreamsPerSession = 20
	}
	if l.Remembered == 0 {
		l.Remembered = 100_000
	}
	return l
}

func fill(r *Rate, normal Rate) {
	if *r == (Rate{}) {
		*r = normal
	}
}

type limits struct {
	address, making, guessing, recovering, files, addressWork *buckets[netip.Addr]
	session, talking, work                                    *buckets[string]
}

func newLimits(l Limits) *limits {
	l = l.filled()
	return &limits{
		address:  newBuckets[netip.Addr](l.Address, l.Remembered),
		making:   newBuckets[netip.Addr](l.Make, l.Remembered),
		guessing: newBuckets[netip.Addr](l.Guess, l.Remembered),
		files:    newBuckets[netip.Addr](l.Files, l.Remembered),

		recovering: newBuckets[netip.Addr](l.Recover, l.Remembered),
		session:    newBuckets[string](l.Session, l.Remembered),
		talking:    newBuckets[string](l.Talk, l.Remembered),

		work:        newBuckets[string](l.Work, l.Remembered),
		addressWork: newBuckets[netip.Addr](l.AddressWork, l.Remembered),
	}
}

// limit counts one request against a limit, and refuses it where that is full.
func (a *API) limit(who *caller, kind string) error {
	if who.trusted {
		return nil
	}
	now, wait := a.conf.Now(), time.Duration(0)
	switch kind {
	case byAddress:
		wait = a.limits.address.take(who.addr, now)
	case bySession:
		wait = a.limits.session.take(who.token, now)
	case byTalk:
		wait = a.limits.talking.take(who.token, now)
	case byMake:
		wait = a.limits.making.take(who.addr, now)
	case byGuess:
		wait = a.limits.guessing.take(who.addr, now)
	case byRecover:
		wait = a.limits.recovering.take(who.addr, now)
	case byFiles:
		wait = a.limits.files.take(who.addr, now)
	}
	if wait <= 0 {
		return nil
	}
	return a.limited(kind, wait)
}

func (a *API) limited(kind string, wait time.Duration) error {
	a.conf.Observe.Limited(kind)
	p := problem(http.StatusTooManyRequests, "slow-down")
	p.What, p.retry = kind, wait
	return p
}

// buckets count by key. They keep the keys that were used last; a forgotten one
// begins anew.
type buckets[K comparable] struct {
	rate Rate
	most int

	mu    sync.Mutex
	byKey map[K]*list.Element
	order list.List // the front was used last
}

type bucket[K comparable] struct {
	key     K
	limiter *rate.Limiter
}

func newBuckets[K comparable](r Rate, most int) *buckets[K] {
	return &buckets[K]{rate: r, most: most, byKey: map[K]*list.Element{}}
}

// take counts one more, or returns how long to wait where that is too much.
func (b *buckets[K]) take(key K, now time.Time) time.Duration { return b.takeN(key, 1, now) }

// takeN counts several at once, at most the burst.
func (b *buckets[K]) takeN(key K, n int, now time.Time) time.Duration {
	n = min(n, b.rate.Burst)
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.byKey[key]
	if ok {
		b.order.MoveToFront(e)
	} else {
		e = b.order.PushFront(&bucket[K]{key: key, limiter: rate.NewLimiter(rate.Limit(b.rate.PerSecond), b.rate.Burst)})
		b.byKey[key] = e
		if b.order.Len() > b.most {
			oldest := b.order.Remove(b.order.Back()).(*bucket[K])
			delete(b.byKey, oldest.key)
		}
	}
	reserved := e.Value.(*bucket[K]).limiter.ReserveN(now, n)
	if !reserved.OK() {
		return time.Minute
	}
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

// streams counts the open streams.
type streams struct {
	perAddress, perSession int
	most                   int // of all

	mu        sync.Mutex
	all       int
	byAddress map[netip.Addr]int
	bySession map[string]int
}

func newStreams(l Limits, c Caps) *streams {
	l = l.filled()
	return &streams{
		perAddress: l.StreamsPerAddress, perSession: l.StreamsPerSession, most: c.filled().Streams,
		byAddress: map[netip.Addr]int{}, bySession: map[string]int{},
	}
}

// enter takes a place for one more stream, if there is one.
func (s *streams) enter(who *caller) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !who.trusted && (s.byAddress[who.addr] >= s.perAddress || who.token != "" && s.bySession[who.token] >= s.perSession) {
		return false
	}
	s.all++
	s.byAddress[who.addr]++
	if who.token != "" {
		s.bySession[who.token]++
	}
	return true
}

// leave gives the place back.
func (s *streams) leave(who *caller) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.byAddress[who.addr]--; s.byAddress[who.addr] <= 0 {
		delete(s.byAddress, who.addr)
	}
	if who.token == "" {
		return
	}
	if s.bySession[who.token]--; s.bySession[who.token] <= 0 {
		delete(s.bySession, who.token)
	}
}

// full says that there is no place for one more stream: of somebody at the table, or of
// somebody who watches.
func (s *streams) full(watches bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if watches {
		return s.all > s.most-s.most/10
	}
	return s.all >= s.most
}
