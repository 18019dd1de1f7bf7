package doors

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"theriac/internal/identity"
	"theriac/internal/refusal"
	"theriac/internal/store"
)

// Limits on applications.
const (
	MaxSentence     = 300  // characters
	MaxApplications = 1000 // applications that wait for an answer
	// AgainAfter is how long a person waits after a no before they can apply again.
	AgainAfter = 30 * 24 * time.Hour
)

// Errors about applications that callers compare with errors.Is.
var (
	// ErrNoApplications reports that the server takes no applications in its present mode.
	ErrNoApplications error = refusal.New(refusal.Conflict, "no-applications", "doors: no applications")
	// ErrApplyLater reports that the person was turned away a short time ago.
	ErrApplyLater error = refusal.New(refusal.Conflict, "apply-later", "doors: turned away before")
	// ErrTooManyApplications reports that too many people wait for an answer.
	ErrTooManyApplications error = refusal.New(refusal.Conflict, "too-many-applications", "doors: too many applications")
	// ErrNoSuchApplication reports that the person has no application that waits.
	ErrNoSuchApplication error = refusal.New(refusal.NotFound, "no-such-application", "doors: no such application")
)

// Application is a person's wish to come in.
type Application struct {
	Person   string    `json:"-"`
	Sentence string    `json:"sentence"`
	At       time.Time `json:"at"`
}

// entry records when a person was let in or turned away.
type entry struct {
	In     time.Time `json:"in,omitzero"`
	Turned time.Time `json:"turned,omitzero"`
}

// Apply stores a person's application. A second one replaces the first. A person who is inside needs none.
func (d *Doors) Apply(ctx context.Context, who identity.Person, sentence string) error {
	sentence, err := identity.CleanLine(sentence, MaxSentence)
	if err != nil || sentence == "" {
		return identity.ErrText
	}
	if err := d.Admits(ctx, who); !errors.Is(err, ErrOutside) {
		return err
	}
	if s, err := d.Settings(ctx); err != nil || s.Mode != Approve {
		return errors.Join(err, ErrNoApplications)
	}
	before, _, err := read[entry](ctx, d.kv.people, who.ID)
	if err != nil {
		return err
	}
	if !before.Turned.IsZero() && d.now().Sub(before.Turned) < AgainAfter {
		return ErrApplyLater
	}
	waiting, err := d.kv.applications.List(ctx, "")
	if err != nil {
		return fmt.Errorf("doors: %w", err)
	}
	if len(waiting) >= MaxApplications {
		return ErrTooManyApplications
	}
	_, err = change(ctx, d.kv.applications, who.ID, func(a *Application) error {
		a.Sentence = sentence
		if a.At.IsZero() {
			a.At = d.now()
		}
		return nil
	})
	return err
}

// Applied reports whether the person's application waits for an answer.
func (d *Doors) Applied(ctx context.Context, person string) (bool, error) {
	a, _, err := read[Application](ctx, d.kv.applications, person)
	return !a.At.IsZero(), err
}

// Applications lists the applications that wait for an answer, the oldest first.
func (d *Doors) Applications(ctx context.Context) ([]Application, error) {
	recs, err := d.kv.applications.List(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("doors: %w", err)
	}
	list := make([]Application, 0, len(recs))
	for _, rec := range recs {
		a := Application{Person: rec.Key}
		if err := json.Unmarshal(rec.Data, &a); err != nil {
			return nil, fmt.Errorf("doors: %w", store.ErrDamaged)
		}
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b Application) int { return a.At.Compare(b.At) })
	return list, nil
}

// Answer lets an applicant in, or turns them away. The application is removed last, so that an answer that broke off
// can be repeated.
func (d *Doors) Answer(ctx context.Context, person string, yes bool) error {
	switch waits, err := d.Applied(ctx, person); {
	case err != nil:
		return err
	case !waits:
		return ErrNoSuchApplication
	case yes:
		return d.admit(ctx, person)
	}
	_, err := change(ctx, d.kv.people, person, func(r *entry) error { r.Turned = d.now(); return nil })
	if err != nil {
		return err
	}
	return d.kv.applications.Delete(ctx, person)
}

// admit records that a person is inside, and removes their application.
func (d *Doors) admit(ctx context.Context, person string) error {
	_, err := change(ctx, d.kv.people, person, func(r *entry) error {
		if r.In.IsZero() {
			r.In = d.now()
		}
		r.Turned = time.Time{}
		return nil
	})
	if err != nil {
		return err
	}
	d.remember(d.inside, person)
	return d.kv.applications.Delete(ctx, person)
}
