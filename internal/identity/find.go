package identity

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"theriac/internal/store"
)

// Keys of BucketFound: name.NAME.PERSON for a person with a name, and day.DAY.PERSON for a person who came that day.
const (
	foundName = "name"
	foundDay  = "day"
)

// foundBytes is how much of a name is in its key. Of the people whose names have that much in common, Find compares the
// names of only the first.
const foundBytes = 48

// folded returns a name as it is compared: without capitals and accents.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(name))
}

// namePrefix returns how the keys of all names begin that begin with this one. Hexadecimal digits sort like the text.
func namePrefix(folded string) string {
	return foundName + "." + hex.EncodeToString([]byte(folded[:min(len(folded), foundBytes)]))
}

func dayPrefix(today time.Time) string { return foundDay + "." + today.Format("20060102") }

// came returns the changes with which a new person is found. Who came on a day is of interest only until the day after.
func (p *People) came(id, name string) []store.Change {
	return append(renamed(id, "", name),
		store.Change{Bucket: BucketFound, Key: dayPrefix(p.today()) + "." + id, Any: true, Data: []byte("{}"), Life: 2 * day})
}

// renamed returns the changes with which a person is found by another name, or no more.
func renamed(id, was, name string) (list []store.Change) {
	was, name = folded(was), folded(name)
	if namePrefix(was) == namePrefix(name) {
		return nil
	}
	if was != "" {
		list = append(list, store.Change{Bucket: BucketFound, Key: namePrefix(was) + "." + id, Any: true})
	}
	if name != "" {
		list = append(list, store.Change{Bucket: BucketFound, Key: namePrefix(name) + "." + id, Any: true, Data: []byte("{}")})
	}
	return list
}

// Find returns people whose names begin with a text, whatever its case and accents, ordered by name. It reads at most as
// many keys, and as many people, as most says.
func (p *People) Find(ctx context.Context, name string, most int) (list []Person, err error) {
	name = folded(strings.Join(strings.Fields(name), " "))
	if name == "" {
		return nil, nil
	}
	prefix := namePrefix(name)
	keys, err := p.kv.found.Page(ctx, foundName, prefix, most)
	if err != nil {
		return nil, fmt.Errorf("identity: people: %w", err)
	}
	for _, rec := range keys {
		if !strings.HasPrefix(rec.Key, prefix) {
			break
		}
		who, err := p.Get(ctx, rec.Key[strings.LastIndexByte(rec.Key, '.')+1:])
		if errors.Is(err, ErrUnknown) {
			continue // just forgotten
		}
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(folded(who.Name), name) {
			list = append(list, who)
		}
	}
	return list, nil
}
