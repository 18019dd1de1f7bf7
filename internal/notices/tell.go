package notices

import (
	"context"
	"errors"
	"slices"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/outbound"
	"theriac/internal/store"
)

const (
	// leaseFor is how long a node may take to send a notice before another node may try. While it is sending,
	// the node renews its lease.
	leaseFor   = time.Minute
	renewEvery = leaseFor / 3
	// takeover is how long other nodes wait before they examine a debt that is due. The node that wrote the
	// debt does not wait.
	takeover = 10 * time.Second
	// maxTries is how often a node tries to send a message that the receiver does not accept. Each pause is
	// twice as long as the previous one.
	maxTries   = 6
	firstRetry = 30 * time.Second
	// atOnce is how many debts a node processes in parallel.
	atOnce = 64
)

// nextLook returns when this node should examine a debt.
func (n *Notifier) nextLook(d debt) time.Time {
	switch {
	case n.conf.Standalone: // there is no other process that could hold the lease
		return d.Due
	case d.Lease.After(d.Due):
		return d.Lease.Add(takeover)
	case d.Node != n.node:
		return d.Due.Add(takeover)
	}
	return d.Due
}

// wakeDue makes runDue check whether any debts are due.
func (n *Notifier) wakeDue() {
	select {
	case n.dueWake <- struct{}{}:
	default:
	}
}

// runDue processes debts as they fall due, until ctx ends.
func (n *Notifier) runDue(ctx context.Context) {
	select {
	case <-n.ready:
	case <-ctx.Done():
		return
	}
	slots := make(chan struct{}, atOnce)
	for {
		n.mu.Lock()
		list := n.debts.take(n.now())
		next, some := n.debts.first()
		n.mu.Unlock()
		for i, k := range list {
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				n.releaseAll(list[i:])
				return
			}
			n.sending.Go(func() {
				again := n.tell(ctx, k, func() { <-slots })
				n.mu.Lock()
				n.debts.release(k.key, again, n.now())
				n.mu.Unlock()
				n.wakeDue()
			})
		}
		var timer <-chan struct{}
		stop := func() {}
		if some {
			fired := make(chan struct{})
			timer, stop = fired, n.conf.Clock.AfterFunc(max(next.Sub(n.now()), 0), func() { close(fired) })
		}
		select {
		case <-ctx.Done():
			stop()
			return
		case <-n.dueWake:
		case <-timer:
		}
		stop()
	}
}

func (n *Notifier) releaseAll(list []known) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, k := range list {
		n.debts.release(k.key, k.next, n.now())
	}
}

// tell sends a notice to one person if it is still needed, and returns when to examine the debt again. It calls
// looked once it has nothing left to do but send the message.
func (n *Notifier) tell(run context.Context, k known, looked func()) (again time.Time) {
	done := false
	free := func() {
		if !done {
			done = true
			looked()
		}
	}
	defer free()
	// Once begun, sending is completed even if the server closes.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(run), patience)
	defer cancel()
	again = n.now().Add(n.conf.Grace)
	m, wait, err := n.message(ctx, k)
	switch {
	case errors.Is(err, errKnown):
		d := k.debt
		d.Told = n.now()
		if err := n.write(ctx, k.key, k.version, d); err != nil && !errors.Is(err, store.ErrConflict) {
			n.trouble("note who knows", err)
		}
		return again
	case err != nil:
		n.trouble("look at a debt", err)
		return again
	case m == nil && wait.IsZero(): // the person no longer owes an answer
		if err := n.kv.debts.Delete(ctx, k.key); err != nil {
			n.trouble("remove a debt", err)
		}
		return again
	case m == nil:
		return wait
	case run.Err() != nil:
		return again
	}
	d := k.debt
	d.Node, d.Lease, d.Tries = n.node, n.now().Add(leaseFor), d.Tries+1
	version, err := n.claim(ctx, k, d)
	if err != nil {
		return again // another node has the lease, or the store cannot be reached
	}
	free()
	failed := n.send(run, k.key, &version, &d, m)
	d.Lease = time.Time{}
	switch now := n.now(); {
	case failed && run.Err() != nil: // the server is closing, so the next process sends the rest
		d.Due = now
	case failed && d.Tries < maxTries:
		d.Due = now.Add(firstRetry << (d.Tries - 1))
	default:
		d.Told = now
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(run), patience)
	defer cancel()
	if _, at := splitKey(k.key); isApart(at) && !d.Told.IsZero() { // no answer removes it later
		if err := n.kv.debts.Delete(last, k.key); err != nil {
			n.trouble("remove a notice", err)
		}
		return d.Due
	}
	if err := n.writeOver(last, k.key, version, d); err != nil {
		n.trouble("note who was told", err)
	}
	return d.Due
}

// claim takes the lease on a debt by writing it. If several nodes try, only one succeeds.
func (n *Notifier) claim(ctx context.Context, k known, d debt) (uint64, error) {
	if err := n.write(ctx, k.key, k.version, d); err != nil {
		return 0, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if now := n.debts.all[k.key]; now != nil {
		return now.version, nil
	}
	return 0, errors.New("notices: the debt is gone")
}

// writeOver writes a debt whose lease this node holds, and retries after a conflict. It writes nothing if the
// person no longer owes that answer.
func (n *Notifier) writeOver(ctx context.Context, key string, version uint64, d debt) error {
	for {
		err := n.write(ctx, key, version, d)
		if !store.Retryable(ctx, err) {
			return err
		}
		now, at, err := n.debt(ctx, key)
		if err != nil {
			return err
		}
		if at == 0 || now.Call != d.Call || now.N != d.N || now.Node != d.Node || !now.Told.IsZero() {
			return nil
		}
		version = at
	}
}

// message returns the notice to send to a person now, or nil. If it is nil, wait is when to examine the debt
// again, and a zero wait means that no notice is needed.
func (n *Notifier) message(ctx context.Context, k known) (m *message, wait time.Time, err error) {
	id, tableID := splitKey(k.key)
	p, version, err := n.get(ctx, id)
	if err != nil {
		return nil, wait, err
	}
	if n.isOld(id, version) {
		return nil, n.now().Add(watchPause), nil
	}
	if !p.any() {
		return nil, wait, nil
	}
	switch {
	case isDecision(tableID):
		return n.decision(ctx, k, id, p)
	case isNamed(tableID):
		return n.namedMessage(ctx, k, id, p)
	case isEvening(tableID):
		return n.evening(ctx, k, id, p)
	}
	t, err := n.conf.Lobby.Get(ctx, tableID)
	if lobby.Refused(err) == lobby.NoSuchTable {
		return nil, wait, nil
	}
	if err != nil {
		return nil, wait, err
	}
	s, err := n.state(ctx, t, true)
	if err != nil {
		return nil, wait, err
	}
	c := n.callOf(t, s, id)
	if c == nil {
		return nil, wait, nil
	}
	if !k.isCurrent(c, s) { // the grace period has only begun, because the question is new
		return nil, n.now().Add(n.conf.Grace), n.checkPerson(ctx, t, s, id)
	}
	now := n.now()
	present := n.conf.Present(ctx, tableID)&c.held != 0
	switch {
	case isNews(c.id) && (present || p.isOff(kindOf(c.id))):
		return nil, wait, errKnown
	case present:
		return nil, now.Add(n.conf.Grace), nil
	}
	if end := p.Quiet.until(now); end.After(now) {
		return nil, end, nil
	}
	who, err := n.conf.Identity.Get(ctx, id)
	if errors.Is(err, identity.ErrUnknown) {
		return nil, wait, n.Forget(ctx, id)
	}
	if err != nil {
		return nil, wait, err
	}
	if isNews(c.id) {
		m, err = n.newsWords(who, t, c.id)
	} else {
		m, err = n.words(who, t, c)
	}
	if err != nil {
		return nil, wait, err
	}
	m.to = p
	m.id = k.key + " " + k.Call
	return m, wait, nil
}

// send sends a message to all receivers that do not have it yet. failed reports whether sending to some of them
// should be retried. While send waits, it records which receivers have the message, and renews the lease.
func (n *Notifier) send(run context.Context, key string, version *uint64, d *debt, m *message) (failed bool) {
	type result struct {
		to    string
		again bool
	}
	person, _ := splitKey(key)
	results := make(chan result)
	waiting := 0
	put := func(to, by, url string, send func(context.Context) error) {
		if slices.Contains(d.Sent, to) {
			return
		}
		waiting++
		var again bool
		n.queue.Put(context.WithoutCancel(run), outbound.Delivery{
			Owner: person, URL: url,
			Send: func(ctx context.Context) (bool, error) {
				if run.Err() != nil {
					again = true
					return false, errClosing
				}
				err := send(ctx)
				again = err != nil && !errors.Is(err, errFinal)
				return again, err
			},
			Done: func(how string, err error) {
				n.count(by, how, err, again || how == outbound.Dropped)
				go func() { results <- result{to, again || how == outbound.Dropped} }()
			},
		})
	}
	for _, dev := range m.to.Devices {
		put(dev.ID, "push", dev.Endpoint, func(ctx context.Context) error { return n.pushTo(ctx, person, dev, m) })
	}
	if mail := m.to.Mail; mail != nil && mail.Confirmed && n.conf.Mail != nil {
		put("mail", "mail", n.conf.Mail.url(), func(ctx context.Context) error { return n.mailTo(ctx, person, mail.Address, m) })
	}
	note := func() {
		d.Lease = n.now().Add(leaseFor)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(run), patience)
		defer cancel()
		if err := n.write(ctx, key, *version, *d); err != nil {
			return // the next write will include this change
		}
		n.mu.Lock()
		defer n.mu.Unlock()
		if k := n.debts.all[key]; k != nil {
			*version = k.version
		}
	}
	for waiting > 0 {
		renew := make(chan struct{})
		stop := n.conf.Clock.AfterFunc(renewEvery, func() { close(renew) })
		select {
		case r := <-results:
			waiting--
			failed = failed || r.again
			if !r.again {
				d.Sent = append(d.Sent, r.to)
				if waiting > 0 { // record this result now, because the process may be killed while it waits for others
					note()
				}
			}
		case <-renew:
			note()
		}
		stop()
	}
	return failed
}

var (
	// errFinal reports that a retry would not help.
	errFinal = errors.New("notices: refused for good")
	// errKnown reports that a person has seen the news, or does not want to know.
	errKnown = errors.New("notices: known")
	// errClosing reports that nothing was sent, because the server is closing.
	errClosing = errors.New("notices: the server closes")
)

// count counts the result of one attempt to send.
func (n *Notifier) count(by, how string, err error, again bool) {
	switch {
	case errors.Is(err, errClosing):
		return
	case errors.Is(err, errExpired):
		how = "expired"
	case again:
		how = "retried"
	}
	n.conf.Observe.Notice(by, how)
	if err != nil {
		n.conf.Logger.Info("a notice was not sent", "by", by, "why", outbound.Reason(err))
	}
}

// message is a notice in its recipient's language.
type message struct {
	id          string // the same whenever the notice for one debt is sent
	to          Person
	lang        string
	title, body string
	table, link string
	path        string // what a press on it opens, if that is not the table
}
