package httpapi

import (
	"context"
	"net/http"

	"theriac/internal/daily"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

// NewDuplicate is the request to create a duplicate: one deal for several teams.
type NewDuplicate struct {
	Game     string            `json:"game" minLength:"1" maxLength:"64"`
	Settings map[string]string `json:"settings,omitempty" maxProperties:"64"`
	Teams    int               `json:"teams" minimum:"2" maximum:"8"`
	Clock    *wire.Clock       `json:"clock,omitempty"`
}

// Duplicate is one deal that several teams play, each at its own table.
type Duplicate struct {
	ID         string            `json:"id"`
	Game       string            `json:"game"`
	Settings   map[string]string `json:"settings"`
	Deal       string            `json:"deal"`
	Commitment string            `json:"commitment"`
	Open       bool              `json:"open" doc:"No team plays it any more: results, transcripts and replays are open."`
	Teams      []DuplicateTeam   `json:"teams"`
}

// DuplicateTeam is one team of a duplicate with its table.
type DuplicateTeam struct {
	Table   string     `json:"table"`
	Status  string     `json:"status" enum:"gathering,playing,finished,closed,taken-down"`
	Seats   int        `json:"seats"`
	Taken   int        `json:"taken"`
	Yours   bool       `json:"yours,omitempty" doc:"You hold a seat there."`
	Hosted  bool       `json:"hosted,omitempty" doc:"You are its host."`
	Players []string   `json:"players" doc:"The names of those who sit there; empty for somebody without one, left out for bots."`
	Invite  string     `json:"invite,omitempty" doc:"The invitation to the team. Shown once, to who set it up."`
	Result  *DayResult `json:"result,omitempty" doc:"Once the deal is open."`
}

// duplicatesAPI holds the operations on duplicates.
type duplicatesAPI struct{ *core }

func (a duplicatesAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "create-duplicate", Shed: admit.ShedTables, Method: http.MethodPost, Path: "/api/duplicates", Tag: tagToday, Status: http.StatusCreated,
		Summary: "Set up the same deal for several teams", Limit: admit.ByMake, Errors: []int{http.StatusConflict, http.StatusUnprocessableEntity},
	}, a.createDuplicate)
	wire.Register(a.wire, wire.Operation{
		ID: "get-duplicate", Method: http.MethodGet, Path: "/api/duplicates/{id}", Tag: tagToday, Anyone: true,
		Summary: "Compare the teams of a duplicate", Errors: []int{http.StatusNotFound},
	}, a.getDuplicate)
}

func (a duplicatesAPI) createDuplicate(ctx context.Context, in *struct{ Body NewDuplicate }) (*reply[Duplicate], error) {
	by := admit.PersonOf(ctx)
	draft := lobby.Draft{Game: in.Body.Game, Settings: settingsOf(in.Body.Settings)}
	if in.Body.Clock != nil {
		draft.Clock = in.Body.Clock.Lobby()
	}
	made, tables, err := a.conf.Daily.NewDuplicate(ctx, by, draft, in.Body.Teams)
	if err != nil {
		return nil, err
	}
	out := a.duplicate(ctx, made, tables, false)
	for i, t := range tables {
		secret, err := a.conf.Lobby.InviteLink(ctx, by, t.ID)
		if err != nil {
			return nil, err
		}
		out.Teams[i].Invite = a.origin.Link(secret)
	}
	return &reply[Duplicate]{out}, nil
}

func (a duplicatesAPI) getDuplicate(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"64"`
}) (*reply[Duplicate], error) {
	made, tables, open, err := a.conf.Daily.Duplicate(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &reply[Duplicate]{a.duplicate(ctx, made, tables, open)}, nil
}

// duplicate returns the caller's view of a duplicate.
func (a duplicatesAPI) duplicate(ctx context.Context, made daily.Duplicate, tables []lobby.Table, open bool) Duplicate {
	by := admit.PersonOf(ctx)
	out := Duplicate{
		ID: made.ID, Game: made.Game, Settings: map[string]string{}, Deal: made.Name, Commitment: made.Commitment, Open: open, Teams: []DuplicateTeam{},
	}
	for _, s := range made.Options() {
		out.Settings[s.Name] = s.Value
	}
	for _, t := range tables {
		team := DuplicateTeam{
			Table: t.ID, Status: string(t.Status), Seats: len(t.Seats), Taken: t.Taken(), Yours: !t.Held(by.ID).Empty(),
			Hosted: by.ID != "" && t.Host == by.ID, Players: []string{},
		}
		seen := map[string]bool{}
		for _, s := range t.Seats {
			if s.Holder != "" && !seen[s.Holder] {
				seen[s.Holder] = true
				team.Players = append(team.Players, a.names.Player(ctx, s.Holder).Name)
			}
		}
		if open && t.Status == lobby.Finished {
			r := shownResult(daily.Ranked{Row: daily.Row{Result: daily.ResultOf(t)}})
			team.Result = &r
		}
		out.Teams = append(out.Teams, team)
	}
	daily.RankTables(tables, func(i, rank int) {
		if r := out.Teams[i].Result; r != nil {
			r.Rank = rank
		}
	})
	return out
}
