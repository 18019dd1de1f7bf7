package notices

import (
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/locale"
)

// words says what a table wants of a person, in their language: which table, which seat,
// and the kind of question, as everybody at the table may know it. It shows no position.
func (n *Notifier) words(who identity.Person, t lobby.Table, c *call) (*message, error) {
	all, err := locale.For(locale.Match(who.Lang))
	if err != nil {
		return nil, err
	}
	words := all.Of(t.Game)
	title := t.Title
	if title == "" {
		title = words.Text("game." + t.Game)
	}
	seat := who.Name
	// Somebody with several seats wants to know which; a person without a name is one.
	if seat == "" || c.held.Len() > 1 {
		seat = words.Text("notice.seat", "n", int(c.seats.First())+1)
	}
	var what string
	if c.ask != "" {
		what = words.Text("notice.ask."+c.ask, "seat", seat)
	} else {
		what = words.Text("question."+c.step, "seat", seat)
	}
	head := "notice.question"
	if c.turn {
		head = "notice.turn"
	}
	return &message{
		lang: all.Lang(), title: words.Text(head), body: words.Text("notice.body", "table", title, "what", what),
		table: t.ID, link: n.conf.Origin + "/t/" + t.ID,
	}, nil
}
