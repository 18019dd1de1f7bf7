package lobby

import (
	"context"
	"slices"
	"strings"

	"theriac/engine"
	"theriac/internal/lobby/lists"
)

// Own is an entry in a person's list of their own tables.
type Own struct {
	Summary
	Mine   engine.Seats `json:"mine"` // the seats that the person holds
	Hosted bool         `json:"hosted,omitempty"`
	Public bool         `json:"public,omitempty"`
	Next   string       `json:"next,omitempty"`
}

// MaxPage is the largest number of entries on one page of a list.
const MaxPage = lists.MaxPage

// mention returns a person's note about a table, computed from the table's record.
func (r *tableRecord) mention(person string) lists.Note {
	m := lists.Note{Table: r.ID, Status: string(r.Status), Updated: r.Updated, Hosted: r.Host == person, Public: r.Public, Bare: !r.belongs(person)}
	if m.Hosted {
		m.Bots = r.botCount()
	}
	return m
}

// Mine lists a person's tables: running tables first, then by the time of their last change. It returns one
// page, and how many tables the person has in all.
func (l *Lobby) Mine(ctx context.Context, person string, skip, most int) ([]Own, int, error) {
	notes, err := l.notes(ctx, person)
	if err != nil {
		return nil, 0, err
	}
	notes = slices.DeleteFunc(notes, func(n lists.Note) bool { return n.Bare })
	total := len(notes)
	notes = notes[min(max(skip, 0), total):]
	notes = notes[:min(max(most, 0), MaxPage, len(notes))]
	list := make([]Own, 0, len(notes))
	for _, n := range notes {
		own, belongs, err := l.own(ctx, person, n)
		if err != nil {
			return nil, 0, err
		}
		if belongs {
			list = append(list, own)
		}
	}
	return list, total, nil
}

// FinishedOf lists a person's finished games, newest first, but no more than `most`. The second result
// reports whether there are more.
func (l *Lobby) FinishedOf(ctx context.Context, person string, most int) (list []Table, more bool, err error) {
	notes, err := l.notes(ctx, person)
	if err != nil {
		return nil, false, err
	}
	for _, n := range notes {
		if n.Bare || Status(n.Status) != Finished {
			continue
		}
		r, err := l.read(ctx, n.Table)
		if Refused(err) == NoSuchTable {
			continue
		}
		if err != nil {
			return nil, false, err
		}
		if r.Status != Finished || r.Held(person).Empty() { // a guest, or the record has just changed
			continue
		}
		if len(list) == most {
			more = true
			break
		}
		list = append(list, r.shown())
	}
	slices.SortStableFunc(list, func(a, b Table) int { return b.Finished.Compare(a.Finished) })
	return list, more, nil
}

// notes lists the tables that mention a person, running ones first.
func (l *Lobby) notes(ctx context.Context, person string) ([]lists.Note, error) {
	list, err := l.marks.Of(ctx, person)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b lists.Note) int {
		if first := Status(a.Status).Running(); first != Status(b.Status).Running() {
			if first {
				return -1
			}
			return 1
		}
		if c := b.Updated.Compare(a.Updated); c != 0 {
			return c
		}
		return strings.Compare(a.Table, b.Table)
	})
	return list, nil
}

// own returns the table of a note. It returns false if the person no longer belongs to it, because the record has
// changed since the note was read.
func (l *Lobby) own(ctx context.Context, person string, n lists.Note) (Own, bool, error) {
	r, err := l.read(ctx, n.Table)
	if Refused(err) == NoSuchTable {
		return Own{}, false, nil
	}
	own := Own{Summary: r.summary(), Mine: r.Held(person), Hosted: r.Host == person, Public: r.Public, Next: r.Next}
	return own, r.belongs(person), err
}
