package httpapi

import (
	"net/http"
	"reflect"

	"theriac/internal/httpapi/hooks"
	"theriac/internal/httpapi/live"

	"github.com/danielgtaylor/huma/v2"
)

// Types that describe updates in the OpenAPI document. Package table writes the updates without
// using these types. A test decodes real updates into them and rejects unknown fields.

// Update contains everything that is new to a viewer since their last update.
type Update struct {
	N        int            `json:"n" doc:"The newest entry of the log. The id of the event begins with it."`
	At       int64          `json:"at" doc:"When that was, in milliseconds since 1970."`
	Made     int            `json:"made" doc:"How many moves stand."`
	Steps    []Step         `json:"steps" doc:"The entries since the one that you have seen."`
	View     map[string]any `json:"view" doc:"The position as you may know it, in the game's own words."`
	Chances  map[string]any `json:"chances,omitzero" doc:"The odds that follow from that view alone, in thousandths, in the game's own words; left out once the game is over."`
	Question Question       `json:"question"`
	Moves    []SeatMoves    `json:"moves" doc:"The moves of your own seats."`
	Ask      *Proposal      `json:"ask,omitempty" doc:"The open proposal, if any."`
	Undo     *UndoNeeds     `json:"undo,omitempty" doc:"What an undo of your last choice, and of all moves since, would need. Only if you hold a seat and have chosen something."`
	Marked   bool           `json:"marked,omitempty" doc:"An undo went back over something that was revealed."`
	Paused   bool           `json:"paused,omitempty" doc:"The clock stands still, and no move is possible until the game is resumed."`
	Resumes  int64          `json:"resumes,omitempty" doc:"When a pause ends by itself, in milliseconds since 1970."`
	Away     bool           `json:"away,omitempty" doc:"The game is on its player's own device: until it is back, nothing can be done here."`
	Over     *Over          `json:"over,omitempty"`
}

// Step is one entry of the log. It leaves out secrets that the viewer must not know.
type Step struct {
	N     int    `json:"n"`
	At    int64  `json:"at"`
	Kind  string `json:"kind" enum:"open,play,undo,ask,agree,refuse,standing,advice,end,bot,pause,resume,repair,away,back"`
	By    []int  `json:"by,omitempty" doc:"The seats that did it; left out where the server did."`
	To    *int   `json:"to,omitempty" doc:"Of an undo: how many moves stay."`
	What  string `json:"what,omitempty" enum:"undo,end,bot,pause,resume" doc:"Of a proposal."`
	Seat  *int   `json:"seat,omitempty" doc:"Of bot, and of a proposal of it: the seat that the bot gets."`
	Plays []Play `json:"plays"`
}

// Play is one move with its effects.
type Play struct {
	Seat  *int   `json:"seat,omitempty" doc:"Left out for the set-up."`
	Move  string `json:"move,omitempty" doc:"With ? for a card that you may not see."`
	Why   string `json:"why,omitempty" enum:"standing,clock,bot,lead" doc:"The cause, where no person chose the move at that moment."`
	Facts []Fact `json:"facts"`
}

// Fact is an event of the game, with the rule that caused it.
type Fact struct {
	Fact string `json:"fact" example:"pawn-moved 1 paris"`
	Rule string `json:"rule" example:"action/drive"`
}

// Question is the open question, with the seats that may answer it.
type Question struct {
	ID       string `json:"id" doc:"An answer names it."`
	Step     string `json:"step" doc:"Its kind." example:"action"`
	All      []int  `json:"all,omitempty" doc:"Each of these seats owes an answer."`
	Any      []int  `json:"any,omitempty" doc:"One of these seats owes an answer."`
	May      []int  `json:"may,omitempty" doc:"These seats may interject."`
	Deadline int64  `json:"deadline,omitempty" doc:"When the table goes on without them, in milliseconds since 1970."`
}

// SeatMoves are the legal moves of one seat.
type SeatMoves struct {
	Seat     int      `json:"seat"`
	List     []string `json:"list" doc:"Every legal move, and no other."`
	Lacks    []Lack   `json:"lacks,omitempty" doc:"The actions that the seat has no move of, while it is asked for one, and why."`
	Standing []string `json:"standing,omitempty" doc:"The seat's standing passes."`
}

// Lack is the reason why a verb has no legal move now, in a few words.
type Lack struct {
	Verb string     `json:"verb"`
	Rule string     `json:"rule" doc:"The rule that forbids it."`
	Key  string     `json:"key" doc:"A text of the catalogues."`
	Args [][]string `json:"args" doc:"What the text names, each a name and a value of a kind."`
}

// Proposal waits for other seats to agree. The next move cancels an undo. Everything else stays until those
// present have decided it. After a minute (with a slow clock, a day) another proposal may replace it.
type Proposal struct {
	What    string `json:"what" enum:"undo,end,bot,pause,resume"`
	At      int64  `json:"at" doc:"When it was made, in milliseconds since 1970."`
	To      int    `json:"to" doc:"Of an undo: how many moves stay."`
	Seat    *int   `json:"seat,omitempty" doc:"Of bot: the seat that it is about."`
	Level   string `json:"level,omitempty" doc:"Of bot: the bot's level."`
	Agreed  []int  `json:"agreed"`
	Refused []int  `json:"refused,omitempty" doc:"The seats that are against it. It falls when no majority can come about any more; an undo at once."`
	Needs   []int  `json:"needs" doc:"The seats that have yet to answer."`
	Present []int  `json:"present,omitempty" doc:"The seats of those who decide, except for an undo: those of people who were present at the last answer. A person with several seats has one vote."`
	Missing int    `json:"missing,omitempty" doc:"How many more people have to agree, at least; with teams, in all teams together."`
	Reveals bool   `json:"reveals"`
}

// UndoNeeds describes what an undo would need, such as other seats' agreement.
type UndoNeeds struct {
	To      int   `json:"to"`
	Needs   []int `json:"needs" doc:"The seats that must agree beside yours; empty: it is free."`
	Reveals bool  `json:"reveals" doc:"Something was revealed since: every seat has to agree, and the game is marked."`
}

// Over describes how the game ended.
type Over struct {
	GivenUp bool   `json:"given-up"`
	Cause   string `json:"cause" doc:"The rule that ended it; empty where the seats gave it up."`
	Won     []int  `json:"won"`
	Ranks   []int  `json:"ranks" doc:"Per seat, from 1."`
	Points  []int  `json:"points" doc:"Per seat."`
}

// Replay is a finished game, move by move. Moves that were undone are left out.
type Replay struct {
	Made   int          `json:"made" doc:"How many moves there are."`
	Marked bool         `json:"marked,omitempty" doc:"An undo went back over something that was revealed."`
	From   []Fact       `json:"from" doc:"What happened at the set-up."`
	Moves  []ReplayMove `json:"moves"`
	Over   Over         `json:"over"`
}

// ReplayMove is one move of a replay with its effects.
type ReplayMove struct {
	At     int64  `json:"at" doc:"When it was made, in milliseconds since 1970."`
	Advice []int  `json:"advice,omitempty" doc:"The seats that were given advice since the move before."`
	Seat   int    `json:"seat"`
	Move   string `json:"move" doc:"With ? for a card that this perspective could not see."`
	Why    string `json:"why,omitempty" enum:"standing,clock,bot,lead" doc:"The cause, where no person chose the move at that moment."`
	Facts  []Fact `json:"facts"`
}

// describeUpdates adds to the OpenAPI document the operations and types that no code registers: the
// event stream, updates, and the transcript.
func describeUpdates(doc *huma.OpenAPI) {
	schemas := doc.Components.Schemas
	update := schemas.Schema(reflect.TypeFor[Update](), true, "Update")
	for _, t := range []reflect.Type{reflect.TypeFor[live.Said](), reflect.TypeFor[live.Gone](), reflect.TypeFor[live.Presence](), reflect.TypeFor[live.Ghost](), reflect.TypeFor[hooks.Notice](),
		reflect.TypeFor[live.Thinking](), reflect.TypeFor[live.Reason]()} {
		schemas.Schema(t, true, t.Name())
	}
	text := &huma.Schema{Type: huma.TypeString}
	doc.Paths["/api/tables/{id}/replay"].Get.Responses["200"].Content = map[string]*huma.MediaType{
		"application/json": {Schema: schemas.Schema(reflect.TypeFor[Replay](), true, "Replay")},
	}
	doc.Paths["/api/tables/{id}/replay/{at}"].Get.Responses["200"].Content = map[string]*huma.MediaType{"application/json": {Schema: update}}
	doc.Paths["/api/tables/{id}/replay/{at}/try"].Post.Responses["200"].Content = map[string]*huma.MediaType{
		"application/json": {Schema: schemas.Schema(reflect.TypeFor[Trial](), true, "Trial")},
	}
	doc.Paths["/api/tables/{id}/view"].Get.Responses["200"].Content = map[string]*huma.MediaType{"application/json": {Schema: update}}
	doc.Paths["/api/tables/{id}/text"].Get.Responses["200"].Content = map[string]*huma.MediaType{"text/plain": {Schema: text}}
	doc.Paths["/api/tables/{id}/transcript"].Get.Responses["200"].Content = map[string]*huma.MediaType{"text/plain": {Schema: text}}
	doc.Paths["/calendar/{file}"].Get.Responses["200"].Content = map[string]*huma.MediaType{"text/calendar": {Schema: text}}
	like := doc.Paths["/api/tables/{id}/view"].Get
	doc.AddOperation(&huma.Operation{
		OperationID: "follow", Method: http.MethodGet, Path: "/api/tables/{id}/events", Tags: []string{tagPlay},
		Summary: "Follow a table",
		Description: "Server-sent events: table (a Table), update (an Update), talk (a Said), presence (a Presence), ghost (a Ghost), " +
			"thinking (a Thinking: whose bots think), reason (a Reason: why a bot on your side moved), " +
			"damaged (the last sound entry), newer (the last entry that this server knows), gone (a Gone: you may no longer follow it), bye (reconnect later). " +
			"Send the id of the last event as Last-Event-ID to resume without gaps or repeats.",
		Parameters: []*huma.Param{
			{Name: "id", In: "path", Required: true, Schema: text},
			{Name: "after", In: "query", Schema: &huma.Schema{Type: huma.TypeInteger}, Description: "The last entry that you have seen; -1 for all from the beginning. Left out: from now on."},
			{Name: "Last-Event-ID", In: "header", Schema: text},
		},
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{"text/event-stream": {Schema: text}}}},
		Security:  like.Security,
	})
	for status, r := range like.Responses {
		if status != "200" {
			doc.Paths["/api/tables/{id}/events"].Get.Responses[status] = r
		}
	}
}
