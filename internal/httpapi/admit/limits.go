package admit

import (
	"container/list"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"theriac/internal/httpapi/wire"

	"golang.org/x/time/rate"
)

// Rate is a rate limit: so many times a second for long, and Burst times at once.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Limits bound what one address and one session may do. A zero field has its default.
type Limits struct {
	Address Rate // every request of an address; of IPv6 of a /64, and see levels
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

// retryStream is when a caller with too many streams may try again.
const retryStream = 10 * time.Second

// The names of the limits.
const (
	ByAddress = "address"
	BySession = "session"
	ByMake    = "make"
	ByGuess   = "guess"
	ByRecover = "recover"
	ByStreams = "streams"
	ByTalk    = "talk"
	ByFiles   = "files"
	ByWork    = "work"
)

// Filled has the default in each field that was zero.
func (l Limits) Filled() Limits {
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
	address, making, guessing, recovering, files, addressWork addressBuckets
	session, talking, work                                    *buckets[string]
}

func newLimits(l Limits) *limits {
	l = l.Filled()
	return &limits{
		address:  newAddressBuckets(l.Address, l.Remembered),
		making:   newAddressBuckets(l.Make, l.Remembered),
		guessing: newAddressBuckets(l.Guess, l.Remembered),
		files:    newAddressBuckets(l.Files, l.Remembered),

		recovering: newAddressBuckets(l.Recover, l.Remembered),
		session:    newBuckets[string](l.Session, l.Remembered),
		talking:    newBuckets[string](l.Talk, l.Remembered),

		work:        newBuckets[string](l.Work, l.Remembered),
		addressWork: newAddressBuckets(l.AddressWork, l.Remembered),
	}
}

// Limit counts one request against a limit, and refuses it where that is full.
func (g *Gate) Limit(who *Caller, kind string) error {
	if who.Trusted {
		return nil
	}
	now, wait := g.conf.Now(), time.Duration(0)
	switch kind {
	case ByAddress:
		wait = g.limits.address.take(who.Addr, now)
	case BySession:
		wait = g.limits.session.take(who.Token, now)
	case ByTalk:
		wait = g.limits.talking.take(who.Token, now)
	case ByMake:
		wait = g.limits.making.take(who.Addr, now)
	case ByGuess:
		wait = g.limits.guessing.take(who.Addr, now)
	case ByRecover:
		wait = g.limits.recovering.take(who.Addr, now)
	case ByFiles:
		wait = g.limits.files.take(who.Addr, now)
	}
	if wait <= 0 {
		return nil
	}
	return g.Limited(kind, wait)
}

// Limited is the error of a limit that is full for so long.
func (g *Gate) Limited(kind string, wait time.Duration) error {
	g.conf.Observe.Limited(kind)
	p := wire.NewProblem(http.StatusTooManyRequests, "slow-down")
	p.What, p.Retry = kind, wait
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

// levels are the networks of IPv6 that one subscriber may have, from the least to a whole
// site, and how many times as much as an address each of them may do.
var levels = []struct{ bits, times int }{{64, 1}, {56, 4}, {48, 16}}

// groups are the networks that an address belongs to, one for each level. Of IPv4 it is
// the address alone.
func groups(addr netip.Addr) []netip.Addr {
	if !addr.Is6() {
		return []netip.Addr{addr}
	}
	list := make([]netip.Addr, 0, len(levels))
	for _, l := range levels {
		p, err := addr.Prefix(l.bits)
		if err != nil {
			break // it has a zone, which network takes away
		}
		list = append(list, p.Addr())
	}
	return list
}

// addressBuckets count by address and by the networks around it.
type addressBuckets []*buckets[netip.Addr]

func newAddressBuckets(r Rate, most int) (b addressBuckets) {
	for _, l := range levels {
		b = append(b, newBuckets[netip.Addr](Rate{r.PerSecond * float64(l.times), r.Burst * l.times}, most))
	}
	return b
}

func (b addressBuckets) take(addr netip.Addr, now time.Time) time.Duration {
	return b.takeN(addr, 1, now)
}

// takeN counts in all of them. What a small network is refused does not count for a
// larger one: nobody uses up the budget of their neighbours.
func (b addressBuckets) takeN(addr netip.Addr, n int, now time.Time) time.Duration {
	for i, g := range groups(addr) {
		if wait := b[i].takeN(g, n, now); wait > 0 {
			return wait
		}
	}
	return 0
}

// fair says whether a group may have one more of something that has a cap. From half of
// the cap on it depends on what the group has: the less is left, the less that may be, so
// that whoever has the most is refused first.
func fair(group, all, most float64) bool {
	return all < most/2 || group < max(1, (most-all)/2)
}

// share counts how often something was done lately, by everybody and by group. The counts
// run down together, so much that as many can be done in a minute as the cap says.
type share struct {
	most float64

	mu     sync.Mutex
	at     time.Time
	all    float64
	scale  float64 // that the groups' counts are to be multiplied with
	groups map[netip.Addr]float64
}

func newShare(most int) *share {
	return &share{most: float64(most), scale: 1, groups: map[netip.Addr]float64{}}
}

// take counts one more, unless the cap is reached or the group has had its share.
func (s *share) take(addr netip.Addr, now time.Time) bool {
	list := groups(addr)
	group := list[len(list)-1]
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runDown(now)
	if s.all+1 > s.most || !fair(s.groups[group]*s.scale, s.all, s.most) {
		return false
	}
	s.all++
	s.groups[group] += 1 / s.scale
	return true
}

func (s *share) runDown(now time.Time) {
	gone := s.most * now.Sub(s.at).Minutes()
	s.at = now
	if gone <= 0 {
		return
	}
	if gone >= s.all {
		s.all, s.scale = 0, 1
		clear(s.groups)
		return
	}
	s.scale *= 1 - gone/s.all
	s.all -= gone
	if s.scale > 1e-6 {
		return
	}
	for g, n := range s.groups { // those that did little for long are forgotten
		if s.groups[g] = n * s.scale; s.groups[g] < 0.01 {
			delete(s.groups, g)
		}
	}
	s.scale = 1
}

// streams counts the open streams.
type streams struct {
	perAddress, perSession int
	most                   int // of all

	mu        sync.Mutex
	all       int
	byGroup   []map[netip.Addr]int // one for each level
	bySession map[string]int
}

func newStreams(l Limits, c Caps) *streams {
	l = l.Filled()
	s := &streams{perAddress: l.StreamsPerAddress, perSession: l.StreamsPerSession, most: c.filled().Streams, bySession: map[string]int{}}
	for range levels {
		s.byGroup = append(s.byGroup, map[netip.Addr]int{})
	}
	return s
}

// enter takes a place for one more stream, if there is one.
func (s *streams) enter(who *Caller) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !who.Trusted && who.Token != "" && s.bySession[who.Token] >= s.perSession {
		return false
	}
	list := groups(who.Addr)
	for i, g := range list {
		if !who.Trusted && s.byGroup[i][g] >= s.perAddress*levels[i].times {
			return false
		}
	}
	if last := len(list) - 1; !who.Trusted && !fair(float64(s.byGroup[last][list[last]]), float64(s.all), float64(s.most)) {
		return false
	}
	s.all++
	for i, g := range list {
		s.byGroup[i][g]++
	}
	if who.Token != "" {
		s.bySession[who.Token]++
	}
	return true
}

// leave gives the place back.
func (s *streams) leave(who *Caller) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	for i, g := range groups(who.Addr) {
		if s.byGroup[i][g]--; s.byGroup[i][g] <= 0 {
			delete(s.byGroup[i], g)
		}
	}
	if who.Token == "" {
		return
	}
	if s.bySession[who.Token]--; s.bySession[who.Token] <= 0 {
		delete(s.bySession, who.Token)
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
