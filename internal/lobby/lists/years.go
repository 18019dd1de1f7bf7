package lists

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"theriac/internal/store"
)

// years are the notes of tables that are over: for each person one list a year, and further
// ones where it is full.
type years struct{ kv store.KV }

const (
	yearMark = "theriac-year-1\n"
	yearStem = "theriac-year-"
	// yearNotes is how many notes a list has at most.
	yearNotes = 1000
)

// yearList is a list as it is stored, compressed.
type yearList struct {
	Tables []Note `json:"tables"`
}

func (y yearList) encode() ([]byte, error) {
	data, err := json.Marshal(y)
	if err != nil {
		return nil, err
	}
	return append([]byte(yearMark), compress(data)...), nil
}

// decodeYear reads a list. One that a newer version of the program has added to cannot be
// written back: store.ErrNewer.
func decodeYear(data []byte) (yearList, error) {
	rest, ok := bytes.CutPrefix(data, []byte(yearMark))
	if !ok {
		if form, ok := bytes.CutPrefix(data, []byte(yearStem)); ok && len(form) > 0 && form[0] >= '2' && form[0] <= '9' {
			return yearList{}, fmt.Errorf("lobby: year: %w", store.ErrNewer)
		}
		return yearList{}, fmt.Errorf("lobby: year: %w", store.ErrDamaged)
	}
	text, err := decompress(rest)
	if err != nil {
		return yearList{}, err
	}
	y, newer, err := store.Decode[yearList](text)
	switch {
	case err != nil:
		return yearList{}, fmt.Errorf("lobby: year: %w: %w", store.ErrDamaged, err)
	case newer:
		return yearList{}, fmt.Errorf("lobby: year: %w", store.ErrNewer)
	}
	return y, nil
}

// of lists a person's notes. Of two for a table the newer one stays.
func (y years) of(ctx context.Context, person string) ([]Note, error) {
	recs, err := y.kv.List(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("lobby: year: %w", err)
	}
	var all []Note
	for _, rec := range recs {
		list, err := decodeYear(rec.Data)
		if err != nil {
			return nil, err
		}
		all = append(all, list.Tables...)
	}
	slices.SortFunc(all, func(a, b Note) int {
		if c := strings.Compare(a.Table, b.Table); c != 0 {
			return c
		}
		return b.Updated.Compare(a.Updated)
	})
	return slices.CompactFunc(all, func(a, b Note) bool { return a.Table == b.Table }), nil
}

// add adds notes to a person's lists, in place of older ones.
func (y years) add(ctx context.Context, person string, notes []Note) error {
	by := map[int][]Note{}
	for _, n := range notes {
		by[n.Updated.Year()] = append(by[n.Updated.Year()], n)
	}
	for _, year := range slices.Sorted(maps.Keys(by)) {
		notes := by[year]
		for n := 0; len(notes) > 0; n++ {
			key := person + "." + strconv.Itoa(year)
			if n > 0 {
				key += "-" + strconv.Itoa(n)
			}
			var rest []Note
			if err := y.change(ctx, key, func(list *yearList) (changed bool) {
				rest = nil
				for _, note := range notes {
					if i := slices.IndexFunc(list.Tables, func(n Note) bool { return n.Table == note.Table }); i >= 0 {
						changed = changed || list.Tables[i] != note
						list.Tables[i] = note
					} else if len(list.Tables) < yearNotes {
						list.Tables, changed = append(list.Tables, note), true
					} else {
						rest = append(rest, note)
					}
				}
				return changed
			}); err != nil {
				return err
			}
			notes = rest
		}
	}
	return nil
}

// update updates a note, if some list has it.
func (y years) update(ctx context.Context, person string, note Note) error {
	return y.each(ctx, person, note.Table, func(list *yearList, i int) { list.Tables[i] = note })
}

// remove removes a note.
func (y years) remove(ctx context.Context, person, table string) error {
	return y.each(ctx, person, table, func(list *yearList, i int) { list.Tables = slices.Delete(list.Tables, i, i+1) })
}

// each changes the lists of a person that have a note of a table.
func (y years) each(ctx context.Context, person, table string, f func(list *yearList, i int)) error {
	recs, err := y.kv.List(ctx, person)
	if err != nil {
		return fmt.Errorf("lobby: year: %w", err)
	}
	for _, rec := range recs {
		if err := y.change(ctx, rec.Key, func(list *yearList) bool {
			i := slices.IndexFunc(list.Tables, func(n Note) bool { return n.Table == table })
			if i >= 0 {
				f(list, i)
			}
			return i >= 0
		}); err != nil {
			return err
		}
	}
	return nil
}

// change changes one list. An empty one is deleted.
func (y years) change(ctx context.Context, key string, f func(*yearList) bool) error {
	for {
		var list yearList
		rec, err := y.kv.Get(ctx, key)
		if err == nil {
			list, err = decodeYear(rec.Data)
		}
		if err != nil && !errors.Is(err, store.ErrAbsent) {
			return fmt.Errorf("lobby: year: %w", err)
		}
		if !f(&list) {
			return nil
		}
		if len(list.Tables) == 0 {
			err = y.kv.DeleteAt(ctx, key, rec.Version)
		} else {
			var data []byte
			if data, err = list.encode(); err != nil {
				return err
			}
			_, err = y.kv.Put(ctx, key, rec.Version, data)
		}
		if err == nil {
			return nil
		}
		if !Retryable(ctx, err) {
			return fmt.Errorf("lobby: year: %w", err)
		}
	}
}
