package live

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"hash/maphash"
	"runtime"
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

// The kinds of news that nodes send each other about a table, beside entries and
// chat.
const (
	newsRecord   = "record"   // its record changed
	newsPresence = "presence" // who is connected to a node
	newsWho      = "who"      // a node asks who is connected
	newsGhost    = "ghost"    // a player draws a plan
	newsTalk     = "talk"     // a chat message; the store sends it
	newsThinking = "thinking" // whose bots think
	newsReason   = "reason"   // why a bot moved
)

const (
	maxGhosts  = 16
	maxReasons = 32
	// A node repeats who is connected to it, and others trust that for so long.
	announceEvery = 30 * time.Second
	presenceLasts = 100 * time.Second
)

// Config configures a hub.
type Config struct {
	Feed   store.Feed
	Lobby  *lobby.Lobby
	Tables *table.Registry
	Talk   store.Chat
	People *identity.People
	Names  wire.Names
	Gate   *admit.Gate
	// Bots plays the seats of bots. May be nil.
	Bots Bots
	Now  func() time.Time
	// Alone says that no other node has streams.
	Alone bool
}

// Bots plays the seats of bots. Its methods must not block.
type Bots interface {
	// Wake says that a person is at a table with bots.
	Wake(table string)
	// Changed says that the record of a table changed, on whatever node.
	Changed(table string)
}

// Hub holds the topics of this node: for each table that anybody here follows, its
// subscribers and what they share.
type Hub struct {
	conf Config
	node string
	// frames are what streams have to send, for the writers.
	frames chan *frame

	mu       sync.Mutex
	topics   map[string]*topic
	sessions map[string][]*eventStream // by the keys of their sessions
	closed   chan struct{}             // once the server drains
	gone     sync.WaitGroup

	wheel     [BeatRound][]*topic // those that are looked at together; guarded by mu
	placed    int                 // how many ever were; guarded by mu
	tick      atomic.Int64        // the clock of heartbeats
	advancing sync.Mutex          // held by whoever moves it on
	seed      maphash.Seed
}

// New makes a hub without streams.
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

// reread forgets what this node remembers of a table's record, which has changed.
func (h *Hub) reread(table string) {
	h.conf.Lobby.Reread(table)
	if h.conf.Bots != nil {
		h.conf.Bots.Changed(table)
	}
}

// topic is one table as this node's streams share it.
type topic struct {
	hub   *Hub
	table string
	stop  func()

	mu          sync.Mutex
	subscribers map[*subscriber]struct{}
	nodes       map[string]presence
	thinking    engine.Seats // whose bots think

	wake     chan struct{}  // wakes the pump
	pumped   []*eventStream // those that the pump writes to
	followed []*eventStream // those that net/http serves
	pumping  bool           // it runs

	slot, at int         // where it stands in the hub's wheel; guarded by the hub's mu
	rounds   int         // how often its heartbeats were seen to; for who holds advancing
	checking atomic.Bool // its streams are being checked
}

// presence is who is connected to one node.
type presence struct {
	Node     string       `json:"node"`
	Seats    engine.Seats `json:"seats"`
	Watchers int          `json:"watchers"`
	at       time.Time
}

// ghost is a plan that a player draws for the others. It is not stored.
type ghost struct {
	Seat  engine.Seat `json:"seat"`
	Moves []string    `json:"moves"`
	// Team is the seats that it is for; none for everybody.
	Team engine.Seats `json:"team,omitempty"`
}

// shows says whether it is for the holder of some seats.
func (g *ghost) shows(to engine.Seats) bool { return g.Team.Empty() || g.Team&to != 0 }

// subscriber is what waits to be sent to one connection.
type subscriber struct {
	wrote atomic.Int64 // when it was sent something, by the clock of heartbeats

	mu       sync.Mutex
	wake     chan struct{} // its own, or that of the topic's pump
	seats    engine.Seats
	late     bool // a delayed spectator
	host     bool // of the table
	thinking bool // whose bots think has changed
	record   bool // the table's record changed
	presence bool // who is connected changed
	behind   bool // there is new chat: read it from the store
	comment  bool // a heartbeat is due
	revoked  bool // the session was ended
	ghosts   []ghost
	reasons  []table.BotReason
}

// pending is what a stream takes of it at once.
type pending struct {
	record, presence, behind, thinking, comment, revoked bool

	ghosts  []ghost
	reasons []table.BotReason
}

func (s *subscriber) take() pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := pending{s.record, s.presence, s.behind, s.thinking, s.comment, s.revoked, s.ghosts, s.reasons}
	s.record, s.presence, s.behind, s.thinking, s.comment, s.revoked, s.ghosts, s.reasons = false, false, false, false, false, false, nil, nil
	return p
}

// notify adds something and wakes the stream.
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

// join adds a stream to its table's topic, and opens the topic for the first.
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

// topic is that of a table, opened if there is none. It returns with the hub locked,
// unless it fails: nobody closes the topic before the caller is in it.
func (h *Hub) topic(table string) (*topic, error) {
	h.mu.Lock()
	if r, there := h.topics[table]; there {
		return r, nil
	}
	r := &topic{hub: h, table: table, subscribers: map[*subscriber]struct{}{}, nodes: map[string]presence{},
		wake: make(chan struct{}, 1)}
	if h.conf.Alone {
		h.topics[table] = r
		h.place(r)
		return r, nil
	}
	// To subscribe may take a while: not while everybody else waits.
	h.mu.Unlock()
	stop, err := h.conf.Feed.Subscribe(table, r.receive)
	if err != nil {
		return nil, err
	}
	_ = h.conf.Feed.Publish(table, newsWho, nil) // without an answer, only our own are shown for a while
	h.mu.Lock()
	if first, there := h.topics[table]; there {
		go stop()
		return first, nil
	}
	r.stop = stop
	h.topics[table] = r
	h.place(r)
	return r, nil
}

// leave removes a stream, and closes the topic after the last.
func (r *topic) leave(s *subscriber) {
	h := r.hub
	h.mu.Lock()
	r.mu.Lock()
	delete(r.subscribers, s)
	last := len(r.subscribers) == 0
	r.mu.Unlock()
	if last {
		delete(h.topics, r.table)
		h.unplace(r)
	}
	h.mu.Unlock()
	h.gone.Done()
	r.publishPresence()
	if last && r.stop != nil {
		r.stop()
	}
}

// publishPresence publishes who is connected here.
func (r *topic) publishPresence() {
	p := presence{Node: r.hub.node}
	r.mu.Lock()
	for s := range r.subscribers {
		s.mu.Lock()
		p.Seats |= s.seats
		if s.seats.Empty() {
			p.Watchers++
		}
		s.mu.Unlock()
	}
	r.mu.Unlock()
	r.notePresence(p)
	if r.hub.conf.Alone {
		return
	}
	if data, err := json.Marshal(p); err == nil {
		_ = r.hub.conf.Feed.Publish(r.table, newsPresence, data) // it is repeated before long
	}
}

// notePresence notes who is connected to a node, and notifies the streams if that is
// new.
func (r *topic) notePresence(p presence) {
	p.at = r.hub.conf.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	old := r.nodes[p.Node]
	if p.Seats.Empty() && p.Watchers == 0 {
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

// present is the seats that are connected anywhere, and how many spectators.
func (r *topic) present() (seats engine.Seats, watchers int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for node, p := range r.nodes {
		if node != r.hub.node && r.hub.conf.Now().Sub(p.at) > presenceLasts {
			continue
		}
		seats |= p.Seats
		watchers += p.Watchers
	}
	return seats, watchers
}

// Connected is the seats of a table that are connected, if this node knows.
func (h *Hub) Connected(table string) (seats engine.Seats, known bool) {
	h.mu.Lock()
	r := h.topics[table]
	h.mu.Unlock()
	if r == nil {
		return 0, false
	}
	seats, _ = r.present()
	return seats, true
}

// Attended says whether a person who sits at a table, or its host, is connected here.
func (h *Hub) Attended(table string) bool {
	h.mu.Lock()
	r := h.topics[table]
	h.mu.Unlock()
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for s := range r.subscribers {
		s.mu.Lock()
		there := s.host || !s.seats.Empty()
		s.mu.Unlock()
		if there {
			return true
		}
	}
	return false
}

// receive handles the news of the table.
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
				// A delayed spectator is not shown plans of now, and no rival a team's.
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
		// The store has the messages in order; news may overtake each other.
		r.each(func(s *subscriber) { s.behind = true })
	}
}

// Changed notifies the streams that a table's record changed on this node.
func (h *Hub) Changed(table string) {
	if h.conf.Bots != nil {
		h.conf.Bots.Changed(table)
	}
	if h.publish(table, newsRecord, nil) != nil {
		h.deliver(table, store.News{Kind: newsRecord})
	}
}

// publish sends news to every node that has streams of the table.
func (h *Hub) publish(table, kind string, data []byte) error {
	if h.conf.Alone {
		h.deliver(table, store.News{Kind: kind, Data: data})
		return nil
	}
	return h.conf.Feed.Publish(table, kind, data)
}

// deliver hands news to the streams of this node.
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

// Run writes the updates of all streams and sends heartbeats. If there are other nodes, it
// repeats who is connected, and listens to which sessions they end.
func (h *Hub) Run(ctx context.Context) {
	h.writers(ctx, 2*runtime.GOMAXPROCS(0))
	if h.conf.Alone {
		h.runBeats(ctx)
		return
	}
	go h.runBeats(ctx)
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
			stop, _ = h.conf.Feed.Subscribe(sessionsTopic, h.hearEnded) // tried again with the next announcement
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

// Drain asks every stream to reconnect elsewhere, and waits until they are gone.
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
