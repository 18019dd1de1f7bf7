package jetstream

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// apiError is an error of JetStream.
type apiError struct {
	Code    int    `json:"code"`
	ErrCode int    `json:"err_code"`
	Text    string `json:"description"`
}

func (e *apiError) Error() string { return fmt.Sprintf("%s (%d)", e.Text, e.ErrCode) }

// Error codes of JetStream that this package handles.
const (
	codeWrongLast        = 10071 // the expected place is not the last
	codeSubjectInProcess = 10164 // several nodes: a write to the same subject has not ended
	codeNoMessage        = 10037
	codeResources        = 10023 // the limit of the server's store is reached
	codeAccount          = 10002
	codeStorage          = 10047
	codeStoreFailed      = 10077 // the disk refused; the text says why
	codeInProcess        = 10158 // the same key is being written at this moment
	codeNoStream         = 10059
	codeNoPeers          = 10005 // fewer nodes are there than a stream is to have replicas
)

// errWrongLast is a conflict as JetStream sees it, before we know whose entry is
// there.
var errWrongLast = errors.New("wrong last sequence")

// full says that JetStream refused for lack of space.
func (e *apiError) full() bool {
	switch e.ErrCode {
	case codeResources, codeAccount, codeStorage:
		return true
	case codeStoreFailed:
		return strings.Contains(e.Text, "no space left") || strings.Contains(e.Text, "maximum bytes") ||
			strings.Contains(e.Text, "quota")
	}
	return false
}

// heals says that the same call may work a moment later: no leader, a node that
// starts or stops, a connection that comes back.
func heals(err error) bool {
	var api *apiError
	var theirs *natsjs.APIError
	switch {
	case errors.As(err, &api):
		return !api.full() && healingCode(api.Code, api.ErrCode)
	case errors.As(err, &theirs):
		return healingCode(theirs.Code, int(theirs.ErrorCode))
	case errors.Is(err, nats.ErrConnectionClosed):
		return false
	}
	return errors.Is(err, nats.ErrNoResponders) || errors.Is(err, natsjs.ErrNoStreamResponse) ||
		errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrReconnectBufExceeded) ||
		errors.Is(err, nats.ErrConnectionReconnecting) || errors.Is(err, nats.ErrNoServers)
}

// The leader of a stream takes a subject off the list of those in process only after
// it has acknowledged the write. So it may refuse a call that follows at once
// although nobody else wrote: a moment later the state of the subject is known.
func healingCode(code, errCode int) bool {
	return code >= 500 || errCode == codeInProcess || errCode == codeSubjectInProcess || errCode == codeNoStream || errCode == codeNoPeers
}

// unsent says that the request reached nobody.
func unsent(err error) bool {
	return errors.Is(err, nats.ErrNoResponders) || errors.Is(err, nats.ErrReconnectBufExceeded) ||
		errors.Is(err, nats.ErrConnectionClosed) || errors.Is(err, nats.ErrConnectionReconnecting)
}

// pause waits between attempts, longer each time, never in step with others.
type pause struct{ next time.Duration }

// maxPause is the longest pause.
const maxPause = 400 * time.Millisecond

func newPause() *pause { return &pause{next: 10 * time.Millisecond} }

// wait returns false when the context ended.
func (p *pause) wait(ctx context.Context) bool {
	d := p.next/2 + rand.N(p.next)
	p.next = min(2*p.next, maxPause)
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// request repeats until there is an answer, or the context or the store's patience
// ends. unsure says that some attempt went out and got no answer.
func (s *Store) request(ctx context.Context, nc *nats.Conn, m *nats.Msg, judge func(*nats.Msg) error) (unsure bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	for pause := newPause(); ; {
		once, stop := ctx, context.CancelFunc(nil)
		if s.once < s.wait {
			once, stop = context.WithTimeout(ctx, s.once)
		}
		reply, err := nc.RequestMsgWithContext(once, m)
		if stop != nil {
			stop()
		}
		if err == nil {
			err = judge(reply)
		} else if !unsent(err) {
			unsure = true
		}
		if err == nil || !heals(err) {
			return unsure, err
		}
		if !pause.wait(ctx) {
			return unsure, err
		}
	}
}

// publish writes a message and returns when it is on disk. The error is errWrongLast,
// store.ErrFull, store.ErrUncertain or something that no repeat would change.
func (s *Store) publish(ctx context.Context, nc *nats.Conn, m *nats.Msg) (seq uint64, unsure bool, err error) {
	var stream string
	judge := func(r *nats.Msg) (err error) {
		stream, seq, err = readAck(r.Data)
		return err
	}
	// Almost always the first attempt is answered: it needs no deadline but its own.
	reply, err := s.inbox[nc].ask(ctx, m, s.once)
	if err == nil {
		err = judge(reply)
	} else {
		unsure = !unsent(err)
	}
	if err != nil && heals(err) && newPause().wait(ctx) {
		var again bool
		again, err = s.request(ctx, nc, m, judge)
		unsure = unsure || again
	}
	var api *apiError
	switch {
	case err == nil:
		if s.alone && !writtenLater(stream) {
			if err := s.server.names.sync(stream); err != nil {
				return 0, true, fmt.Errorf("%w: %w", store.ErrUncertain, err)
			}
		}
		return seq, unsure, nil
	case !errors.As(err, &api):
		if errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, nats.ErrBadSubject) {
			return 0, unsure, fmt.Errorf("jetstream: %w", err)
		}
		return 0, unsure, fmt.Errorf("%w: %w", store.ErrUncertain, err)
	case api.ErrCode == codeWrongLast || api.ErrCode == codeSubjectInProcess:
		return 0, unsure, errWrongLast
	case unsure || heals(err):
		return 0, unsure, fmt.Errorf("%w: %w", store.ErrUncertain, err)
	case api.full():
		return 0, unsure, fmt.Errorf("%w: %w", store.ErrFull, err)
	}
	return 0, unsure, fmt.Errorf("jetstream: %w", err)
}

// readAck reads an acknowledgement. Those of a write that succeeded begin with their stream
// and its place, {"stream":"LOG-0","seq":12}, and are read without encoding/json.
func readAck(data []byte) (stream string, seq uint64, err error) {
	if rest, ok := bytes.CutPrefix(data, []byte(`{"stream":"`)); ok {
		name, rest, ok := bytes.Cut(rest, []byte(`","seq":`))
		if end := bytes.IndexByte(rest, '}'); ok && end == len(rest)-1 {
			if seq, err := strconv.ParseUint(string(rest[:end]), 10, 64); err == nil && seq > 0 {
				return string(name), seq, nil
			}
		}
	}
	var ack struct {
		Error  *apiError `json:"error"`
		Stream string    `json:"stream"`
		Seq    uint64    `json:"seq"`
	}
	if err := json.Unmarshal(data, &ack); err != nil {
		return "", 0, fmt.Errorf("jetstream: an acknowledgement that cannot be read: %w", err)
	}
	if ack.Error != nil {
		return "", 0, ack.Error
	}
	return ack.Stream, ack.Seq, nil
}

// api calls JetStream's API and decodes the answer.
func (s *Store) api(ctx context.Context, verb string, ask, answer any) error {
	var data []byte
	if ask != nil {
		var err error
		if data, err = json.Marshal(ask); err != nil {
			return err
		}
	}
	_, err := s.request(ctx, s.conns[0], &nats.Msg{Subject: "$JS.API." + verb, Data: data}, func(r *nats.Msg) error {
		var e struct {
			Error *apiError `json:"error"`
		}
		if err := json.Unmarshal(r.Data, &e); err != nil {
			return fmt.Errorf("jetstream: an answer that cannot be read: %w", err)
		}
		if e.Error != nil {
			return e.Error
		}
		if answer == nil {
			return nil
		}
		return json.Unmarshal(r.Data, answer)
	})
	return err
}

// purge removes the messages of a subject, up to a place if that is not 0.
func (s *Store) purge(ctx context.Context, stream, filter string, upTo uint64) error {
	ask := struct {
		Filter string `json:"filter"`
		Seq    uint64 `json:"seq,omitempty"`
	}{Filter: filter}
	if upTo > 0 {
		ask.Seq = upTo + 1
	}
	if err := s.api(ctx, "STREAM.PURGE."+stream, ask, nil); err != nil {
		return fmt.Errorf("%w: purge of %s: %w", store.ErrUncertain, stream, err)
	}
	return nil
}
