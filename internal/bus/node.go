package bus

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/replica"
	"theriac/internal/sqlite"
	"theriac/internal/state"
	"theriac/internal/store"
	"theriac/internal/wire"
)

// Config configures a Node.
type Config struct {
	// Server configures the node's message server. Server.Dir is ignored. Server.NoSync also applies to the
	// file with the state.
	Server wire.ServerConfig
	// Dir is the node's folder. No other process may use it.
	Dir string
	// Host is the node's name, which must be unique in the cluster.
	Host string
	// Members is how many nodes the cluster has: 1 or 3.
	Members int
	// MaxStore is the maximum size of the state in bytes; 0 for no limit.
	MaxStore int64
	Logger   *slog.Logger

	// In these fields, 0 means the default of replica.Config. Tests choose other values.
	Resend, Keep, Beat time.Duration
	Checkpoint         uint64
}

// StateFolder is the folder within a node's folder that contains the file with the state. A single server keeps its
// file at the same place, so its folder can become that of a node, and the other way round.
const StateFolder = "store"

// These are the other folders and files in a node's folder.
const (
	copyFolder  = "copy"    // contains an incomplete copy of another node's file
	logFolder   = "log"     // belongs to the message server
	asideFolder = "aside"   // contains what was replaced, for an operator to inspect
	lentName    = "lent.db" // a copy of this node's file that another node fetches
)

const (
	// watchEvery is how often a node checks its own condition.
	watchEvery = 250 * time.Millisecond
	// retryAfter is how long a node waits before it retries after a failure. The wait grows with the number of
	// failures, up to retryMost.
	retryAfter = 500 * time.Millisecond
	retryMost  = 10 * time.Second
	// lastPeerWait is how long a starting node waits for the remaining nodes once a majority has started.
	lastPeerWait = 2 * time.Second
	// doubtWait is how long a node doubts its state before it checks its whole file.
	doubtWait = 30 * time.Second
	// linger is how long a node waits after a transaction before it applies frames of other nodes.
	linger = 10 * time.Millisecond
	// tellEvery is the interval at which a node logs again what it is waiting for.
	tellEvery = 30 * time.Second
)

// Counts tells how often certain events have occurred since a node was opened.
type Counts struct {
	Copies  uint64 // how often the node has replaced its state with a copy
	Renamed uint64 // how often the node had to take a new name
	Failed  uint64 // how often the node has restarted after a failure
}

// Node is one node of a cluster. If its state differs from that of the others, it replaces its state with a
// copy of theirs. A Node is safe for concurrent use.
type Node struct {
	Config
	ctx  context.Context
	stop context.CancelFunc
	all  sync.WaitGroup

	copies, renamed, failed atomic.Uint64

	mu        sync.Mutex
	hello     replica.Hello
	file      *sqlite.Store // nil while the node replaces it
	node      *replica.Node // nil until the file has joined the cluster
	log       *Log          // nil until the message server has opened the log
	nc        *nats.Conn
	server    *wire.Server
	lent      *lent
	joins     bool          // the node's log folder has never contained a log, so it must not vote yet
	needs     uint64        // position after which this node needs frames, because it takes a copy; 0 if it takes none
	short     uint64        // newest epoch whose log has lost frames; 0 for none
	sound     *sqlite.Store // the file that was last checked and found sound; nil for none
	soundWith int           // how many reports of damage that check has refuted
	problem   error         // why the node does not serve requests
	halted    bool          // whether the node stays stopped until the program restarts
	changed   chan struct{} // closed and replaced by each call of change
	ears      map[*ear]struct{}
}

// Open starts a node without waiting for other nodes. Calls to its Store wait until the node is ready.
func Open(cfg Config) (*Node, error) {
	if cfg.Members != 1 && cfg.Members != 3 {
		return nil, fmt.Errorf("bus: a cluster of %d nodes", cfg.Members)
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	cfg.Server.Logger = cmp.Or(cfg.Server.Logger, cfg.Logger)
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, err
	}
	for _, rest := range []string{filepath.Join(cfg.Dir, copyFolder), filepath.Join(cfg.Dir, lentName)} {
		if err := os.RemoveAll(rest); err != nil {
			return nil, err
		}
	}
	n := &Node{Config: cfg, changed: make(chan struct{}), ears: map[*ear]struct{}{}}
	if err := n.loadShort(); err != nil {
		return nil, err
	}
	n.ctx, n.stop = context.WithCancel(context.Background())
	n.all.Go(n.run)
	return n, nil
}

// Close stops the node. A node that leads the log first hands leadership to another one, unless ctx has ended.
func (n *Node) Close(ctx context.Context) {
	n.mu.Lock()
	server := n.server
	n.mu.Unlock()
	if server != nil && n.Members > 1 {
		server.StepDown(ctx)
	}
	n.Kill()
}

// Kill stops the node without handing over leadership.
func (n *Node) Kill() {
	n.stop()
	n.all.Wait()
}

// Counts returns how often certain events have occurred since the node was opened.
func (n *Node) Counts() Counts {
	return Counts{Copies: n.copies.Load(), Renamed: n.renamed.Load(), Failed: n.failed.Load()}
}

// Problem returns why the node cannot serve requests, or nil if it can.
func (n *Node) Problem() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case n.node == nil || n.log == nil:
		return cmp.Or(n.problem, ErrStarting)
	case n.log.Err() != nil:
		return n.log.Err()
	}
	s := n.node.Status()
	switch {
	case s.Err != nil:
		return s.Err
	case s.Full:
		return store.ErrFull
	case s.Doubts:
		return ErrDoubts
	case !s.Live:
		return cmp.Or(n.problem, ErrStarting)
	}
	return nil
}

// These are reasons why a node cannot serve requests, or does not found a log.
var (
	ErrStarting = errors.New("bus: the node has not caught up yet")
	ErrDoubts   = errors.New("bus: another node has another state, and no majority is known")
	ErrLogLost  = errors.New("bus: no node has the log; an operator must found another one")
	ErrTwoData  = errors.New("bus: several nodes have data of their own; empty all but one")
	ErrJoins    = errors.New("bus: this node's part of the log is empty; it waits until both other nodes have the whole log")
	ErrNotLost  = errors.New("bus: the log is not lost, so no other one is founded")
	ErrNewest   = errors.New("bus: another node has a newer state and must found the log")
	ErrMostLost = errors.New("bus: most nodes have lost their part of the log; an operator must remove the last one's log folder, and found another log")
)

// Mark returns the mark of this node's state: its epoch, position and hash.
func (n *Node) Mark() state.Mark { return n.account().Mark }

// Found replaces the log with a new one that continues this node's state. An operator uses it if the log is
// lost or has lost frames. The other nodes then copy this node's state. While the log still accepts frames, Found
// returns ErrNotLost: a frame that came after this node's state would be missing from the new log, and no node
// could go on. It returns ErrNewest if another node has a newer state.
func (n *Node) Found(ctx context.Context) error {
	if err := n.Problem(); !errors.Is(err, ErrLogLost) && !errors.Is(err, ErrShort) {
		return ErrNotLost
	}
	a := n.account()
	n.mu.Lock()
	log, nc, file := n.log, n.nc, n.file
	n.mu.Unlock()
	if log == nil || file == nil {
		return ErrStarting
	}
	if at := file.Machine().Durable(); at < a.Mark.Index { // no log would continue an older state after a power cut
		return fmt.Errorf("%w: the state is only on disk up to frame %d", store.ErrUnavailable, at)
	}
	epoch := max(a.Mark.Epoch, a.Epoch)
	for _, o := range n.ask(ctx, nc) {
		if o.Mark.Epoch > a.Mark.Epoch || o.Mark.Epoch == a.Mark.Epoch && o.Mark.Index > a.Mark.Index {
			return fmt.Errorf("%w: %s", ErrNewest, o.Host)
		}
		epoch = max(epoch, o.Epoch, o.Mark.Epoch)
	}
	return log.Found(ctx, state.Mark{Epoch: epoch + 1, Index: a.Mark.Index, Hash: a.Mark.Hash}, n.Members)
}

// Connect opens a connection within this program to the node's message server, for messages that are not stored.
// The connection survives a restart of the server. While the server is not running, nothing can be published, but
// subscriptions remain. The caller must close the connection.
func (n *Node) Connect(opts ...nats.Option) (*nats.Conn, error) {
	return wire.Connect(func() *wire.Server {
		n.mu.Lock()
		defer n.mu.Unlock()
		return n.server
	}, n.Logger, opts...)
}

func (n *Node) stateDir() string { return filepath.Join(n.Dir, StateFolder) }
func (n *Node) logDir() string   { return filepath.Join(n.Dir, logFolder) }

func (n *Node) random() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return binary.BigEndian.Uint64(b[:])
}

// change calls f to set fields of the node, and wakes the goroutines that wait for a change.
func (n *Node) change(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	f()
	n.tune()
	close(n.changed)
	n.changed = make(chan struct{})
}

// run starts one session after another until the node is closed.
func (n *Node) run() {
	for n.ctx.Err() == nil {
		err := n.session()
		n.change(func() { n.problem = err })
		if n.ctx.Err() != nil {
			return
		}
		if !errors.Is(err, replica.ErrCopied) {
			pause := min(time.Duration(n.failed.Add(1))*retryAfter, retryMost)
			n.Logger.Error("the node starts again", "err", err, "after", pause)
			sleep(n.ctx, pause)
		}
	}
}

// session opens the file and runs the node until its message server has to be restarted.
func (n *Node) session() error {
	life := &life{Node: n, log: NewLog(n.Logger)}
	life.log.joined = n.joined
	defer life.log.Close()
	defer life.end()
	if err := life.begin(); err != nil {
		return err
	}
	if n.Members > 1 {
		if err := n.knock(life.joins); err != nil {
			if errors.Is(err, replica.ErrCopied) {
				return cmp.Or(life.rename(), err)
			}
			return err
		}
	}
	conf := n.Server
	conf.Dir = n.logDir()
	server, nc, err := n.connect(conf)
	if err != nil {
		return err
	}
	defer server.Kill()
	defer nc.Close()
	defer n.change(func() { n.server, n.nc, n.log = nil, nil, nil })
	if err := life.log.Attach(server); err != nil {
		return err
	}
	defer life.log.Close()
	defer life.end()
	n.change(func() {
		n.server, n.nc, n.log = server, nc, life.log
		life.log.markShort(n.short)
	})
	for {
		reason := life.watch()
		again, err := life.recover(reason)
		if !again {
			return err
		}
	}
}

// connect starts a message server, and answers requests from other nodes on it.
func (n *Node) connect(conf wire.ServerConfig) (*wire.Server, *nats.Conn, error) {
	server, err := wire.StartServer(conf)
	if err != nil {
		return nil, nil, err
	}
	nc, err := server.Connect()
	if err == nil {
		err = n.serve(nc)
	}
	if err != nil {
		server.Kill()
		return nil, nil, err
	}
	return server, nc, nil
}

// knock asks the other nodes to admit this node, before its message server can vote on the log. It returns
// ErrCopied if one of them refuses. It uses a message server without a log. joins reports whether this node has
// no part of the log yet.
func (n *Node) knock(joins bool) error {
	server, nc, err := n.connect(messagesOnly(n.Server))
	if err != nil {
		return err
	}
	defer server.Kill()
	defer nc.Close()
	admitted := map[string]bool{}
	told, since := time.Now(), time.Now()
	for n.ctx.Err() == nil {
		list := n.ask(n.ctx, nc)
		for _, a := range list {
			if a.Refused != "" {
				return fmt.Errorf("%w: node %s: %s", replica.ErrCopied, a.Host, a.Refused)
			}
			if !a.Blank {
				admitted[a.Host] = true
			}
		}
		if len(admitted) < n.Members/2 {
			since = time.Now()
		}
		var wait error
		switch {
		case joins:
			wait = mayJoin(list, n.Members-1)
		case len(admitted) < n.Members-1 && time.Since(since) < lastPeerWait:
			wait = ErrStarting
		}
		if wait == nil {
			return nil
		}
		n.change(func() { n.problem = wait })
		if time.Since(told) > tellEvery {
			told = time.Now()
			n.Logger.Warn("this node waits for other nodes of its cluster", "others", len(admitted), "why", wait)
		}
		sleep(n.ctx, watchEvery/4)
	}
	return n.ctx.Err()
}

// mayJoin returns nil if a node without a part of the log may start a message server that stores one, given the
// answers of the other nodes. Otherwise it returns what the node waits for.
//
// Such a node has forgotten the frames that it stored and the votes that it cast. The NATS server counts votes of
// an empty log only if all nodes vote. But it counts them fully from the first entry on that the node copies. If
// the leader then stopped, the node and one that lacks the newest frames could elect a leader without them.
//
// So the node waits until the log's leader, which the third node follows, reports that the third node has stored
// all committed frames. From then on, both have everything that was ever acknowledged, and every majority
// includes one of them. The leader's term is as high as any in which this node may have voted. So this node may
// vote from the first moment, however little it has copied.
//
// If no node has a part of the log, there is nothing to lose. All this relies on the stamps in the log folders.
// It cannot notice that an operator has put back a node's whole folder. Only a node that knows of a later start
// notices that (replica.Admit).
func mayJoin(list []account, others int) error {
	joining, epoch := 0, uint64(0)
	for _, a := range list {
		if a.Blank {
			return ErrJoins
		}
		if a.Joins {
			joining++
		}
		epoch = max(epoch, a.Epoch, a.Mark.Epoch)
	}
	switch {
	case len(list) < others:
		return ErrJoins
	case joining == others:
		return nil
	case joining > 0:
		return ErrMostLost
	}
	for _, lead := range list {
		ready := lead.Leader != "" && lead.Leader == lead.Server && lead.Epoch == epoch
		for _, a := range list {
			ready = ready && a.Leader == lead.Leader && (a.Host == lead.Host || slices.Contains(lead.Complete, a.Server))
		}
		if ready {
			return nil
		}
	}
	return ErrJoins
}

// messagesOnly returns settings for a server that passes messages between nodes, but stores no log and accepts
// no workers.
func messagesOnly(c wire.ServerConfig) wire.ServerConfig {
	c.Dir, c.ClientListen = "", ""
	return c
}
