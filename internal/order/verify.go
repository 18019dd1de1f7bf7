package order

import (
	"fmt"
	"slices"
	"strings"

	"theriac/internal/store"
)

// Findings is what Verify found about a moderation log.
type Findings struct {
	Entries int   // that fit the chain
	Broken  []int // that are missing or do not fit
	Chains  []int // the entries with which a new chain begins, apart from the first
	Words   int   // words that are stored and match their entry
	Erased  int   // entries whose words are not stored any more
	// Altered lists the entries whose words are stored, but are not those of the entry.
	Altered []int
}

// Sound reports whether nothing is missing or changed.
func (f Findings) Sound() bool { return len(f.Broken) == 0 && len(f.Altered) == 0 }

// Verify checks a moderation log: log has the records of BucketLog, and words those of BucketOrder, or nil if they
// are not there. Erased words are not a fault.
func Verify(log, words []store.Record) (Findings, error) {
	f := NewFold()
	if err := f.ReadAll(log); err != nil {
		return Findings{}, err
	}
	said := map[string]Words{}
	for _, rec := range words {
		if !strings.HasPrefix(rec.Key, wordsKey+".") {
			continue
		}
		w, err := decode[Words](rec.Data)
		if err != nil {
			return Findings{}, fmt.Errorf("%s: %w", rec.Key, err)
		}
		said[rec.Key] = w
	}
	out := Findings{Entries: len(f.entries), Broken: slices.Clone(f.Broken)}
	for _, e := range f.entries {
		if e.Kind == KindBroken {
			out.Chains = append(out.Chains, e.N)
		}
		if e.Words == "" {
			continue
		}
		w, ok := said[wordsAt(e.Kind, e.About, e.Decision)]
		switch {
		case !ok:
			out.Erased++
		case hashWords(w.Salt, w.Text) != e.Words:
			out.Altered = append(out.Altered, e.N)
		default:
			out.Words++
		}
	}
	return out, nil
}
