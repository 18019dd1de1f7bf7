package notices

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/locale"
)

const (
	// namedPrefix begins the place of a table in the key of a notice that a person is named there.
	namedPrefix = "named-"
	// namedPause is how long a person who got such a notice gets no other one from the same table.
	namedPause = time.Hour
	// mostSaid is how many lines of talk can wait for a search; further ones are dropped.
	mostSaid = 1024
)

func isNamed(table string) bool { return strings.HasPrefix(table, namedPrefix) }

// line is a line of talk. team is the team that reads it, or nil for the table.
type line struct {
	table, from, text string
	team              *int
}

// Said looks for the names of people in a line of talk, and tells those who are away. It does not block.
func (n *Notifier) Said(table, from, text string, team *int) {
	n.mu.Lock()
	wanted := len(n.wanted) > 0
	n.mu.Unlock()
	if !wanted {
		return
	}
	select {
	case n.said <- line{table, from, text, team}:
	default:
	}
}

func (n *Notifier) readTalk(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case l := <-n.said:
			if err := n.lookForNames(ctx, l); err != nil {
				n.trouble("look for names in the talk", err)
			}
		}
	}
}

// lookForNames writes a debt for each person at the table whom a line names and who may read it.
func (n *Notifier) lookForNames(ctx context.Context, l line) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	t, err := n.conf.Lobby.Recent(ctx, l.table)
	if err != nil {
		return err
	}
	looked := map[string]bool{l.from: true}
	for _, s := range t.Seats {
		if s.Holder == "" || looked[s.Holder] || !n.isWanted(s.Holder) {
			continue
		}
		looked[s.Holder] = true
		who, err := n.conf.Identity.Get(ctx, s.Holder)
		if errors.Is(err, identity.ErrUnknown) || err == nil && !names(l.text, who.Name) {
			continue
		}
		if err != nil {
			return err
		}
		if l.team != nil {
			access, err := n.conf.Lobby.AccessNow(ctx, who, l.table)
			if err != nil || !access.Reads(*l.team) {
				continue
			}
		}
		if hides, err := n.conf.Hides(ctx, who.ID, l.from); err != nil || hides {
			continue
		}
		if err := n.named(ctx, who.ID, l.table); err != nil {
			return err
		}
	}
	return nil
}

// named writes the debt of a notice, unless one waits or was sent a short time ago.
func (n *Notifier) named(ctx context.Context, person, table string) error {
	key := debtKey(person, namedPrefix+table)
	old, version, err := n.debt(ctx, key)
	if err != nil || version != 0 && (old.Told.IsZero() || n.now().Before(old.Told.Add(namedPause))) {
		return err
	}
	now := n.now()
	err = n.write(ctx, key, version, debt{Call: KindNamed + " " + now.Format(time.RFC3339), Due: now.Add(n.conf.Grace), Node: n.node})
	if errors.Is(err, store.ErrConflict) {
		return nil // another line has named the person at the same time
	}
	n.wakeDue()
	return err
}

// namedMessage returns the notice that a person is named at a table, as message does. It has neither the words nor
// who wrote them.
func (n *Notifier) namedMessage(ctx context.Context, k known, id string, p Person) (m *message, wait time.Time, err error) {
	_, place := splitKey(k.key)
	tableID := strings.TrimPrefix(place, namedPrefix)
	t, err := n.conf.Lobby.Get(ctx, tableID)
	switch {
	case lobby.Refused(err) == lobby.NoSuchTable:
		return nil, wait, nil
	case err != nil:
		return nil, wait, err
	case p.isOff(KindNamed) || t.Held(id).Empty() || n.conf.Present(ctx, tableID)&t.Held(id) != 0:
		return nil, wait, nil
	}
	if end := p.Quiet.until(n.now()); end.After(n.now()) {
		return nil, end, nil
	}
	who, err := n.conf.Identity.Get(ctx, id)
	if errors.Is(err, identity.ErrUnknown) {
		return nil, wait, n.Forget(ctx, id)
	}
	if err != nil {
		return nil, wait, err
	}
	m, err = n.newsWords(who, t, KindNamed)
	if err != nil {
		return nil, wait, err
	}
	m.id, m.to = k.key+" "+k.Call, p
	return m, wait, nil
}

// forgetNamed removes the records of notices that were sent long ago.
func (n *Notifier) forgetNamed(ctx context.Context) {
	var old []string
	n.mu.Lock()
	for key, k := range n.debts.all {
		if _, place := splitKey(key); isNamed(place) && !k.Told.IsZero() && !n.now().Before(k.Told.Add(namedPause)) {
			old = append(old, key)
		}
	}
	n.mu.Unlock()
	for _, key := range old {
		if err := n.kv.debts.Delete(ctx, key); err != nil {
			n.trouble("remove a notice", err)
			return
		}
	}
}

// names reports whether a text contains a name as a word, in any case. A name of one letter counts only after an @,
// because it may be a word of the language.
func names(text, name string) bool {
	text, name = strings.ToLower(text), strings.ToLower(name)
	if name == "" {
		return false
	}
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at+i])
		after, _ := utf8.DecodeRuneInString(text[at+i+len(name):])
		if !inWord(before) && !inWord(after) && (before == '@' || utf8.RuneCountInString(name) > 1) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[at+i:])
		at += i + size
	}
}

func inWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// newsWords writes a notice of one of the kinds of news, in a person's language.
func (n *Notifier) newsWords(who identity.Person, t lobby.Table, news string) (*message, error) {
	all, err := locale.For(locale.Match(who.Lang))
	if err != nil {
		return nil, err
	}
	words := all.Of(t.Game)
	title := t.Title
	if title == "" {
		title = words.Text("game." + t.Game)
	}
	return &message{
		lang: all.Lang(), title: words.Text("notice." + news), body: words.Text("notice.body", "table", title, "what", words.Text("notice."+news+".body")),
		table: t.ID, link: n.conf.Origin + "/t/" + t.ID,
	}, nil
}
