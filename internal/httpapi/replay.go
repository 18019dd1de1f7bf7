package httpapi

import (
	"context"
	"net/http"
	"strconv"

	"theriac/engine"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// ReplayAs selects whose view of the game a replay shows.
type ReplayAs struct {
	As string `query:"as" enum:"all,none,0,1,2,3,4,5" default:"all" doc:"The perspective: a seat's, that of all seats together, or a spectator's (none)."`
}

// Releasing is the request to let everyone replay a game, or to end that.
type Releasing struct {
	Released bool `json:"released"`
}

// replayInput is the input of operations on a finished game.
type replayInput struct {
	TablePath
	ReplayAs
}

// replayAtInput selects one position of a finished game.
type replayAtInput struct {
	TablePath
	ReplayAs
	At int `path:"at" minimum:"0" maximum:"100000" doc:"After how many moves."`
}

// tryInput is the input of the operation that tries other moves.
type tryInput struct {
	TablePath
	ReplayAs
	At   int `path:"at" minimum:"0" maximum:"100000" doc:"After how many moves."`
	Body TryMoves
}

// TryMoves is a sequence of moves to try on a position of a finished game.
type TryMoves struct {
	Moves []string `json:"moves" minItems:"1" maxItems:"24" doc:"One after the other, each with its seat, as in a transcript." example:"[\"0 drive paris\"]"`
}

// Trial is the result of trying moves on a position, move by move. It assumes that other seats
// consent.
type Trial struct {
	Steps []TrialStep `json:"steps"`
}

// TrialStep is one tried move and the position after it.
type TrialStep struct {
	Play   ReplayMove `json:"play"`
	Update Update     `json:"update"`
}

// perspective returns the seats whose view a replay shows.
func (in ReplayAs) perspective(s *table.State) engine.Seats {
	switch in.As {
	case "all":
		return s.Seats()
	case "none":
		return 0
	}
	seat, _ := strconv.Atoi(in.As) // cannot fail: the pattern was checked before
	return engine.SeatsOf(engine.Seat(seat))
}

// replayAPI holds the operations on finished games: replays and trials.
type replayAPI struct{ *core }

func (a replayAPI) register() {
	wire.Register(a.wire, reads("replay", "replay", "Get the moves of a finished game").As(admit.ShedReads), a.replay)
	wire.Register(a.wire, reads("replay-at", "replay/{at}", "Get a finished game as it was after some moves").As(admit.ShedReads), a.replayAt)
	try := reads("try-moves", "replay/{at}/try", "See what other moves in a finished game would have led to").As(admit.ShedReads)
	try.Method = http.MethodPost
	wire.Register(a.wire, try, a.tryMoves)
	release := at("release", "release", "Let everyone replay the finished game of a private table, or end that")
	release.Tag, release.About = tagPlay, "Only the host may. Others see the moves and the hands, but no title, no names and no talk."
	wire.Register(a.wire, release, a.release)
}

func (a replayAPI) release(ctx context.Context, in *tableWith[Releasing]) (*reply[wire.Table], error) {
	by := admit.PersonOf(ctx)
	if in.Body.Released {
		if err := a.public(by); err != nil {
			return nil, err
		}
	}
	t, err := a.conf.Lobby.Release(ctx, by, in.ID, in.Body.Released)
	return a.changed(ctx, t, err)
}

func (a replayAPI) replay(ctx context.Context, in *replayInput) (*rawBody, error) {
	return a.replayed(ctx, in.ID, in.ReplayAs, func(s *table.State, by engine.Seats) ([]byte, error) {
		return s.AppendReplay(make([]byte, 0, 64<<10), by)
	})
}

func (a replayAPI) replayAt(ctx context.Context, in *replayAtInput) (*rawBody, error) {
	return a.replayed(ctx, in.ID, in.ReplayAs, func(s *table.State, by engine.Seats) ([]byte, error) {
		return s.AppendReplayAt(make([]byte, 0, 8<<10), by, in.At)
	})
}

func (a replayAPI) tryMoves(ctx context.Context, in *tryInput) (*rawBody, error) {
	return a.replayed(ctx, in.ID, in.ReplayAs, func(s *table.State, by engine.Seats) ([]byte, error) {
		return s.AppendTrial(make([]byte, 0, 32<<10), by, in.At, in.Body.Moves)
	})
}

// replayed opens a finished game and writes its replay with the given function. Anyone who can see
// the table can see the whole finished game, just as its transcript shows it.
func (a replayAPI) replayed(ctx context.Context, id string, as ReplayAs, write func(*table.State, engine.Seats) ([]byte, error)) (*rawBody, error) {
	t, s, _, err := a.soundGame(ctx, id)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	if err := a.gate.Spend(admit.CallerOf(ctx), admit.ReadUnits(s.WholeCost())); err != nil {
		return nil, err
	}
	body, err := write(s, as.perspective(s))
	if err != nil {
		return nil, err
	}
	return &rawBody{ContentType: "application/json", Body: append(body, '\n')}, nil
}

// finishedGame opens a game like the method game. It also admits people whom game would reject, if
// the host has released the game, or if its shared deal is open. No player at another table can then
// misuse its cards.
func (a *core) finishedGame(ctx context.Context, id string) (*table.Live, lobby.Access, error) {
	t, access, err := a.game(ctx, id)
	if was := lobby.Refused(err); was != lobby.NoSuchTable && was != lobby.NotSeated {
		return t, access, err
	}
	open, missing := a.conf.Lobby.Opening(ctx, admit.PersonOf(ctx), id)
	if missing != nil {
		return nil, access, err
	}
	t, err = a.conf.Tables.Open(ctx, id)
	return t, lobby.Access{Table: open, Watch: lobby.WatchHidden}, err
}

// soundGame opens a game that is not damaged. The returned state includes everything that the
// caller may know of the game. The caller of soundGame must release the game.
func (a *core) soundGame(ctx context.Context, id string) (*table.Live, *table.State, lobby.Access, error) {
	t, access, err := a.finishedGame(ctx, id)
	if err != nil {
		return nil, nil, access, err
	}
	err = t.Damaged()
	if err == nil {
		var s *table.State
		if s, err = a.disclosed(ctx, t.State(), access); err == nil {
			return t, s, access, nil
		}
	}
	t.Release()
	return nil, nil, access, err
}

// disclosed returns the state of a game. The state includes the hidden cards, unless the game has a
// shared deal that is not open yet.
func (a *core) disclosed(ctx context.Context, s *table.State, access lobby.Access) (*table.State, error) {
	if s.Shared() == "" || !s.Over {
		return s, nil
	}
	if open, err := a.conf.Lobby.Opened(ctx, access.Table); err != nil || !open {
		return s, err
	}
	return s.Disclose(), nil
}
