package httpapi

import (
	"context"
	"net/http"
	"time"

	"theriac/games"
	"theriac/internal/daily"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

const (
	tagToday  = "today"
	boardPage = 50
)

// Figure is a number for comparing finished games, such as the number of outbreaks.
type Figure struct {
	Name  string `json:"name" doc:"Named in the catalogues as figure.NAME." example:"outbreaks"`
	Value int    `json:"value"`
}

// DayResult is a person's result in a day's deal. It comes from the log of the first table at which
// they played the deal.
type DayResult struct {
	Rank    int       `json:"rank" doc:"From 1; equal results share it."`
	Name    string    `json:"name" doc:"Empty where they gave none."`
	You     bool      `json:"you,omitempty"`
	Won     bool      `json:"won"`
	GivenUp bool      `json:"givenUp,omitempty"`
	Cause   string    `json:"cause" doc:"The rule that ended the game."`
	Turns   int       `json:"turns"`
	Figures []Figure  `json:"figures"`
	Company string    `json:"company" doc:"alone, or bots-LEVEL."`
	At      time.Time `json:"at"`
	Table   string    `json:"table,omitempty" doc:"To replay. Shown once the deal is open, and of your own game."`
}

// DayGame is today's deal of one game, with the caller's result.
type DayGame struct {
	Game       string            `json:"game"`
	Deal       string            `json:"deal" doc:"Its name, which is part of the commitment." example:"2026-11-17-world"`
	Commitment string            `json:"commitment" doc:"To the secret of the shuffle, published days before."`
	Settings   map[string]string `json:"settings"`
	Seats      int               `json:"seats"`
	Rivals     bool              `json:"rivals" doc:"The seats play against each other: the deal is played against bots."`
	Played     int               `json:"played" doc:"How many results there are."`
	Won        int               `json:"won" doc:"How many of them were won."`
	Table      string            `json:"table,omitempty" doc:"Your table that counts."`
	Result     *DayResult        `json:"result,omitempty" doc:"Yours."`
}

// Coming is the published commitment to the deal of a future day.
type Coming struct {
	Day        string    `json:"day"`
	Game       string    `json:"game"`
	Commitment string    `json:"commitment"`
	Made       time.Time `json:"made"`
}

// Streak counts consecutive days on which a person finished a deal.
type Streak struct {
	Now  int `json:"now"`
	Best int `json:"best"`
}

// Today lists the deals of the current day.
type Today struct {
	Day        string    `json:"day" example:"2026-11-17"`
	Zone       string    `json:"zone" doc:"Where days begin and end." example:"Europe/Zurich"`
	Now        time.Time `json:"now" doc:"The server's time; that of clients is not believed."`
	Until      time.Time `json:"until" doc:"The end of the day. A game begun before counts for it if it is over before the deals open."`
	Opens      time.Time `json:"opens" doc:"When its deals open: secrets, transcripts and replays."`
	PerAddress int       `json:"perAddress" doc:"For how many people of one address a deal counts."`
	Games      []DayGame `json:"games"`
	Streak     *Streak   `json:"streak,omitempty" doc:"Yours."`
	Coming     []Coming  `json:"coming" doc:"What is promised for the coming days."`
}

// DayTable is a new table with today's deal.
type DayTable struct {
	Table  string `json:"table"`
	Counts bool   `json:"counts" doc:"Its result will count: it is your first table of the deal."`
}

// PlayDay is the request to play today's deal, alone or with bots.
type PlayDay struct {
	Bots string `json:"bots,omitempty" maxLength:"32" doc:"You hold one seat, and bots of that level the others. Left out: you hold all of them."`
}

// DayBoard is one page of the leaderboard of a day's deal.
type DayBoard struct {
	Day        string      `json:"day"`
	Game       string      `json:"game"`
	Deal       string      `json:"deal"`
	Commitment string      `json:"commitment"`
	Opens      time.Time   `json:"opens"`
	Open       bool        `json:"open" doc:"Its day is over: everything can be replayed and checked."`
	Secret     string      `json:"secret,omitempty" doc:"Once it is open."`
	Salt       string      `json:"salt,omitempty" doc:"Once it is open."`
	Total      int         `json:"total"`
	Won        int         `json:"won"`
	Page       int         `json:"page"`
	More       bool        `json:"more"`
	Results    []DayResult `json:"results"`
	Mine       *DayResult  `json:"mine,omitempty"`
}

// todayAPI holds the operations on the deals of the day.
type todayAPI struct{ *core }

func (a todayAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "get-today", Method: http.MethodGet, Path: "/api/today", Tag: tagToday, Anyone: true,
		Summary: "Get the deals of the day",
	}, a.getToday)
	wire.Register(a.wire, wire.Operation{
		ID: "play-today", Shed: admit.ShedTables, Method: http.MethodPost, Path: "/api/today/{game}", Tag: tagToday, Status: http.StatusCreated,
		Summary: "Play today's deal of a game", Limit: admit.ByMake, Errors: []int{http.StatusConflict, http.StatusUnprocessableEntity, http.StatusNotFound},
		About: "Opens and starts a table for you alone. The result of your first one counts, and is taken from its log: there is no way to send one.",
	}, a.playToday)
	wire.Register(a.wire, wire.Operation{
		ID: "get-day", Method: http.MethodGet, Path: "/api/days/{day}/{game}", Tag: tagToday, Anyone: true,
		Summary: "Get the board of a day", Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
	}, a.getDay)
}

func (a todayAPI) getToday(ctx context.Context, _ *nothing) (*reply[Today], error) {
	d, who := a.conf.Daily, admit.PersonOf(ctx)
	day := d.Today()
	_, until, opens, _ := d.Bounds(day)
	out := Today{Day: day, Zone: zoneName(d.Now().In(d.Zone())), Now: d.Now().UTC(), Until: until, Opens: opens, PerAddress: daily.MaxFrom, Games: []DayGame{}, Coming: []Coming{}}
	own, err := d.Own(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	if who.ID != "" {
		streak := Streak(d.StreakOf(own))
		out.Streak = &streak
	}
	for _, game := range games.Names() {
		deal, err := d.Deal(ctx, day, game)
		if err != nil {
			return nil, err
		}
		board, err := d.Board(ctx, day, game, who.ID, 0, 0)
		if err != nil {
			return nil, err
		}
		g := DayGame{
			Game: game, Deal: deal.Name, Commitment: deal.Commitment, Settings: map[string]string{}, Seats: lobby.SeatCount(deal.Settings),
			Rivals: d.Rivals(deal), Played: board.Total, Won: board.Won,
		}
		for _, s := range deal.Settings {
			g.Settings[s.Name] = s.Value
		}
		for _, o := range own {
			if o.Day == day && o.Game == game {
				g.Table = o.Table
				g.Result = a.ownResult(o, board.Mine)
			}
		}
		out.Games = append(out.Games, g)
		for n := 1; n <= daily.Ahead; n++ {
			next, err := d.Deal(ctx, d.After(day, n), game)
			if err != nil {
				return nil, err
			}
			out.Coming = append(out.Coming, Coming{Day: next.Day, Game: game, Commitment: next.Commitment, Made: next.Made})
		}
	}
	return &reply[Today]{out}, nil
}

// ownResult converts a person's own result to the API's form. If the person is on the leaderboard,
// the result includes the rank.
func (a todayAPI) ownResult(o daily.Own, on *daily.Ranked) *DayResult {
	if o.Result == nil {
		return nil
	}
	r := shownResult(daily.Ranked{Row: daily.Row{Result: *o.Result}})
	if on != nil {
		r.Rank = on.Rank
	}
	r.You, r.Table = true, o.Table
	return &r
}

func shownResult(e daily.Ranked) DayResult {
	r := DayResult{
		Rank: e.Rank, Won: e.Won, GivenUp: e.GivenUp, Cause: e.Cause, Turns: e.Turns, Figures: []Figure{}, Company: e.Company, At: e.At,
	}
	for _, f := range e.Figures {
		r.Figures = append(r.Figures, Figure{Name: f.Name, Value: f.Value})
	}
	return r
}

func (a todayAPI) playToday(ctx context.Context, in *struct {
	Game string `path:"game" maxLength:"64"`
	Body *PlayDay
}) (*reply[DayTable], error) {
	level := ""
	if in.Body != nil {
		level = in.Body.Bots
	}
	from := ""
	if who := admit.CallerOf(ctx); !who.Trusted && who.Addr.IsValid() {
		from = who.Addr.String()
	}
	t, counts, err := a.conf.Daily.Play(ctx, admit.PersonOf(ctx), in.Game, level, from)
	if err != nil {
		return nil, err
	}
	return &reply[DayTable]{DayTable{Table: t.ID, Counts: counts}}, nil
}

func (a todayAPI) getDay(ctx context.Context, in *struct {
	Day  string `path:"day" maxLength:"10"`
	Game string `path:"game" maxLength:"64"`
	Page int    `query:"page" minimum:"0" maximum:"1000" default:"0"`
}) (*reply[DayBoard], error) {
	d, who := a.conf.Daily, admit.PersonOf(ctx)
	deal, err := d.Deal(ctx, in.Day, in.Game)
	if err != nil {
		return nil, err
	}
	board, err := d.Board(ctx, in.Day, in.Game, who.ID, in.Page*boardPage, boardPage)
	if err != nil {
		return nil, err
	}
	out := DayBoard{
		Day: in.Day, Game: in.Game, Deal: deal.Name, Commitment: deal.Commitment, Opens: deal.Opens, Open: deal.Open, Secret: deal.Secret, Salt: deal.Salt,
		Total: board.Total, Won: board.Won, Page: in.Page, More: board.Total > (in.Page+1)*boardPage, Results: []DayResult{},
	}
	show := func(e daily.Ranked) DayResult {
		r := shownResult(e)
		if p := a.names.Player(ctx, e.Person); p != nil {
			r.Name = p.Name
		}
		if r.You = e.Person == who.ID; deal.Open || r.You {
			r.Table = e.Table
		}
		return r
	}
	for _, e := range board.Rows {
		out.Results = append(out.Results, show(e))
	}
	if board.Mine != nil {
		mine := show(*board.Mine)
		out.Mine = &mine
	}
	return &reply[DayBoard]{out}, nil
}

// zoneName returns the name of the server's time zone for clients. A system zone without a name is
// given as its offset.
func zoneName(at time.Time) string {
	if name := at.Location().String(); name != "Local" {
		return name
	}
	if _, offset := at.Zone(); offset == 0 {
		return "UTC"
	}
	return at.Format("-07:00")
}
