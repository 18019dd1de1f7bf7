package bus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/replica"
	"theriac/internal/sqlite"
	"theriac/internal/state"
	"theriac/internal/store"
)

const (
	// pieceBytes is the size of one piece of a copy. A node fetches one piece at a time, so that other messages
	// are not delayed much.
	pieceBytes = 256 << 10
	// pieceWait is how long a node waits for the answer to an order.
	pieceWait = 10 * time.Second
	// copyIdle is how long a node keeps a copy after the last order for it.
	copyIdle = time.Minute
	// copyPoll is how often a node asks whether the copy that it has ordered is ready.
	copyPoll = 50 * time.Millisecond
	// sumHeader is the message header that contains the checksum of a piece.
	sumHeader = "Theriac-Sum"
)

// order asks a node for a copy of its file, or for one piece of that copy.
type order struct {
	For   string // name of the copy, chosen by the node that fetches it
	Epoch uint64 // epoch of the log to which the copied state must belong
	At    int64
}

// offer is the answer to an order for a copy. Size is 0 until the copy is ready.
type offer struct {
	Refused string
	Size    int64
	Sum     string
}

// lent is a copy of this node's file, made for another node.
type lent struct {
	of    string
	path  string
	used  time.Time
	offer offer
}

// answerCopy answers an order for a copy. It makes the copy in the background, and only one at a time.
func (n *Node) answerCopy(m *nats.Msg) any {
	var o order
	if json.Unmarshal(m.Data, &o) != nil {
		return nil
	}
	if a := n.account(); !a.Live || a.Mark.Epoch != o.Epoch {
		return offer{Refused: "its state is not that of the log"}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if l := n.lent; l != nil && l.of != o.For {
		ready := l.offer != (offer{})
		if !ready || l.offer.Refused == "" && host(l.of) != host(o.For) {
			return offer{Refused: "another node fetches a copy"}
		}
		n.lent = nil // the same node orders a new copy, or the last copy failed
	}
	if n.lent == nil {
		l := &lent{of: o.For, path: filepath.Join(n.Dir, lentName), used: time.Now()}
		n.lent = l
		n.all.Go(func() { n.lend(l) })
	}
	n.lent.used = time.Now()
	return n.lent.offer
}

// need tells the other nodes after which position this node needs the log's frames.
func (n *Node) need(nc *nats.Conn, after uint64) {
	n.mu.Lock()
	n.needs = after
	n.mu.Unlock()
	n.tellNeeds(nc)
}

func (n *Node) tellNeeds(nc *nats.Conn) {
	if text, err := json.Marshal(n.account()); err == nil {
		_ = nc.Publish(helloSubject, text)
	}
}

// host returns the node that a copy is for, given the copy's name.
func host(name string) string { return name[:max(strings.LastIndexByte(name, '.'), 0)] }

// lend makes a copy of this node's file and sets the offer for it.
func (n *Node) lend(l *lent) {
	sum, size, err := "", int64(0), sqlite.Backup(n.ctx, n.stateDir(), l.path, nil)
	if err == nil {
		sum, size, err = sumOf(l.path)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	l.used = time.Now()
	if l.offer = (offer{Size: size, Sum: sum}); err != nil {
		n.Logger.Error("no copy of the state can be made", "err", err)
		l.offer = offer{Refused: err.Error()}
	}
}

// dropLent removes the copy if no node has fetched any of it for copyIdle.
func (n *Node) dropLent() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.lent == nil || time.Since(n.lent.used) < copyIdle || n.lent.offer == (offer{}) {
		return
	}
	_ = os.Remove(n.lent.path)
	n.lent = nil
}

func sumOf(path string) (sum string, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	size, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), size, err
}

// answerPiece sends one piece of a copy. An order beyond the end of the copy means that the other node has all
// of it, so answerPiece removes the copy.
func (n *Node) answerPiece(m *nats.Msg) {
	var o order
	if json.Unmarshal(m.Data, &o) != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	l := n.lent
	if l == nil || l.of != o.For || l.offer.Size == 0 {
		return
	}
	l.used = time.Now()
	if o.At >= l.offer.Size {
		_ = os.Remove(l.path)
		n.lent = nil
		_ = m.Respond(nil)
		return
	}
	f, err := os.Open(l.path)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	b := make([]byte, min(pieceBytes, l.offer.Size-o.At))
	if _, err := f.ReadAt(b, o.At); err != nil {
		return
	}
	out := nats.NewMsg(m.Reply)
	out.Data = b
	sum := sha256.Sum256(b)
	out.Header.Set(sumHeader, hex.EncodeToString(sum[:]))
	_ = m.RespondMsg(out)
}

// errNoPeer means that currently no other node can provide a copy.
var errNoPeer = errors.New("bus: no other node can be copied now")

// fetchCopy copies another node's file to the folder dir, checks it, and returns that node's name. It tries the
// nodes whose state belongs to the given epoch, newest state first.
func (n *Node) fetchCopy(nc *nats.Conn, epoch uint64, dir string) (from string, err error) {
	list := n.ask(n.ctx, nc)
	list = slices.DeleteFunc(list, func(a account) bool { return !a.Live || a.Mark.Epoch != epoch })
	slices.SortFunc(list, func(a, b account) int {
		if a.Mark.Index != b.Mark.Index {
			return int(int64(b.Mark.Index) - int64(a.Mark.Index))
		}
		return strings.Compare(a.Host, b.Host)
	})
	err = errNoPeer
	for _, a := range list {
		n.need(nc, a.Mark.Index) // the copy is made later, so it contains at least these frames
		if err = n.fetchFrom(nc, a.Host, epoch, dir); err == nil {
			return a.Host, nil
		}
		n.Logger.Warn("the state of another node could not be copied", "node", a.Host, "err", err)
	}
	return "", err
}

func (n *Node) fetchFrom(nc *nats.Conn, host string, epoch uint64, dir string) error {
	o := order{For: fmt.Sprintf("%s.%x", n.Host, n.random()), Epoch: epoch}
	var got offer
	for got.Size == 0 {
		m, err := request(n.ctx, nc, copySubject(host), o)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(m.Data, &got); err != nil {
			return err
		}
		if got.Refused != "" {
			return errors.New(got.Refused)
		}
		if got.Size == 0 && !sleep(n.ctx, copyPoll) {
			return n.ctx.Err()
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	r, w := io.Pipe()
	go func() { _ = w.CloseWithError(n.fetchPieces(nc, host, o, got, w)) }()
	err := sqlite.Receive(n.ctx, dir, r)
	_ = r.CloseWithError(io.ErrClosedPipe)
	if err != nil {
		return err
	}
	switch report, err := sqlite.CheckFile(n.ctx, dir, 0); {
	case err != nil:
		return err
	case len(report.Damages) > 0:
		return fmt.Errorf("%w: %s: %s", store.ErrDamaged, report.Damages[0].Where, report.Damages[0].What)
	}
	return nil
}

// fetchPieces writes a copy to w. It checks the checksum of each piece and of the whole copy.
func (n *Node) fetchPieces(nc *nats.Conn, host string, o order, got offer, w io.Writer) error {
	whole := sha256.New()
	for ; o.At < got.Size; o.At += pieceBytes {
		m, err := request(n.ctx, nc, pieceSubject(host), o)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(m.Data)
		if m.Header.Get(sumHeader) != hex.EncodeToString(sum[:]) || int64(len(m.Data)) != min(pieceBytes, got.Size-o.At) {
			return fmt.Errorf("bus: a piece of the copy at %d is damaged", o.At)
		}
		for _, to := range []io.Writer{whole, w} {
			if _, err := to.Write(m.Data); err != nil {
				return err
			}
		}
	}
	if sumText(whole) != got.Sum {
		return errors.New("bus: the copy is damaged")
	}
	_, err := request(n.ctx, nc, pieceSubject(host), o) // the other node can now remove the copy
	return err
}

func sumText(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

func request(ctx context.Context, nc *nats.Conn, subject string, v any) (*nats.Msg, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, pieceWait)
	defer cancel()
	return nc.RequestWithContext(ctx, subject, text)
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// prepare gives the copy in dir this node's name. It returns an error if the log does not continue the copy's
// state.
func prepare(dir string, self replica.Self, log replica.LogState) (state.Mark, error) {
	s, err := sqlite.Open(sqlite.Config{Dir: dir, Replicated: true})
	if err != nil {
		return state.Mark{}, err
	}
	defer s.Close()
	mark := s.Machine().Mark()
	if mark.Epoch != log.Base.Epoch || mark.Index < log.Base.Index {
		return mark, fmt.Errorf("bus: the copy is at %d of epoch %d", mark.Index, mark.Epoch)
	}
	if self.Member == 0 {
		return mark, nil
	}
	return mark, s.Machine().SetSelf(self)
}
