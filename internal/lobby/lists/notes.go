package lists

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
)

// Note says that the record of a table mentions a person. It exists as long as the record
// does that, and before; the rest of it only helps to sort.
type Note struct {
	Table   string    `json:"table"`
	Status  string    `json:"status"`
	Updated time.Time `json:"updated"`
	Hosted  bool      `json:"hosted,omitempty"`
	Public  bool      `json:"public,omitempty"`
	Bots    int       `json:"bots,omitempty"` // the seats that bots play, for the host
	// Bare says that the table only mutes or bans them: they need not know of it, and
	// others cannot fill their lists with it.
	Bare bool `json:"bare,omitempty"`
}

// Notes are the notes of all people: one under a key of its own while a table may change,
// and later in a list by year.
type Notes struct {
	mine  store.KV
	years years
}

// NewNotes are those of two buckets.
func NewNotes(mine, byYear store.KV) *Notes { return &Notes{mine, years{byYear}} }

func noteKey(person, table string) string { return person + "." + table }

// Recent lists the tables that mention a person and are not in their lists by year: among
// them all that run.
func (n *Notes) Recent(ctx context.Context, person string) ([]Note, error) {
	if !identity.IsID(person, identity.PersonLength) {
		return nil, nil
	}
	recs, err := n.mine.List(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("lobby: mine: %w", err)
	}
	list := make([]Note, 0, len(recs))
	for _, rec := range recs {
		table, ok := strings.CutPrefix(rec.Key, person+".")
		if !ok || !identity.IsID(table, TableLength) {
			continue
		}
		var note Note
		if json.Unmarshal(rec.Data, &note) != nil {
			note = Note{}
		}
		note.Table = table
		list = append(list, note)
	}
	return list, nil
}

// Of lists the tables that mention a person. If one of their lists by year is damaged, the
// others are in it, and the error is store.ErrDamaged.
func (n *Notes) Of(ctx context.Context, person string) ([]Note, error) {
	// In this order: what has left the first is in the second before.
	list, err := n.Recent(ctx, person)
	if err != nil || !identity.IsID(person, identity.PersonLength) {
		return nil, err
	}
	past, bad := n.years.of(ctx, person)
	if bad != nil && !errors.Is(bad, store.ErrDamaged) {
		return nil, bad
	}
	there := make(map[string]bool, len(list))
	for _, note := range list {
		there[note.Table] = true
	}
	for _, note := range past {
		if !there[note.Table] {
			list = append(list, note)
		}
	}
	return list, bad
}

// Add writes a note, if there is none.
func (n *Notes) Add(ctx context.Context, person string, note Note) error {
	key := noteKey(person, note.Table)
	data, err := note.encode()
	if err != nil {
		return err
	}
	for {
		_, err := n.mine.Put(ctx, key, 0, data)
		if Retryable(ctx, err) {
			// Another call's note is as good, once it is visible.
			if _, err = n.mine.Get(ctx, key); errors.Is(err, store.ErrAbsent) {
				continue
			}
		}
		if err != nil {
			return fmt.Errorf("lobby: mine: %w", err)
		}
		return nil
	}
}

// Update replaces a note. It does not make one that is gone. Only that of a table that is
// over may be in a list by year.
func (n *Notes) Update(ctx context.Context, person string, note Note, over bool) error {
	key := noteKey(person, note.Table)
	data, err := note.encode()
	if err != nil {
		return err
	}
	for {
		old, err := n.mine.Get(ctx, key)
		if errors.Is(err, store.ErrAbsent) {
			if !over {
				return nil
			}
			return n.years.update(ctx, person, note)
		}
		if err == nil {
			_, err = n.mine.Put(ctx, key, old.Version, data)
		}
		if Retryable(ctx, err) {
			continue
		}
		if err != nil {
			return fmt.Errorf("lobby: mine: %w", err)
		}
		return nil
	}
}

// Remove removes a note wherever it is.
func (n *Notes) Remove(ctx context.Context, person, table string) error {
	if err := n.mine.Delete(ctx, noteKey(person, table)); err != nil {
		return fmt.Errorf("lobby: mine: %w", err)
	}
	return n.years.remove(ctx, person, table)
}

// PutAway adds notes to a person's lists by year, in place of older ones.
func (n *Notes) PutAway(ctx context.Context, person string, notes []Note) error {
	return n.years.add(ctx, person, notes)
}

// Version is that of a note that is not in a list by year; 0 if there is none.
func (n *Notes) Version(ctx context.Context, person, table string) (uint64, error) {
	rec, err := n.mine.Get(ctx, noteKey(person, table))
	if err != nil && !errors.Is(err, store.ErrAbsent) {
		return 0, fmt.Errorf("lobby: mine: %w", err)
	}
	return rec.Version, nil
}

// Drop removes a note that has been put away. One that was written meanwhile stays.
func (n *Notes) Drop(ctx context.Context, person, table string, version uint64) error {
	if err := n.mine.DeleteAt(ctx, noteKey(person, table), version); err != nil && !errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("lobby: mine: %w", err)
	}
	return nil
}

// encode leaves out the table: it is in the key.
func (note Note) encode() ([]byte, error) {
	type stored struct {
		Table string `json:"table,omitempty"` // in place of the note's own
		Note
	}
	return json.Marshal(stored{Note: note})
}
