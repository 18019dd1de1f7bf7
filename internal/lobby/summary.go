package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"theriac/internal/lobby/lists"
	"theriac/internal/store"
)

// Summary is a table in a list: small, and without anybody's id but the host's.
type Summary struct {
	Table    string    `json:"table"`
	Game     string    `json:"game"`
	Title    string    `json:"title,omitempty"`
	Lesson   string    `json:"lesson,omitempty"`
	Puzzle   string    `json:"puzzle,omitempty"`
	Status   Status    `json:"status"`
	Host     string    `json:"host,omitempty"` // of an open table
	Seats    int       `json:"seats"`
	Taken    int       `json:"taken"`
	Watch    Watch     `json:"watch"`
	Clock    Clock     `json:"clock"`
	Created  time.Time `json:"created"`
	Updated  time.Time `json:"updated"`
	Finished time.Time `json:"finished,omitzero"`
	Outcome  Outcome   `json:"outcome,omitzero"`

	// Version is that of the record: an older one never replaces a newer. In a store that
	// was restored, one from before can be higher than those that come.
	Version uint64 `json:"version"`
}

func (r *record) summary() Summary {
	s := Summary{
		Table: r.ID, Game: r.Game, Title: r.Title, Lesson: r.Lesson, Puzzle: r.Puzzle, Status: r.Status, Seats: len(r.Seats), Taken: r.Taken(), Watch: r.Watch,
		Clock: r.Clock, Created: r.Created, Updated: r.Updated, Finished: r.Finished, Outcome: r.Outcome, Version: r.version,
	}
	if r.Status.Running() {
		s.Host = r.Host
	}
	return s
}

// finishedKey sorts by the time of the end.
func (r *record) finishedKey() string {
	return fmt.Sprintf("%012x-%s", max(r.Finished.UnixMilli(), 0), r.ID)
}

// updateLists updates the lists after a record was written. Another call may write the
// record again meanwhile and be overtaken here, so it checks at the end whether the
// record is still the same.
func (l *Lobby) updateLists(ctx context.Context, r record, gone []string) error {
	for _, person := range gone {
		if err := l.removeNote(ctx, person, r.ID); err != nil {
			return err
		}
	}
	if !r.Public && r.Status.Running() {
		return nil
	}
	for {
		if err := l.list(ctx, r); err != nil {
			return err
		}
		now, err := l.read(ctx, r.ID)
		if err != nil {
			return err
		}
		if now.version == r.version {
			return nil
		}
		r = now
	}
}

// list writes one record's entries into the lists.
func (l *Lobby) list(ctx context.Context, r record) error {
	if !r.Status.Running() {
		for _, person := range r.mentions() {
			if err := l.updateNote(ctx, person, &r); err != nil {
				return err
			}
		}
	}
	if !r.Public {
		return nil
	}
	var open, finished error
	if r.Status.Running() {
		open = l.putSummary(ctx, l.kv.open, r.ID, r.summary())
	} else {
		open = l.kv.open.Delete(ctx, r.ID)
	}
	switch {
	case r.Status == Finished:
		finished = l.putSummary(ctx, l.kv.finished, r.finishedKey(), r.summary())
	case !r.Finished.IsZero():
		finished = l.kv.finished.Delete(ctx, r.finishedKey())
	}
	if err := errors.Join(open, finished); err != nil {
		return fmt.Errorf("lobby: lists: %w", err)
	}
	return nil
}

// putSummary writes a summary unless a newer one exists. One whose version is higher than that
// of the record, read afterwards, is none: it comes from the store that a backup was made of.
func (l *Lobby) putSummary(ctx context.Context, kv store.KV, key string, s Summary) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	for {
		old, err := kv.Get(ctx, key)
		if err != nil && !errors.Is(err, store.ErrAbsent) {
			return err
		}
		if err == nil {
			was, bad := decodeSummary(old.Data)
			if bad == nil && was.Version == s.Version && was.Updated.Equal(s.Updated) {
				return nil
			}
			if bad == nil && was.Version > s.Version {
				now, err := l.read(ctx, s.Table)
				if err != nil || now.version >= was.Version {
					return err // the caller goes on with the newer one
				}
			}
		}
		_, err = kv.Put(ctx, key, old.Version, data)
		if !lists.Retryable(ctx, err) {
			return err
		}
	}
}

func decodeSummary(data []byte) (Summary, error) {
	var s Summary
	err := json.Unmarshal(data, &s)
	if err == nil && !isTable(s.Table) {
		err = errors.New("of no table")
	}
	if err != nil {
		return Summary{}, fmt.Errorf("lobby: summary: %w: %w", store.ErrDamaged, err)
	}
	return s, nil
}

// decodeRow reads a summary from a list.
func decodeRow(data []byte) (lists.Row[Summary], error) {
	s, err := decodeSummary(data)
	return lists.Row[Summary]{Table: s.Table, Host: s.Host, Status: string(s.Status), Created: s.Created, Updated: s.Updated, Shown: s}, err
}
