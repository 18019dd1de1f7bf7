package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
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
const MaxPage = 50

// mention is the note that a record mentions a person. It exists as long as the
// record does that, and before; the rest of it only helps to sort.
type mention struct {
	Status  Status    `json:"status"`
	Updated time.Time `json:"updated"`
	Hosted  bool      `json:"hosted,omitempty"`
	Public  bool      `json:"public,omitempty"`
	Bots    int       `json:"bots,omitempty"` // the seats that bots play, for the host
	// Bare says that the table only mutes or bans them: they need not know of it, and
	// others cannot fill their lists with it.
	Bare bool `json:"bare,omitempty"`
}

// mention is the note of a person's part in a table.
func (r *record) mention(person string) mention {
	m := mention{Status: r.Status, Updated: r.Updated, Hosted: r.Host == person, Public: r.Public, Bare: !r.belongs(person)}
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
	notes = slices.DeleteFunc(notes, func(n tableNote) bool { return n.Bare })
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
		if n.Bare || n.Status == Closed {
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

type tableNote struct {
	Table string `json:"table"`
	mention
}

// recentNotes lists the tables that mention a person and are not in their lists by year:
// among them all that run.
func (l *Lobby) recentNotes(ctx context.Context, person string) ([]tableNote, error) {
	if !identity.IsID(person, identity.PersonLength) {
		return nil, nil
	}
	recs, err := l.kv.mine.List(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("lobby: mine: %w", err)
	}
	list := make([]tableNote, 0, len(recs))
	for _, rec := range recs {
		table, ok := strings.CutPrefix(rec.Key, person+".")
		if !ok || !isTable(table) {
			continue
		}
		list = append(list, tableNote{table, decodeMention(rec.Data)})
	}
	return list, nil
}

// notes lists the tables that mention a person. Where one of their lists by year is damaged,
// the others are in it, and the error is store.ErrDamaged.
func (l *Lobby) notes(ctx context.Context, person string) ([]tableNote, error) {
	// In this order: what has left the first is in the second before.
	list, err := l.recentNotes(ctx, person)
	if err != nil || !identity.IsID(person, identity.PersonLength) {
		return nil, err
	}
	past, bad := l.years.of(ctx, person)
	if bad != nil && !errors.Is(bad, store.ErrDamaged) {
		return nil, bad
	}
	there := make(map[string]bool, len(list))
	for _, n := range list {
		there[n.Table] = true
	}
	for _, n := range past {
		if !there[n.Table] {
			list = append(list, n)
		}
	}
	slices.SortFunc(list, func(a, b tableNote) int {
		if a.Status.Running() != b.Status.Running() {
			if a.Status.Running() {
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
func (l *Lobby) soundNotes(ctx context.Context, person string) ([]tableNote, error) {
	notes, err := l.notes(ctx, person)
	if errors.Is(err, store.ErrDamaged) {
		l.trouble(err)
		return notes, nil
	}
	return notes, err
}

// verify reads the record behind a note.
func (l *Lobby) verify(ctx context.Context, person string, n tableNote) (Own, bool, error) {
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

func mineKey(person, table string) string { return person + "." + table }

// note writes that a record is about to mention a person.
func (l *Lobby) note(ctx context.Context, person string, r *record) error {
	data, err := json.Marshal(r.mention(person))
	if err != nil {
		return err
	}
	for {
		_, err := l.kv.mine.Put(ctx, mineKey(person, r.ID), 0, data)
		if retryable(ctx, err) {
			// Another call's note is as good, once it is visible.
			if _, err = l.kv.mine.Get(ctx, mineKey(person, r.ID)); errors.Is(err, store.ErrAbsent) {
				continue
			}
		}
		if err != nil {
			return fmt.Errorf("lobby: mine: %w", err)
		}
		return nil
	}
}

// updateNote updates a note from its record. It does not make a note that is gone.
func (l *Lobby) updateNote(ctx context.Context, person string, r *record) error {
	data, err := json.Marshal(r.mention(person))
	if err != nil {
		return err
	}
	for {
		old, err := l.kv.mine.Get(ctx, mineKey(person, r.ID))
		if errors.Is(err, store.ErrAbsent) {
			if !over(r.Status) {
				return nil
			}
			return l.years.update(ctx, person, tableNote{r.ID, r.mention(person)})
		}
		if err == nil {
			_, err = l.kv.mine.Put(ctx, mineKey(person, r.ID), old.Version, data)
		}
		if retryable(ctx, err) {
			continue
		}
		if err != nil {
			return fmt.Errorf("lobby: mine: %w", err)
		}
		return nil
	}
}

// removeNote removes a note, and writes it again if the record mentions the person again
// by then: a note too many gets repaired, one too few is not found.
func (l *Lobby) removeNote(ctx context.Context, person, table string) error {
	if err := l.kv.mine.Delete(ctx, mineKey(person, table)); err != nil {
		return fmt.Errorf("lobby: mine: %w", err)
	}
	if err := l.years.remove(ctx, person, table); err != nil {
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
		return l.note(ctx, person, &r)
	}
	return nil
}

func decodeMention(data []byte) mention {
	var m mention
	if json.Unmarshal(data, &m) != nil {
		return mention{}
	}
	return m
}
