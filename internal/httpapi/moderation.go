package httpapi

import (
	"context"
	"net/http"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

// Kicking is the request to remove a person from a table.
type Kicking struct {
	Person string `json:"person" minLength:"1" maxLength:"64"`
	Ban    *bool  `json:"ban,omitempty" doc:"true: for good. false: a removed or banned person may come back."`
}

// Naming is a request about a person at the table.
type Naming struct {
	Person string `json:"person" minLength:"1" maxLength:"64"`
}

// Helping is the request to let a person help the host, or to end that.
type Helping struct {
	Person string `json:"person" minLength:"1" maxLength:"64"`
	On     bool   `json:"on" doc:"false ends it."`
}

// Admission is the answer to a person who knocks.
type Admission struct {
	Person string `json:"person" minLength:"1" maxLength:"64"`
	Yes    bool   `json:"yes" doc:"false removes them."`
}

// Muting is the request to keep a person from chatting, or to allow it again.
type Muting struct {
	Person string `json:"person" minLength:"1" maxLength:"64"`
	On     bool   `json:"on" doc:"false lets them chat again."`
}

// Watching is the request that sets what spectators may see.
type Watching struct {
	Watch string `json:"watch" enum:"nobody,hidden,delayed,open"`
}

// Inviting is the request that chooses who may invite people.
type Inviting struct {
	Open bool `json:"open" doc:"Everybody who sits at the table may; otherwise the host alone."`
}

// WatchersTalking is the request that opens or closes the talk of those who watch.
type WatchersTalking struct {
	Open bool `json:"open"`
}

// moderationAPI holds the operations for moderating a table.
type moderationAPI struct{ *core }

func (a moderationAPI) register() {
	kick := at("kick", "kick", "Remove a person from the table")
	kick.About = "They come back only by a link that the host makes afterwards, and after a ban not at all. " +
		"A new guest from the same address then has to knock."
	wire.Register(a.wire, kick, a.kick)
	host := at("make-host", "host", "Make another person the host")
	host.About = "They must hold a seat. When the host has been away for two minutes (a day with a slow clock), the person longest present becomes host by themselves."
	wire.Register(a.wire, host, func(ctx context.Context, in *tableWith[Naming]) (*reply[wire.Table], error) {
		t, err := a.conf.Lobby.MakeHost(ctx, admit.PersonOf(ctx), in.ID, in.Body.Person)
		return a.changed(ctx, t, err)
	})
	wire.Register(a.wire, at("let-help", "help", "Let a person take all free seats and start the game"),
		func(ctx context.Context, in *tableWith[Helping]) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.LetHelp(ctx, admit.PersonOf(ctx), in.ID, in.Body.Person, in.Body.On)
			return a.changed(ctx, t, err)
		})
	wire.Register(a.wire, at("answer-knock", "admit", "Let a person sit who knocks, or remove them"),
		func(ctx context.Context, in *tableWith[Admission]) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.AnswerKnock(ctx, admit.PersonOf(ctx), in.ID, in.Body.Person, in.Body.Yes)
			return a.changed(ctx, t, err)
		})
	wire.Register(a.wire, at("mute", "mute", "Mute a person"), func(ctx context.Context, in *tableWith[Muting]) (*reply[wire.Table], error) {
		mute := a.conf.Lobby.Mute
		if !in.Body.On {
			mute = a.conf.Lobby.Unmute
		}
		t, err := mute(ctx, admit.PersonOf(ctx), in.ID, in.Body.Person)
		return a.changed(ctx, t, err)
	})
	wire.Register(a.wire, at("set-watch", "watch", "Set what spectators may see"),
		func(ctx context.Context, in *tableWith[Watching]) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.SetWatch(ctx, admit.PersonOf(ctx), in.ID, lobby.Watch(in.Body.Watch))
			return a.changed(ctx, t, err)
		})
	gallery := at("set-watchers-talk", "watchers-talk", "Choose whether those who watch can talk to each other")
	gallery.Method = http.MethodPut
	gallery.About = "At first they can at public tables. Who holds a seat reads nothing of it, even after the end."
	wire.Register(a.wire, gallery, func(ctx context.Context, in *tableWith[WatchersTalking]) (*reply[wire.Table], error) {
		t, err := a.conf.Lobby.SetWatchersTalk(ctx, admit.PersonOf(ctx), in.ID, in.Body.Open)
		return a.changed(ctx, t, err)
	})
	invites := at("set-invites", "invites", "Choose whether everybody who sits here may invite people")
	invites.Method = http.MethodPut
	wire.Register(a.wire, invites, func(ctx context.Context, in *tableWith[Inviting]) (*reply[wire.Table], error) {
		t, err := a.conf.Lobby.SetInvites(ctx, admit.PersonOf(ctx), in.ID, in.Body.Open)
		return a.changed(ctx, t, err)
	})
	rematch := at("rematch", "rematch", "Open a table like this one, with the same people").As(admit.ShedTables)
	rematch.Limit, rematch.About = admit.ByMake, "The first call creates it; the others get the same."
	wire.Register(a.wire, rematch, func(ctx context.Context, in *TablePath) (*reply[wire.Table], error) {
		t, err := a.conf.Lobby.Rematch(ctx, admit.PersonOf(ctx), in.ID)
		return a.changed(ctx, t, err)
	})
	wire.Register(a.wire, at("close-table", "close", "Close a table that has not begun"),
		func(ctx context.Context, in *TablePath) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.Close(ctx, admit.PersonOf(ctx), in.ID)
			return a.changed(ctx, t, err)
		})
}

func (a moderationAPI) kick(ctx context.Context, in *tableWith[Kicking]) (*reply[wire.Table], error) {
	by, person := admit.PersonOf(ctx), in.Body.Person
	if ban := in.Body.Ban; ban != nil && !*ban {
		t, err := a.conf.Lobby.Unban(ctx, by, in.ID, person)
		return a.changed(ctx, t, err)
	}
	t, err := a.conf.Lobby.Kick(ctx, by, in.ID, person, in.Body.Ban != nil)
	return a.changed(ctx, t, err)
}
