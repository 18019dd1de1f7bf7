package bus

import (
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/replica"
	"theriac/internal/wire"
)

// Append sends a frame to the log of an epoch, and calls answer with the result.
func (l *Log) Append(epoch uint64, frame []byte, answer func(error)) {
	l.mu.Lock()
	switch {
	case l.nc == nil:
		l.mu.Unlock()
		return
	case l.base.Epoch > epoch:
		l.mu.Unlock()
		answer(replica.ErrEpoch)
		return
	case l.base.Epoch == epoch && epoch <= l.short:
		l.mu.Unlock()
		answer(ErrShort)
		return
	case len(frame) > wire.MaxPayload:
		l.mu.Unlock()
		answer(replica.ErrFull)
		return
	}
	l.asked++
	id := l.asked
	l.waiting[id] = attempt{time.Now(), epoch, l.after + uint64(len(l.buf)), answer}
	l.mu.Unlock()
	err := l.nc.PublishRequest(appendSubject(epoch), l.inbox+strconv.FormatUint(id, 10), frame)
	if err != nil {
		l.answer(id, func(attempt) error { return fmt.Errorf("%w: %w", errNoAnswer, err) })
	}
}

// answer computes the result of an attempt with f, and passes it to the function that Append was given. Later
// answers to the same attempt have no effect.
func (l *Log) answer(id uint64, f func(attempt) error) {
	l.mu.Lock()
	a, known := l.waiting[id]
	delete(l.waiting, id)
	l.mu.Unlock()
	if known {
		err := f(a)
		a.answer(err)
		if err != nil { // otherwise the frame itself will wake the reader
			wake(l.more)
		}
	}
}

// hear handles the stream's answer to an attempt.
func (l *Log) hear(m *nats.Msg) {
	id, err := strconv.ParseUint(m.Subject[len(l.inbox):], 10, 64)
	if err != nil {
		return
	}
	l.answer(id, func(a attempt) error {
		got, err := parseAck(m.Data)
		switch {
		case m.Header.Get("Status") != "" || err != nil: // the stream or its leader is not available
			return errNoAnswer
		case got.Error == nil:
			return l.placed(a, got.Seq)
		}
		switch got.Error.Code {
		case codeAccountFull, codeNoResources, codeMemoryFull, codeStorageFull, codeMessageTooLong:
			return fmt.Errorf("%w: %s", replica.ErrFull, got.Error.Description)
		case codeSealed:
			return replica.ErrEpoch
		}
		return fmt.Errorf("%w: %s", errNoAnswer, got.Error.Description)
	})
}

// placed checks the position that the stream has given a frame. If a frame at that position was stored before,
// the log has lost frames.
func (l *Log) placed(a attempt, at uint64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at > a.seen || a.epoch != l.base.Epoch {
		return nil
	}
	if l.base.Epoch > l.short {
		l.log.Error("the log has lost frames that this node has applied", "epoch", l.base.Epoch, "frame", at, "applied", a.seen)
	}
	l.short = l.base.Epoch
	return ErrShort
}
