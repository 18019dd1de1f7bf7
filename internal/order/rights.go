package order

import (
	"context"
	"errors"
	"strings"
	"time"
)

// Limit is something that a person may not do now, and until when. A zero time means until lifted.
type Limit struct {
	What     string
	Until    time.Time
	Decision string
}

// Limits returns what a person may not do now. It reads only memory, so every request can ask.
func (o *Order) Limits(person string) (list []Limit) {
	if person == "" {
		return nil
	}
	o.mu.RLock()
	defer o.mu.RUnlock()
	if len(o.fold.about[person]) == 0 {
		return nil
	}
	now := o.now()
	for _, d := range o.fold.of(person) {
		if d.InForce(now) && (d.What == Mute || d.What == NoPublic || d.What == Suspend) {
			list = append(list, Limit{What: d.What, Until: d.Until, Decision: d.ID})
		}
	}
	return list
}

// Forbidden returns the decision that forbids a person something now, if there is one. A suspension forbids
// everything.
func (o *Order) Forbidden(person, what string) (Limit, bool) {
	for _, l := range o.Limits(person) {
		if l.What == what || l.What == Suspend {
			return l, true
		}
	}
	return Limit{}, false
}

// Removed reports whether a decision removes a chat message, or with place 0 the title of a table.
func (o *Order) Removed(table string, line uint64) bool {
	o.mu.RLock()
	defer o.mu.RUnlock()
	if len(o.fold.removed) == 0 {
		return false
	}
	_, removed := o.fold.removed[Line{Table: table, Line: line}]
	return removed
}

// MayBeCalled returns false for a name that a decision has taken away from the person.
func (o *Order) MayBeCalled(ctx context.Context, person, name string) (bool, error) {
	now := o.now()
	for _, d := range o.DecisionsAbout(person) {
		if d.What != Rename || !d.InForce(now) {
			continue
		}
		w, err := o.WordsOf(ctx, KindDecide, person, d.ID)
		if err != nil {
			return false, err
		}
		if w.Name != "" && strings.EqualFold(w.Name, name) {
			return false, nil
		}
	}
	return true, nil
}

// MayMeet returns an error if a person may not sit at a public table, because of a decision, or because a person there
// blocks them or is blocked by them. In the second case it returns full, the error of a table without a free seat.
func (o *Order) MayMeet(ctx context.Context, person string, others []string, full error) error {
	apart, err := o.Apart(ctx, person, others)
	if err != nil {
		return err
	}
	if _, no := o.Forbidden(person, NoPublic); no {
		return ErrNoPublic
	}
	if len(apart) > 0 {
		return full
	}
	return nil
}

// Returned applies the suspensions of a forgotten person to a person who signs in with the same passkey or
// account.
func (o *Order) Returned(ctx context.Context, person string, ways []string) error {
	for _, way := range ways {
		was, version, err := get[ofSecret](ctx, o.kv.order, waysKey+"."+way)
		if err != nil {
			return err
		}
		d, ok := o.Decision(was.Decision)
		if version == 0 || !ok || d.About == person || !d.InForce(o.now()) {
			continue
		}
		_, err = o.append(ctx, "", func(f *Fold) (Entry, error) {
			if f.made[d.ID].About == person {
				return Entry{}, errUnchanged
			}
			return Entry{Kind: KindReturn, About: person, Decision: d.ID}, nil
		})
		if err != nil && !errors.Is(err, errUnchanged) {
			return err
		}
	}
	return nil
}
