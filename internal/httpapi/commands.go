package httpapi

import (
	"context"
	"net/http"
	"strconv"
	"unicode/utf8"

	"theriac/engine"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

const tagPlay = "play"

// Done says which entry of the log a command became. It is on disk.
type Done struct {
	N     int  `json:"n" doc:"The entry. The stream sends its effects."`
	Again bool `json:"again,omitempty" doc:"It was applied before."`
}

// UndoTo is how far to go back.
type UndoTo struct {
	To  int    `json:"to" minimum:"0" maximum:"100000" doc:"How many moves stay, of those that the update counts as made."`
	Key string `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$"`
}

// Keyed is a command without further fields.
type Keyed struct {
	Key string `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$"`
}

// Reply answers a proposal.
type Reply struct {
	Agree bool   `json:"agree"`
	Key   string `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$"`
}

// Standing is a seat's standing passes.
type Standing struct {
	Seat   int      `json:"seat" minimum:"0" maximum:"5"`
	Passes []string `json:"passes" maxItems:"32" doc:"Moves that pass, such as waive airlift; an empty list removes them all."`
	Key    string   `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$"`
}

// Saying is a chat message to be sent.
type Saying struct {
	Text string `json:"text" minLength:"1" maxLength:"500"`
	To   string `json:"to,omitempty" enum:"table,team" doc:"To everybody, or to your own team where there are teams. Left out: table."`
}

// Why says whether a move is allowed now.
type Why struct {
	Allowed bool     `json:"allowed"`
	Rule    string   `json:"rule,omitempty" doc:"The first rule that forbids it."`
	Route   []string `json:"route,omitempty" doc:"Moves that lead where this one would, each listed after the one before it, as far as the seat can know."`
	Lack    *Lack    `json:"lack,omitempty" doc:"The same in a few words, where the game has them."`
}

type doneBody struct{ Body Done }

// playAPI is the operations of playing.
type playAPI struct{ *core }

// register registers the commands of a running game.
func (a playAPI) register() {
	post := func(id, path, summary string) wire.Operation {
		op := at(id, path, summary)
		op.Tag = tagPlay
		op.Errors = append(op.Errors, http.StatusUnprocessableEntity, http.StatusLocked)
		return op
	}
	wire.Register(a.wire, post("play-move", "moves", "Answer a question, or interject").As(admit.ShedPlay), a.playMove)
	wire.Register(a.wire, post("undo", "undo", "Take moves back, or propose that to the seats that must agree").As(admit.ShedPlay), a.undo)
	wire.Register(a.wire, post("give-up", "giveup", "Propose to end the game here").As(admit.ShedPlay), a.giveUp)
	wire.Register(a.wire, post("reply", "answer", "Agree to a proposal or refuse it").As(admit.ShedPlay), a.reply)
	put := post("set-standing", "standing", "Set a seat's standing passes").As(admit.ShedPlay)
	put.Method = http.MethodPut
	wire.Register(a.wire, put, a.stand)
	talk := post("say", "talk", "Send a chat message to the table or to your team").As(admit.ShedPlay)
	talk.Limit = admit.ByTalk
	wire.Register(a.wire, talk, a.postChat)
	plan := post("draw-ghost", "ghost", "Show a plan to the others, with teams to your own")
	plan.Limit = admit.ByTalk
	wire.Register(a.wire, plan, a.ghost)
	a.reading()
}

// game opens a table's game for a caller who may follow it. Release it.
func (a *core) game(ctx context.Context, id string) (*table.Table, lobby.Access, error) {
	access, err := a.conf.Lobby.Access(ctx, admit.PersonOf(ctx), id)
	if err != nil {
		return nil, access, err
	}
	if !live.MayFollow(access) {
		return nil, access, lobby.Refusal{ID: lobby.NotSeated}
	}
	if access.Table.Status == lobby.Gathering || access.Table.Status == lobby.Closed {
		return nil, access, lobby.Refusal{ID: lobby.NotPlaying}
	}
	t, err := a.conf.Tables.Open(ctx, id)
	return t, access, err
}

// command runs a command for seats that the caller holds.
func (a playAPI) command(ctx context.Context, id string, seats engine.Seats, key string, c table.Command) (*doneBody, error) {
	t, access, err := a.game(ctx, id)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	if seats == 0 {
		seats = access.Seats
	}
	if seats.Empty() || seats&^access.Seats != 0 {
		return nil, lobby.Refusal{ID: lobby.NotHolder}
	}
	if err := a.takeBack(ctx, access, seats); err != nil {
		return nil, err
	}
	switch own := c.(type) { // those that speak for all of a person's seats
	case table.Undo:
		if err := a.gate.Spend(admit.CallerOf(ctx), admit.UndoUnits+t.State().Moves()/admit.EntriesPerUnit); err != nil {
			return nil, err
		}
		own.By = seats
		c = own
	case table.GiveUp:
		own.By = seats
		c = own
	case table.Agree:
		own.By = seats
		c = own
	}
	// Keys belong to a seat: nobody can use up another's.
	r, err := t.Do(ctx, strconv.Itoa(int(seats.First()))+"-"+key, c)
	if err != nil {
		return nil, err
	}
	return &doneBody{Done{N: r.N, Again: r.Again}}, nil
}

func (a playAPI) undo(ctx context.Context, in *tableWith[UndoTo]) (*doneBody, error) {
	return a.command(ctx, in.ID, 0, in.Body.Key, table.Undo{To: in.Body.To})
}

func (a playAPI) giveUp(ctx context.Context, in *tableWith[Keyed]) (*doneBody, error) {
	return a.command(ctx, in.ID, 0, in.Body.Key, table.GiveUp{})
}

func (a playAPI) reply(ctx context.Context, in *tableWith[Reply]) (*doneBody, error) {
	return a.command(ctx, in.ID, 0, in.Body.Key, table.Agree{Refuse: !in.Body.Agree})
}

func (a playAPI) stand(ctx context.Context, in *tableWith[Standing]) (*doneBody, error) {
	seat := engine.Seat(in.Body.Seat)
	return a.command(ctx, in.ID, engine.SeatsOf(seat), in.Body.Key, table.Stand{Seat: seat, Passes: in.Body.Passes})
}

func (a playAPI) postChat(ctx context.Context, in *tableWith[Saying]) (*struct{ Body live.Said }, error) {
	who := admit.PersonOf(ctx)
	access, err := a.conf.Lobby.Access(ctx, who, in.ID)
	if err != nil {
		return nil, err
	}
	text, err := identity.CleanLine(in.Body.Text, 500)
	switch {
	case err != nil || text == "" || !utf8.ValidString(text):
		return nil, lobby.Refusal{ID: lobby.BadText}
	case access.Muted:
		return nil, wire.NewProblem(http.StatusForbidden, "muted")
	case !live.MayFollow(access):
		return nil, lobby.Refusal{ID: lobby.NotSeated}
	}
	team, err := audience(access, in.Body.To)
	if err != nil {
		return nil, err
	}
	said, err := a.live.Say(ctx, in.ID, who.ID, text, team)
	if err != nil {
		return nil, err
	}
	return &struct{ Body live.Said }{said}, nil
}

func (a playAPI) ghost(ctx context.Context, in *tableWith[live.Ghost]) (*struct{}, error) {
	t, access, err := a.game(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	seat := engine.Seat(in.Body.Seat)
	if !access.Seats.Has(seat) {
		return nil, lobby.Refusal{ID: lobby.NotHolder}
	}
	if access.Muted {
		return nil, wire.NewProblem(http.StatusForbidden, "muted")
	}
	v := t.State().Pos.Vocabulary()
	for _, m := range in.Body.Moves {
		if _, err := v.ParseMove(seat, m); err != nil {
			return nil, &table.Refusal{ID: table.RefusedNotation, What: wire.Short(m)}
		}
	}
	return nil, a.live.Draw(in.ID, seat, in.Body.Moves, access.Table.Team(in.Body.Seat))
}

// toTeam marks a message to one's own team.
const toTeam = "team"

// audience is the team that a message is for, or nil for the table. A person who
// plays all sides has no team to write to.
func audience(access lobby.Access, to string) (*int, error) {
	if to != toTeam {
		return nil, nil
	}
	if len(access.Table.Teams()) == 0 {
		return nil, lobby.Refusal{ID: lobby.NoTeams}
	}
	if access.Seats.Empty() {
		return nil, lobby.Refusal{ID: lobby.NotSeated}
	}
	side, ok := access.Table.Side(access.Seats)
	if !ok {
		return nil, lobby.Refusal{ID: lobby.OneTeam}
	}
	return &side, nil
}
