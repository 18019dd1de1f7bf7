package notices

import (
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/locale"
)

// words writes a notice in a person's language. The notice names the table, the seat and the kind of question,
// which everyone at the table may know. It reveals nothing about the position.
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
	// Name the seat if the person has several. A person without a name is addressed by the seat, too.
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
