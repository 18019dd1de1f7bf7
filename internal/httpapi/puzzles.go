package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games"
	"theriac/games/entry"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/puzzles"
	"theriac/internal/table"
)

const tagPuzzles = "puzzles"

// Puzzle is a position with a question to solve.
type Puzzle struct {
	ID      string    `json:"id"`
	Game    string    `json:"game"`
	Kind    string    `json:"kind" doc:"The question."`
	Grade   int       `json:"grade" minimum:"1" maximum:"5" doc:"5 is the hardest."`
	Points  int       `json:"points,omitempty" doc:"That are asked for, where the question asks for points."`
	Rating  int       `json:"rating" doc:"The strength of somebody who solves it every other time."`
	Table   string    `json:"table,omitempty" doc:"Where you try it, or tried it last."`
	Verdict string    `json:"verdict,omitempty" enum:"open,solved,failed" doc:"How your first try went; left out where you have not begun it."`
	When    time.Time `json:"when,omitzero" doc:"When you began it."`
}

// PuzzleVerdict is the result of a puzzle at the caller's table, as determined from the log.
type PuzzleVerdict struct {
	Puzzle  Puzzle        `json:"puzzle"`
	Verdict string        `json:"verdict" enum:"open,solved,failed"`
	Counts  bool          `json:"counts" doc:"This table is your first try, which is rated."`
	Before  int           `json:"before,omitempty" doc:"Your rating before."`
	After   int           `json:"after,omitempty" doc:"And after."`
	Plan    []PlannedMove `json:"plan,omitempty" doc:"A plan that solves it, once it is no longer open."`
	Plans   int           `json:"plans,omitempty" doc:"In how many positions the turn can end; against rivals, how many first moves there are."`
	Solving int           `json:"solving,omitempty" doc:"How many of them answer the question."`
	Orders  int           `json:"orders,omitempty" doc:"How many orders of the decks the proof went through."`
	Places  int           `json:"places,omitempty" doc:"How many positions it went through, with every reply of the rivals."`
}

// PlannedMove is one move of a puzzle's plan.
type PlannedMove struct {
	Seat  int      `json:"seat"`
	Move  string   `json:"move"`
	Kinds []string `json:"kinds" doc:"The kinds of its operands, in order."`
}

// shownPlan converts the plan of a puzzle to the API's form.
func shownPlan(p *puzzle.Puzzle) []PlannedMove {
	e, _ := games.FindEntry(p.Game)
	v := e.Rules.Vocabulary()
	out := make([]PlannedMove, 0, len(p.Plan))
	for _, text := range p.Plan {
		m, err := puzzle.ParseMove(v, text)
		if err != nil {
			continue // cannot happen: a test plays every plan
		}
		out = append(out, PlannedMove{Seat: int(m.Seat), Move: v.Move(m), Kinds: entry.KindNames(v.Verbs[m.Verb].Args)})
	}
	return out
}

// PuzzleSums has the number of puzzles of one game and kind, and how many of them the caller has
// solved.
type PuzzleSums struct {
	Game   string `json:"game"`
	Kind   string `json:"kind"`
	Grades []int  `json:"grades" doc:"How many there are of each grade."`
	Solved int    `json:"solved" doc:"By you, at the first try."`
	Failed int    `json:"failed"`
}

// Puzzles is a list of puzzles with the caller's results.
type Puzzles struct {
	Rating    int          `json:"rating"`
	Deviation int          `json:"deviation" doc:"How uncertain the rating is."`
	Kinds     []PuzzleSums `json:"kinds"`
	Tried     []Puzzle     `json:"tried" doc:"Yours, the newest first; at most 50."`
}

type puzzlePath struct {
	ID string `path:"id" maxLength:"80"`
}

// puzzlesAPI holds the operations for solving puzzles.
type puzzlesAPI struct{ *core }

// register registers the operations for solving puzzles.
func (a puzzlesAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "list-puzzles", Method: http.MethodGet, Path: "/api/puzzles", Tag: tagPuzzles, Anyone: true, Summary: "Count the puzzles, and say how you stand",
	}, a.listPuzzles)
	wire.Register(a.wire, wire.Operation{
		ID: "next-puzzle", Method: http.MethodGet, Path: "/api/puzzles/next", Tag: tagPuzzles, Anyone: true, Summary: "Find a puzzle for you",
		About: "One that you have begun, or one that you have not tried and that is about as hard as you are strong.", Errors: []int{http.StatusNotFound},
	}, a.nextPuzzle)
	wire.Register(a.wire, wire.Operation{
		ID: "begin-puzzle", Shed: admit.ShedTables, Method: http.MethodPost, Path: "/api/puzzles/{id}/begin", Tag: tagPuzzles, Limit: admit.ByMake, Status: http.StatusCreated,
		Summary: "Sit down at a puzzle", About: "Where you have begun it and not ended it, you get the same table again.",
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, a.beginPuzzle)
	wire.Register(a.wire, wire.Operation{
		ID: "get-verdict", Method: http.MethodGet, Path: "/api/tables/{id}/verdict", Tag: tagPuzzles, Summary: "See how a puzzle stands at your table",
		Errors: []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *TablePath) (*reply[PuzzleVerdict], error) {
		return a.verdict(ctx, in.ID, false)
	})
	wire.Register(a.wire, wire.Operation{
		ID: "show-solution", Method: http.MethodPost, Path: "/api/tables/{id}/solution", Tag: tagPuzzles, Summary: "Give a puzzle up and see its solution",
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *TablePath) (*reply[PuzzleVerdict], error) {
		return a.verdict(ctx, in.ID, true)
	})
}

// shownPuzzle converts a puzzle to the API's form, with the person's own progress.
func shownPuzzle(p *puzzle.Puzzle, mine puzzles.Progress) Puzzle {
	out := Puzzle{ID: p.ID, Game: p.Game, Kind: p.Kind, Grade: p.Grade, Points: p.Points, Rating: int(puzzles.RatingOf(p).Rating)}
	if a, begun := mine.Attempts[p.ID]; begun {
		out.Table, out.Verdict, out.When = a.Table, string(a.Verdict), a.At
		if a.Again != "" {
			out.Table = a.Again
		}
	}
	return out
}

// triedBy returns the caller's progress in all puzzles. For an unknown caller it is empty.
func (a puzzlesAPI) triedBy(ctx context.Context) (puzzles.Progress, error) {
	who := admit.PersonOf(ctx)
	if who.ID == "" {
		return puzzles.Progress{Rating: puzzles.NewRating()}, nil
	}
	return a.conf.Puzzles.Get(ctx, who.ID)
}

func (a puzzlesAPI) listPuzzles(ctx context.Context, _ *nothing) (*reply[Puzzles], error) {
	mine, err := a.triedBy(ctx)
	if err != nil {
		return nil, err
	}
	out := Puzzles{Rating: int(mine.Rating.Rating), Deviation: int(mine.Rating.Deviation), Kinds: []PuzzleSums{}, Tried: []Puzzle{}}
	all := puzzles.All()
	for i := range all {
		p := &all[i]
		at := slices.IndexFunc(out.Kinds, func(s PuzzleSums) bool { return s.Game == p.Game && s.Kind == p.Kind })
		if at < 0 {
			at = len(out.Kinds)
			out.Kinds = append(out.Kinds, PuzzleSums{Game: p.Game, Kind: p.Kind, Grades: make([]int, puzzle.Grades)})
		}
		out.Kinds[at].Grades[p.Grade-1]++
		a, begun := mine.Attempts[p.ID]
		if !begun {
			continue
		}
		out.Tried = append(out.Tried, shownPuzzle(p, mine))
		switch a.Verdict {
		case puzzle.Solved:
			out.Kinds[at].Solved++
		case puzzle.Failed:
			out.Kinds[at].Failed++
		}
	}
	slices.SortStableFunc(out.Tried, func(a, b Puzzle) int { return b.When.Compare(a.When) })
	out.Tried = out.Tried[:min(50, len(out.Tried))]
	return &reply[Puzzles]{out}, nil
}

func (a puzzlesAPI) nextPuzzle(ctx context.Context, in *struct {
	Game string `query:"game" required:"true" maxLength:"64"`
	Kind string `query:"kind" maxLength:"64" doc:"Left out: any."`
}) (*reply[Puzzle], error) {
	mine, err := a.triedBy(ctx)
	if err != nil {
		return nil, err
	}
	p, err := mine.Next(admit.PersonOf(ctx).ID, in.Game, in.Kind)
	if err != nil {
		return nil, err
	}
	return &reply[Puzzle]{shownPuzzle(p, mine)}, nil
}

// beginPuzzle creates a table for a puzzle. It sets the deal, makes the moves that lead to the
// position, and gives the caller the seats that have to solve the puzzle.
func (a puzzlesAPI) beginPuzzle(ctx context.Context, in *puzzlePath) (*reply[Puzzle], error) {
	by := admit.PersonOf(ctx)
	p, err := puzzles.Find(in.ID)
	if err != nil {
		return nil, err
	}
	mine, err := a.conf.Puzzles.Get(ctx, by.ID)
	if err != nil {
		return nil, err
	}
	if tried, begun := mine.Attempts[p.ID]; begun && tried.Verdict == puzzle.Open {
		return &reply[Puzzle]{shownPuzzle(p, mine)}, nil
	}
	if err := a.endPuzzle(ctx, mine.Done()); err != nil {
		return nil, err
	}
	t, err := a.conf.Lobby.Create(ctx, by, lobby.Draft{
		Game: p.Game, Settings: p.Settings, Deal: p.Deal, Lead: p.Prefix, Puzzle: p.ID, Watch: lobby.WatchNobody, OnePerson: false,
	})
	if err != nil {
		return nil, err
	}
	if err := a.seatSolver(ctx, by, &t, p); err != nil {
		return nil, err
	}
	if t, err = a.conf.Lobby.Start(ctx, by, t.ID); err != nil {
		return nil, err
	}
	if mine, err = a.conf.Puzzles.Begin(ctx, by.ID, p.ID, t.ID); err != nil {
		return nil, err
	}
	return &reply[Puzzle]{shownPuzzle(p, mine)}, nil
}

// endPuzzle ends the game at the table of a completed puzzle. Otherwise a person who solves
// hundreds of puzzles would reach the limit on open tables.
func (a puzzlesAPI) endPuzzle(ctx context.Context, id string) error {
	if id == "" {
		return nil
	}
	game, err := a.conf.Tables.Open(ctx, id)
	if errors.Is(err, table.ErrNoTable) {
		return nil
	}
	if err != nil {
		return err
	}
	defer game.Release()
	if game.State().Over {
		return nil
	}
	_, err = game.Do(ctx, "done", table.Propose{By: game.State().Seats(), What: table.ProposeEnd})
	return err
}

// seatSolver gives the caller the seats that have to solve a puzzle, and gives the rivals' seats to
// bots.
func (a puzzlesAPI) seatSolver(ctx context.Context, by identity.Person, t *lobby.Table, p *puzzle.Puzzle) error {
	solver, err := puzzles.Solver(p)
	if err != nil {
		return err
	}
	var bots []lobby.BotSeat
	for i := range t.Seats {
		if !solver.Has(engine.Seat(i)) {
			levels := lobby.Levels(p.Game)
			bots = append(bots, lobby.BotSeat{Seat: i, Level: levels[len(levels)-1]})
		} else if _, _, err := a.conf.Lobby.Sit(ctx, by, t.ID, i, ""); err != nil {
			return err
		}
	}
	if len(bots) > 0 {
		_, err = a.conf.Lobby.GiveSeats(ctx, by, t.ID, bots)
	}
	return err
}

// replies makes the rivals' moves at a puzzle's table, until it is the solver's turn.
func replies(ctx context.Context, game *table.Live, p *puzzle.Puzzle) error {
	moves, err := puzzles.Replies(p, game.State())
	for _, m := range moves {
		now := game.State()
		answer := table.BotAnswer{Seats: engine.SeatsOf(m.Seat), Question: now.Question(), Made: now.Moves(), Seat: m.Seat, Move: m.Move}
		if _, err := game.Do(ctx, answer.Key(), answer); err != nil {
			if _, refused := errors.AsType[*table.Refusal](err); refused {
				return nil // a concurrent request has already made the move
			}
			return err
		}
	}
	return err
}

// verdict returns the result of a puzzle at the caller's table. When the first attempt is over, it
// updates the caller's rating. If show is true, it ends the attempt and includes the solution.
func (a puzzlesAPI) verdict(ctx context.Context, id string, show bool) (*reply[PuzzleVerdict], error) {
	by := admit.PersonOf(ctx)
	game, access, err := a.game(ctx, id)
	if err != nil {
		return nil, err
	}
	defer game.Release()
	p, err := puzzles.Find(access.Table.Puzzle)
	if err != nil {
		return nil, err
	}
	mine, err := a.conf.Puzzles.Get(ctx, by.ID)
	if err != nil {
		return nil, err
	}
	tried, begun := mine.Attempts[p.ID]
	if !begun || tried.Table != id && tried.Again != id {
		return nil, puzzles.ErrNotBegun
	}
	if err := replies(ctx, game, p); err != nil {
		return nil, err
	}
	v, err := puzzles.Verdict(p, game.State())
	if err != nil {
		return nil, err
	}
	if v == puzzle.Open && show {
		v = puzzle.Failed
	}
	counts := tried.Table == id
	if counts {
		if mine, err = a.conf.Puzzles.Settle(ctx, by.ID, p, v); err != nil {
			return nil, err
		}
		tried = mine.Attempts[p.ID]
		v = tried.Verdict
	}
	out := PuzzleVerdict{Puzzle: shownPuzzle(p, mine), Verdict: string(v), Counts: counts}
	if v != puzzle.Open {
		out.Plan, out.Plans, out.Solving, out.Orders, out.Places = shownPlan(p), p.Plans, p.Solving, p.Orders, p.Places
		if counts {
			out.Before, out.After = int(tried.Before), int(tried.After)
		}
	}
	return &reply[PuzzleVerdict]{out}, nil
}
