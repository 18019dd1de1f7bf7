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

// Move is the request to make one move, as an answer to a question or as an interjection.
type Move struct {
	Seat     int    `json:"seat" minimum:"0" maximum:"5"`
	Question string `json:"question" maxLength:"32" doc:"The question that it answers, as in the update."`
	Move     string `json:"move" minLength:"1" maxLength:"120" doc:"As listed in the update." example:"drive paris"`
	Key      string `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$" doc:"Names this command: a repeat with the same key is not applied again."`
}

// Done is the response to a command. It names the log entry that the command wrote. The entry is
// already stored durably.
type Done struct {
	N     int  `json:"n" doc:"The entry. The stream sends its effects."`
	Again bool `json:"again,omitempty" doc:"It was applied before."`
}

// UndoTo is the request to undo moves. It gives the number of moves to keep.
type UndoTo struct {
	To  int    `json:"to" minimum:"0" maximum:"100000" doc:"How many moves stay, of those that the update counts as made."`
	Key string `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$"`
}

// Reply is a seat's answer to a proposal, such as an undo.
type Reply struct {
	Agree bool   `json:"agree"`
	Key   string `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$"`
}

// Standing holds a seat's standing passes, its promises to pass certain questions.
type Standing struct {
	Seat   int      `json:"seat" minimum:"0" maximum:"5"`
	Passes []string `json:"passes" maxItems:"32" doc:"Moves that pass, such as waive airlift; an empty list removes them all."`
	Key    string   `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$"`
}

// Saying is a chat message to send.
type Saying struct {
	Text string `json:"text" minLength:"1" maxLength:"500"`
	To   string `json:"to,omitempty" enum:"table,team,watchers" doc:"To everybody, to your own team where there are teams, or to those who watch as you do. Left out: table, or watchers if you watch a running game."`
}

// Why tells whether a move is allowed now, and if not, which rule forbids it.
type Why struct {
	Allowed bool     `json:"allowed"`
	Rule    string   `json:"rule,omitempty" doc:"The first rule that forbids it."`
	Route   []string `json:"route,omitempty" doc:"Moves that lead where this one would, each listed after the one before it, as far as the seat can know."`
	Lack    *Lack    `json:"lack,omitempty" doc:"The same in a few words, where the game has them."`
}

type doneBody struct{ Body Done }

// playAPI holds the operations for playing a game.
type playAPI struct{ *core }

// register registers the commands that players send in a running game.
func (a playAPI) register() {
	post := func(id, path, summary string) wire.Operation {
		op := at(id, path, summary)
		op.Tag = tagPlay
		op.Errors = append(op.Errors, http.StatusUnprocessableEntity, http.StatusLocked)
		return op
	}
	wire.Register(a.wire, post("play-move", "moves", "Answer a question, or interject").As(admit.ShedPlay), a.playMove)
	wire.Register(a.wire, post("undo", "undo", "Take moves back, or propose that to the seats that must agree").As(admit.ShedPlay), a.undo)
	propose := post("propose", "propose", "Propose what those present decide").As(admit.ShedPlay)
	propose.About = "More than half of the people present decide, with teams more than half of each team. A person has one vote, however many seats they hold. " +
		"Absent is who has not been connected for a minute (with a slow clock, for a day). To propose the same as somebody else is to agree."
	wire.Register(a.wire, propose, a.propose)
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

// game opens the game of a table if the caller may follow it. The caller of game must release it.
func (a *core) game(ctx context.Context, id string) (*table.Live, lobby.Access, error) {
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
	if err := a.conf.Lobby.CameBack(ctx, admit.PersonOf(ctx), &access.Table); err != nil {
		return nil, access, err
	}
	t, err := a.conf.Tables.Open(ctx, id)
	return t, access, err
}

// command submits a command for seats that the caller holds.
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
	switch own := c.(type) { // these commands concern all of a person's seats
	case table.Undo:
		if err := a.gate.Spend(admit.CallerOf(ctx), admit.UndoUnits+t.State().Moves()/admit.EntriesPerUnit); err != nil {
			return nil, err
		}
		own.By = seats
		c = own
	case table.Propose:
		own.By = seats
		if own.Voters, err = a.voters(ctx, access); err != nil {
			return nil, err
		}
		c = own
	case table.Agree:
		own.By = seats
		if own.Voters, err = a.voters(ctx, access); err != nil {
			return nil, err
		}
		c = own
	}
	// An idempotency key belongs to one seat, so that no player can use up another player's key.
	r, err := t.Do(ctx, strconv.Itoa(int(seats.First()))+"-"+key, c)
	if err != nil {
		return nil, err
	}
	if err := a.carryOut(ctx, r.State); err != nil {
		return nil, err
	}
	return &doneBody{Done{N: r.N, Again: r.Again}}, nil
}

// playMove makes a move. If the server fails, the move counts as a slow move, so the node may
// reject other requests for a while.
func (a playAPI) playMove(ctx context.Context, in *tableWith[Move]) (*doneBody, error) {
	began, seat := a.conf.Now(), engine.Seat(in.Body.Seat)
	done, err := a.command(ctx, in.ID, engine.SeatsOf(seat), in.Body.Key, table.Answer{Seat: seat, Question: in.Body.Question, Move: in.Body.Move})
	if err == nil || wire.Explain(err).Status > http.StatusInternalServerError {
		a.gate.Moved(began)
	}
	return done, err
}

func (a playAPI) undo(ctx context.Context, in *tableWith[UndoTo]) (*doneBody, error) {
	return a.command(ctx, in.ID, 0, in.Body.Key, table.Undo{To: in.Body.To})
}

func (a playAPI) reply(ctx context.Context, in *tableWith[Reply]) (*doneBody, error) {
	return a.command(ctx, in.ID, 0, in.Body.Key, table.Agree{Refuse: !in.Body.Agree})
}

func (a playAPI) stand(ctx context.Context, in *tableWith[Standing]) (*doneBody, error) {
	seat := engine.Seat(in.Body.Seat)
	return a.command(ctx, in.ID, engine.SeatsOf(seat), in.Body.Key, table.StandingPasses{Seat: seat, Passes: in.Body.Passes})
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
	if err := a.mayTalk(ctx, access, text); err != nil {
		return nil, err
	}
	room, err := roomFor(access, in.Body.To)
	if err != nil {
		return nil, err
	}
	said, err := a.live.Say(ctx, in.ID, who.ID, text, room)
	if err != nil {
		return nil, err
	}
	if a.conf.Notices != nil && !room.Watchers { // players hear nothing of the talk of those who watch
		a.conf.Notices.Said(in.ID, who.ID, text, room.Team)
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

// The values of a message's "to".
const (
	toTeam     = "team"
	toWatchers = "watchers"
)

// roomFor returns the room of a message. During the game, a spectator's message reaches no player. A person who plays
// all teams belongs to none of them, and so cannot send to a team.
func roomFor(access lobby.Access, to string) (live.Room, error) {
	plays := access.SpeaksToPlayers()
	if to == "" && !plays {
		to = toWatchers
	}
	switch {
	case to == toWatchers:
		if access.Table.Status != lobby.Playing || !access.Watches() || !access.Table.WatchersTalk() {
			return live.Room{}, lobby.Refusal{ID: lobby.WatchersClosed}
		}
		return live.Room{Watchers: true}, nil
	case to == toTeam && len(access.Table.Teams()) == 0:
		return live.Room{}, lobby.Refusal{ID: lobby.NoTeams}
	case to == toTeam && access.Seats.Empty() || !plays:
		return live.Room{}, lobby.Refusal{ID: lobby.NotSeated}
	case to != toTeam:
		return live.Room{}, nil
	}
	side, ok := access.Table.Side(access.Seats)
	if !ok {
		return live.Room{}, lobby.Refusal{ID: lobby.OneTeam}
	}
	return live.Room{Team: &side}, nil
}
