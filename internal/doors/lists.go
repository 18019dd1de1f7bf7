package doors

import (
	"context"
	"slices"

	"theriac/internal/identity"
	"theriac/internal/names"
)

// Limits on the operator's lists.
const (
	MaxWords = 500 // words per list
	maxWord  = 40  // characters of a word
)

// Lists are an operator's words for names and titles. They count from the next name on, without a restart.
type Lists struct {
	// Reserved words are for the operator's own people. Refused words are wanted nowhere.
	Reserved []string `json:"reserved"`
	Refused  []string `json:"refused"`
}

const listsKey = "names"

// Lists returns the operator's words.
func (d *Doors) Lists(ctx context.Context) (Lists, error) {
	l, _, err := read[Lists](ctx, d.kv.doors, listsKey)
	return l, err
}

// SetLists replaces the operator's words.
func (d *Doors) SetLists(ctx context.Context, l Lists) (Lists, error) {
	for _, list := range []*[]string{&l.Reserved, &l.Refused} {
		if len(*list) > MaxWords {
			return l, identity.ErrTooMany
		}
		clean := make([]string, 0, len(*list))
		for _, word := range *list {
			word, err := identity.CleanLine(word, maxWord)
			if err != nil {
				return l, err
			}
			if word != "" {
				clean = append(clean, word)
			}
		}
		slices.Sort(clean)
		*list = slices.Compact(clean)
	}
	return change(ctx, d.kv.doors, listsKey, func(r *Lists) error { *r = l; return nil })
}

// server is the name of this program, which no person may have. Titles may have it.
const server = "theriac"

// CleanName returns a person's name in its usual form, or an error if the name is reserved, refused or misleading.
func (d *Doors) CleanName(ctx context.Context, name string) (string, error) {
	return d.clean(ctx, name, server)
}

// CleanTitle does the same for the title of a table.
func (d *Doors) CleanTitle(ctx context.Context, title string) (string, error) {
	return d.clean(ctx, title)
}

func (d *Doors) clean(ctx context.Context, text string, reserved ...string) (string, error) {
	if text == "" {
		return "", nil
	}
	lists, err := d.Lists(ctx)
	if err != nil {
		return "", err
	}
	reserved = slices.Concat(reserved, d.conf.Reserved, lists.Reserved)
	return names.Clean(text, names.Words{Reserved: reserved, Refused: lists.Refused})
}
