package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// NewBranch describes a new table that continues from a position of another game.
type NewBranch struct {
	At    int    `json:"at" minimum:"0" maximum:"100000" doc:"How many moves of the game stand."`
	Deck  string `json:"deck,omitempty" enum:"same,new" default:"same" doc:"The same cards, or those drawn anew that were not known then."`
	Seats []int  `json:"seats,omitempty" minItems:"1" maxItems:"6" uniqueItems:"true" doc:"The seats that you take; left out: all."`
	Level string `json:"level,omitempty" maxLength:"64" doc:"Of the bots on the other seats; left out: the middle one of the game."`
}

// branchesAPI holds the operations for tables that continue another game.
type branchesAPI struct{ *core }

func (a branchesAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "branch-table", Shed: admit.ShedTables, Method: http.MethodPost, Path: "/api/tables/{id}/branches", Tag: tagTables, Status: http.StatusCreated, Limit: admit.ByMake,
		Summary: "Play on from a move of a game",
		About:   "The new table stands where the game stood then, with the same cards, or with those drawn anew that the players did not know. Whoever may see a finished game may branch off; nobody may while others still play its deal. Of a game that runs, its players may branch off with a new deck: it is drawn from what they know themselves.",
		Errors:  []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity},
	}, a.branch)
}

func (a branchesAPI) branch(ctx context.Context, in *struct {
	TablePath
	Body NewBranch
}) (*reply[wire.Table], error) {
	draft, err := a.branchDraft(ctx, in.ID, in.Body)
	if err != nil {
		return nil, err
	}
	by := admit.PersonOf(ctx)
	t, err := a.conf.Lobby.Create(ctx, by, draft)
	if err != nil {
		return nil, err
	}
	level := in.Body.Level
	if levels := lobby.Levels(t.Game); level == "" && len(levels) > 0 {
		level = levels[len(levels)/2]
	}
	want := NewTable{Sit: "all", Start: true}
	for i := range t.Seats {
		if len(in.Body.Seats) > 0 && !slices.Contains(in.Body.Seats, i) {
			want.Bots = append(want.Bots, BotSeat{Seat: &i, Level: level})
		}
	}
	shown, err := a.setUp(ctx, by, t, want)
	if err != nil {
		return nil, errors.Join(err, a.closeAgain(ctx, by, t.ID))
	}
	return &reply[wire.Table]{shown}, nil
}

// branchDraft returns the draft of a table that begins at a position of a game. It returns an error
// if the caller may not see that game.
func (a branchesAPI) branchDraft(ctx context.Context, id string, want NewBranch) (lobby.Draft, error) {
	game, s, access, err := a.soundGame(ctx, id)
	if err != nil {
		return lobby.Draft{}, err
	}
	defer game.Release()
	if err := a.gate.Spend(admit.CallerOf(ctx), admit.ReadUnits(s.WholeCost())); err != nil {
		return lobby.Draft{}, err
	}
	h := s.Header()
	d := lobby.Draft{Game: h.Game, Settings: h.Settings, Cards: string(h.Content), Title: access.Table.Title, Watch: access.Table.Watch}
	d.Branch = &lobby.BranchDeal{Table: id, At: want.At, Fresh: want.Deck == wire.NewDeck, Revision: h.Revision}
	if from := access.Table.Branch; !s.Over || from != nil && from.WhileRunning {
		d.Branch.WhileRunning = true
	}
	switch {
	case !d.Branch.Fresh:
		d.Branch.Seed, d.Branch.Known = h.Seed, h.Known
		d.Lead, err = s.Lead(want.At)
	case s.Over:
		d.Branch.Known, err = s.Known(want.At, s.Seats())
	default:
		d.Watch = lobby.WatchNobody // a player's knowledge of a running game is private
		d.Branch.Known, err = knownSoFar(s, access, want.At)
	}
	return d, err
}

// knownSoFar returns a player's knowledge of a running game. It returns an error if other tables
// play the same cards, or if the game is a puzzle, whose moves must not be tried elsewhere.
func knownSoFar(s *table.State, access lobby.Access, at int) ([]byte, error) {
	switch {
	case access.Seats.Empty():
		return nil, lobby.Refusal{ID: lobby.NotHolder}
	case s.Shared() != "" || access.Table.Puzzle != "":
		return nil, &table.Refusal{ID: table.RefusedRunning}
	}
	return s.Known(at, access.Seats)
}
