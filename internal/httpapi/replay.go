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

// ReplayAs is the perspective of a replay.
type ReplayAs struct {
	As string `query:"as" enum:"all,none,0,1,2,3,4,5" default:"all" doc:"The perspective: a seat's, that of all seats together, or a spectator's (none)."`
}

// replayInput asks for a game that is over.
type replayInput struct {
	TablePath
	ReplayAs
}

// replayAtInput asks for one moment of it.
type replayAtInput struct {
	TablePath
	ReplayAs
	At int `path:"at" minimum:"0" maximum:"100000" doc:"After how many moves."`
}

// tryInput asks what other moves would have led to.
type tryInput struct {
	TablePath
	ReplayAs
	At   int `path:"at" minimum:"0" maximum:"100000" doc:"After how many moves."`
	Body TryMoves
}

// TryMoves is moves that might have been made.
type TryMoves struct {
	Moves []string `json:"moves" minItems:"1" maxItems:"24" doc:"One after the other, each with its seat, as in a transcript." example:"[\"0 drive paris\"]"`
}

// Trial is what would have followed from other moves, one by one. Others who are asked agree.
type Trial struct {
	Steps []TrialStep `json:"steps"`
}

// TrialStep is one move of a trial and the position that it leads to.
type TrialStep struct {
	Play   ReplayMove `json:"play"`
	Update Update     `json:"update"`
}

// perspective is the seats to replay as.
func (in ReplayAs) perspective(s *table.State) engine.Seats {
	switch in.As {
	case "all":
		return s.Seats()
	case "none":
		return 0
	}
	seat, _ := strconv.Atoi(in.As) // its form is checked
	return engine.SeatsOf(engine.Seat(seat))
}

// replayAPI is the operations of going through finished games.
type replayAPI struct{ *core }

func (a replayAPI) register() {
	wire.Register(a.wire, reads("replay", "replay", "Get the moves of a finished game").As(admit.ShedReads), a.replay)
	wire.Register(a.wire, reads("replay-at", "replay/{at}", "Get a finished game as it was after some moves").As(admit.ShedReads), a.replayAt)
	try := reads("try-moves", "replay/{at}/try", "See what other moves in a finished game would have led to").As(admit.ShedReads)
	try.Method = http.MethodPost
	wire.Register(a.wire, try, a.tryMoves)
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

// replayed opens a game for a caller who may see it. A finished game is open, as its
// transcript is: whoever may see it may see all of it.
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

// finishedGame is game, and beside it opens the games of a day's deal to everybody
// once the deal is open.
func (a *core) finishedGame(ctx context.Context, id string) (*table.Table, lobby.Access, error) {
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

// soundGame opens a game that the caller may see, with all that may be known of it. The
// caller releases it.
func (a *core) soundGame(ctx context.Context, id string) (*table.Table, *table.State, lobby.Access, error) {
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

// disclosed is the state with everything that may be known of a deal that tables
// share: nothing more than at the table, as long as somebody plays it.
func (a *core) disclosed(ctx context.Context, s *table.State, access lobby.Access) (*table.State, error) {
	if s.Shared() == "" || !s.Over {
		return s, nil
	}
	if open, err := a.conf.Lobby.Opened(ctx, access.Table); err != nil || !open {
		return s, err
	}
	return s.Disclose(), nil
}
