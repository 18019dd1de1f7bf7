package httpapi

import (
	"context"
	"net/http"

	"theriac/ai/story"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/stories"
	"theriac/internal/table"
)

// StoryTold is the story of a finished game, or how far it is from being ready.
type StoryTold struct {
	State string `json:"state" enum:"absent,being-made,whole,none" doc:"absent: nobody has asked for it; none: this game has no story."`
	Why   string `json:"why,omitempty" enum:"no-chances,rivals,given-up" doc:"Why there is none."`
	Story *Story `json:"story,omitempty" doc:"What is told so far."`
}

// Story describes in which turns a game was won or lost.
type Story struct {
	Reference string       `json:"reference" doc:"The level whose chances these are: as if it played on." example:"steady"`
	Done      int          `json:"done" doc:"How much of it is made."`
	Of        int          `json:"of"`
	Start     Estimate     `json:"start" doc:"The chance before the first turn."`
	End       float64      `json:"end" enum:"0,1" doc:"What the game came to."`
	Turns     []StoryTurn  `json:"turns" doc:"Those that are told so far, the first one first."`
	Points    []StoryPoint `json:"points" doc:"The turning points, the most telling first."`
	Close     []Sentence   `json:"close" doc:"How close it was."`
}

// Estimate is a probability, or a change of a probability, with the standard error of its sampling.
type Estimate struct {
	Chance float64 `json:"chance"`
	Error  float64 `json:"error"`
}

// Sentence refers to a text in the catalogues, and has the text's arguments.
type Sentence struct {
	Key  string      `json:"key"`
	Args [][2]string `json:"args" doc:"What it names, each a name and a value of a kind: city, paris."`
}

// StoryTurn is one turn of a story.
type StoryTurn struct {
	Turn   int        `json:"turn"`
	Seat   int        `json:"seat"`
	From   int        `json:"from" doc:"How many moves stand when it begins,"`
	Acted  int        `json:"acted" doc:"when its actions are over,"`
	To     int        `json:"to" doc:"and when the next one begins or the game is over."`
	Before Estimate   `json:"before" doc:"The chance when it begins,"`
	After  Estimate   `json:"after" doc:"when its actions are over,"`
	Next   Estimate   `json:"next" doc:"and when its cards are drawn and its infections over."`
	Skill  Estimate   `json:"skill" doc:"After less before."`
	Luck   Estimate   `json:"luck" doc:"Next less after."`
	Missed *Estimate  `json:"missed,omitempty" doc:"How much better the best plan that was found is, where one is clearly better."`
	Better *StoryPlan `json:"better,omitempty" doc:"That plan."`
	Notes  []Sentence `json:"notes" doc:"What else stands out."`
}

// StoryPlan is a plan that would have won more often than the moves that were made.
type StoryPlan struct {
	At       int       `json:"at" doc:"How many moves stand where it begins."`
	Moves    []string  `json:"moves" doc:"Each with its seat, as in a transcript; without the move that ends the actions." example:"1 drive paris"`
	Estimate Estimate  `json:"estimate"`
	Idea     string    `json:"idea" doc:"What it is about: cure, share, treat, build, move."`
	Reason   *Sentence `json:"reason,omitempty"`
}

// StoryPoint is a turning point of a game.
type StoryPoint struct {
	Turn int     `json:"turn"`
	At   int     `json:"at" doc:"How many moves stand when it has happened, or where the better plan begins."`
	Kind string  `json:"kind" enum:"skill,luck,missed"`
	By   float64 `json:"by" doc:"How much the chance changed, or was missed."`
	Sentence
}

// storyAPI holds the operations on the stories of games.
type storyAPI struct{ *core }

// register registers the operations on the stories of games.
func (a storyAPI) register() {
	get := at("story", "story", "Get the story of a finished game, as far as it is made").As(admit.ShedReads)
	get.Method, get.Tag, get.Anyone = http.MethodGet, tagPlay, true
	get.Errors = append(get.Errors, http.StatusUnprocessableEntity, http.StatusLocked)
	wire.Register(a.wire, get, a.story)
	made := at("make-story", "story", "Have the story of a finished game made").As(admit.ShedReads)
	made.Tag, made.Limit = tagPlay, admit.ByMake
	made.About = "It takes about a minute, and is made once, however many ask. Get it meanwhile to see how far it is."
	made.Errors = append(made.Errors, http.StatusUnprocessableEntity, http.StatusLocked)
	wire.Register(a.wire, made, a.makeStory)
}

func (a storyAPI) story(ctx context.Context, in *TablePath) (*reply[StoryTold], error) {
	return a.told(ctx, in.ID, func(s *table.State) (stories.Told, error) { return a.conf.Stories.Get(ctx, s) })
}

func (a storyAPI) makeStory(ctx context.Context, in *TablePath) (*reply[StoryTold], error) {
	return a.told(ctx, in.ID, func(s *table.State) (stories.Told, error) {
		if err := a.gate.Spend(admit.CallerOf(ctx), admit.ReadUnits(s.WholeCost())); err != nil {
			return stories.Told{}, err
		}
		return a.conf.Stories.Ask(ctx, admit.PersonOf(ctx).ID, s)
	})
}

// told opens a finished game for a caller who can replay it, and returns what the function tell
// returns for it.
func (a storyAPI) told(ctx context.Context, id string, tell func(*table.State) (stories.Told, error)) (*reply[StoryTold], error) {
	t, s, _, err := a.soundGame(ctx, id)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	if err := s.Open(); err != nil {
		return nil, err
	}
	if a.conf.Stories == nil {
		return &reply[StoryTold]{StoryTold{State: stories.None, Why: "no-chances"}}, nil
	}
	told, err := tell(s)
	if err != nil {
		return nil, err
	}
	return &reply[StoryTold]{shownStory(told)}, nil
}

func shownStory(told stories.Told) StoryTold {
	out := StoryTold{State: told.State, Why: told.Why}
	if told.State == stories.Absent || told.State == stories.None {
		return out
	}
	s := &told.Story
	out.Story = &Story{
		Reference: s.Reference, Done: s.Done, Of: s.Of, Start: Estimate(s.Start), End: s.End,
		Turns: make([]StoryTurn, len(s.Turns)), Points: make([]StoryPoint, len(s.Points)), Close: sentences(s.Close),
	}
	for i := range s.Turns {
		out.Story.Turns[i] = shownTurn(&s.Turns[i])
	}
	for i, p := range s.Points {
		out.Story.Points[i] = StoryPoint{Turn: p.Turn, At: p.At, Kind: p.Kind, By: p.By, Sentence: sentence(p.Line)}
	}
	return out
}

func shownTurn(t *story.Turn) StoryTurn {
	out := StoryTurn{
		Turn: t.Turn, Seat: t.Seat, From: t.From, Acted: t.Acted, To: t.To,
		Before: Estimate(t.Before), After: Estimate(t.After), Next: Estimate(t.Next), Skill: Estimate(t.Skill), Luck: Estimate(t.Luck),
		Notes: sentences(t.Notes),
	}
	if t.Missed != nil {
		missed := Estimate(*t.Missed)
		out.Missed = &missed
	}
	if b := t.Better; b != nil {
		out.Better = &StoryPlan{At: b.At, Moves: b.Moves, Estimate: Estimate(b.Estimate), Idea: b.Idea}
		if b.Reason != nil {
			why := sentence(*b.Reason)
			out.Better.Reason = &why
		}
	}
	return out
}

func sentence(l story.Line) Sentence {
	if l.Args == nil {
		l.Args = [][2]string{}
	}
	return Sentence(l)
}

func sentences(list []story.Line) []Sentence {
	out := make([]Sentence, len(list))
	for i, l := range list {
		out[i] = sentence(l)
	}
	return out
}
