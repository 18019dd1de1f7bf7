package httpapi

import (
	"context"
	"errors"
	"net/http"

	"theriac/engine"
	"theriac/games/entry"
	"theriac/internal/advice"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// Advice holds suggested plans for the caller's current turn. They are based only on the knowledge
// of the caller's seats.
type Advice struct {
	Question  string       `json:"question" doc:"The question that it is about, as in the update."`
	Made      int          `json:"made" doc:"How many moves stood then."`
	Reference string       `json:"reference" doc:"The level of bots whose chances these are, as if it played on after the plan." example:"steady"`
	Plans     []AdvisedWay `json:"plans" minItems:"1" maxItems:"3" doc:"The best first; no two are about the same."`
}

// AdvisedWay is one suggested plan for the remaining actions of a turn.
type AdvisedWay struct {
	Idea   string        `json:"idea" enum:"cure,share,treat,build,move" doc:"What it is about."`
	Chance float64       `json:"chance" minimum:"0" maximum:"1" doc:"How likely the game is won after it."`
	Error  float64       `json:"error" minimum:"0" doc:"The standard error of the chance, from sampling."`
	Moves  []PlannedMove `json:"moves" doc:"In order, without the one that ends the actions."`
	Key    string        `json:"key,omitempty" doc:"A text of the catalogues that says why."`
	Args   [][]string    `json:"args,omitempty" doc:"What the text names: pairs of a name and a value."`
}

// AdviceRule is the request to allow or forbid advice at a table.
type AdviceRule struct {
	On bool `json:"on" doc:"Who sits at the table may ask what to do."`
}

// adviceAPI holds the operations that give players advice.
type adviceAPI struct{ *core }

// register registers the operations that give players advice.
func (a adviceAPI) register() {
	op := at("ask-advice", "advice", "Ask what to do").As(admit.ShedReads)
	op.Tag = tagPlay
	op.About = "While the actions of your own turn are open: up to three plans that differ in what they are about. They follow from what your seats know, " +
		"and everybody reads in the log that you asked. The table has to play with advice; deals that tables share, lessons and puzzles never do."
	op.Errors = append(op.Errors, http.StatusUnprocessableEntity, http.StatusLocked)
	wire.Register(a.wire, op, a.advise)
	rule := at("set-advice", "advice", "Let those who sit at a table ask what to do, or not")
	rule.Method, rule.About = http.MethodPut, "The host may. Where nobody has said so, somebody who plays alone or with bots may ask, and people among each other may not."
	wire.Register(a.wire, rule, func(ctx context.Context, in *tableWith[AdviceRule]) (*reply[wire.Table], error) {
		t, err := a.conf.Lobby.SetAdvice(ctx, admit.PersonOf(ctx), in.ID, in.Body.On)
		return a.changed(ctx, t, err)
	})
}

func (a adviceAPI) advise(ctx context.Context, in *TablePath) (*reply[Advice], error) {
	t, access, err := a.game(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	if access.Seats.Empty() {
		return nil, lobby.Refusal{ID: lobby.NotHolder}
	}
	if err := access.Table.RefuseAdvice(); err != nil {
		return nil, err
	}
	if a.conf.Advice == nil {
		return nil, lobby.Refusal{ID: lobby.NoAdviceGame}
	}
	s := t.State()
	by := s.Pos.Decision().Owing() & access.Seats
	if s.Over || by.Empty() {
		return nil, lobby.Refusal{ID: lobby.NoAdviceNow}
	}
	if err := a.takeBack(ctx, access, by); err != nil {
		return nil, err
	}
	got, err := a.conf.Advice.Ask(ctx, admit.PersonOf(ctx).ID, in.ID, s.Header(), s.Pos, access.Seats)
	if slow := (*advice.SlowDown)(nil); errors.As(err, &slow) {
		return nil, a.gate.Limited("advice", slow.Wait)
	}
	if err != nil {
		return nil, err
	}
	if len(got.Plans) == 0 {
		return nil, lobby.Refusal{ID: lobby.NoAdviceNow}
	}
	// Record the advice in the log before the player gets it, so that no advice is given secretly.
	c := table.Advised{By: by, Question: s.Question(), Made: s.Moves()}
	if _, err := t.Do(ctx, c.Key(), c); err != nil {
		return nil, err
	}
	out := Advice{Question: c.Question, Made: c.Made, Reference: got.Reference, Plans: []AdvisedWay{}}
	for _, p := range got.Plans {
		out.Plans = append(out.Plans, shownWay(s.Pos.Vocabulary(), p))
	}
	return &reply[Advice]{out}, nil
}

func shownWay(v *engine.Vocabulary, p advice.Plan) AdvisedWay {
	way := AdvisedWay{Idea: p.Idea, Chance: p.Estimate.Chance, Error: p.Estimate.Error, Moves: []PlannedMove{}, Key: p.Reason}
	for _, arg := range p.Args {
		way.Args = append(way.Args, arg[:])
	}
	for _, m := range p.Moves {
		planned := PlannedMove{Seat: int(m.Seat), Move: m.Move, Kinds: []string{}}
		if move, err := v.ParseMove(m.Seat, m.Move); err == nil {
			planned.Kinds = entry.KindNames(v.Verbs[move.Verb].Args)
		}
		way.Moves = append(way.Moves, planned)
	}
	return way
}
