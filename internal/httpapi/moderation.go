package httpapi

import (
	"context"
	"net/http"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

// Kicking removes a person from a table.
type Kicking struct {
	Person string `json:"person" minLength:"1" maxLength:"64"`
	Ban    *bool  `json:"ban,omitempty" doc:"true: for good. false: a banned person may come back."`
}

// Muting keeps a person from chatting.
type Muting struct {
	Person string `json:"person" minLength:"1" maxLength:"64"`
	On     bool   `json:"on" doc:"false lets them chat again."`
}

// Watching is what spectators may see.
type Watching struct {
	Watch string `json:"watch" enum:"nobody,hidden,delayed,open"`
}

// NewReport is a report.
type NewReport struct {
	About string `json:"about,omitempty" maxLength:"64" doc:"The person it is about."`
	Line  uint64 `json:"line,omitempty" doc:"The place of the chat message."`
	Text  string `json:"text" minLength:"1" maxLength:"4000" doc:"At most 500 characters."`
}

// Reported is a report that was written.
type Reported struct {
	ID string `json:"id"`
}

// moderationAPI is the operations of keeping order at a table.
type moderationAPI struct{ *core }

func (a moderationAPI) register() {
	wire.Register(a.wire, at("kick", "kick", "Kick a person"), a.kick)
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
	report := at("report", "report", "Report to the operators")
	report.Limit, report.Status = admit.ByMake, http.StatusCreated
	wire.Register(a.wire, report, func(ctx context.Context, in *tableWith[NewReport]) (*reply[Reported], error) {
		r, err := a.conf.Lobby.Report(ctx, admit.PersonOf(ctx), in.ID, in.Body.About, in.Body.Line, in.Body.Text)
		return &reply[Reported]{Reported{ID: r.ID}}, err
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
