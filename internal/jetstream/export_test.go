package jetstream

import (
	"context"
	"io"

	"github.com/nats-io/nats-server/v2/server"
)

// BackupBetween makes a backup and calls f after each stream, while nothing else
// changes.
func (s *Store) BackupBetween(ctx context.Context, w io.Writer, f func(stream string)) error {
	return s.backup(ctx, w, f)
}

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
