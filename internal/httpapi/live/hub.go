package live

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"hash/maphash"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"theriac/engine"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

// Kinds of messages that nodes send each other about a table, apart from entries.
const (
	newsRecord   = "record"   // the table's record changed
	newsPresence = "presence" // which people are connected to a node
	newsWho      = "who"      // asks other nodes which people are connected to them
	newsGhost    = "ghost"    // a player draws a plan
	newsTalk     = "talk"     // a chat message; the store sends it
	newsThinking = "thinking" // which seats' bots are thinking
	newsReason   = "reason"   // why a bot moved
)

const (
	maxGhosts  = 16
	maxReasons = 32
	// The interval at which a node announces the people connected to it, and how long other nodes
	// rely on an announcement.
	announceEvery = 30 * time.Second
	presenceLasts = 100 * time.Second
)

// Config configures a Hub.
type Config struct {
	Feed   store.Feed
	Lobby  *lobby.Lobby
	Tables *table.Registry
	Talk   store.Chat
	People *identity.People
	Names  wire.Names
	Gate   *admit.Gate
	// Order tells what people do not get to see. It may be nil.
	Order Order
	// Bots plays for the bots. It may be nil.
	Bots Bots
	Now  func() time.Time
	// Standalone means that no other node serves streams of these tables.
	Standalone bool
	// Recount is called when it may have changed who decides at a table. It may be nil.
	Recount func(ctx context.Context, t lobby.Table) error
}

// Bots plays for the bots. Its methods must not block.
type Bots interface {
	// Wake is called when a person is at a table with bots, so that the bots play.
	Wake(table string)
	// Changed is called when some node has changed the record of a table.
	Changed(table string)
}

// Hub manages the event streams of this node. For each table with open streams it has a topic,
// which holds the subscribers and the data that they share.
type Hub struct {
	conf Config
	node string
	// frames is the queue of data for streams to send. The writer goroutines take data from it.
	frames chan *frame

	mu       sync.Mutex
	topics   map[string]*topic
	sessions map[string][]*eventStream // the streams of each session, by the session's key
	closed   chan struct{}             // closed when the server shuts down
	gone     sync.WaitGroup

	wheel     wheel
	tick      atomic.Int64 // the heartbeat clock
	advancing sync.Mutex   // held while the heartbeat clock advances
	seed      maphash.Seed
}

// New returns a Hub without any streams.
func New(c Config) *Hub {
	var id [8]byte
	_, _ = rand.Read(id[:]) // never fails
	h := &Hub{
		conf: c, node: hex.EncodeToString(id[:]), frames: make(chan *frame), topics: map[string]*topic{}, sessions: map[string][]*eventStream{},
		closed: make(chan struct{}), seed: maphash.MakeSeed(),
	}
	if c.People != nil {
		c.People.OnEnd(h.sessionEnded)
	}
	return h
}

// reread drops this node's cached record of a table that has changed.
func (h *Hub) reread(table string) {
	h.conf.Lobby.Reread(table)
	if h.conf.Bots != nil {
		h.conf.Bots.Changed(table)
	}
}

// topic is the data that the streams of one table on this node share.
type topic struct {
	hub   *Hub
	table string
	stop  func()

	mu          sync.Mutex
	subscribers map[*subscriber]struct{}
	nodes       map[string]presence
	thinking    engine.Seats // the seats whose bots are thinking

	wake     chan struct{}  // wakes the pump
	pumped   []*eventStream // streams that the pump serves
	followed []*eventStream // streams that net/http serves
	pumping  bool           // the pump is running

	slot, at int         // position in the hub's heartbeat wheel; guarded by the hub's mu
	rounds   int         // completed heartbeat rounds; guarded by advancing
	checking atomic.Bool // the table's streams are being checked

	record    atomic.Pointer[lobby.Table] // the newest record that a stream has read
	seen      map[string]time.Time        // when people with a part in the table were last connected; guarded by mu
	opened    time.Time
	attending atomic.Bool // an update of the table's Presences is running
}

// presence is a node's announcement of the people connected to it.
type presence struct {
	Node     string       `json:"node"`
	Seats    engine.Seats `json:"seats"`
	Watchers int          `json:"watchers"`
	People   []string     `json:"people,omitempty"` // those who host the table or hold a seat
	at       time.Time
}

// ghost is a plan that a player drew, as nodes send it to each other. It is not stored.
type ghost struct {
	Seat  engine.Seat `json:"seat"`
	Moves []string    `json:"moves"`
	// Team is the set of seats that can see the plan; empty means all.
	Team engine.Seats `json:"team,omitempty"`
}

// shows reports whether the holder of these seats can see the plan.
func (g *ghost) shows(to engine.Seats) bool { return g.Team.Empty() || g.Team&to != 0 }

// subscriber collects the news that one stream still has to send.
type subscriber struct {
	wrote atomic.Int64 // heartbeat clock at the last write

	mu       sync.Mutex
	wake     chan struct{} // the channel of this stream, or of the pump that serves it
	person   string
	game     *table.Live // nil before the game begins
	seats    engine.Seats
	late     bool // the person is a spectator who sees the game with a delay
	host     bool // the person is the host of the table
	thinking bool // the set of thinking bots has changed
	record   bool // the table's record has changed
	presence bool // the set of connected people has changed
	behind   bool // there are new chat messages to read from the store
	comment  bool // a heartbeat is due
	revoked  bool // the stream's session has ended
	ghosts   []ghost
	reasons  []table.BotReason
}

// pending is the news that a stream sends next, taken from its subscriber.
type pending struct {
	record, presence, behind, thinking, comment, revoked bool

	ghosts  []ghost
	reasons []table.BotReason
}

func (s *subscriber) take() pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken()
}

// takeReady takes the news if all of it can be written without the store. It looks and takes under
// one lock, so that it never takes news that arrives in between and that its caller would not send.
func (s *subscriber) takeReady() (p pending, ready bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.record || s.behind || s.revoked {
		return pending{}, false
	}
	return s.taken(), true
}

// taken returns the news and clears it. The caller holds the lock.
func (s *subscriber) taken() pending {
	p := pending{s.record, s.presence, s.behind, s.thinking, s.comment, s.revoked, s.ghosts, s.reasons}
	s.record, s.presence, s.behind, s.thinking, s.comment, s.revoked, s.ghosts, s.reasons = false, false, false, false, false, false, nil, nil
	return p
}

// notify calls f, which may change the subscriber, under the subscriber's lock. Then it wakes the
// stream.
func (s *subscriber) notify(f func()) {
	s.mu.Lock()
	f()
	wake := s.wake
	s.mu.Unlock()
	select {
	case wake <- struct{}{}:
	default:
	}
}

// join adds a stream to its table's topic. If it is the first one, join opens the topic.
func (h *Hub) join(table string, s *subscriber) (*topic, error) {
	r, err := h.topic(table)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	r.subscribers[s] = struct{}{}
	r.mu.Unlock()
	h.gone.Add(1)
	h.mu.Unlock()
	r.publishPresence()
	return r, nil
}

// topic returns the topic of a table, opening it if necessary. Unless it returns an error, it
// leaves h.mu locked, so that the topic stays open until the caller has joined it.
func (h *Hub) topic(table string) (*topic, error) {
	h.mu.Lock()
	if r, there := h.topics[table]; there {
		return r, nil
	}
	r := &topic{hub: h, table: table, subscribers: map[*subscriber]struct{}{}, nodes: map[string]presence{},
		wake: make(chan struct{}, 1), seen: map[string]time.Time{}, opened: h.conf.Now()}
	if h.conf.Standalone {
		h.topics[table] = r
		h.wheel.place(r)
		return r, nil
	}
	// Subscribing may take a while, so release the lock until it is done.
	h.mu.Unlock()
	stop, err := h.conf.Feed.Subscribe(table, r.receive)
	if err != nil {
		return nil, err
	}
	_ = h.conf.Feed.Publish(table, newsWho, nil) // if this fails, people on other nodes are shown after the next announcement
	h.mu.Lock()
	if first, there := h.topics[table]; there {
		go stop()
		return first, nil
	}
	r.stop = stop
	h.topics[table] = r
	h.wheel.place(r)
	return r, nil
}

// leave removes a stream from the topic. After the last stream it closes the topic.
func (r *topic) leave(s *subscriber) {
	h := r.hub
	h.mu.Lock()
	r.mu.Lock()
	delete(r.subscribers, s)
	last := len(r.subscribers) == 0
	r.mu.Unlock()
	if last {
		delete(h.topics, r.table)
		h.wheel.unplace(r)
	}
	h.mu.Unlock()
	h.gone.Done()
	r.publishPresence()
	if last && r.stop != nil {
		r.stop()
	}
}

// publishPresence announces to other nodes who is connected to this one.
func (r *topic) publishPresence() {
	p := presence{Node: r.hub.node}
	r.mu.Lock()
	for s := range r.subscribers {
		s.mu.Lock()
		p.Seats |= s.seats
		if s.seats.Empty() {
			p.Watchers++
		}
		if s.person != "" && (s.host || !s.seats.Empty()) {
			p.People = append(p.People, s.person)
		}
		s.mu.Unlock()
	}
	r.mu.Unlock()
	r.notePresence(p)
	if r.hub.conf.Standalone {
		return
	}
	if data, err := json.Marshal(p); err == nil {
		_ = r.hub.conf.Feed.Publish(r.table, newsPresence, data) // if this fails, the next announcement follows soon
	}
}

// notePresence stores who is connected to a node, and notifies the streams if that changed.
func (r *topic) notePresence(p presence) {
	p.at = r.hub.conf.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	old := r.nodes[p.Node]
	for _, person := range slices.Concat(old.People, p.People) {
		r.seen[person] = p.at
	}
	if p.Seats.Empty() && p.Watchers == 0 && len(p.People) == 0 {
		delete(r.nodes, p.Node)
	} else {
		r.nodes[p.Node] = p
	}
	if old.Seats == p.Seats && old.Watchers == p.Watchers {
		return
	}
	for s := range r.subscribers {
		s.notify(func() { s.presence = true })
	}
}

// receive handles a message about the table from any node.
func (r *topic) receive(n store.News) {
	switch n.Kind {
	case newsRecord:
		r.hub.reread(r.table)
		r.each(func(s *subscriber) { s.record = true })
	case newsWho:
		r.publishPresence()
	case newsPresence:
		var p presence
		if json.Unmarshal(n.Data, &p) == nil && p.Node != r.hub.node {
			r.notePresence(p)
		}
	case newsGhost:
		var g ghost
		if json.Unmarshal(n.Data, &g) == nil {
			r.each(func(s *subscriber) {
				// Delayed spectators do not see current plans, and other teams do not see a team's
				// plans.
				if len(s.ghosts) < maxGhosts && !s.late && g.shows(s.seats) {
					s.ghosts = append(s.ghosts, g)
				}
			})
		}
	case newsThinking:
		var seats engine.Seats
		if json.Unmarshal(n.Data, &seats) == nil {
			r.mu.Lock()
			r.thinking = seats
			r.mu.Unlock()
			r.each(func(s *subscriber) { s.thinking = !s.late })
		}
	case newsReason:
		var why table.BotReason
		if json.Unmarshal(n.Data, &why) == nil {
			r.each(func(s *subscriber) {
				if len(s.reasons) < maxReasons && Hears(why, s.seats, s.late) {
					s.reasons = append(s.reasons, why)
				}
			})
		}
	case newsTalk:
		// Messages may arrive out of order, so read them from the store, which has them in order.
		r.each(func(s *subscriber) { s.behind = true })
	}
}

// Changed notifies the streams on all nodes that this node has changed a table's record.
func (h *Hub) Changed(table string) {
	if h.conf.Bots != nil {
		h.conf.Bots.Changed(table)
	}
	if h.publish(table, newsRecord, nil) != nil {
		h.deliver(table, store.News{Kind: newsRecord})
	}
}

// publish sends a message to every node that has streams of the table.
func (h *Hub) publish(table, kind string, data []byte) error {
	if h.conf.Standalone {
		h.deliver(table, store.News{Kind: kind, Data: data})
		return nil
	}
	return h.conf.Feed.Publish(table, kind, data)
}

// deliver passes a message to the streams on this node.
func (h *Hub) deliver(table string, n store.News) {
	h.mu.Lock()
	r := h.topics[table]
	h.mu.Unlock()
	if r != nil {
		r.receive(n)
	}
}

func (r *topic) each(f func(*subscriber)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for s := range r.subscribers {
		s.notify(func() { f(s) })
	}
}

// Run writes updates and heartbeats to all streams until the context is done. With several nodes,
// it also announces who is connected, and listens for sessions that end on other nodes.
func (h *Hub) Run(ctx context.Context) {
	h.writers(ctx, 2*runtime.GOMAXPROCS(0))
	if h.conf.Standalone {
		h.runHeartbeats(ctx)
		return
	}
	go h.runHeartbeats(ctx)
	tick := time.NewTicker(announceEvery)
	defer tick.Stop()
	var stop func()
	defer func() {
		if stop != nil {
			stop()
		}
	}()
	for {
		if stop == nil {
			stop, _ = h.conf.Feed.Subscribe(sessionsTopic, h.hearEnded) // if this fails, the next announcement tries again
		}
		select {
		case <-ctx.Done():
			return
		case <-h.closed:
			return
		case <-tick.C:
		}
		h.mu.Lock()
		topics := make([]*topic, 0, len(h.topics))
		for _, r := range h.topics {
			topics = append(topics, r)
		}
		h.mu.Unlock()
		for _, r := range topics {
			r.publishPresence()
		}
	}
}

// Drain asks the clients of all streams to reconnect to another node, and waits until the streams
// are closed.
func (h *Hub) Drain(ctx context.Context) {
	h.mu.Lock()
	select {
	case <-h.closed:
	default:
		close(h.closed)
	}
	h.mu.Unlock()
	done := make(chan struct{})
	go func() {
		h.gone.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}
