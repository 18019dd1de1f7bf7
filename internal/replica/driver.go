package replica

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"theriac/internal/state"
	"theriac/internal/store"
)

// Machine is a node's state, together with everything else in the node's folder. A Driver calls it from a
// single goroutine.
type Machine interface {
	// Self returns the node's name. SetSelf returns once it has stored the name on disk.
	Self() (Self, error)
	SetSelf(Self) error
	// Mark returns the mark of the last applied frame. Durable returns the position up to which frames are
	// safely on disk, and may sync more of them first.
	Mark() state.Mark
	Durable() uint64
	// Adopt stores on disk that the state now belongs to the log with this epoch.
	Adopt(epoch uint64) error
	// Apply applies frames in one transaction, by calling state.ApplyFrame for each. If it returns an error, it
	// has applied none of them. If the error is store.ErrFull, the caller may try again.
	Apply([]Decoded) ([]state.Result, error)
}

// Decoded is a frame of the log, decoded, with the digest of its encoded form.
type Decoded struct {
	state.Frame
	Digest state.Hash
}

// Proposal is a caller's request to apply operations. A proposal without operations is a barrier: by the time
// it is answered, the node has applied everything that any node had answered before it was made.
type Proposal struct {
	Ops []state.Op
	// Done is called once: with one answer per operation, or with an error.
	Done func([]state.Answer, error)
}

// sent is a frame in flight: sent but not yet applied.
type sent struct {
	number   uint64
	frame    []byte
	parts    []*Proposal
	next     time.Time // when to send it again
	wait     time.Duration
	attempts int
	refused  int // number of attempts that the log has refused, and so will never store
}

// answered is the log's answer to one attempt to append a frame, nil or an error.
type answered struct {
	number uint64
	err    error
}

// held is an answer that is held back until a majority has confirmed this node's state.
type held struct {
	p       *Proposal
	answers []state.Answer
}

// Driver drives one node. It is not safe for concurrent use and starts no goroutine. Its owner must call Step
// whenever there may be work, and at least once every Resend.
type Driver struct {
	Config
	self  Self
	nonce uint64
	mark  state.Mark

	number  uint64 // number of the newest frame that this node has sent since it started
	sentAt  time.Time
	queue   []*Proposal
	flight  []*sent // the oldest first
	live    bool    // this node has applied a frame that it has sent since it started
	joined  bool
	known   bool      // whether this node had found a log at the last step
	leads   bool      // the log's last answer to whether this node should do the tasks that only one node need do
	applied time.Time // when this node last applied frames
	lingers bool      // there are frames that this node will apply when Linger has passed since then
	full    bool      // the disk has no space for the next frames

	leaders uint64 // LogState.Leaders at the last step

	sums      map[uint64]state.Hash            // this node's hashes, by checkpoint
	claims    map[uint64]map[uint64]state.Hash // hashes that members claim, by checkpoint and member
	ready     state.Claim                      // the newest checkpoint that is on disk
	fresh     bool                             // there are claims that judge has not compared yet
	claimed   uint64                           // the newest checkpoint that this node has claimed since its start
	claimAt   time.Time                        // when to claim the newest checkpoint, with an empty frame if necessary
	confirmed uint64                           // the newest checkpoint for which a majority has this node's hash
	durable   map[uint64]uint64                // the newest checkpoint that each member has on disk
	held      []held
	past      []moment // up to where a majority had frames on disk at earlier times, oldest first

	stopped error

	mu       sync.Mutex
	answered []answered
}

// moment records up to which position a majority had frames on disk at some time.
type moment struct {
	at    time.Time
	index uint64
}

// New returns the driver of a node that is starting. If the node's folder contains no name, or another node's,
// New gives the node a new one.
func New(c Config) (*Driver, error) {
	c.Flight = cmp.Or(c.Flight, defaultFlight)
	c.Queue = cmp.Or(c.Queue, defaultQueue)
	c.Resend = cmp.Or(c.Resend, defaultResend)
	c.Checkpoint = cmp.Or(c.Checkpoint, defaultCheckpoint)
	c.Keep = cmp.Or(c.Keep, defaultKeep)
	c.Beat = cmp.Or(c.Beat, defaultBeat)
	if c.Decode == nil {
		c.Decode = state.Decode
	}
	self, err := c.Machine.Self()
	if err != nil {
		return nil, err
	}
	joined := self.Member == 0 || self.Host != c.Host
	for self.Member == 0 || self.Host != c.Host {
		self = Self{Host: c.Host, Member: c.Random()}
	}
	self.Boot++
	if err := c.Machine.SetSelf(self); err != nil {
		return nil, err
	}
	d := &Driver{
		Config: c, self: self, joined: joined, nonce: c.Random(), mark: c.Machine.Mark(),
		sums: map[uint64]state.Hash{}, claims: map[uint64]map[uint64]state.Hash{}, durable: map[uint64]uint64{},
	}
	if d.mark.Index > 0 && d.mark.Index%c.Checkpoint == 0 {
		d.sums[d.mark.Index] = d.mark.Hash
	}
	return d, nil
}

// Hello returns the message with which the node asks the others for permission to vote.
func (d *Driver) Hello() Hello {
	return Hello{Member: d.self.Member, Boot: d.self.Boot, Nonce: d.nonce, Durable: d.Machine.Durable()}
}

// Joined reports whether the node has got a new name at this start. If so, its part of the log must begin
// empty, and must not vote before the other nodes have everything that the log has acknowledged.
func (d *Driver) Joined() bool { return d.joined }

// Full reports whether there is no space to apply the next frames. The node tries again at each Step, and
// answers no caller until it succeeds.
func (d *Driver) Full() bool { return d.full }

// Mark returns the mark of the last applied frame.
func (d *Driver) Mark() state.Mark { return d.mark }

// Idle reports whether the node has nothing to do but wait for callers and the log. Step need not be called
// until one of them has something new.
func (d *Driver) Idle() bool {
	return d.stopped != nil || d.live && !d.full && len(d.flight)+len(d.queue)+len(d.held) == 0 && !d.lingers && d.claim().Index <= d.claimed
}

// Pause returns how long the node lingers if nothing happens until then, given the time of the last step. It
// returns 0 or less if the node does not linger.
func (d *Driver) Pause(now time.Time) time.Duration {
	if !d.lingers {
		return 0
	}
	return d.applied.Add(d.Linger).Sub(now)
}

// Push sends waiting proposals, like a Step that does nothing else.
func (d *Driver) Push(now time.Time) {
	if d.stopped == nil && d.known {
		d.send(now, false)
	}
}

// linger reports whether to apply the frames in list only later, together with frames that are still to come.
func (d *Driver) linger(now time.Time, list []Placed) bool {
	d.lingers = d.live && len(list) > 0 && len(list) < lingerFrames && now.Sub(d.applied) < d.Linger
	for _, p := range list {
		d.lingers = d.lingers && len(p.Frame) < lingerBytes && state.Sender(p.Frame) != d.self.Member
	}
	return d.lingers
}

// Err returns why the driver has stopped, or nil.
func (d *Driver) Err() error { return d.stopped }

// Live reports whether the node has applied a frame that it has sent since it started. Only then has it caught
// up with the cluster. Until then it must not be read, because it may have lost data that was not synced.
func (d *Driver) Live() bool { return d.live }

// Propose queues a proposal. The proposal's Done is called by Propose itself, or by a later call of Step,
// Withdraw or Stop.
func (d *Driver) Propose(p *Proposal) {
	switch {
	case d.stopped != nil:
		p.Done(nil, d.stopped)
	case d.full && len(p.Ops) > 0:
		p.Done(nil, ErrFull)
	case d.full, len(d.queue) >= d.Queue:
		p.Done(nil, ErrBusy)
	case len(p.Ops) > state.MaxFrameOps || size(p) > state.MaxFrameBytes:
		p.Done(nil, ErrTooLarge)
	default:
		d.queue = append(d.queue, p)
	}
}

func size(p *Proposal) (n int) {
	for _, op := range p.Ops {
		n += state.Size(op)
	}
	return n
}

// Withdraw ends a proposal whose caller no longer waits. The proposal ends with err if none of it was sent, and
// with ErrUncertain otherwise. If it has already been answered, Withdraw does nothing.
func (d *Driver) Withdraw(p *Proposal, err error) {
	if i := slices.Index(d.queue, p); i >= 0 {
		d.queue = slices.Delete(d.queue, i, i+1)
		p.Done(nil, err)
		return
	}
	for _, s := range d.flight {
		if i := slices.Index(s.parts, p); i >= 0 {
			// Sending the frame is still repeated until it is applied, because it contains other proposals.
			s.parts[i] = &Proposal{Ops: p.Ops, Done: func([]state.Answer, error) {}}
			p.Done(nil, ErrUncertain)
			return
		}
	}
	if i := slices.IndexFunc(d.held, func(h held) bool { return h.p == p }); i >= 0 {
		d.held = slices.Delete(d.held, i, i+1)
		p.Done(nil, ErrUncertain)
	}
}

// Stop stops the driver and ends all proposals: with the given reason if they were not sent, and with
// ErrUncertain otherwise.
func (d *Driver) Stop(reason error) {
	if d.stopped != nil {
		return
	}
	d.stopped = reason
	queue, flight, held := d.queue, d.flight, d.held
	d.queue, d.flight, d.held = nil, nil, nil
	for _, p := range queue {
		p.Done(nil, reason)
	}
	for _, s := range flight {
		for _, p := range s.parts {
			p.Done(nil, ErrUncertain)
		}
	}
	for _, h := range held {
		h.p.Done(nil, ErrUncertain)
	}
}

// Step does all work that is currently possible: it applies frames of the log, answers callers, and sends
// frames. now may come from any clock that never goes back. Step reports whether there is more to do
// immediately.
func (d *Driver) Step(now time.Time) (more bool) {
	if d.stopped != nil {
		return false
	}
	s := d.Log.State()
	d.known, d.leads = s.Known, s.Leads
	if !s.Known {
		return false
	}
	err := d.follow(s.Base)
	if err == nil {
		more, err = d.apply(now, s.Base.Epoch)
	}
	if err == nil {
		err = d.judge()
	}
	if err != nil {
		d.Stop(err)
		return false
	}
	d.release()
	d.hear(now)
	d.resend(now, s.Leaders)
	d.send(now, s.Leads && now.Sub(d.sentAt) >= d.Beat)
	if s.Leads && !d.Doubts() {
		d.trim(now)
	}
	return more
}

// follow checks that the log continues from this node's state. If a new log begins after exactly that state,
// the node adopts the new log's epoch.
func (d *Driver) follow(base state.Mark) error {
	switch {
	case base.Epoch == d.mark.Epoch:
		return nil
	case base.Epoch < d.mark.Epoch: // this node's part of the log is an older one, because it does not know the newer log yet
		return nil
	case base.Index != d.mark.Index || base.Hash != d.mark.Hash:
		return fmt.Errorf("%w: epoch %d begins after %d, and this node is at %d of epoch %d",
			ErrBehind, base.Epoch, base.Index, d.mark.Index, d.mark.Epoch)
	}
	if err := d.Machine.Adopt(base.Epoch); err != nil {
		return fmt.Errorf("%w: %w", ErrFailed, err)
	}
	d.mark.Epoch = base.Epoch
	d.claims, d.confirmed = map[uint64]map[uint64]state.Hash{}, 0
	d.durable = map[uint64]uint64{} // another member's frames beyond this mark were not those of the new log
	return nil
}

// apply reads frames from the log of an epoch and applies them.
func (d *Driver) apply(now time.Time, epoch uint64) (more bool, err error) {
	if epoch != d.mark.Epoch {
		return false, nil
	}
	list, readErr := d.Log.Read(d.mark.Index, readBytes)
	switch {
	case errors.Is(readErr, ErrGone):
		return false, fmt.Errorf("%w: the frame after %d was removed", ErrBehind, d.mark.Index)
	case readErr != nil: // this node cannot reach the log at the moment
		return false, nil //nolint:nilerr // the next step tries again
	}
	if d.linger(now, list) {
		return false, nil
	}
	more = len(list) > readFrames
	list = list[:min(len(list), readFrames)]
	var frames []Decoded
	var stop error
	for i, placed := range list {
		if want := d.mark.Index + uint64(i) + 1; placed.At != want {
			stop = fmt.Errorf("%w: frame %d instead of %d", ErrDamaged, placed.At, want)
			break
		}
		f, err := d.Decode(placed.Frame)
		if errors.Is(err, state.ErrNewer) {
			stop = fmt.Errorf("%w: frame %d: %w", ErrNewer, placed.At, err)
			break
		}
		if err != nil {
			stop = fmt.Errorf("%w: frame %d: %w", ErrDamaged, placed.At, err)
			break
		}
		frames = append(frames, Decoded{f, state.Digest(placed.Frame)})
	}
	if len(frames) == 0 {
		return false, stop
	}
	results, err := d.Machine.Apply(frames)
	d.full = errors.Is(err, store.ErrFull)
	switch {
	case d.full: // nothing was applied; the next step tries again
		return false, nil
	case err != nil:
		return false, fmt.Errorf("%w: %w", ErrFailed, err)
	}
	d.applied = now
	for _, r := range results {
		d.mark = r.Mark
		if err := d.note(now, r); err != nil {
			return false, err
		}
	}
	return more, stop
}

// note handles the result of a frame that was applied. It records the hashes that the frame claims and, if this
// node sent the frame, the answers to callers.
func (d *Driver) note(now time.Time, r state.Result) error {
	if r.Mark.Index%d.Checkpoint == 0 {
		d.sums[r.Mark.Index] = r.Mark.Hash
		delete(d.sums, r.Mark.Index-keptSums*d.Checkpoint)
		d.claimAt = now.Add(claimAfter * d.Resend)
		d.fresh = true
	}
	if c := r.Claim; c.Index > 0 && !r.Dropped {
		if d.claims[c.Index] == nil {
			d.claims[c.Index] = map[uint64]state.Hash{}
		}
		d.claims[c.Index][r.Name.Member] = c.Hash
		d.fresh = true
		d.durable[r.Name.Member] = max(d.durable[r.Name.Member], c.Index)
	}
	if r.Name.Member != d.self.Member || r.Name.Boot < d.self.Boot {
		return nil
	}
	if r.Name.Boot > d.self.Boot || r.Name.Nonce != d.nonce {
		return fmt.Errorf("%w: frame %d is of start %d, and this is start %d", ErrCopied, r.Mark.Index, r.Name.Boot, d.self.Boot)
	}
	i := slices.IndexFunc(d.flight, func(s *sent) bool { return s.number == r.Name.Number })
	if i < 0 {
		return nil // it came before
	}
	if r.Dropped {
		return fmt.Errorf("%w: frame %d was dropped", ErrCopied, r.Mark.Index)
	}
	d.live = true
	s := d.flight[i]
	d.flight = slices.Delete(d.flight, i, i+1)
	answers := r.Answers
	for _, p := range s.parts {
		d.held = append(d.held, held{p, answers[:len(p.Ops):len(p.Ops)]})
		answers = answers[len(p.Ops):]
	}
	return nil
}

// release sends the answers that are held back, unless this node doubts its state.
func (d *Driver) release() {
	if len(d.held) == 0 || d.Doubts() {
		return
	}
	list := d.held
	d.held = nil
	for _, h := range list {
		h.p.Done(h.answers, nil)
	}
}
