package jetstream

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"theriac/internal/store"
)

// BackupBetween makes a backup and calls f after each stream, while nothing else
// changes.
func (s *Store) BackupBetween(ctx context.Context, w io.Writer, f func(stream string)) error {
	_, err := s.backup(ctx, w, f)
	return err
}

// WrittenLater says that a stream is written later than it is acknowledged, on one node.
func WrittenLater(stream string) bool { return writtenLater(stream) }

// Heals says whether the store repeats a call that JetStream refused with a code.
func Heals(code, errCode int) bool { return heals(&apiError{Code: code, ErrCode: errCode}) }

// EffectiveConfig is what a server really does: its own configuration, and that of each of
// its streams.
func (s *Server) EffectiveConfig() (server.JetStreamConfig, map[string]server.StreamConfig, error) {
	streams := map[string]server.StreamConfig{}
	info, err := s.ns.JszAccount(&server.JSzOptions{Account: s.ns.GlobalAccount().GetName(), Streams: true, Config: true})
	if err != nil {
		return server.JetStreamConfig{}, nil, err
	}
	for _, st := range info.Streams {
		streams[st.Name] = *st.Config
	}
	return *s.ns.JetStreamConfig(), streams, nil
}

// PackWith sets how many games a pack has, and what is called between the steps of the
// packer: an error stops it there.
func (s *Store) PackWith(games int, between func(step string) error) {
	s.packGames, s.packStopped = games, between
}

// NoteDeletedFor sets how long a deleted record is noted as such: whole seconds.
func (s *Store) NoteDeletedFor(d time.Duration) { s.goneFor = d }

// PackInto sets where packs go.
func (s *Store) PackInto(o store.Objects) { s.objects = o }

// Messages is how many messages a stream has.
func (s *Store) Messages(ctx context.Context, stream string) (uint64, error) {
	var info streamInfo
	err := s.api(ctx, "STREAM.INFO."+stream, nil, &info)
	return info.State.Msgs, err
}

// CheckBlocks checks the blocks in a folder as before a start, and says how many of them
// have lost what was deleted.
func CheckBlocks(dir string) (rewritten int, err error) {
	var log bytes.Buffer
	_, _, err = scrub(dir, false, readChecked(dir), slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	return strings.Count(log.String(), "leaves a block"), err
}
