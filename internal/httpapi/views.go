package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/table"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// viewInput is the input of the operation that reads the current state of a game.
type viewInput struct {
	TablePath
	Fresh bool `query:"fresh" doc:"Read past this node's memory: for the holder of a seat, up to the newest acknowledged entry; for everybody else, what the store reports."`
	After int  `query:"after" default:"-2" minimum:"-2" maximum:"1000000" doc:"Include the entries since that one; -1 for all."`
}

// rawBody is a response body that is already encoded.
type rawBody struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

// whyInput is the input of the operation that explains whether a move is allowed.
type whyInput struct {
	TablePath
	Seat int    `query:"seat" minimum:"0" maximum:"5"`
	Move string `query:"move" required:"true" minLength:"1" maxLength:"120"`
}

// reading registers the operations that read a game without changing it.
func (a playAPI) reading() {
	wire.Register(a.wire, reads("view", "view", "Get the view of a game").As(admit.ShedPlay), a.view)
	wire.Register(a.wire, reads("why-not", "why", "Get the rule that forbids a move").As(admit.ShedPlay), a.why)
	wire.Register(a.wire, reads("transcript", "transcript", "Get the game as text").As(admit.ShedReads), a.transcript)
	wire.Register(a.wire, reads("text", "text", "Get the position, what you know and your moves as compact text").As(admit.ShedPlay), a.text)
}

// reads returns the description of an operation that reads a game.
func reads(id, path, summary string) wire.Operation {
	op := at(id, path, summary)
	op.Method, op.Tag, op.Anyone = http.MethodGet, tagPlay, true
	op.Errors = append(op.Errors, http.StatusUnprocessableEntity, http.StatusLocked)
	return op
}

func (a playAPI) view(ctx context.Context, in *viewInput) (*rawBody, error) {
	t, access, err := a.game(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	a.live.WakeBots(access)
	if in.Fresh {
		if err := a.live.Refresh(ctx, admit.CallerOf(ctx), access, t); err != nil {
			return nil, err
		}
	}
	// If a newer version of the program has continued the table, it can be read up to that point. A
	// caller who asks for the newest entry gets an error.
	if err := t.Damaged(); err != nil && !errors.Is(err, table.ErrNewer) {
		return nil, err
	}
	v, s, after := live.ViewerOf(access), t.State(), in.After
	if after == live.Unseen {
		after = s.N
	}
	if err := a.gate.Spend(admit.CallerOf(ctx), admit.ReadUnits(s.ReadCost(v, after))); err != nil {
		return nil, err
	}
	s = s.For(v)
	if in.After == live.Unseen {
		after = s.N
	}
	return &rawBody{ContentType: "application/json", Body: append(s.AppendUpdate(make([]byte, 0, 8<<10), v, after), '\n')}, nil
}

func (a playAPI) why(ctx context.Context, in *whyInput) (*struct{ Body Why }, error) {
	t, access, err := a.game(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	seat := engine.Seat(in.Seat)
	if !access.Seats.Has(seat) {
		return nil, lobby.Refusal{ID: lobby.NotHolder}
	}
	pos := t.State().Pos
	m, err := pos.Vocabulary().ParseMove(seat, in.Move)
	if err != nil {
		return nil, &table.Refusal{ID: table.RefusedNotation, What: wire.Short(in.Move)}
	}
	lack, not := engine.UnmetFrom(pos.View(access.Seats), m)
	why := Why{Allowed: !not, Rule: lack.Rule}
	if lack.Text != "" {
		why.Lack = &Lack{Verb: pos.Vocabulary().Verbs[m.Verb].Name, Rule: lack.Rule, Key: lack.Text, Args: [][]string{}}
		for _, a := range lack.Args {
			why.Lack.Args = append(why.Lack.Args, a[:])
		}
	}
	if not {
		for _, step := range engine.RouteFrom(pos.View(access.Seats), m) {
			why.Route = append(why.Route, pos.Vocabulary().Move(step))
		}
	}
	return &struct{ Body Why }{why}, nil
}

func (a playAPI) transcript(ctx context.Context, in *TablePath) (*rawBody, error) {
	t, access, err := a.finishedGame(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	v := live.ViewerOf(access)
	s, err := a.disclosed(ctx, t.State(), access)
	if err != nil {
		return nil, err
	}
	if err := a.gate.Spend(admit.CallerOf(ctx), admit.ReadUnits(s.WholeCost())); err != nil {
		return nil, err
	}
	return &rawBody{ContentType: "text/plain; charset=utf-8", Body: []byte(s.For(v).Transcript(v))}, nil
}

// textInput is the input of the operation that returns a position as text.
type textInput struct {
	TablePath
	Lang string `query:"lang" maxLength:"35" doc:"The language of the words, such as fr; an unknown one gives English. Moves are written the same in all."`
}

// textWidth is the width in columns of a position as text.
const textWidth = 100

// text returns as text the part of a position that the caller may know.
func (a playAPI) text(ctx context.Context, in *textInput) (*rawBody, error) {
	t, access, err := a.game(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	a.live.WakeBots(access)
	v, s := live.ViewerOf(access), t.State()
	if err := a.gate.Spend(admit.CallerOf(ctx), admit.TextUnits+admit.ReadUnits(s.ReadCost(v, s.N))); err != nil {
		return nil, err
	}
	c, err := locale.For(locale.Match(in.Lang))
	if err != nil {
		return nil, err
	}
	game, ok := games.FindEntry(access.Table.Game)
	if !ok {
		return nil, lobby.Refusal{ID: lobby.NoSuchGame}
	}
	s = s.For(v)
	texts, d := c.Of(access.Table.Game), s.Pos.Decision()
	d.Over = d.Over || s.Over // a game that the players gave up is over, too
	body := fmt.Sprintf("question %s\n\n", s.Question()) + present.Position(game.Present(s.View(v), texts, present.Style{}), texts,
		s.Pos.Vocabulary(), d, v.Seats, textWidth, func(by engine.Seat) []engine.Move { return s.Pos.AppendMoves(nil, by) })
	return &rawBody{ContentType: "text/plain; charset=utf-8", Body: []byte(body)}, nil
}
