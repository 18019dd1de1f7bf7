package lists

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
)

// Note records that a table's record mentions a person. The same transaction writes the record and the notes
// that follow from it.
type Note struct {
	Table   string    `json:"table"`
	Status  string    `json:"status"`
	Updated time.Time `json:"updated"` // when another field of the note changed
	Hosted  bool      `json:"hosted,omitempty"`
	Public  bool      `json:"public,omitempty"`
	Bots    int       `json:"bots,omitempty"` // for the host only: how many seats bots play
	// Bare means that the table only mutes or bans the person. The person does not see such a note in their
	// list, so that others cannot fill the list.
	Bare bool `json:"bare,omitempty"`
}

// Notes stores the notes of all people.
type Notes struct{ mine store.KV }

// NewNotes returns the Notes in the given bucket.
func NewNotes(mine store.KV) *Notes { return &Notes{mine} }

func noteKey(person, table string) string { return person + "." + table }

// Of lists the tables that mention a person.
func (n *Notes) Of(ctx context.Context, person string) ([]Note, error) {
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

// Change returns the change that writes a note. The stored form omits the table, whose id is part of the key.
func (note Note) Change(bucket, person string) (store.Change, error) {
	type stored struct {
		Table string `json:"table,omitempty"` // hides the field Table of Note
		Note
	}
	data, err := json.Marshal(stored{Note: note})
	return store.Change{Bucket: bucket, Key: noteKey(person, note.Table), Any: true, Data: data}, err
}

// Removal returns the change that removes a person's note about a table.
func Removal(bucket, person, table string) store.Change {
	return store.Change{Bucket: bucket, Key: noteKey(person, table), Any: true}
}
