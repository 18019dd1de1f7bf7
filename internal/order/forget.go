package order

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
)

// Export is everything that this package stores about a person and may tell them, so it names no reporter.
type Export struct {
	Blocks    []Block          `json:"blocks"`
	Reports   []ExportReport   `json:"reports"`
	Decisions []ExportDecision `json:"decisions"`
}

// ExportReport is a report that the person wrote.
type ExportReport struct {
	Table  string    `json:"table"`
	About  string    `json:"about"`
	Kind   string    `json:"kind"`
	Line   uint64    `json:"line,omitempty"`
	Text   string    `json:"text,omitempty"`
	At     time.Time `json:"at"`
	Closed time.Time `json:"closed,omitzero"`
}

// ExportDecision is a decision about the person, with its words.
type ExportDecision struct {
	Decision
	Words  string `json:"words,omitempty"`
	Appeal string `json:"appeal,omitempty"`
	Answer string `json:"answer,omitempty"`
	Lift   string `json:"lift,omitempty"`
}

// Buckets declares the buckets in which this package stores its records.
func (o *Order) Buckets() []store.Bucket {
	return []store.Bucket{
		{Name: BucketOrder, Export: store.Exports(o.Export), Forget: o.Forget, Missed: o.missed},
		{Name: BucketCases, With: BucketOrder},
		{Name: BucketBlocks, With: BucketOrder},
		{Name: BucketLog, Impersonal: "it has ids, kinds and times, and an id leads to nobody once the person is forgotten"},
	}
}

// missed reports whether moderators would miss a person: there are reports about them, or a decision is in force.
func (o *Order) missed(_ context.Context, person string) (bool, error) {
	_, reported := o.queue.get(person)
	return reported || o.Role(person) != "" || len(o.Limits(person)) > 0, nil
}

// Export collects everything that a person may learn of what is stored about them.
func (o *Order) Export(ctx context.Context, person string) (Export, error) {
	blocks, err := o.Blocks(ctx, person)
	out := Export{Blocks: append([]Block{}, blocks...), Reports: []ExportReport{}, Decisions: []ExportDecision{}}
	if err != nil {
		return out, err
	}
	sent, err := o.sent(ctx, person)
	if err != nil {
		return out, err
	}
	for _, r := range sent {
		out.Reports = append(out.Reports, ExportReport{Table: r.Table, About: r.About, Kind: r.Kind, Line: r.Line, Text: r.Text, At: r.At, Closed: r.Closed})
	}
	for _, d := range o.DecisionsAbout(person) {
		e := ExportDecision{Decision: d}
		e.By, e.AnsweredBy, e.Reports = "", "", nil
		for kind, to := range map[Kind]*string{KindDecide: &e.Words, KindAppeal: &e.Appeal, KindAnswer: &e.Answer, KindLift: &e.Lift} {
			w, err := o.WordsOf(ctx, kind, person, d.ID)
			if err != nil {
				return out, err
			}
			*to = w.Text
		}
		out.Decisions = append(out.Decisions, e)
	}
	return out, nil
}

// Forget removes a person: their blocks and those of others against them, the reports about them and what those
// contain of them, and the words of decisions. A suspension stays with the hashes of their sign-in. Forget can be
// called again after a failure.
func (o *Order) Forget(ctx context.Context, person string) error {
	if !identity.IsID(person, identity.PersonLength) {
		return identity.ErrUnknown
	}
	for _, part := range []func(context.Context, string) error{o.outlive, o.forgetBlocks, o.forgetMentions, o.forgetAbout, o.forgetRole} {
		if err := part(ctx, person); err != nil {
			return err
		}
	}
	return nil
}

// outlive ties the suspensions of a person to what they sign in with.
func (o *Order) outlive(ctx context.Context, person string) error {
	if o.conf.Ways == nil {
		return nil
	}
	now := o.now()
	for _, d := range o.DecisionsAbout(person) {
		if d.What != Suspend || !d.InForce(now) {
			continue
		}
		ways, err := o.conf.Ways(ctx, person)
		if err != nil {
			return err
		}
		for _, way := range ways {
			_, err := change(ctx, o.kv.order, waysKey+"."+way, func(r *ofSecret) (keep, changed bool, err error) {
				to := ofSecret{Decision: d.ID}
				was := *r
				*r = to
				return true, was != to, nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (o *Order) forgetBlocks(ctx context.Context, person string) error {
	own, err := o.Blocks(ctx, person)
	if err != nil {
		return err
	}
	for _, b := range own {
		if err := o.Unblock(ctx, person, b.Person); err != nil {
			return err
		}
	}
	notes, err := o.kv.blocks.List(ctx, blockedBy+"."+person)
	if err != nil {
		return fmt.Errorf("order: blocks: %w", err)
	}
	for _, rec := range notes {
		if err := o.Unblock(ctx, strings.TrimPrefix(rec.Key, blockedBy+"."+person+"."), person); err != nil {
			return err
		}
	}
	return nil
}

// forgetMentions takes a person out of the reports that they wrote and of those whose evidence names them.
func (o *Order) forgetMentions(ctx context.Context, person string) error {
	for _, note := range []string{sentKey, inKey} {
		notes, err := o.kv.order.List(ctx, note+"."+person)
		if err != nil {
			return fmt.Errorf("order: reports: %w", err)
		}
		for _, rec := range notes {
			_, err := change(ctx, o.kv.order, reportKey+strings.TrimPrefix(rec.Key, note+"."+person), func(r *Report) (keep, changed bool, err error) {
				return r.ID != "", r.without(person), nil
			})
			if err != nil {
				return err
			}
			if err := o.kv.order.Delete(ctx, rec.Key); err != nil {
				return fmt.Errorf("order: reports: %w", err)
			}
		}
	}
	return nil
}

// without removes a person and what they wrote from a report. It reports whether there was anything.
func (r *Report) without(person string) (changed bool) {
	if r.By == person {
		r.By, r.Text, changed = "", "", true
	}
	for i := range r.Evidence.Seats {
		if s := &r.Evidence.Seats[i]; s.Person == person {
			s.Person, changed = "", true
		}
	}
	n := len(r.Evidence.Lines)
	r.Evidence.Lines = slices.DeleteFunc(r.Evidence.Lines, func(l Shown) bool { return l.Person == person })
	return changed || len(r.Evidence.Lines) != n
}

// forgetAbout removes the reports about a person and the words of decisions about them.
func (o *Order) forgetAbout(ctx context.Context, person string) error {
	if err := o.eraseReports(ctx, person, func(Report) bool { return true }); err != nil {
		return err
	}
	if err := o.settle(ctx, person); err != nil {
		return err
	}
	words, err := o.kv.order.List(ctx, wordsKey+"."+person)
	if err != nil {
		return fmt.Errorf("order: words: %w", err)
	}
	for _, rec := range words {
		if err := o.eraseWords(ctx, rec); err != nil {
			return err
		}
	}
	// Cases that the person was looking at as a moderator name them.
	list, _ := o.queue.page("", math.MaxInt)
	for _, c := range list {
		if c.Taken != person {
			continue
		}
		if _, err := change(ctx, o.kv.cases, c.About, func(c *Case) (keep, changed bool, err error) {
			was := c.Taken
			if was == person {
				c.Taken, c.TakenAt = "", time.Time{}
			}
			return c.About != "", was == person, nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func (o *Order) forgetRole(ctx context.Context, person string) error {
	if o.Role(person) == "" {
		return nil
	}
	return unchanged(o.append(ctx, "", func(f *Fold) (Entry, error) {
		if f.roles[person] == "" {
			return Entry{}, errUnchanged
		}
		return Entry{Kind: KindRole, About: person}, nil
	}))
}

// eraseReports removes those reports about a person that f chooses, with the notes about who is in them.
func (o *Order) eraseReports(ctx context.Context, person string, f func(Report) bool) error {
	list, err := o.ReportsAbout(ctx, person)
	if err != nil {
		return err
	}
	for _, r := range list {
		if !f(r) {
			continue
		}
		at := "." + person + "." + r.ID
		keys := []string{reportKey + at}
		if r.By != "" {
			keys = append(keys, sentKey+"."+r.By+at)
		}
		for _, p := range r.mentions() {
			keys = append(keys, inKey+"."+p+at)
		}
		if err := o.remove(ctx, BucketOrder, keys); err != nil {
			return err
		}
	}
	return nil
}

func (o *Order) eraseWords(ctx context.Context, rec store.Record) error {
	w, err := decode[Words](rec.Data)
	if err != nil {
		return err
	}
	keys := []string{rec.Key}
	if w.Secret != "" {
		keys = append(keys, secretKey+"."+hashSecret(w.Secret))
	}
	return o.remove(ctx, BucketOrder, keys)
}

// Maintain erases the words and the evidence of decisions that ended long ago, and what forgotten people signed in with
// once their suspension has ended.
func (o *Order) Maintain(ctx context.Context) error {
	now := o.now()
	ended := map[string][]Decision{} // by person
	o.mu.RLock()
	for _, d := range o.fold.made {
		if end := d.End(); !end.IsZero() && now.Sub(end) >= o.conf.Erase && d.What != Rename && d.What != Remove || !d.Lifted.IsZero() && now.Sub(d.Lifted) >= o.conf.Erase {
			ended[d.About] = append(ended[d.About], *d)
		}
	}
	o.mu.RUnlock()
	var failed error
	for person, list := range ended {
		failed = errors.Join(failed, o.erase(ctx, person, list))
	}
	return errors.Join(failed, o.eraseWays(ctx))
}

// eraseWays removes the hashes of sign-ins whose suspension is no longer in force.
func (o *Order) eraseWays(ctx context.Context) error {
	recs, err := o.kv.order.List(ctx, waysKey)
	if err != nil {
		return fmt.Errorf("order: ways: %w", err)
	}
	var over []string
	for _, rec := range recs {
		of, err := decode[ofSecret](rec.Data)
		if err != nil {
			return err
		}
		if d, ok := o.Decision(of.Decision); ok && !d.InForce(o.now()) {
			over = append(over, rec.Key)
		}
	}
	return o.remove(ctx, BucketOrder, over)
}

// erase removes the reports and the words of decisions about a person.
func (o *Order) erase(ctx context.Context, person string, list []Decision) error {
	err := o.eraseReports(ctx, person, func(r Report) bool {
		return slices.ContainsFunc(list, func(d Decision) bool { return d.ID == r.Decision })
	})
	if err != nil {
		return err
	}
	for _, d := range list {
		for _, kind := range []Kind{KindDecide, KindAppeal, KindAnswer, KindLift} {
			rec, err := o.kv.order.Get(ctx, wordsAt(kind, person, d.ID))
			if errors.Is(err, store.ErrAbsent) {
				continue
			}
			if err == nil {
				err = o.eraseWords(ctx, rec)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
