package order

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Holder is a person with a role.
type Holder struct {
	Person string
	Role   string
	Since  time.Time
}

// Role returns a person's role: Operator, Moderator, or "".
func (o *Order) Role(person string) string {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.fold.roles[person]
}

// Roles returns everybody who has a role, operators first.
func (o *Order) Roles() []Holder {
	o.mu.RLock()
	defer o.mu.RUnlock()
	since := map[string]time.Time{}
	for _, e := range o.fold.entries {
		if e.Kind == KindRole {
			since[e.About] = e.at()
		}
	}
	list := make([]Holder, 0, len(o.fold.roles))
	for person, role := range o.fold.roles {
		list = append(list, Holder{Person: person, Role: role, Since: since[person]})
	}
	slices.SortFunc(list, func(a, b Holder) int {
		if c := strings.Compare(b.Role, a.Role); c != 0 {
			return c
		}
		return strings.Compare(a.Person, b.Person)
	})
	return list
}

// Claim makes a person an operator, after the caller has checked the operator's key and that the person has a
// passkey. The log records whether there was an operator already.
func (o *Order) Claim(ctx context.Context, person string) error {
	if err := o.exists(ctx, person); err != nil {
		return err
	}
	return unchanged(o.append(ctx, "", func(f *Fold) (Entry, error) {
		if f.roles[person] == Operator {
			return Entry{}, errUnchanged
		}
		cause := "key"
		if f.operators() > 0 {
			cause = "again"
		}
		return Entry{Kind: KindRole, By: person, About: person, Role: Operator, Cause: cause}, nil
	}))
}

// SetRole gives a person a role, or takes it away if the role is empty. One operator always stays.
func (o *Order) SetRole(ctx context.Context, by, person, role string) error {
	if role != "" && role != Operator && role != Moderator {
		return ErrDecision
	}
	if role != "" {
		if err := o.exists(ctx, person); err != nil {
			return err
		}
	}
	return unchanged(o.append(ctx, "", func(f *Fold) (Entry, error) {
		switch {
		case f.roles[person] == role:
			return Entry{}, errUnchanged
		case f.roles[person] == Operator && f.operators() == 1:
			return Entry{}, ErrLastOperator
		}
		return Entry{Kind: KindRole, By: by, About: person, Role: role}, nil
	}))
}

// others reports whether another person with a role could decide instead of the person by, apart from the parties.
func (f *Fold) others(by string, parties ...string) bool {
	for person := range f.roles {
		if person != by && !slices.Contains(parties, person) {
			return true
		}
	}
	return false
}
