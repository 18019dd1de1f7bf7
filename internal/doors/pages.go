package doors

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"
	"unicode/utf8"

	"theriac/internal/identity"
	"theriac/internal/refusal"
)

// ErrPage reports that there is no page of that name.
var ErrPage error = refusal.New(refusal.NotFound, "no-such-page", "doors: no such page")

// MaxPage is the largest size of a page in one language, in bytes.
const MaxPage = 20_000

// Pages lists the pages that hosts are usually asked for.
func Pages() []string { return []string{"contact", "terms", "privacy", "rules"} }

// Page is a page as the operator has written it.
type Page struct {
	// Text has the page in each language, as Markdown. Without a text the page is our draft.
	Text map[string]string `json:"text,omitempty"`
	// Confirmed is when the operator confirmed the page: the text, or our draft as it is.
	Confirmed time.Time `json:"confirmed,omitzero"`
	Changed   time.Time `json:"changed,omitzero"`
}

// Page returns a page as the operator has written it, in the console or in the folder. What was written in the console
// counts: it is the newer word, and all nodes have it. A file counts as confirmed, since only the operator puts it there.
func (d *Doors) Page(ctx context.Context, name string, langs []string) (Page, error) {
	if !slices.Contains(Pages(), name) {
		return Page{}, ErrPage
	}
	p, _, err := read[Page](ctx, d.kv.doors, "page."+name)
	if err != nil || len(p.Text) > 0 || d.conf.Pages == nil {
		return p, err
	}
	for _, lang := range langs {
		file := name + "." + lang + ".md"
		text, err := fs.ReadFile(d.conf.Pages, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return p, fmt.Errorf("doors: page: %w", err)
		}
		if len(text) > MaxPage || !utf8.Valid(text) {
			return p, fmt.Errorf("doors: page %s: %w", file, identity.ErrText)
		}
		if p.Text == nil {
			p.Text = map[string]string{}
		}
		p.Text[lang] = string(text)
		if info, err := fs.Stat(d.conf.Pages, file); err == nil {
			p.Confirmed = info.ModTime().UTC()
		}
	}
	return p, nil
}

// SetPage stores the operator's text of a page in each language, and whether the page is confirmed. Without a text the
// page is again the file, or our draft.
func (d *Doors) SetPage(ctx context.Context, name string, text map[string]string, confirmed bool) (Page, error) {
	if !slices.Contains(Pages(), name) {
		return Page{}, ErrPage
	}
	for _, t := range text {
		if len(t) > MaxPage || !utf8.ValidString(t) {
			return Page{}, identity.ErrText
		}
	}
	return change(ctx, d.kv.doors, "page."+name, func(p *Page) error {
		p.Text, p.Changed = map[string]string{}, d.now()
		for lang, t := range text {
			if t != "" {
				p.Text[lang] = t
			}
		}
		switch {
		case !confirmed:
			p.Confirmed = time.Time{}
		case p.Confirmed.IsZero() || len(p.Text) > 0:
			p.Confirmed = d.now()
		}
		return nil
	})
}
