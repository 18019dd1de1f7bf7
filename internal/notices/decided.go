package notices

import (
	"context"
	"errors"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
	"theriac/locale"
)

// decisionPrefix begins the place of a table in the key of a notice about a decision. No table's id has a dash.
const decisionPrefix = "decision-"

// decisionsPage is where people read decisions about themselves.
const decisionsPage = "/decisions"

func isDecision(table string) bool { return strings.HasPrefix(table, decisionPrefix) }

// isApart reports whether a key names no table. No answer removes such a debt: sending it removes it.
func isApart(table string) bool { return isDecision(table) || isEvening(table) }

// Decided tells a person by push and mail, if they want notices, that there is news of a decision about them. It names
// neither the decision nor anybody, since others may see the screen.
func (n *Notifier) Decided(ctx context.Context, person, decision string) error {
	p, _, err := n.get(ctx, person)
	if err != nil || !p.any() {
		return err
	}
	err = n.write(ctx, debtKey(person, decisionPrefix+decision), 0, debt{Call: decision, Due: n.now(), Node: n.node})
	if errors.Is(err, store.ErrConflict) {
		return nil // the notice about it waits to be sent
	}
	n.wakeDue()
	return err
}

// decision returns the notice about a decision, as message does.
func (n *Notifier) decision(ctx context.Context, k known, id string, p Person) (m *message, wait time.Time, err error) {
	if end := p.Quiet.until(n.now()); end.After(n.now()) {
		return nil, end, nil
	}
	return n.news(ctx, k, id, p, "notice.decision", decisionsPage)
}

// news returns a notice with a fixed text, which opens a page. Its body has the key text.body.
func (n *Notifier) news(ctx context.Context, k known, id string, p Person, text, page string) (m *message, wait time.Time, err error) {
	who, err := n.conf.Identity.Get(ctx, id)
	if errors.Is(err, identity.ErrUnknown) {
		return nil, wait, n.Forget(ctx, id)
	}
	if err != nil {
		return nil, wait, err
	}
	words, err := locale.For(locale.Match(who.Lang))
	if err != nil {
		return nil, wait, err
	}
	return &message{
		id: k.key + " " + k.Call, to: p, lang: words.Lang(), title: words.Text(text), body: words.Text(text + ".body"),
		path: page, link: n.conf.Origin + page,
	}, wait, nil
}
