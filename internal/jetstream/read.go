package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"

	"theriac/internal/store"
)

// message is one message of a stream.
type message struct {
	subject string
	seq     uint64
	header  nats.Header
	data    []byte
}

// getRequest asks for one message or, with a batch, for several.
type getRequest struct {
	Seq      uint64 `json:"seq,omitempty"`
	LastFor  string `json:"last_by_subj,omitempty"`
	NextFor  string `json:"next_by_subj,omitempty"`
	Batch    int    `json:"batch,omitempty"`
	MaxBytes int    `json:"max_bytes,omitempty"`
}

// errNothing says that a reader found no message. It may still be there, and
// unreadable: JetStream answers both alike.
var errNothing = errors.New("no message")

// last reads the newest message of a subject. With fresh it asks the stream's
// leader; otherwise whichever replica answers first.
func (s *Store) last(ctx context.Context, stream, subject string, fresh bool) (message, error) {
	if fresh && s.repl > 1 {
		return s.fromLeader(ctx, stream, getRequest{LastFor: subject})
	}
	var out message
	m := &nats.Msg{Subject: "$JS.API.DIRECT.GET." + stream + "." + subject}
	_, err := s.request(ctx, s.conn(subject), m, func(r *nats.Msg) (err error) {
		out, err = decode(r)
		return err
	})
	return out, reading(err)
}

// lastOf reads the newest message of a filter, from whichever replica answers.
func (s *Store) lastOf(ctx context.Context, stream, filter string) (message, error) {
	var out message
	ask, err := json.Marshal(getRequest{LastFor: filter})
	if err != nil {
		return out, err
	}
	m := &nats.Msg{Subject: "$JS.API.DIRECT.GET." + stream, Data: ask}
	_, err = s.request(ctx, s.conn(filter), m, func(r *nats.Msg) (err error) {
		out, err = decode(r)
		return err
	})
	return out, reading(err)
}

// at reads the message at a place, from whichever replica answers.
func (s *Store) at(ctx context.Context, stream string, seq uint64) (message, error) {
	var out message
	m := &nats.Msg{Subject: "$JS.API.DIRECT.GET." + stream, Data: fmt.Appendf(nil, `{"seq":%d}`, seq)}
	_, err := s.request(ctx, s.conn(stream), m, func(r *nats.Msg) (err error) {
		out, err = decode(r)
		return err
	})
	return out, reading(err)
}

// next reads the first message of a subject at or behind a place, from the
// leader.
func (s *Store) next(ctx context.Context, stream, subject string, from uint64) (message, error) {
	return s.fromLeader(ctx, stream, getRequest{Seq: from, NextFor: subject})
}

func (s *Store) fromLeader(ctx context.Context, stream string, ask getRequest) (message, error) {
	var answer struct {
		Message struct {
			Subject string `json:"subject"`
			Seq     uint64 `json:"seq"`
			Header  []byte `json:"hdrs"`
			Data    []byte `json:"data"`
		} `json:"message"`
	}
	if err := s.api(ctx, "STREAM.MSG.GET."+stream, ask, &answer); err != nil {
		var api *apiError
		if errors.As(err, &api) && api.ErrCode == codeNoMessage {
			return message{}, errNothing
		}
		return message{}, reading(err)
	}
	m := message{subject: answer.Message.Subject, seq: answer.Message.Seq, data: answer.Message.Data}
	if len(answer.Message.Header) > 0 {
		h, err := nats.DecodeHeadersMsg(answer.Message.Header)
		if err != nil {
			return message{}, fmt.Errorf("jetstream: header of %s %d: %w", stream, m.seq, err)
		}
		m.header = h
	}
	return m, nil
}

// decode reads the answer of a direct get.
func decode(r *nats.Msg) (message, error) {
	switch status := r.Header.Get("Status"); status {
	case "":
	case "404":
		return message{}, errNothing
	case "503":
		return message{}, nats.ErrNoResponders
	default:
		return message{}, fmt.Errorf("jetstream: direct get: %s %s", status, r.Header.Get("Description"))
	}
	seq, err := strconv.ParseUint(r.Header.Get("Nats-Sequence"), 10, 64)
	if err != nil {
		return message{}, fmt.Errorf("jetstream: direct get without a place: %w", err)
	}
	return message{subject: r.Header.Get("Nats-Subject"), seq: seq, header: r.Header, data: r.Data}, nil
}

// reading turns the errors of a call into those of a reader.
func reading(err error) error {
	switch {
	case err == nil, errors.Is(err, errNothing):
		return err
	case errors.Is(err, context.Canceled), heals(err), unsent(err):
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return err
}

const (
	batchSize  = 512
	batchBytes = 8 << 20
)

// batch reads the messages of a filter from a place on, in one request. more is
// how many the same replica counted behind what it sent, readable or not.
func (s *Store) batch(ctx context.Context, stream, filter string, from uint64) (list []message, more uint64, err error) {
	return s.batchOf(ctx, stream, filter, from, batchSize, batchBytes)
}

// batchOf reads at most so many messages, and bytes but for the last one of them. There
// are at most batchSize.
func (s *Store) batchOf(ctx context.Context, stream, filter string, from uint64, count, bytes int) (list []message, more uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	ask, err := json.Marshal(getRequest{Seq: max(from, 1), NextFor: filter, Batch: min(count, batchSize), MaxBytes: bytes})
	if err != nil {
		return nil, 0, err
	}
	for pause := newPause(); ; {
		list, more, err = s.batchOnce(ctx, stream, filter, ask)
		err = reading(err)
		if !errors.Is(err, store.ErrUnavailable) || !pause.wait(ctx) {
			return list, more, err
		}
	}
}

func (s *Store) batchOnce(ctx context.Context, stream, filter string, ask []byte) (list []message, more uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.once)
	defer cancel()
	nc := s.conn(filter)
	inbox := nc.NewInbox()
	// Room for the whole batch and no more: the library's own queue would be half a
	// megabyte for each read.
	answers := make(chan *nats.Msg, batchSize+2)
	sub, err := nc.ChanSubscribe(inbox, answers)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := nc.PublishRequest("$JS.API.DIRECT.GET."+stream, inbox, ask); err != nil {
		return nil, 0, err
	}
	for {
		var r *nats.Msg
		select {
		case r = <-answers:
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		}
		if r == nil {
			return nil, 0, nats.ErrConnectionClosed
		}
		if r.Header.Get("Status") == "204" {
			return list, more, nil
		}
		m, err := decode(r)
		if errors.Is(err, errNothing) {
			return nil, 0, nil
		}
		if err != nil {
			return nil, 0, err
		}
		list = append(list, m)
		if more, err = strconv.ParseUint(r.Header.Get("Nats-Num-Pending"), 10, 64); err != nil {
			return nil, 0, fmt.Errorf("jetstream: direct get without a count: %w", err)
		}
	}
}

// count is how many messages the stream's leader has under a subject, readable
// or not.
func (s *Store) count(ctx context.Context, stream, subject string) (uint64, error) {
	var n uint64
	err := s.subjects(ctx, stream, subject, func(_ string, k uint64) bool { n += k; return true })
	return n, err
}

// subjects calls f with each subject of a filter that has messages, and how many,
// until f returns false.
func (s *Store) subjects(ctx context.Context, stream, filter string, f func(subject string, n uint64) bool) error {
	for offset := 0; ; {
		var answer struct {
			Total int `json:"total"`
			State struct {
				Subjects map[string]uint64 `json:"subjects"`
			} `json:"state"`
		}
		ask := struct {
			Filter string `json:"subjects_filter"`
			Offset int    `json:"offset,omitempty"`
		}{filter, offset}
		if err := s.api(ctx, "STREAM.INFO."+stream, ask, &answer); err != nil {
			return reading(err)
		}
		for subject, n := range answer.State.Subjects {
			if !f(subject, n) {
				return nil
			}
		}
		offset += len(answer.State.Subjects)
		if len(answer.State.Subjects) == 0 || offset >= answer.Total {
			return nil
		}
	}
}

// missing decides what it means that no message of a subject was found: that there is
// none, or that it cannot be read.
func (s *Store) missing(ctx context.Context, stream, subject string) error {
	n, err := s.count(ctx, stream, subject)
	if err != nil {
		return err
	}
	if n == 0 {
		return store.ErrAbsent
	}
	// A replica that was a moment behind looks the same; the leader knows.
	if _, err := s.fromLeader(ctx, stream, getRequest{LastFor: subject}); !errors.Is(err, errNothing) {
		if err == nil {
			return errBehind
		}
		return err
	}
	if n, err = s.count(ctx, stream, subject); err != nil {
		return err
	}
	if n == 0 {
		return store.ErrAbsent
	}
	return s.reportDamage(stream+" "+subject, "a message is there and cannot be read")
}

// errBehind says that a replica answered that had not seen a write yet.
var errBehind = errors.New("a replica is behind")

// newest is the newest readable message of a subject, store.ErrAbsent or
// store.ErrDamaged.
func (s *Store) newest(ctx context.Context, stream, subject string, fresh bool) (message, error) {
	m, err := s.last(ctx, stream, subject, fresh)
	if !errors.Is(err, errNothing) {
		return m, err
	}
	if err = s.missing(ctx, stream, subject); !errors.Is(err, errBehind) {
		return message{}, err
	}
	m, err = s.fromLeader(ctx, stream, getRequest{LastFor: subject})
	if errors.Is(err, errNothing) {
		err = store.ErrAbsent
	}
	return m, err
}
