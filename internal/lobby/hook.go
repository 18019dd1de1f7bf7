package lobby

import (
	"context"
	"net/url"
	"slices"

	"theriac/internal/identity"
)

// SetHooks replaces the webhooks of a seat. The webhooks belong to the seat's holder, and are removed when
// the holder leaves the seat. SetHooks does not check the addresses, because package hooks does.
func (l *Lobby) SetHooks(ctx context.Context, by identity.Person, table string, seat int, hooks []Hook) (Table, error) {
	if len(hooks) > MaxHooks {
		return Table{}, refuse(ListFull)
	}
	hooks = slices.Clone(hooks)
	for i := range hooks {
		if err := hooks[i].check(); err != nil {
			return Table{}, err
		}
		id, err := l.newID()
		if err != nil {
			return Table{}, err
		}
		hooks[i].ID, hooks[i].Seat = id, seat
	}
	return l.holder(ctx, by, table, seat, func(r *tableRecord) error {
		r.dropHooks(seat)
		r.Webhooks = append(r.Webhooks, hooks...)
		return nil
	})
}

func (h Hook) check() error {
	u, err := url.Parse(h.URL)
	ok := err == nil && len(h.URL) <= MaxURL && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" &&
		u.User == nil && u.Fragment == ""
	for _, c := range []byte(h.URL) {
		ok = ok && c > ' ' && c <= '~'
	}
	ok = ok && (h.Form == FormatJSON || h.Form == FormatDiscord) && (h.On == OnOwed || h.On == OnTurn || h.On == OnOff)
	if !ok {
		return refuse(BadHook)
	}
	return nil
}
