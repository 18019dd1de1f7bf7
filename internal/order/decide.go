package order

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
)

// Ruling is what a moderator decides.
type Ruling struct {
	About  string
	What   string
	Reason string
	Until  time.Time // zero with Open, and for what has no end
	Open   bool      // until lifted
	Words  string    // what the person reads besides the usual text; it must not name a reporter
	// Reports are the reports that it closes; without any, all that are open about the person.
	Reports []string
	Lines   []Line
	Name    string // the name that a Rename takes away
	Key     string // identifies the command
}

// Words are the words that belong to a log entry.
type Words struct {
	Salt string `json:"salt"`
	Text string `json:"text,omitempty"`
	// Secret opens the decision without a session. It opens only what is stored here.
	Secret string `json:"secret,omitempty"`
	Name   string `json:"name,omitempty"` // the name that was taken away
}

// longest is the longest time for which a decision can be made; what takes longer is until lifted.
const longest = 2 * 365 * 24 * time.Hour

// check returns an error for a ruling whose parts do not fit together.
func (r *Ruling) check(now time.Time) error {
	lasting := false
	switch r.What {
	case Mute, NoPublic, Suspend:
		lasting = true
	case None, Warn, Rename, Remove:
	default:
		return ErrDecision
	}
	switch {
	case r.Key == "" || !slices.Contains(Reasons(), r.Reason),
		lasting && r.Open == !r.Until.IsZero(),
		lasting && !r.Open && (!r.Until.After(now) || r.Until.Sub(now) > longest),
		!lasting && !r.Until.IsZero(),
		(r.What == Remove) != (len(r.Lines) > 0), len(r.Lines) > MaxLines:
		return ErrDecision
	}
	return nil
}

// Decided reports whether a person has made a decision with this key.
func (o *Order) Decided(by, key string) bool {
	_, done := o.made(commandKey("decide", by, key))
	return done
}

// made returns the decision that a command with this key made, if there is one.
func (o *Order) made(key string) (Decision, bool) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	at, ok := o.fold.keys[key]
	if !ok {
		return Decision{}, false
	}
	d := o.fold.made[o.fold.entries[at].Decision]
	if d == nil {
		return Decision{}, false
	}
	return *d, true
}

// Check returns the error that Decide would return, so that a refused decision uses up no proof.
func (o *Order) Check(ctx context.Context, by string, r Ruling) error {
	if err := r.check(o.now()); err != nil {
		return err
	}
	if err := o.exists(ctx, r.About); err != nil {
		return err
	}
	_, err := o.concerned(ctx, by, r)
	return err
}

// Decide makes a decision. A moderator cannot decide about themselves, or about a person whom they have reported.
func (o *Order) Decide(ctx context.Context, by string, r Ruling) (Decision, error) {
	words, err := identity.CleanLine(r.Words, MaxText)
	if err != nil {
		return Decision{}, err
	}
	r.Words = words
	key := commandKey("decide", by, r.Key)
	if d, ok := o.made(key); ok {
		return d, o.finish(ctx, d)
	}
	if err := r.check(o.now()); err != nil {
		return Decision{}, err
	}
	if err := o.exists(ctx, r.About); err != nil {
		return Decision{}, err
	}
	reports, err := o.concerned(ctx, by, r)
	if err != nil {
		return Decision{}, err
	}
	id, err := o.newID(idLength)
	if err != nil {
		return Decision{}, err
	}
	hash, beside, err := o.wordRecords(KindDecide, r.About, id, Words{Text: r.Words, Name: r.Name})
	if err != nil {
		return Decision{}, err
	}
	e, err := o.append(ctx, key, func(*Fold) (Entry, error) {
		e := Entry{
			Kind: KindDecide, By: by, About: r.About, Decision: id, What: r.What, Reason: r.Reason, Reports: reports, Lines: r.Lines, Words: hash,
		}
		if !r.Until.IsZero() {
			e.Until = r.Until.UnixMilli()
		}
		return e, nil
	}, beside...)
	if err != nil {
		return Decision{}, err
	}
	if err := o.exists(ctx, r.About); errors.Is(err, ErrNobody) { // forgotten in the meantime, and so are the words
		return Decision{}, errors.Join(err, o.Forget(ctx, r.About))
	}
	d, _ := o.Decision(e.Decision)
	return d, o.finish(ctx, d)
}

// finish closes the reports that a decision deals with.
func (o *Order) finish(ctx context.Context, d Decision) error {
	return o.closeReports(ctx, d.About, d.ID, d.Reports)
}

// concerned returns the ids of the reports that a ruling closes. It returns ErrOwnCase if the moderator is a party.
func (o *Order) concerned(ctx context.Context, by string, r Ruling) ([]string, error) {
	if by == r.About {
		return nil, ErrOwnCase
	}
	list, err := o.ReportsAbout(ctx, r.About)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, rep := range list {
		if !rep.Closed.IsZero() {
			continue
		}
		if rep.By == by {
			return nil, ErrOwnCase
		}
		if len(r.Reports) == 0 || slices.Contains(r.Reports, rep.ID) {
			ids = append(ids, rep.ID)
		}
	}
	return ids, nil
}

// commandKey returns the key of a command in the log. It belongs to one person, who cannot use up another's.
func commandKey(kind, by, key string) string { return kind + " " + by + " " + key }

// Lift ends a decision early. The words are for the person concerned.
func (o *Order) Lift(ctx context.Context, by, decision, words string) (Decision, error) {
	return o.add(ctx, by, decision, words, KindLift, func(_ *Fold, d *Decision) (Entry, error) {
		if d.About == by {
			return Entry{}, ErrOwnCase
		}
		if !d.Lifted.IsZero() {
			return Entry{}, errUnchanged
		}
		return Entry{}, nil
	})
}

// Review records that a moderator has looked again at a decision without an end, and leaves it.
func (o *Order) Review(ctx context.Context, by, decision string) (Decision, error) {
	return o.add(ctx, by, decision, "", KindReview, func(_ *Fold, d *Decision) (Entry, error) {
		switch {
		case d.About == by:
			return Entry{}, ErrOwnCase
		case !d.InForce(o.now()) || !d.Until.IsZero():
			return Entry{}, ErrAnswered
		case o.now().Sub(d.Reviewed) < time.Hour:
			return Entry{}, errUnchanged
		}
		return Entry{}, nil
	})
}

// Due returns the decisions without an end that a moderator should look at again, and the appeals without an answer.
func (o *Order) Due() (reviews, appeals []Decision) {
	now := o.now()
	o.mu.RLock()
	defer o.mu.RUnlock()
	for _, d := range o.fold.made {
		if !d.Appealed.IsZero() && d.Answered.IsZero() && d.Lifted.IsZero() {
			appeals = append(appeals, *d)
		}
		looked := d.At
		if d.Reviewed.After(looked) {
			looked = d.Reviewed
		}
		if d.InForce(now) && d.Until.IsZero() && (d.What == Suspend || d.What == Mute || d.What == NoPublic) && now.Sub(looked) >= ReviewEvery {
			reviews = append(reviews, *d)
		}
	}
	slices.SortFunc(reviews, func(a, b Decision) int { return a.At.Compare(b.At) })
	slices.SortFunc(appeals, func(a, b Decision) int { return a.Appealed.Compare(b.Appealed) })
	return reviews, appeals
}

// Appeal objects to a decision, once, on behalf of the person concerned.
func (o *Order) Appeal(ctx context.Context, person, decision, text string) (Decision, error) {
	text, err := identity.CleanLine(text, 4*MaxText)
	if err != nil || text == "" {
		return Decision{}, identity.ErrText
	}
	return o.add(ctx, person, decision, text, KindAppeal, func(_ *Fold, d *Decision) (Entry, error) {
		switch {
		case d.About != person:
			return Entry{}, ErrNoDecision
		case !d.Appealed.IsZero() || !d.Lifted.IsZero() || d.What == None:
			return Entry{}, ErrAppealed
		}
		return Entry{}, nil
	})
}

// Answer decides an appeal. The moderator who made the decision cannot, if there is another one; nor can a party.
func (o *Order) Answer(ctx context.Context, by, decision string, uphold bool, words string) (Decision, error) {
	was, ok := o.Decision(decision)
	if !ok {
		return Decision{}, ErrNoDecision
	}
	reporters, err := o.reporters(ctx, was)
	if err != nil {
		return Decision{}, err
	}
	return o.add(ctx, by, decision, words, KindAnswer, func(f *Fold, d *Decision) (Entry, error) {
		switch {
		case d.About == by || slices.Contains(reporters, by):
			return Entry{}, ErrOwnCase
		case d.Appealed.IsZero():
			return Entry{}, ErrNoDecision
		case !d.Answered.IsZero():
			if d.AnsweredBy == by && d.Upheld == uphold {
				return Entry{}, errUnchanged
			}
			return Entry{}, ErrAnswered
		case d.By == by && f.others(by, append(reporters, d.About)...):
			return Entry{}, ErrOwnCase
		}
		return Entry{Upheld: uphold}, nil
	})
}

// reporters returns who wrote the reports that a decision dealt with.
func (o *Order) reporters(ctx context.Context, d Decision) (list []string, err error) {
	for _, id := range d.Reports {
		r, _, err := get[Report](ctx, o.kv.order, reportKey+"."+d.About+"."+id)
		if err != nil {
			return nil, err
		}
		if r.By != "" {
			list = append(list, r.By)
		}
	}
	return list, nil
}

// errUnchanged ends an append that has nothing to write.
var errUnchanged = errors.New("order: unchanged")

func unchanged(_ Entry, err error) error {
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

// add appends an entry about a decision, with its words. check returns the fields of the entry that are
// particular to its kind.
func (o *Order) add(ctx context.Context, by, decision, words string, kind Kind, check func(f *Fold, d *Decision) (Entry, error)) (Decision, error) {
	words, err := identity.CleanLine(words, 4*MaxText)
	if err != nil {
		return Decision{}, err
	}
	d, ok := o.Decision(decision)
	if !ok {
		return Decision{}, ErrNoDecision
	}
	gone := o.exists(ctx, d.About)
	if gone != nil && !errors.Is(gone, ErrNobody) {
		return Decision{}, gone
	}
	hash, changes := "", []store.Change(nil)
	if words != "" && gone == nil { // a forgotten person reads no words
		if hash, changes, err = o.wordRecords(kind, d.About, decision, Words{Text: words}); err != nil {
			return Decision{}, err
		}
	}
	_, err = o.append(ctx, "", func(f *Fold) (Entry, error) {
		d := f.made[decision]
		e, err := check(f, d)
		e.Kind, e.By, e.About, e.Decision, e.Words = kind, by, d.About, decision, hash
		return e, err
	}, changes...)
	if err = unchanged(Entry{}, err); err != nil {
		return Decision{}, err
	}
	if gone = o.exists(ctx, d.About); errors.Is(gone, ErrNobody) && hash != "" { // forgotten in the meantime
		return Decision{}, errors.Join(gone, o.Forget(ctx, d.About))
	}
	d, _ = o.Decision(decision)
	return d, nil
}

// Decision returns a decision by its id.
func (o *Order) Decision(id string) (Decision, bool) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	d := o.fold.made[id]
	if d == nil {
		return Decision{}, false
	}
	return *d, true
}

// DecisionsAbout returns the decisions about a person, newest first.
func (o *Order) DecisionsAbout(person string) []Decision {
	o.mu.RLock()
	defer o.mu.RUnlock()
	of := o.fold.of(person)
	list := make([]Decision, 0, len(of))
	for _, d := range slices.Backward(of) {
		list = append(list, *d)
	}
	return list
}

// wordsAt returns the key of an entry's words.
func wordsAt(kind Kind, about, decision string) string {
	return wordsKey + "." + about + "." + string(kind) + "." + decision
}

// wordRecords returns the records of an entry's words, and their hash for the entry. The words of a decision get a
// secret, which opens it without a session.
func (o *Order) wordRecords(kind Kind, about, decision string, w Words) (hash string, changes []store.Change, err error) {
	if w.Salt, err = o.newID(2 * idLength); err != nil {
		return "", nil, err
	}
	if kind == KindDecide {
		if w.Secret, err = o.newID(2 * idLength); err != nil {
			return "", nil, err
		}
		opens, err := record(BucketOrder, secretKey+"."+hashSecret(w.Secret), 0, ofSecret{About: about, Decision: decision})
		if err != nil {
			return "", nil, err
		}
		changes = append(changes, opens)
	}
	said, err := record(BucketOrder, wordsAt(kind, about, decision), 0, w)
	said.Any = true
	return hashWords(w.Salt, w.Text), append(changes, said), err
}

// WordsOf returns an entry's words; they are empty if they were erased.
func (o *Order) WordsOf(ctx context.Context, kind Kind, about, decision string) (Words, error) {
	w, _, err := get[Words](ctx, o.kv.order, wordsAt(kind, about, decision))
	return w, err
}

// ofSecret is the decision that a secret opens.
type ofSecret struct {
	About    string `json:"about"`
	Decision string `json:"decision"`
}

func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte("theriac appeal\n" + secret))
	return hex.EncodeToString(sum[:])
}

// Opened returns the decision that a secret opens.
func (o *Order) Opened(ctx context.Context, secret string) (Decision, error) {
	if !identity.IsID(secret, 2*idLength) {
		return Decision{}, ErrNoDecision
	}
	rec, err := o.kv.order.Get(ctx, secretKey+"."+hashSecret(secret))
	if errors.Is(err, store.ErrAbsent) {
		return Decision{}, ErrNoDecision
	}
	if err != nil {
		return Decision{}, fmt.Errorf("order: appeal: %w", err)
	}
	of, err := decode[ofSecret](rec.Data)
	if err != nil {
		return Decision{}, err
	}
	d, ok := o.Decision(of.Decision)
	if !ok {
		return d, ErrNoDecision
	}
	return d, nil
}
