package httpapi

import (
	"context"
	"errors"
	"net/http"
	"time"

	"theriac/internal/history"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
)

// recentGames is how many finished games a history lists individually.
const recentGames = 60

// PlayedGame is one finished game of a person.
type PlayedGame struct {
	Table   string    `json:"table,omitempty" doc:"To look at again. Shown to themselves."`
	Game    string    `json:"game"`
	At      time.Time `json:"at" doc:"Its end."`
	Won     bool      `json:"won"`
	Cause   string    `json:"cause" doc:"The rule that ended it, or given-up."`
	Turns   int       `json:"turns"`
	Level   string    `json:"level,omitempty" doc:"How hard it is: option.LEVEL in the catalogues." example:"epidemics.5"`
	Roles   []string  `json:"roles" doc:"What their seats played as."`
	Company string    `json:"company" enum:"alone,bots,people"`
}

// PlayedSum counts a person's games that have something in common, such as the role played.
type PlayedSum struct {
	Game   string `json:"game,omitempty" doc:"Left out: of all games."`
	Key    string `json:"key,omitempty" doc:"What they have in common: a level, a role, a company, a cause."`
	Played int    `json:"played"`
	Won    int    `json:"won"`
}

// PlayedPuzzles is a person's record in the puzzles.
type PlayedPuzzles struct {
	Rating    int   `json:"rating"`
	Deviation int   `json:"deviation" doc:"How uncertain the rating is."`
	Solved    int   `json:"solved" doc:"At the first try."`
	Failed    int   `json:"failed"`
	Run       int   `json:"run" doc:"Solved in a row up to now."`
	BestRun   int   `json:"bestRun"`
	Course    []int `json:"course" doc:"The rating after each of the last ones, the oldest first."`
}

// PlayedDay is a person's record in the deals of the day.
type PlayedDay struct {
	Day     string `json:"day"`
	Game    string `json:"game"`
	Won     bool   `json:"won"`
	GivenUp bool   `json:"givenUp,omitempty"`
	Turns   int    `json:"turns"`
}

// PersonHistory has statistics of the games that a person has played, computed from stored
// outcomes.
type PersonHistory struct {
	Name    string        `json:"name" doc:"Empty where they gave none."`
	Shown   bool          `json:"shown" doc:"Everybody may see it."`
	Played  int           `json:"played" doc:"Of the newest thousand games; lessons and puzzles are none."`
	Won     int           `json:"won"`
	More    bool          `json:"more,omitempty" doc:"There are older games that are not counted."`
	Games   []PlayedSum   `json:"games"`
	Levels  []PlayedSum   `json:"levels" doc:"By game and level, the easiest first."`
	Roles   []PlayedSum   `json:"roles" doc:"By game and role, the most played first. Of several seats each counts."`
	Company []PlayedSum   `json:"company"`
	Causes  []PlayedSum   `json:"causes" doc:"What games were lost by, the most frequent first."`
	Recent  []PlayedGame  `json:"recent" doc:"The newest first; at most 60."`
	Puzzles PlayedPuzzles `json:"puzzles"`
	Streak  Streak        `json:"streak" doc:"Days in a row with a deal of the day."`
	Days    []PlayedDay   `json:"days" doc:"Results of deals of the day, the newest first."`
}

// historyAPI holds the operations that show people's histories.
type historyAPI struct{ *core }

// historyAPI returns the history operations, for use by the operations of other resources.
func (a *core) historyAPI() historyAPI { return historyAPI{a} }

func (a historyAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "get-history", Shed: admit.ShedReads, Method: http.MethodGet, Path: "/api/me/games", Tag: tagPeople, Summary: "See what I have played", Limit: admit.ByMake,
	}, func(ctx context.Context, _ *nothing) (*reply[PersonHistory], error) {
		out, err := a.history(ctx, admit.PersonOf(ctx), true)
		return &reply[PersonHistory]{out}, err
	})
	wire.Register(a.wire, wire.Operation{
		ID: "get-person-games", Shed: admit.ShedReads, Method: http.MethodGet, Path: "/api/people/{person}/games", Tag: tagPeople, Anyone: true, Limit: admit.ByMake,
		Summary: "See what somebody has played", Errors: []int{http.StatusNotFound},
		About: "Only of people who let everybody see it. Games whose deal others may still play are not part of it yet.",
	}, a.personGames)
}

func (a historyAPI) personGames(ctx context.Context, in *struct {
	Person string `path:"person" maxLength:"64"`
}) (*reply[PersonHistory], error) {
	who, err := a.conf.Identity.Get(ctx, in.Person)
	if err != nil && !errors.Is(err, identity.ErrUnknown) {
		return nil, err
	}
	if err != nil || !who.ShowGames {
		return nil, wire.NewProblem(http.StatusNotFound, "no-such-person")
	}
	out, err := a.history(ctx, who, false)
	return &reply[PersonHistory]{out}, err
}

// history computes a person's statistics. If own is false, they contain only what everyone may see.
func (a historyAPI) history(ctx context.Context, who identity.Person, own bool) (PersonHistory, error) {
	tables, more, err := a.conf.Lobby.FinishedOf(ctx, who.ID, history.MaxGames)
	if err != nil {
		return PersonHistory{}, err
	}
	var list []history.Game
	for _, t := range tables {
		if !own {
			// People who are still playing a shared deal must not learn its cards.
			if open, err := a.conf.Lobby.Opened(ctx, t); err != nil {
				return PersonHistory{}, err
			} else if !open {
				continue
			}
		}
		if g, ok := history.Of(t, who.ID); ok {
			list = append(list, g)
		}
	}
	sums := history.Add(list)
	out := PersonHistory{
		Name: who.Name, Shown: who.ShowGames, Played: sums.Played, Won: sums.Won, More: more, Games: shownSums(sums.Games), Levels: shownSums(sums.Levels),
		Roles: shownSums(sums.Roles), Company: shownSums(sums.Company), Causes: shownSums(sums.Causes), Recent: []PlayedGame{}, Days: []PlayedDay{},
	}
	for _, g := range list[:min(len(list), recentGames)] {
		p := PlayedGame{Table: g.Table, Game: g.Game, At: g.At, Won: g.Won, Cause: g.Cause, Turns: g.Turns, Level: g.Level, Roles: g.Roles, Company: g.Company}
		if !own {
			p.Table = ""
		}
		if p.Roles == nil {
			p.Roles = []string{}
		}
		out.Recent = append(out.Recent, p)
	}
	tried, err := a.conf.Puzzles.Get(ctx, who.ID)
	if err != nil {
		return PersonHistory{}, err
	}
	p := history.PuzzlesOf(tried)
	out.Puzzles = PlayedPuzzles{
		Rating: int(p.Rating.Rating), Deviation: int(p.Rating.Deviation), Solved: p.Solved, Failed: p.Failed, Run: p.Run, BestRun: p.BestRun, Course: p.Course,
	}
	days, err := a.conf.Daily.Own(ctx, who.ID)
	if err != nil {
		return PersonHistory{}, err
	}
	out.Streak = Streak(a.conf.Daily.StreakOf(days))
	for _, d := range days {
		if d.Result != nil {
			out.Days = append(out.Days, PlayedDay{Day: d.Day, Game: d.Game, Won: d.Result.Won, GivenUp: d.Result.GivenUp, Turns: d.Result.Turns})
		}
	}
	return out, nil
}

func shownSums(list []history.Sum) []PlayedSum {
	out := make([]PlayedSum, 0, len(list))
	for _, s := range list {
		out = append(out, PlayedSum(s))
	}
	return out
}
