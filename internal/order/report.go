package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
)

// Reasons lists what a report or a decision can be about, in the words of players.
func Reasons() []string {
	return []string{"hurtful", "spam", "cheating", "stopped", "name", "title", "other"}
}

// Report is a complaint about a person. Its evidence is what everybody at the table could see.
type Report struct {
	ID       string    `json:"id"`
	About    string    `json:"about"`
	By       string    `json:"by,omitempty"` // empty if the reporter was forgotten
	Kind     string    `json:"kind"`
	Table    string    `json:"table"`
	Line     uint64    `json:"line,omitempty"`
	Text     string    `json:"text,omitempty"`
	At       time.Time `json:"at"`
	Evidence Evidence  `json:"evidence"`
	// Decision is the decision that closed the report.
	Decision string    `json:"decision,omitempty"`
	Closed   time.Time `json:"closed,omitzero"`
}

// Evidence is what everybody at a table could see when a report was made. It has no hands.
type Evidence struct {
	Name  string  `json:"name,omitempty"` // the name of the person reported
	Title string  `json:"title,omitempty"`
	Game  string  `json:"game,omitempty"`
	Seats []Seat  `json:"seats,omitempty"`
	Lines []Shown `json:"lines,omitempty"` // oldest first
	// Steps are the public entries of the game's log at that time, as updates have them for spectators.
	Steps []json.RawMessage `json:"steps,omitempty"`
}

// Seat is a seat of a table with its holder.
type Seat struct {
	Seat   int    `json:"seat"`
	Person string `json:"person,omitempty"`
}

// Shown is a chat message in the evidence.
type Shown struct {
	Line   uint64 `json:"line"`
	At     int64  `json:"at"` // milliseconds since 1970
	Person string `json:"person,omitempty"`
	Text   string `json:"text"`
}

// Prefixes of keys in BucketOrder.
const (
	reportKey = "report" // .about.id
	inKey     = "in"     // .person.about.report: the person is mentioned in the evidence
	sentKey   = "sent"   // .person.about.report: the person wrote the report
	wordsKey  = "words"  // .about.kind.decision
	secretKey = "secret" // .hash: the decision that a link shows
	waysKey   = "ways"   // .key: the decision that outlives a forgotten person
)

// Report stores a report with its evidence, and puts the person into the queue. To send the same again has no
// effect while the first is open.
func (o *Order) Report(ctx context.Context, r Report) (Report, error) {
	text, err := identity.CleanLine(r.Text, MaxText)
	switch {
	case err != nil:
		return r, err
	case !slices.Contains(Reasons(), r.Kind):
		return r, ErrDecision
	case r.By == r.About:
		return r, ErrSelf
	}
	if err := o.exists(ctx, r.About); err != nil {
		return r, err
	}
	r.Text, r.At = text, o.now()
	sent, err := o.sent(ctx, r.By)
	if err != nil {
		return r, err
	}
	today := 0
	for _, before := range sent {
		if before.Closed.IsZero() && before.About == r.About && before.Table == r.Table && before.Kind == r.Kind && before.Line == r.Line {
			return before, o.clear(ctx, before) // an attempt without an answer may have stopped before that
		}
		if r.At.Sub(before.At) < 24*time.Hour {
			today++
		}
	}
	if today >= MaxReportsDay {
		return r, ErrManyReports
	}
	random, err := o.newID(idLength)
	if err != nil {
		return r, err
	}
	r.ID = random
	r.Evidence.Seats, r.Evidence.Lines = slices.Clone(r.Evidence.Seats), slices.Clone(r.Evidence.Lines)
	for _, person := range r.mentions() {
		if err := o.exists(ctx, person); errors.Is(err, ErrNobody) {
			r.without(person)
		} else if err != nil {
			return r, err
		}
	}
	return r, o.file(ctx, r)
}

// file writes a report, the notes with which everybody in it is found again, and the case, in one transaction.
func (o *Order) file(ctx context.Context, r Report) error {
	at := "." + r.About + "." + r.ID
	for {
		c, version, err := get[Case](ctx, o.kv.cases, r.About)
		if err != nil {
			return err
		}
		c.add(r)
		report, err := record(BucketOrder, reportKey+at, 0, r)
		if err != nil {
			return err
		}
		queued, err := record(BucketCases, r.About, version, c)
		if err != nil {
			return err
		}
		changes := []store.Change{report, queued, note(BucketOrder, sentKey+"."+r.By+at)}
		for _, person := range r.mentions() {
			changes = append(changes, note(BucketOrder, inKey+"."+person+at))
		}
		_, err = o.conf.Store.Do(ctx, changes...)
		if store.Retryable(ctx, err) {
			if _, there, err := get[Report](ctx, o.kv.order, reportKey+at); err != nil || there == 0 {
				continue
			}
			err = nil // this call wrote it
		}
		if err != nil {
			return fmt.Errorf("order: report: %w", err)
		}
		o.queue.set(r.About, &c)
		break
	}
	return o.clear(ctx, r)
}

// clear takes people out of a report who were forgotten while it was written.
func (o *Order) clear(ctx context.Context, r Report) error {
	for _, person := range append(r.mentions(), r.By, r.About) {
		if err := o.exists(ctx, person); errors.Is(err, ErrNobody) {
			if err := o.Forget(ctx, person); err != nil {
				return err
			}
		} else if err != nil {
			return err
		}
	}
	return nil
}

// mentions returns the people in the evidence, apart from the one reported.
func (r *Report) mentions() (people []string) {
	for _, s := range r.Evidence.Seats {
		people = append(people, s.Person)
	}
	for _, l := range r.Evidence.Lines {
		people = append(people, l.Person)
	}
	slices.Sort(people)
	return slices.DeleteFunc(slices.Compact(people), func(p string) bool { return p == "" || p == r.About })
}

// sent returns the reports that a person wrote.
func (o *Order) sent(ctx context.Context, person string) ([]Report, error) {
	return o.reportsNoted(ctx, sentKey, person)
}

// reportsNoted returns the reports that the notes of one kind about a person name.
func (o *Order) reportsNoted(ctx context.Context, note, person string) ([]Report, error) {
	notes, err := o.kv.order.List(ctx, note+"."+person)
	if err != nil {
		return nil, fmt.Errorf("order: reports: %w", err)
	}
	var list []Report
	for _, rec := range notes {
		key := reportKey + strings.TrimPrefix(rec.Key, note+"."+person)
		r, version, err := get[Report](ctx, o.kv.order, key)
		if err != nil {
			return nil, err
		}
		if version != 0 {
			list = append(list, r)
		}
	}
	return list, nil
}

// ReportsAbout returns the reports about a person, oldest first.
func (o *Order) ReportsAbout(ctx context.Context, person string) ([]Report, error) {
	recs, err := o.kv.order.List(ctx, reportKey+"."+person)
	if err != nil {
		return nil, fmt.Errorf("order: reports: %w", err)
	}
	list := make([]Report, 0, len(recs))
	for _, rec := range recs {
		r, err := decode[Report](rec.Data)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b Report) int { return a.At.Compare(b.At) })
	return list, nil
}

// File is what is known of a person.
type File struct {
	Reports   []Report // about them, oldest first
	Wrote     int      // how many reports they wrote
	Decisions []Decision
}

// File returns what is known of a person.
func (o *Order) File(ctx context.Context, person string) (File, error) {
	f := File{Decisions: o.DecisionsAbout(person)}
	var err error
	if f.Reports, err = o.ReportsAbout(ctx, person); err != nil {
		return f, err
	}
	for _, d := range f.Decisions { // a crash may have left a report open that a decision deals with
		for i, r := range f.Reports {
			if r.Closed.IsZero() && slices.Contains(d.Reports, r.ID) {
				if err := o.finish(ctx, d); err != nil {
					return f, err
				}
				f.Reports[i].Closed, f.Reports[i].Decision = d.At, d.ID
			}
		}
	}
	sent, err := o.sent(ctx, person)
	f.Wrote = len(sent)
	return f, err
}

// closeReports records that a decision has dealt with reports about a person.
func (o *Order) closeReports(ctx context.Context, about, decision string, ids []string) error {
	for _, id := range ids {
		_, err := change(ctx, o.kv.order, reportKey+"."+about+"."+id, func(r *Report) (keep, changed bool, err error) {
			if r.ID == "" || !r.Closed.IsZero() {
				return true, false, nil
			}
			r.Decision, r.Closed = decision, o.now()
			return true, true, nil
		})
		if err != nil && !errors.Is(err, store.ErrAbsent) {
			return err
		}
	}
	return o.settle(ctx, about)
}
