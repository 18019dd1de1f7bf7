package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"theriac/internal/lobby"
)

// NewBranch describes a table that plays on from a finished game.
type NewBranch struct {
	At    int    `json:"at" minimum:"0" maximum:"100000" doc:"How many moves of the game stand."`
	Seats []int  `json:"seats,omitempty" minItems:"1" maxItems:"6" uniqueItems:"true" doc:"The seats that you take; left out: all."`
	Level string `json:"level,omitempty" maxLength:"64" doc:"Of the bots on the other seats."`
}

// Branch is the finished game that a table plays on from.
type Branch struct {
	Table string `json:"table" doc:"The game."`
	At    int    `json:"at" doc:"How many of its moves stand."`
}

func shownBranch(b *lobby.Branch) *Branch {
	if b == nil {
		return nil
	}
	return &Branch{Table: b.Table, At: b.At}
}

func (a *API) branches() {
	register(a, operation{
		id: "branch-table", method: http.MethodPost, path: "/api/tables/{id}/branches", tag: tagTables, status: http.StatusCreated, limit: byMake,
		summary: "Play on from a move of a finished game",
		about:   "The new table has the same cards and the same moves up to there. Whoever may see the game may branch off; nobody may while others still play its deal.",
		errors:  []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity},
	}, a.branch)
}

func (a *API) branch(ctx context.Context, in *struct {
	TablePath
	Body NewBranch
}) (*reply[Table], error) {
	draft, err := a.branchDraft(ctx, in.ID, in.Body.At)
	if err != nil {
		return nil, err
	}
	by := personOf(ctx)
	t, err := a.conf.Lobby.Create(ctx, by, draft)
	if err != nil {
		return nil, err
	}
	want := NewTable{Sit: "all", Start: true}
	for i := range t.Seats {
		if len(in.Body.Seats) > 0 && !slices.Contains(in.Body.Seats, i) {
			want.Bots = append(want.Bots, BotSeat{Seat: &i, Level: in.Body.Level})
		}
	}
	shown, err := a.setUp(ctx, by, t, want)
	if err != nil {
		return nil, errors.Join(err, a.closeAgain(ctx, by, t.ID))
	}
	return &reply[Table]{shown}, nil
}

// branchDraft is a table with the cards and the first moves of a finished game that the
// caller may see.
func (a *API) branchDraft(ctx context.Context, id string, at int) (lobby.Draft, error) {
	game, access, err := a.finishedGame(ctx, id)
	if err != nil {
		return lobby.Draft{}, err
	}
	defer game.Release()
	if err := game.Damaged(); err != nil {
		return lobby.Draft{}, err
	}
	s, err := a.disclosed(ctx, game.State(), access)
	if err != nil {
		return lobby.Draft{}, err
	}
	if err := a.spend(callerOf(ctx), readUnits(s.WholeCost())); err != nil {
		return lobby.Draft{}, err
	}
	lead, err := s.Lead(at)
	if err != nil {
		return lobby.Draft{}, err
	}
	h := s.Header()
	return lobby.Draft{
		Game: h.Game, Settings: h.Settings, Cards: string(h.Content), Title: access.Table.Title, Watch: access.Table.Watch, Lead: lead,
		Branch: &lobby.BranchDeal{Table: id, At: at, Seed: h.Seed, Revision: h.Revision},
	}, nil
}
