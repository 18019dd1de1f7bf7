package httpapi

import (
	"context"
	"net/http"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/order"
)

// What moderators' decisions and roles allow is checked here, before any operation runs.

// openWhileSuspended lists the operations that a suspended person can still use: to read and
// appeal decisions, to take their data or be forgotten, and to sign in and out.
var openWhileSuspended = map[string]bool{
	"get-me": true, "my-decisions": true, "appeal": true, "open-appeal": true, "send-appeal": true, "export-me": true, "forget-me": true,
	"list-sessions": true, "revoke-session": true, "sign-out-everywhere": true, "sign-in-ways": true, "begin-sign-in": true, "sign-in": true,
	"recover": true, "my-sign-in": true, "begin-provider": true, "finish-provider": true, "version": true,
}

// talking lists the operations with which a person says something to others.
var talking = map[string]bool{"say": true, "draw-ghost": true}

// check returns an error if the caller may not use an operation now, for whatever reason.
func (a *core) check(ctx context.Context, op wire.Operation) error {
	if err := a.gate.Check(ctx, op); err != nil {
		return err
	}
	who := admit.PersonOf(ctx)
	if err := a.permits(who, op.ID); err != nil {
		return err
	}
	switch {
	case op.Role == order.Operator && !who.Operates(), op.Role == order.Moderator && !who.Moderates():
		return order.ErrRole
	}
	return nil
}

// permits returns an error if a decision forbids a person an operation.
func (a *core) permits(who identity.Person, op string) error {
	for _, l := range a.conf.Order.Limits(who.ID) {
		switch {
		case l.What == order.Suspend && !openWhileSuspended[op]:
			return limited(order.ErrSuspended, l)
		case l.What == order.Mute && talking[op]:
			return limited(order.ErrQuiet, l)
		}
	}
	return nil
}

// public returns an error if a decision forbids a person public tables.
func (a *core) public(who identity.Person) error {
	if l, no := a.conf.Order.Forbidden(who.ID, order.NoPublic); no {
		return limited(order.ErrNoPublic, l)
	}
	return nil
}

// limited returns the problem for a decision, with its id.
func limited(err error, l order.Limit) error {
	p := wire.Explain(err)
	p.What = l.Decision
	return p
}

// removedName returns the problem for a name that a moderator has taken away, unless the name is
// allowed.
func removedName(may bool) error {
	if may {
		return nil
	}
	return wire.NewProblem(http.StatusConflict, "name-removed")
}

// proved returns an error unless the caller has proved recently who they are.
func (a *core) proved(ctx context.Context) error {
	ok, err := a.conf.Identity.Proved(ctx, admit.CallerOf(ctx).Token)
	return a.needProof(ok, err)
}

// provedForThis uses up the caller's proof. It returns an error if there is none that still counts.
func (a *core) provedForThis(ctx context.Context) error {
	ok, err := a.conf.Identity.SpendProof(ctx, admit.CallerOf(ctx).Token)
	return a.needProof(ok, err)
}

func (a *core) needProof(ok bool, err error) error {
	if err == nil && !ok {
		return order.ErrProof
	}
	return err
}
