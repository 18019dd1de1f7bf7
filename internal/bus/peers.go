package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/replica"
	"theriac/internal/state"
)

// Nodes send each other messages on these subjects:
//
//	node.hello          a node describes itself, and every other node answers with its own description
//	node.copy.<host>    a node asks another for a copy of its file
//	node.piece.<host>   the node asks for one piece of that copy
//	feed.<table>.<kind> a node publishes news of a table
const (
	helloSubject = "node.hello"
	feedSubject  = "feed."
)

func copySubject(host string) string  { return "node.copy." + host }
func pieceSubject(host string) string { return "node.piece." + host }

func cutFeed(subject string) (table, kind string, ok bool) {
	rest, ok := strings.CutPrefix(subject, feedSubject)
	table, kind, found := strings.Cut(rest, ".")
	return table, kind, ok && found
}

// account is how a node describes itself to other nodes.
type account struct {
	Host  string
	Hello replica.Hello
	Mark  state.Mark
	Epoch uint64 // epoch of the log that the node has found; 0 for none
	// Live reports whether other nodes can copy this node's state.
	Live bool
	// Joins reports whether the node's log folder has never contained a log.
	Joins bool
	// Needs is the position after which the node still needs the log's frames, because it takes a copy; 0 if it
	// takes none.
	Needs uint64
	// Short is the epoch of a log that has lost frames; 0 if the node knows of none.
	Short uint64
	// Leader is the server that leads the log, as far as the node knows. If that is the node's own, Complete
	// lists the other servers that have all committed frames.
	Leader   string
	Complete []string
	Server   string // the node's own server
	// Refused is why the node that answers does not admit the one that asks, or "". Blank reports that it
	// cannot decide, because its own file is not open.
	Refused string
	Blank   bool
}

// askWait is how long a node waits for answers from the others.
const askWait = time.Second

// ask sends this node's account to the other nodes, and returns theirs. It waits for all of them to answer, but
// no longer than askWait.
func (n *Node) ask(ctx context.Context, nc *nats.Conn) (list []account) {
	own := n.account()
	text, err := json.Marshal(own)
	if err != nil {
		return nil
	}
	inbox := nc.NewRespInbox()
	sub, err := nc.SubscribeSync(inbox)
	if err != nil {
		return nil
	}
	defer func() { _ = sub.Unsubscribe() }()
	if nc.PublishRequest(helloSubject, inbox, text) != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	for len(list) < n.Members-1 {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return list
		}
		var a account
		if json.Unmarshal(m.Data, &a) == nil && a.Host != "" && a.Host != own.Host {
			n.markShort(a.Short)
			list = append(list, a)
		}
	}
	return list
}

// serve subscribes to the requests and news that other nodes send.
func (n *Node) serve(nc *nats.Conn) error {
	for subject, f := range map[string]func(*nats.Msg) any{
		helloSubject: n.answerHello, copySubject(n.Host): n.answerCopy,
	} {
		if _, err := nc.Subscribe(subject, func(m *nats.Msg) {
			if a := f(m); a != nil {
				if text, err := json.Marshal(a); err == nil {
					_ = m.Respond(text)
				}
			}
		}); err != nil {
			return fmt.Errorf("bus: %w", err)
		}
	}
	if _, err := nc.Subscribe(pieceSubject(n.Host), n.answerPiece); err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	if _, err := nc.Subscribe(feedSubject+"*.*", n.hearNews); err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	return nc.FlushTimeout(askWait)
}

// account returns this node's description of itself.
func (n *Node) account() account {
	n.mu.Lock()
	defer n.mu.Unlock()
	a := account{Host: n.Host, Server: n.Server.Name, Hello: n.hello, Blank: n.file == nil, Joins: n.joins, Short: n.short, Needs: n.needs}
	if n.log != nil {
		a.Epoch, a.Leader, a.Complete = n.log.replicas()
	}
	switch {
	case n.node != nil:
		s := n.node.Status()
		a.Mark, a.Live = s.Mark, s.Live && !s.Doubts && s.Err == nil
	case n.file != nil:
		a.Mark = n.file.Machine().Mark()
	}
	return a
}

// shortName is the name of a file in the node's folder. It contains the epoch of a log that has lost frames.
const shortName = "log-short"

// markShort records that the log of an epoch has lost frames that a node has applied. This node then neither
// reads that log nor appends to it, because a frame in place of a lost one would split the cluster's states. The
// record outlives a restart, after which the log may look whole.
func (n *Node) markShort(epoch uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if epoch <= n.short {
		return
	}
	n.short = epoch
	if err := writeFile(filepath.Join(n.Dir, shortName), fmt.Appendln(nil, epoch)); err != nil {
		n.Logger.Error("the loss of frames could not be recorded", "err", err)
	}
	if n.log != nil {
		n.log.markShort(epoch)
	}
}

// loadShort reads what markShort has recorded.
func (n *Node) loadShort() error {
	text, err := os.ReadFile(filepath.Join(n.Dir, shortName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		n.short, err = strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	}
	return err
}

func (n *Node) answerHello(m *nats.Msg) any {
	var from account
	if json.Unmarshal(m.Data, &from) != nil || from.Host == n.Host {
		return nil
	}
	n.markShort(from.Short)
	a := n.account()
	n.mu.Lock()
	if n.log != nil {
		n.log.hold(from.Host, from.Epoch, from.Needs)
	}
	file := n.file
	n.mu.Unlock()
	if file == nil {
		return a
	}
	ctx, cancel := context.WithTimeout(n.ctx, askWait)
	defer cancel()
	w, err := file.Window(ctx, from.Hello.Member)
	if err != nil {
		a.Blank = true
	} else if err := replica.Admit(w, from.Hello); err != nil {
		a.Refused = err.Error()
	}
	return a
}
