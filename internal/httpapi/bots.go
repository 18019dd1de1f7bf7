package httpapi

import (
	"context"
	"net/http"
	"time"

	"theriac/engine"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
)

// quietFor is how long a seat must owe an answer before the host can declare its holder absent even
// though the holder is connected.
const quietFor = time.Minute

// BotSeat assigns a seat to a bot.
type BotSeat struct {
	Seat  *int   `json:"seat,omitempty" minimum:"0" maximum:"5" doc:"Left out: the next free seat."`
	Level string `json:"level" minLength:"1" maxLength:"32" doc:"One of the game's botLevels." example:"steady"`
}

// Pace sets how fast the bots at a table move.
type Pace struct {
	BotPace string `json:"botPace" enum:"at-once,fast,normal,slow" doc:"How long they wait after the last move: not at all, or about 0.4, 1.2 or 2.5 seconds."`
}

// SeatPath is the path of an operation on one seat at a table.
type SeatPath struct {
	TablePath
	Seat int `path:"seat" minimum:"0" maximum:"5" doc:"The seat's number."`
}

type seatWith[T any] struct {
	SeatPath
	Body T
}

// botsAPI holds the operations on the bots at a table.
type botsAPI struct{ *core }

func (a botsAPI) register() {
	put := func(id, path, summary, about string) wire.Operation {
		op := at(id, path, summary)
		op.Method, op.About = http.MethodPut, about
		return op
	}
	remove := func(id, path, summary, about string) wire.Operation {
		op := at(id, path, summary)
		op.Method, op.About = http.MethodDelete, about
		return op
	}
	wire.Register(a.wire, put("give-seat", "seats/{seat}/bot", "Give a free seat to a bot",
		"The host may, before the game and in it. A seat that a bot has gets the new level."),
		func(ctx context.Context, in *seatWith[wire.Bot]) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.GiveSeats(ctx, admit.PersonOf(ctx), in.ID, []lobby.BotSeat{{Seat: in.Seat, Level: in.Body.Level}})
			return a.changed(ctx, t, err)
		})
	wire.Register(a.wire, remove("free-seat", "seats/{seat}/bot", "Take a bot off its seat",
		"The host may. In a running game the seat is then free to be taken by its link."),
		func(ctx context.Context, in *SeatPath) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.FreeSeat(ctx, admit.PersonOf(ctx), in.ID, in.Seat)
			return a.changed(ctx, t, err)
		})
	wire.Register(a.wire, put("stand-in", "seats/{seat}/standin", "Let a bot play for a person",
		"Who holds the seat may, at any time; the host where they are not connected, or have not answered for a minute. "+
			"They keep the seat, and a move of their own ends it."), a.standIn)
	wire.Register(a.wire, remove("take-back", "seats/{seat}/standin", "End a stand-in", "Who holds the seat may, or the host.").As(admit.ShedPlay),
		func(ctx context.Context, in *SeatPath) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.TakeBack(ctx, admit.PersonOf(ctx), in.ID, in.Seat)
			return a.changed(ctx, t, err)
		})
	wire.Register(a.wire, put("set-pace", "pace", "Set how fast the bots move", "The host may."),
		func(ctx context.Context, in *tableWith[Pace]) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.SetPace(ctx, admit.PersonOf(ctx), in.ID, in.Body.BotPace)
			return a.changed(ctx, t, err)
		})
	wire.Register(a.wire, put("set-takeover", "takeover", "Let bots stand in for people whose clock runs out", "The host may."),
		func(ctx context.Context, in *tableWith[wire.Takeover]) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.SetTakeover(ctx, admit.PersonOf(ctx), in.ID, in.Body.Lobby())
			return a.changed(ctx, t, err)
		})
	wire.Register(a.wire, remove("unset-takeover", "takeover", "Let no bot stand in by itself", "The host may."),
		func(ctx context.Context, in *TablePath) (*reply[wire.Table], error) {
			t, err := a.conf.Lobby.SetTakeover(ctx, admit.PersonOf(ctx), in.ID, nil)
			return a.changed(ctx, t, err)
		})
}

func (a botsAPI) standIn(ctx context.Context, in *seatWith[wire.Bot]) (*reply[wire.Table], error) {
	by := admit.PersonOf(ctx)
	absent, err := a.absent(ctx, by, in.ID, engine.Seat(in.Seat))
	if err != nil {
		return nil, err
	}
	t, err := a.conf.Lobby.StandIn(ctx, by, in.ID, in.Seat, in.Body.Level, absent)
	return a.changed(ctx, t, err)
}

// absent reports whether the holder of a seat is away, as far as this node knows. A holder is away if they are
// not connected, or have owed an answer for at least quietFor.
func (a botsAPI) absent(ctx context.Context, by identity.Person, id string, seat engine.Seat) (bool, error) {
	access, err := a.conf.Lobby.Access(ctx, by, id)
	if err != nil || access.Table.Status != lobby.Playing {
		return false, err
	}
	if seats, known := a.live.Connected(id); known && !seats.Has(seat) {
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

// takeBack stops the bots that temporarily play these seats, because the seats' holders are about
// to act.
func (a *core) takeBack(ctx context.Context, access lobby.Access, seats engine.Seats) error {
	for seat := range seats.Each {
		if s := access.Table.Seats[seat]; s.Standin != "" || s.Missed > 0 {
			if _, err := a.conf.Lobby.TakeBack(ctx, admit.PersonOf(ctx), access.Table.ID, int(seat)); err != nil {
				return err
			}
		}
	}
	return nil
}

// botSeats converts the bots in a request for a new table to the lobby's form.
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

// ownSeats returns the first n seats that are not assigned to bots. The person who creates the
// table gets these seats.
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
