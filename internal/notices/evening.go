package notices

import (
	"context"
	"errors"
	"strings"
	"time"

	"theriac/internal/store"
)

// eveningPrefix begins the place of a table in the key of a reminder of an evening. No table's id has a dash.
const eveningPrefix = "evening-"

// hallPage is the page on which people wait for an evening.
const hallPage = "/hall"

// eveningFor is how late a reminder of an evening may be.
const eveningFor = 10 * time.Minute

func isEvening(table string) bool { return strings.HasPrefix(table, eveningPrefix) }

// Remind reminds a person of an evening once, at a time. The zero time cancels that. Whether the person wants notices is
// decided at that time.
func (n *Notifier) Remind(ctx context.Context, person, evening string, at time.Time) error {
	key := debtKey(person, eveningPrefix+evening)
	if at.IsZero() {
		return n.kv.debts.Delete(ctx, key)
	}
	err := n.write(ctx, key, 0, debt{Call: at.Add(eveningFor).UTC().Format(time.RFC3339), Due: at, Node: n.node})
	if errors.Is(err, store.ErrConflict) {
		return nil // the person has been put down for it before
	}
	n.wakeDue()
	return err
}

// evening returns the reminder of an evening, as message does. It returns none in quiet hours, which would make it
// too late.
func (n *Notifier) evening(ctx context.Context, k known, id string, p Person) (m *message, wait time.Time, err error) {
	now := n.now()
	last, err := time.Parse(time.RFC3339, k.Call)
	if err != nil || now.After(last) || p.Quiet.until(now).After(now) {
		return nil, wait, err
	}
	return n.news(ctx, k, id, p, "notice.evening", hallPage)
}
