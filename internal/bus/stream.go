package bus

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/state"
	"theriac/internal/wire"
)

const _ = uint(wire.MaxPayload - state.MaxFrameBytes - 4<<10) // any frame fits into a message

// streamPrefix is the beginning of a stream's name. The epoch of its log follows.
const streamPrefix = "FRAMES-"

func streamName(epoch uint64) string { return fmt.Sprint(streamPrefix, epoch) }

// appendSubject returns the subject to which nodes publish frames. storedSubject returns the subject to which
// the stream's leader republishes each frame that a majority has stored.
func appendSubject(epoch uint64) string { return fmt.Sprint("frames.", epoch) }
func storedSubject(epoch uint64) string { return fmt.Sprint("stored.", epoch) }

// baseKey is the metadata key of a stream for the mark of the state that its log continues.
const baseKey = "theriac-base"

func baseText(m state.Mark) string { return fmt.Sprintf("%d.%s", m.Index, m.Hash) }

// baseOf returns the mark of the state that a stream's log continues. ok is false if the stream is not a log.
func baseOf(name string, metadata map[string]string) (m state.Mark, ok bool) {
	epoch, isLog := strings.CutPrefix(name, streamPrefix)
	index, hash, found := strings.Cut(metadata[baseKey], ".")
	var err [3]error
	m.Epoch, err[0] = strconv.ParseUint(epoch, 10, 64)
	m.Index, err[1] = strconv.ParseUint(index, 10, 64)
	sum, e := hex.DecodeString(hash)
	err[2] = e
	if !isLog || !found || errors.Join(err[:]...) != nil || len(sum) != len(m.Hash) {
		return state.Mark{}, false
	}
	copy(m.Hash[:], sum)
	return m, true
}

// newest returns the stream with the newest epoch, and the mark of the state that its log continues.
func newest(list []server.StreamDetail) (d server.StreamDetail, base state.Mark, ok bool) {
	for _, s := range list {
		if s.Config == nil {
			continue
		}
		if b, is := baseOf(s.Name, s.Config.Metadata); is && b.Epoch > base.Epoch {
			d, base, ok = s, b, true
		}
	}
	return d, base, ok
}

// errFounded means that the cluster already has a different log of the same epoch.
var errFounded = errors.New("bus: the cluster has another log of that epoch")

// found creates the log that continues the state with the mark base. It seals the logs of earlier epochs first,
// so that they accept no more frames. Creating the same log again has no effect.
func found(ctx context.Context, nc *nats.Conn, base state.Mark, replicas int) error {
	js, err := natsjs.New(nc)
	if err != nil {
		return err
	}
	for older := js.ListStreams(ctx); ; {
		info, more := <-older.Info()
		if !more {
			if err := older.Err(); err != nil {
				return fmt.Errorf("bus: %w", err)
			}
			break
		}
		b, is := baseOf(info.Config.Name, info.Config.Metadata)
		if !is || b.Epoch >= base.Epoch || info.Config.Sealed {
			continue
		}
		cfg := info.Config
		cfg.Sealed = true
		if _, err := js.UpdateStream(ctx, cfg); err != nil {
			return fmt.Errorf("bus: the log of epoch %d cannot be sealed: %w", b.Epoch, err)
		}
	}
	_, err = js.CreateStream(ctx, natsjs.StreamConfig{
		Name: streamName(base.Epoch), Subjects: []string{appendSubject(base.Epoch)},
		RePublish: &natsjs.RePublish{Source: appendSubject(base.Epoch), Destination: storedSubject(base.Epoch)},
		Storage:   natsjs.FileStorage, Replicas: replicas, FirstSeq: base.Index + 1,
		Discard: natsjs.DiscardNew, AllowDirect: true, DenyDelete: true, MaxMsgSize: wire.MaxPayload,
		Metadata: map[string]string{baseKey: baseText(base)},
	})
	if errors.Is(err, natsjs.ErrStreamNameAlreadyInUse) {
		return errFounded
	}
	if err != nil {
		return fmt.Errorf("bus: the log cannot be founded: %w", err)
	}
	return nil
}

// deleteOlder deletes the logs of epochs before the given one.
func deleteOlder(ctx context.Context, nc *nats.Conn, list []server.StreamDetail, epoch uint64) error {
	js, err := natsjs.New(nc)
	if err != nil {
		return err
	}
	for _, d := range list {
		if d.Config == nil {
			continue
		}
		if b, is := baseOf(d.Name, d.Config.Metadata); !is || b.Epoch >= epoch {
			continue
		}
		if err := js.DeleteStream(ctx, d.Name); err != nil && !errors.Is(err, natsjs.ErrStreamNotFound) {
			return fmt.Errorf("bus: the log %s cannot be deleted: %w", d.Name, err)
		}
	}
	return nil
}

// purgeRequest asks a stream to remove all messages before a sequence number.
func purgeRequest(before uint64) []byte { return fmt.Appendf(nil, `{"seq":%d}`, before) }

// These are the JetStream error codes that this package distinguishes.
const (
	codeAccountFull    = 10002 // this and the next four mean that the message will never be stored
	codeNoResources    = 10023
	codeMemoryFull     = 10028
	codeStorageFull    = 10047
	codeMessageTooLong = 10054
	codeSealed         = 10109
	codeNotFound       = 10037
)

// ack is a stream's answer to a message.
type ack struct {
	Seq   uint64
	Error *struct {
		Code        int `json:"err_code"`
		Description string
	}
}

func parseAck(data []byte) (a ack, err error) {
	if err = json.Unmarshal(data, &a); err == nil && a.Error == nil && a.Seq == 0 {
		err = errors.New("bus: an answer without a number")
	}
	return a, err
}

// fetchWait is how long fetch and fetchOne wait for a message.
const fetchWait = 10 * time.Second

// fetchCount and fetchBytes limit the number and size of the messages that one fetch returns.
const (
	fetchCount = 512
	fetchBytes = 8 << 20
)

// fetch calls f with a batch of stored messages that begins at the number from. It stops early if f returns
// false. The replica that answers skips messages that it lacks, so numbers may be missing.
func fetch(ctx context.Context, nc *nats.Conn, epoch, from uint64, f func(at uint64, frame []byte) bool) error {
	inbox := nc.NewRespInbox()
	sub, err := nc.SubscribeSync(inbox)
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	request := fmt.Appendf(nil, `{"seq":%d,"batch":%d,"max_bytes":%d}`, from, fetchCount, fetchBytes)
	if err := nc.PublishRequest("$JS.API.DIRECT.GET."+streamName(epoch), inbox, request); err != nil {
		return err
	}
	for {
		once, cancel := context.WithTimeout(ctx, fetchWait)
		m, err := sub.NextMsgWithContext(once)
		cancel()
		if err != nil {
			return err
		}
		if m.Header.Get("Status") != "" { // the messages have ended, or there are none
			return nil
		}
		at, err := strconv.ParseUint(m.Header.Get("Nats-Sequence"), 10, 64)
		if err != nil {
			return err
		}
		if !f(at, m.Data) {
			return nil
		}
	}
}

// fetchOne asks the stream's leader for one message. If the leader lacks it, frame is nil and first is the
// number of the first message that the leader has.
func fetchOne(ctx context.Context, nc *nats.Conn, epoch, at uint64) (frame []byte, first uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	m, err := nc.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+streamName(epoch), fmt.Appendf(nil, `{"seq":%d}`, at))
	if err != nil {
		return nil, 0, err
	}
	var got struct {
		ack
		Message struct {
			Seq  uint64 `json:"seq"`
			Data []byte `json:"data"`
		} `json:"message"`
	}
	if err := json.Unmarshal(m.Data, &got); err != nil {
		return nil, 0, err
	}
	switch {
	case got.Error == nil && got.Message.Seq == at:
		return got.Message.Data, 0, nil
	case got.Error == nil || got.Error.Code != codeNotFound:
		return nil, 0, fmt.Errorf("bus: the leader does not return frame %d", at)
	}
	m, err = nc.RequestWithContext(ctx, "$JS.API.STREAM.INFO."+streamName(epoch), nil)
	if err != nil {
		return nil, 0, err
	}
	var info struct {
		State struct {
			First uint64 `json:"first_seq"`
		} `json:"state"`
	}
	if err := json.Unmarshal(m.Data, &info); err != nil {
		return nil, 0, err
	}
	return nil, info.State.First, nil
}
