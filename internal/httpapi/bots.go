package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// quietFor is how long a table waits for a person before the host may call them
// absent although they are connected.
const quietFor = time.Minute

// Bot is the bot that plays a seat.
type Bot struct {
	Level string `json:"level" minLength:"1" maxLength:"32" doc:"One of the game's botLevels." example:"steady"`
}

// BotSeat is a seat to be given to a bot.
type BotSeat struct {
	Seat  *int   `json:"seat,omitempty" minimum:"0" maximum:"5" doc:"Left out: the next free seat."`
	Level string `json:"level" minLength:"1" maxLength:"32" doc:"One of the game's botLevels." example:"steady"`
}

// Takeover lets a bot stand in for a person who lets their clock run out.
type Takeover struct {
	Level string `json:"level" minLength:"1" maxLength:"32" doc:"One of the game's botLevels."`
	After int    `json:"after,omitempty" minimum:"0" maximum:"9" doc:"After how many times in a row. Left out: once."`
}

// Pace is how fast the bots of a table move.
type Pace struct {
	BotPace string `json:"botPace" enum:"at-once,fast,normal,slow" doc:"How long they wait after the last move: not at all, or about 0.4, 1.2 or 2.5 seconds."`
}

// Thinking is the seats whose bots think about an answer that they owe.
type Thinking struct {
	Seats []int `json:"seats" doc:"None: the bots rest, or wait for somebody."`
}

// Reason is why a bot made a move. It is not stored, and sent to those who play
// together with the bot alone.
type Reason struct {
	Seat  int        `json:"seat"`
	Entry int        `json:"entry" doc:"The entry of the log with the move."`
	Key   string     `json:"key" doc:"A text of the catalogues."`
	Args  [][]string `json:"args" doc:"What the text names: pairs of a name and a value."`
}

// SeatPath is the input of an operation on one seat of a table.
type SeatPath struct {
	TablePath
	Seat int `path:"seat" minimum:"0" maximum:"5" doc:"The seat's number."`
}

type seatWith[T any] struct {
	SeatPath
	Body T
}

func (a *API) bots() {
	put := func(id, path, summary, about string) operation {
		op := at(id, path, summary)
		op.method, op.about = http.MethodPut, about
		return op
	}
	remove := func(id, path, summary, about string) operation {
		op := at(id, path, summary)
		op.method, op.about = http.MethodDelete, about
		return op
	}
	register(a, put("give-seat", "seats/{seat}/bot", "Give a free seat to a bot",
		"The host may, before the game and in it. A seat that a bot has gets the new level."),
		func(ctx context.Context, in *seatWith[Bot]) (*reply[Table], error) {
			t, err := a.conf.Lobby.GiveSeats(ctx, personOf(ctx), in.ID, []lobby.BotSeat{{Seat: in.Seat, Level: in.Body.Level}})
			return a.changed(ctx, t, err)
		})
	register(a, remove("free-seat", "seats/{seat}/bot", "Take a bot off its seat",
		"The host may. In a running game the seat is then free to be taken by its link."),
		func(ctx context.Context, in *SeatPath) (*reply[Table], error) {
			t, err := a.conf.Lobby.FreeSeat(ctx, personOf(ctx), in.ID, in.Seat)
			return a.changed(ctx, t, err)
		})
	register(a, put("stand-in", "seats/{seat}/standin", "Let a bot play for a person",
		"Who holds the seat may, at any time; the host where they are not connected, or have not answered for a minute. "+
			"They keep the seat, and a move of their own ends it."), a.standIn)
	register(a, remove("take-back", "seats/{seat}/standin", "End a stand-in", "Who holds the seat may, or the host."),
		func(ctx context.Context, in *SeatPath) (*reply[Table], error) {
			t, err := a.conf.Lobby.TakeBack(ctx, personOf(ctx), in.ID, in.Seat)
			return a.changed(ctx, t, err)
		})
	register(a, put("set-pace", "pace", "Set how fast the bots move", "The host may."),
		func(ctx context.Context, in *tableWith[Pace]) (*reply[Table], error) {
			t, err := a.conf.Lobby.SetPace(ctx, personOf(ctx), in.ID, in.Body.BotPace)
			return a.changed(ctx, t, err)
		})
	register(a, put("set-takeover", "takeover", "Let bots stand in for people whose clock runs out", "The host may."),
		func(ctx context.Context, in *tableWith[Takeover]) (*reply[Table], error) {
			t, err := a.conf.Lobby.SetTakeover(ctx, personOf(ctx), in.ID, in.Body.lobby())
			return a.changed(ctx, t, err)
		})
	register(a, remove("unset-takeover", "takeover", "Let no bot stand in by itself", "The host may."),
		func(ctx context.Context, in *TablePath) (*reply[Table], error) {
			t, err := a.conf.Lobby.SetTakeover(ctx, personOf(ctx), in.ID, nil)
			return a.changed(ctx, t, err)
		})
}

func (t *Takeover) lobby() *lobby.Takeover {
	if t == nil {
		return nil
	}
	return &lobby.Takeover{Level: t.Level, After: max(t.After, 1)}
}

func (a *API) standIn(ctx context.Context, in *seatWith[Bot]) (*reply[Table], error) {
	by := personOf(ctx)
	absent, err := a.absent(ctx, by, in.ID, engine.Seat(in.Seat))
	if err != nil {
		return nil, err
	}
	t, err := a.conf.Lobby.StandIn(ctx, by, in.ID, in.Seat, in.Body.Level, absent)
	return a.changed(ctx, t, err)
}

// absent says whether the holder of a seat is away, as far as this node knows: not
// connected, or waited for since a while.
func (a *API) absent(ctx context.Context, by identity.Person, id string, seat engine.Seat) (bool, error) {
	access, err := a.conf.Lobby.Access(ctx, by, id)
	if err != nil || access.Table.Status != lobby.Playing {
		return false, err
	}
	if seats, known := a.hub.present(id); known && !seats.Has(seat) {
		return true, nil
	}
	t, err := a.conf.Tables.Open(ctx, id)
	if err != nil {
		return false, err
	}
	defer t.Release()
	since, owes := t.State().OwedSince(seat)
	return owes && a.conf.Now().Sub(time.UnixMilli(since)) >= quietFor, nil
}

// takeBack ends the stand-ins of seats whose holder acts, before they do: from then on
// no bot moves for them.
func (a *API) takeBack(ctx context.Context, access lobby.Access, seats engine.Seats) error {
	for seat := range seats.Each {
		if s := access.Table.Seats[seat]; s.Standin != "" || s.Missed > 0 {
			if _, err := a.conf.Lobby.TakeBack(ctx, personOf(ctx), access.Table.ID, int(seat)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Bots plays the seats of bots. Its methods must not block.
type Bots interface {
	// Wake says that a person is at a table with bots.
	Wake(table string)
	// Changed says that the record of a table changed, on whatever node.
	Changed(table string)
}

// wakeBots wakes the bots of a table for somebody who sits there or is its host.
func (a *API) wakeBots(access lobby.Access) {
	if a.conf.Bots != nil && access.Table.Status == lobby.Playing && (access.Host || !access.Seats.Empty()) && !access.Table.Bots().Empty() {
		a.conf.Bots.Wake(access.Table.ID)
	}
}

// Attended says whether a person who sits at a table, or its host, is connected here.
func (a *API) Attended(table string) bool { return a.hub.attended(table) }

// Thinking tells the streams of a table whose bots think.
func (a *API) Thinking(table string, seats engine.Seats) {
	if data, err := json.Marshal(seats); err == nil {
		_ = a.hub.publish(table, newsThinking, data) // the next update says as much
	}
}

// Reason tells those who may hear it why a bot moved.
func (a *API) Reason(id string, r table.BotReason) {
	if data, err := json.Marshal(r); err == nil {
		_ = a.hub.publish(id, newsReason, data) // it is nowhere else, and not needed
	}
}

// hears says whether the holder of some seats, or a spectator, may hear why a bot moved.
func hears(r table.BotReason, seats engine.Seats, late bool) bool {
	if seats.Empty() {
		return r.To&engine.Spectators != 0 && !late
	}
	return r.To&seats != 0 && r.To&seats == seats
}

// appendBots writes what the bots of the table do.
func (es *eventStream) appendBots(out []byte, p pending) []byte {
	if p.thinking && es.live != nil {
		es.topic.mu.Lock()
		seats := es.topic.thinking
		es.topic.mu.Unlock()
		if data, err := json.Marshal(Thinking{Seats: seatList(seats)}); err == nil {
			out = appendEvent(out, "thinking", data)
		}
	}
	for _, r := range p.reasons {
		if !hears(r, es.access.Seats, es.late) {
			continue // they changed seats meanwhile
		}
		why := Reason{Seat: int(r.Seat), Entry: r.Entry, Key: r.Key, Args: [][]string{}}
		for _, arg := range r.Args {
			why.Args = append(why.Args, arg[:])
		}
		if data, err := json.Marshal(why); err == nil {
			out = appendEvent(out, "reason", data)
		}
	}
	return out
}

// botSeats are the seats that a new table gives to bots.
func botSeats(want []BotSeat) []lobby.BotSeat {
	list := make([]lobby.BotSeat, 0, len(want))
	for _, b := range want {
		at := lobby.AnySeat
		if b.Seat != nil {
			at = *b.Seat
		}
		list = append(list, lobby.BotSeat{Seat: at, Level: b.Level})
	}
	return list
}

// ownSeats are the first seats that a new table gives to no bot: for its maker.
func ownSeats(all, n int, bots []BotSeat) []int {
	var named engine.Seats
	for _, b := range bots {
		if b.Seat != nil {
			named = named.With(engine.Seat(*b.Seat))
		}
	}
	list := []int{}
	for i := range all {
		if len(list) < n && !named.Has(engine.Seat(i)) {
			list = append(list, i)
		}
	}
	return list
}

// shownBot is the bot of a level, or none.
func shownBot(level string) *Bot {
	if level == "" {
		return nil
	}
	return &Bot{Level: level}
}

func shownTakeover(t *lobby.Takeover) *Takeover {
	if t == nil {
		return nil
	}
	return &Takeover{Level: t.Level, After: t.After}
}

// shownPace is a table's pace. A table of an older server has none, and a newer one
// may have one that is not known here.
func shownPace(pace string) string {
	for _, p := range lobby.Paces() {
		if p == pace {
			return pace
		}
	}
	return lobby.PaceNormal
}

// botsThink says whether there is anything to tell a new stream of the bots.
func (es *eventStream) botsThink() bool {
	es.topic.mu.Lock()
	defer es.topic.mu.Unlock()
	return !es.late && !es.topic.thinking.Empty()
}
