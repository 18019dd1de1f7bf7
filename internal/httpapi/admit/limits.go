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

// Rate is a rate limit: an average number of requests or units of work per second, and the
// largest burst.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Limits are the rate limits for each address and each session. A zero field means its default.
type Limits struct {
	Address Rate // all requests from one address; for IPv6, from a /64 (see levels)
	Session Rate // all requests in one session
	Make    Rate // creating people, tables and links, per address
	Talk    Rate // chat messages and drawn plans, per session
	Guess   Rate // use of links, passkeys, the OpenID provider and the operator's key, per address
	Code    Rate // wrong codes of tables, per address
	Recover Rate // attempts with a recovery code, per address
	// Work limits the total work that a person's sessions may cause. AddressWork limits the work
	// that one address may cause. The unit is about 0.1 ms of processor time (see cost.go).
	Work, AddressWork Rate
	Files             Rate // pages and client files, per address; they count against no other limit
	// How many streams may be open at the same time.
	StreamsPerAddress, StreamsPerSession int
	// Remembered is how many addresses and sessions each limit keeps in memory.
	Remembered int
}

// retryStream is how long a caller with too many open streams should wait before trying again.
const retryStream = 10 * time.Second

// The names of the limits, as problems and metrics use them.
const (
	ByAddress = "address"
	BySession = "session"
	ByMake    = "make"
	ByGuess   = "guess"
	ByCode    = "code"
	ByRecover = "recover"
	ByStreams = "streams"
	ByTalk    = "talk"
	ByFiles   = "files"
	ByWork    = "work"
)

// Filled returns the limits with zero fields replaced by their defaults.
func (l Limits) Filled() Limits {
	fill(&l.Address, Rate{50, 200})
	fill(&l.Session, Rate{20, 100})
	fill(&l.Make, Rate{0.5, 40})
	// The limit is high because a full classroom shares one address, and each guest previews a link
	// and then opens it. That does not help an attacker, because secrets have 128 bits.
	fill(&l.Guess, Rate{0.5, 60})
	// A guess at the code of a table hits less than once in 100,000. A right code does not count.
	fill(&l.Code, Rate{1.0 / 6, 10})
	// A recovery code has 80 bits and is typed by hand. So the first ten attempts are immediate,
	// and after that ten per hour are allowed.
	fill(&l.Recover, Rate{1.0 / 360, 10})
	fill(&l.Talk, Rate{1, 20})
	// Opening a game of 150 entries costs 6 units, and 75 more if the game is not in memory. A full
	// classroom may open games at the same time.
	fill(&l.Work, Rate{100, 2000})
	fill(&l.AddressWork, Rate{400, 8000})
	// Files are served from memory, and a page needs a dozen of them. A full classroom may load the
	// page from one address at the same time.
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
	address, making, guessing, codes, recovering, files, addressWork addressBuckets
	session, talking, work                                           *buckets[string]

	wrongCodes *share // of all callers; see codesAMinute
}

// codesAMinute is how many wrong codes of tables a node answers in a minute, whatever addresses they come from. With
// one hit in 100,000, an attacker with many addresses needs hours.
const codesAMinute = 600

func newLimits(l Limits) *limits {
	l = l.Filled()
	return &limits{
		address:  newAddressBuckets(l.Address, l.Remembered),
		making:   newAddressBuckets(l.Make, l.Remembered),
		guessing: newAddressBuckets(l.Guess, l.Remembered),
		codes:    newAddressBuckets(l.Code, l.Remembered),
		files:    newAddressBuckets(l.Files, l.Remembered),

		recovering: newAddressBuckets(l.Recover, l.Remembered),
		session:    newBuckets[string](l.Session, l.Remembered),
		wrongCodes: newShare(codesAMinute),
		talking:    newBuckets[string](l.Talk, l.Remembered),

		work:        newBuckets[string](l.Work, l.Remembered),
		addressWork: newAddressBuckets(l.AddressWork, l.Remembered),
	}
}

// Limit counts one request against the limit with this name, and returns an error if the limit is
// used up.
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
	case ByCode:
		if wait = g.limits.codes.take(who.Addr, now); wait == 0 && !g.limits.wrongCodes.take(who.Addr, now) {
			wait = retryFull
		}
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

// Guessed gives back what Limit took for a code that proved to be right, so that a classroom with one address can
// come in together.
func (g *Gate) Guessed(who *Caller) {
	if !who.Trusted {
		g.limits.codes.takeN(who.Addr, -1, g.conf.Now())
		g.limits.wrongCodes.giveBack(who.Addr)
	}
}

// Limited returns the error for a limit that is used up. kind is the name of the limit, and wait is
// the time until the caller can try again.
func (g *Gate) Limited(kind string, wait time.Duration) error {
	g.conf.Observe.Limited(kind)
	p := wire.NewProblem(http.StatusTooManyRequests, "slow-down")
	p.What, p.Retry = kind, wait
	return p
}

// buckets holds the token buckets of one rate limit, one for each key. It keeps only the most
// recently used keys. A forgotten key starts again with a full burst.
type buckets[K comparable] struct {
	rate Rate
	most int

	mu    sync.Mutex
	byKey map[K]*list.Element
	order list.List // most recently used first
}

type bucket[K comparable] struct {
	key     K
	limiter *rate.Limiter
}

func newBuckets[K comparable](r Rate, most int) *buckets[K] {
	return &buckets[K]{rate: r, most: most, byKey: map[K]*list.Element{}}
}

// take counts one request for a key. If that exceeds the limit, it returns how long to wait.
func (b *buckets[K]) take(key K, now time.Time) time.Duration { return b.takeN(key, 1, now) }

// takeN counts n requests for a key, but never more than a whole burst.
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

// levels are the prefix lengths of the IPv6 networks that one subscriber may own, up to a whole
// site. Each larger network may make several times as many requests as the smallest.
var levels = []struct{ bits, times int }{{64, 1}, {56, 4}, {48, 16}}

// groups returns the networks that contain an address, one for each level. For IPv4 it returns only
// the address itself.
func groups(addr netip.Addr) []netip.Addr {
	if !addr.Is6() {
		return []netip.Addr{addr}
	}
	list := make([]netip.Addr, 0, len(levels))
	for _, l := range levels {
		p, err := addr.Prefix(l.bits)
		if err != nil {
			break // cannot happen: no level has more bits than an address
		}
		list = append(list, p.Addr())
	}
	return list
}

// Group returns the largest network that the caller's address may belong to, as text. It is empty for a caller
// whose address is unknown or trusted.
func (who *Caller) Group() string {
	if who.Trusted || !who.Addr.IsValid() {
		return ""
	}
	list := groups(who.Addr)
	return list[len(list)-1].String()
}

// addressBuckets counts requests by IP network, with one set of buckets for each level.
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

// takeN counts n requests for the networks that contain an address, from the smallest to the
// largest. If a small network's limit rejects the requests, they do not count for the larger
// networks. So no caller uses up their neighbours' limit.
func (b addressBuckets) takeN(addr netip.Addr, n int, now time.Time) time.Duration {
	for i, g := range groups(addr) {
		if wait := b[i].takeN(g, n, now); wait > 0 {
			return wait
		}
	}
	return 0
}

// fair reports whether a group of addresses may use one more unit of a cap. Once half of the cap is
// used, each group may have at most half of what remains. So the group that has the most is
// rejected first.
func fair(group, all, most float64) bool {
	return all < most/2 || group < max(1, (most-all)/2)
}

// share counts recent events, in total and for each group of addresses. The counts decrease over
// time, so that the cap limits the number of events per minute.
type share struct {
	most float64

	mu     sync.Mutex
	at     time.Time
	all    float64
	scale  float64 // a group's count is groups[g] * scale, so reducing scale reduces all counts together
	groups map[netip.Addr]float64
}

func newShare(most int) *share {
	return &share{most: float64(most), scale: 1, groups: map[netip.Addr]float64{}}
}

// take counts one event, unless the cap is reached or the group has used up its share.
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

// giveBack uncounts an event that take has just counted.
func (s *share) giveBack(addr netip.Addr) {
	list := groups(addr)
	group := list[len(list)-1]
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(1, s.all, s.groups[group]*s.scale)
	s.all -= n
	s.groups[group] -= n / s.scale
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
	for g, n := range s.groups { // drop groups whose counts have decayed to almost nothing
		if s.groups[g] = n * s.scale; s.groups[g] < 0.01 {
			delete(s.groups, g)
		}
	}
	s.scale = 1
}

// streams counts the open streams in total, by session and by network.
type streams struct {
	perAddress, perSession int
	most                   int // the largest number of open streams

	mu        sync.Mutex
	all       int
	byGroup   []map[netip.Addr]int // one map per level (see levels)
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

// enter counts one more open stream, and returns false if a limit forbids it.
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

// count returns how many streams are open.
func (s *streams) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

// leave stops counting a stream as open.
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

// full reports whether no more streams can be opened. For spectators, the limit is lower than for
// people at the table.
func (s *streams) full(watches bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if watches {
		return s.all > s.most-s.most/10
	}
	return s.all >= s.most
}
