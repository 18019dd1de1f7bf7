package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime"
	"strconv"
	"time"
	"unicode/utf8"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
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

// Said is a chat message.
type Said struct {
	At     uint64  `json:"at" doc:"Its place: later messages have higher ones."`
	Person *Player `json:"person,omitempty"`
	Team   *int    `json:"team,omitempty" doc:"For that team alone; left out where it is for the whole table."`
	Text   string  `json:"text"`
	When   int64   `json:"when" doc:"Milliseconds since 1970."`
}

// Presence is who is connected.
type Presence struct {
	Seats    []int `json:"seats"`
	Watchers int   `json:"watchers"`
}

// Ghost is a plan drawn for the others; with teams, for one's own. It is not stored.
type Ghost struct {
	Seat  int      `json:"seat" minimum:"0" maximum:"5"`
	Moves []string `json:"moves" maxItems:"24" doc:"In the notation of moves; an empty list removes the plan."`
}

// Why says whether a move is allowed now.
type Why struct {
	Allowed bool     `json:"allowed"`
	Rule    string   `json:"rule,omitempty" doc:"The first rule that forbids it."`
	Route   []string `json:"route,omitempty" doc:"Moves that lead where this one would, each listed after the one before it, as far as the seat can know."`
	Lack    *Lack    `json:"lack,omitempty" doc:"The same in a few words, where the game has them."`
}

// Live configures the tables' streams and webhooks.
type Live struct {
	// Alone says that no other node serves tables of this store.
	Alone bool
	// PrivateHooks lets webhooks call addresses that only this network reaches. Off by
	// default: otherwise anybody could make the server call its neighbours.
	PrivateHooks bool
}

type doneBody struct{ Body Done }

// playing registers the commands of a running game.
func (a *API) playing() {
	a.hub = newHub(a.conf.Feed, a.conf.Now, a.conf.Live.Alone, func(t string) {
		if a.conf.Lobby != nil {
			a.conf.Lobby.Reread(t)
		}
		if a.conf.Bots != nil {
			a.conf.Bots.Changed(t)
		}
	}, func(session string) { a.conf.Identity.EndedElsewhere(session) })
	if a.conf.Identity != nil {
		a.conf.Identity.OnEnd(a.hub.sessionEnded)
	}
	a.hooks = newHooks(a)
	a.stream, a.frames = a.events, make(chan *frame)
	a.drains = append(a.drains, a.hub.drain)
	post := func(id, path, summary string) operation {
		op := at(id, path, summary)
		op.tag = tagPlay
		op.errors = append(op.errors, http.StatusUnprocessableEntity, http.StatusLocked)
		return op
	}
	a.mux.HandleFunc("POST /api/tables/{id}/moves", a.serveMove)
	register(a, post("undo", "undo", "Take moves back, or propose that to the seats that must agree"), a.undo)
	register(a, post("give-up", "giveup", "Propose to end the game here"), a.giveUp)
	register(a, post("reply", "answer", "Agree to a proposal or refuse it"), a.reply)
	put := post("set-standing", "standing", "Set a seat's standing passes")
	put.method = http.MethodPut
	register(a, put, a.stand)
	talk := post("say", "talk", "Send a chat message to the table or to your team")
	talk.limit = byTalk
	register(a, talk, a.postChat)
	plan := post("draw-ghost", "ghost", "Show a plan to the others, with teams to your own")
	plan.limit = byTalk
	register(a, plan, a.ghost)
	a.reading()
}

// game opens a table's game for a caller who may follow it. Release it.
func (a *API) game(ctx context.Context, id string) (*table.Table, lobby.Access, error) {
	access, err := a.conf.Lobby.Access(ctx, personOf(ctx), id)
	if err != nil {
		return nil, access, err
	}
	if !mayFollow(access) {
		return nil, access, lobby.Refusal{ID: lobby.NotSeated}
	}
	if access.Table.Status == lobby.Gathering || access.Table.Status == lobby.Closed {
		return nil, access, lobby.Refusal{ID: lobby.NotPlaying}
	}
	t, err := a.conf.Tables.Open(ctx, id)
	return t, access, err
}

// command runs a command for seats that the caller holds.
func (a *API) command(ctx context.Context, id string, seats engine.Seats, key string, c table.Command) (*doneBody, error) {
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
		if err := a.spend(callerOf(ctx), undoUnits+t.State().Moves()/entriesPerUnit); err != nil {
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

func (a *API) undo(ctx context.Context, in *tableWith[UndoTo]) (*doneBody, error) {
	return a.command(ctx, in.ID, 0, in.Body.Key, table.Undo{To: in.Body.To})
}

func (a *API) giveUp(ctx context.Context, in *tableWith[Keyed]) (*doneBody, error) {
	return a.command(ctx, in.ID, 0, in.Body.Key, table.GiveUp{})
}

func (a *API) reply(ctx context.Context, in *tableWith[Reply]) (*doneBody, error) {
	return a.command(ctx, in.ID, 0, in.Body.Key, table.Agree{Refuse: !in.Body.Agree})
}

func (a *API) stand(ctx context.Context, in *tableWith[Standing]) (*doneBody, error) {
	seat := engine.Seat(in.Body.Seat)
	return a.command(ctx, in.ID, engine.SeatsOf(seat), in.Body.Key, table.Stand{Seat: seat, Passes: in.Body.Passes})
}

func (a *API) postChat(ctx context.Context, in *tableWith[Saying]) (*struct{ Body Said }, error) {
	who := personOf(ctx)
	access, err := a.conf.Lobby.Access(ctx, who, in.ID)
	if err != nil {
		return nil, err
	}
	text, err := identity.CleanLine(in.Body.Text, 500)
	switch {
	case err != nil || text == "" || !utf8.ValidString(text):
		return nil, lobby.Refusal{ID: lobby.BadText}
	case access.Muted:
		return nil, problem(http.StatusForbidden, "muted")
	case !mayFollow(access):
		return nil, lobby.Refusal{ID: lobby.NotSeated}
	}
	team, err := audience(access, in.Body.To)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(line{Text: text, When: a.conf.Now().UnixMilli(), Team: team})
	if err != nil {
		return nil, err
	}
	place, err := a.conf.Talk.Post(ctx, in.ID, who.ID, data)
	if err != nil {
		return nil, err
	}
	if a.hub.alone { // otherwise the store's feed reaches every node
		a.hub.deliver(in.ID, store.News{Kind: newsTalk, At: place, From: who.ID, Data: data})
	}
	return &struct{ Body Said }{a.chatMessage(ctx, store.ChatLine{At: place, Person: who.ID, Data: data})}, nil
}

func (a *API) ghost(ctx context.Context, in *tableWith[Ghost]) (*struct{}, error) {
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
		return nil, problem(http.StatusForbidden, "muted")
	}
	v := t.State().Pos.Vocabulary()
	for _, m := range in.Body.Moves {
		if _, err := v.ParseMove(seat, m); err != nil {
			return nil, &table.Refusal{ID: table.RefusedNotation, What: short(m)}
		}
	}
	data, err := json.Marshal(ghost{Seat: seat, Moves: in.Body.Moves, Team: access.Table.Team(in.Body.Seat)})
	if err != nil {
		return nil, err
	}
	return nil, a.hub.publish(in.ID, newsGhost, data)
}

// Changed notifies the streams that a table's record changed on this node.
func (a *API) Changed(table string) {
	if a.conf.Bots != nil {
		a.conf.Bots.Changed(table)
	}
	if a.hub.publish(table, newsRecord, nil) != nil {
		a.hub.deliver(table, store.News{Kind: newsRecord})
	}
}

// Run runs the background tasks until ctx ends.
func (a *API) Run(ctx context.Context) {
	a.writers(ctx, 2*runtime.GOMAXPROCS(0))
	go a.hooks.run(ctx)
	a.hub.run(ctx)
}

// viewTimeout is how long it may take to read a table.
const viewTimeout = 10 * time.Second
