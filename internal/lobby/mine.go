package lobby

import (
	"context"
	"errors"
	"slices"
	"strings"

	"theriac/engine"
	"theriac/internal/lobby/lists"
	"theriac/internal/store"
)

// Own is one of a person's tables.
type Own struct {
	Summary
	Mine   engine.Seats `json:"mine"` // the seats that they hold
	Hosted bool         `json:"hosted,omitempty"`
	Public bool         `json:"public,omitempty"`
	Next   string       `json:"next,omitempty"`
}

// MaxPage is the longest page of a list.
const MaxPage = lists.MaxPage

// mention is the note of a person's part in a table.
func (r *record) mention(person string) lists.Note {
	m := lists.Note{Table: r.ID, Status: string(r.Status), Updated: r.Updated, Hosted: r.Host == person, Public: r.Public, Bare: !r.belongs(person)}
	if m.Hosted {
		m.Bots = r.botCount()
	}
	return m
}

// Mine lists a person's tables, running ones first and then by the time of their last
// change: a page of them, and how many notes there are in all. It compares each one
// with its record, and repairs its note.
func (l *Lobby) Mine(ctx context.Context, person string, skip, most int) ([]Own, int, error) {
	notes, err := l.soundNotes(ctx, person)
	if err != nil {
		return nil, 0, err
	}
	notes = slices.DeleteFunc(notes, func(n lists.Note) bool { return n.Bare })
	total := len(notes)
	notes = notes[min(max(skip, 0), total):]
	notes = notes[:min(max(most, 0), MaxPage, len(notes))]
	list := make([]Own, 0, len(notes))
	for _, n := range notes {
		own, belongs, err := l.verify(ctx, person, n)
		if err != nil {
			return nil, 0, err
		}
		if belongs {
			list = append(list, own)
		}
	}
	return list, total, nil
}

// FinishedOf lists the tables whose game a person has played to its end, the newest first
// and at most that many, and says whether there are more.
func (l *Lobby) FinishedOf(ctx context.Context, person string, most int) (list []Table, more bool, err error) {
	notes, err := l.soundNotes(ctx, person)
	if err != nil {
		return nil, false, err
	}
	for _, n := range notes {
		if n.Bare || Status(n.Status) == Closed {
			continue
		}
		// The note of a game that runs, or is said to, may be behind: the record knows.
		r, err := l.read(ctx, n.Table)
		if Refused(err) == NoSuchTable {
			continue
		}
		if err != nil {
			return nil, false, err
		}
		if r.Status != Finished || r.Held(person).Empty() {
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

// notes lists the tables that mention a person, those that run first. If one of their lists
// by year is damaged, the others are in it, and the error is store.ErrDamaged.
func (l *Lobby) notes(ctx context.Context, person string) ([]lists.Note, error) {
	list, bad := l.marks.Of(ctx, person)
	if bad != nil && !errors.Is(bad, store.ErrDamaged) {
		return nil, bad
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
	return list, bad
}

// soundNotes are the notes, without those of a list that is damaged.
func (l *Lobby) soundNotes(ctx context.Context, person string) ([]lists.Note, error) {
	notes, err := l.notes(ctx, person)
	if errors.Is(err, store.ErrDamaged) {
		l.trouble(err)
		return notes, nil
	}
	return notes, err
}

// verify reads the record behind a note.
func (l *Lobby) verify(ctx context.Context, person string, n lists.Note) (Own, bool, error) {
	r, err := l.read(ctx, n.Table)
	if Refused(err) == NoSuchTable {
		return Own{}, false, l.removeNote(ctx, person, n.Table)
	}
	if err != nil {
		return Own{}, false, err
	}
	if !slices.Contains(r.mentions(), person) {
		return Own{}, false, l.removeNote(ctx, person, n.Table)
	}
	if now := r.mention(person); n.Status != now.Status || n.Hosted != now.Hosted || n.Bare != now.Bare || n.Bots != now.Bots {
		if err := l.updateNote(ctx, person, &r); err != nil {
			return Own{}, false, err
		}
	}
	own := Own{Summary: r.summary(), Mine: r.Held(person), Hosted: r.Host == person, Public: r.Public, Next: r.Next}
	return own, r.belongs(person), nil
}

// updateNote updates a note from its record. It does not make a note that is gone.
func (l *Lobby) updateNote(ctx context.Context, person string, r *record) error {
	return l.marks.Update(ctx, person, r.mention(person), over(r.Status))
}

// removeNote removes a note, and writes it again if the record mentions the person again
// by then: a note too many gets repaired, one too few is not found.
func (l *Lobby) removeNote(ctx context.Context, person, table string) error {
	if err := l.marks.Remove(ctx, person, table); err != nil {
		return err
	}
	r, err := l.read(ctx, table)
	if Refused(err) == NoSuchTable {
		return nil
	}
	if err != nil {
		return err
	}
	if slices.Contains(r.mentions(), person) {
		return l.marks.Add(ctx, person, r.mention(person))
	}
	return nil
}
