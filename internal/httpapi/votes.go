package httpapi

import (
	"context"

	"theriac/engine"
	"theriac/internal/httpapi/admit"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// Motion is a proposal that those who are present decide.
type Motion struct {
	What  string `json:"what" enum:"bot,pause,resume,end" doc:"bot: a bot plays a seat that is free, or whose holder is away; pause, resume: the clock, only with a live one; end: the game ends here."`
	Seat  *int   `json:"seat,omitempty" minimum:"0" maximum:"5" doc:"Of bot: the seat."`
	Level string `json:"level,omitempty" maxLength:"32" doc:"Of bot: one of the game's botLevels. Left out: the usual one."`
	Key   string `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$"`
}

func (a playAPI) propose(ctx context.Context, in *tableWith[Motion]) (*doneBody, error) {
	c := table.Propose{What: in.Body.What}
	access, err := a.conf.Lobby.Access(ctx, admit.PersonOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	if access.Table.Shared != nil && c.What != table.ProposeEnd {
		return nil, lobby.Refusal{ID: lobby.DealFixed}
	}
	if c.What == table.ProposeBot {
		if in.Body.Seat == nil {
			return nil, lobby.Refusal{ID: lobby.NoSuchSeat}
		}
		now, err := a.live.Attend(ctx, access.Table, admit.PersonOf(ctx).ID)
		if err != nil {
			return nil, err
		}
		if c.Level, err = a.conf.Lobby.MayPropose(&now, *in.Body.Seat, in.Body.Level); err != nil {
			return nil, err
		}
		c.Seat = engine.Seat(*in.Body.Seat)
	}
	return a.command(ctx, in.ID, 0, in.Body.Key, c)
}

// voters returns who decides for those present, as far as all nodes know now.
func (a *core) voters(ctx context.Context, access lobby.Access) ([]engine.Seats, error) {
	t, err := a.live.Attend(ctx, access.Table, admit.PersonOf(ctx).ID)
	if err != nil {
		return nil, err
	}
	return a.conf.Lobby.VotersOf(ctx, &t), nil
}

// carryOut lets bots play the seats that those present have given to them. The log has these decisions, so a node
// that crashes here leaves it to the next one.
func (a *core) carryOut(ctx context.Context, s *table.State) error {
	for seat := range s.Seats().Each {
		g := s.Granted(seat)
		if g.N == 0 || s.Over {
			continue
		}
		if t, err := a.conf.Lobby.Known(ctx, s.Table); err == nil && int(seat) < len(t.Seats) && t.Seats[seat].Granted >= g.N {
			continue
		}
		if _, err := a.conf.Lobby.Grant(ctx, s.Table, int(seat), g.N, g.Level); err != nil {
			return err
		}
	}
	return nil
}

// recount carries out the open proposal of a table if those who are still present agree to it.
func (a *core) recount(ctx context.Context, t lobby.Table) error {
	game, err := a.conf.Tables.Open(ctx, t.ID)
	if err != nil {
		return err
	}
	defer game.Release()
	if game.State().Ask == nil {
		return a.carryOut(ctx, game.State())
	}
	r, err := game.Do(ctx, "", table.Recount{Voters: a.conf.Lobby.VotersOf(ctx, &t)})
	if err != nil {
		return err
	}
	return a.carryOut(ctx, r.State)
}
