package httpapi

import (
	"context"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/order"
)

// Console is what the first screen of the console shows.
type Console struct {
	OpenReports int       `json:"openReports"`
	Cases       int       `json:"cases" doc:"People with open reports."`
	Oldest      time.Time `json:"oldest,omitzero" doc:"Of the open reports."`
	Appeals     int       `json:"appeals" doc:"Without an answer."`
	Reviews     int       `json:"reviews" doc:"Decisions without an end that nobody has looked at for a year."`
	People      int       `json:"people"`
	PeopleToday int       `json:"peopleToday" doc:"Who came today."`
	Tables      int       `json:"tables" doc:"On the public list."`
	Playing     int       `json:"playing" doc:"Games in this node's memory."`
	Streams     int       `json:"streams" doc:"Open at this node."`
	Store       string    `json:"store" doc:"ok, or why it cannot be written to."`
	Nodes       []Node    `json:"nodes"`
	Doctor      []Remark  `json:"doctor" doc:"What needs an operator's attention."`
}

// Remark is a problem that operators should know about.
type Remark struct {
	Level string `json:"level" enum:"note,problem"`
	Text  string `json:"text"`
}

// Case is a person with open reports.
type Case struct {
	About   wire.Player  `json:"about"`
	Reports int          `json:"reports"`
	Oldest  time.Time    `json:"oldest"`
	Kinds   []string     `json:"kinds"`
	Taken   *wire.Player `json:"taken,omitempty" doc:"The moderator who looks at it."`
}

// CaseList is one page of the queue.
type CaseList struct {
	Cases []Case `json:"cases"`
	Next  string `json:"next,omitempty" doc:"What after takes for the next page; left out on the last one."`
}

// PersonFile is what moderators see of a person.
type PersonFile struct {
	Player    wire.Player     `json:"player"`
	Lang      string          `json:"lang" doc:"The language they read, or empty."`
	Created   time.Time       `json:"created"`
	Member    bool            `json:"member" doc:"They can sign in; a guest cannot."`
	Role      string          `json:"role" enum:",operator,moderator"`
	Limits    []Limit         `json:"limits"`
	Reports   []Report        `json:"reports" doc:"About them, oldest first."`
	Wrote     int             `json:"wrote" doc:"How many reports they have written."`
	Decisions []ShownDecision `json:"decisions" doc:"About them, newest first."`
}

// ShownDecision is a decision, as moderators see it.
type ShownDecision struct {
	OwnDecision
	About      wire.Player  `json:"about"`
	By         *wire.Player `json:"by,omitempty"`
	AnsweredBy *wire.Player `json:"answeredBy,omitempty"`
	Reviewed   time.Time    `json:"reviewed,omitzero" doc:"When a moderator last looked at it again."`
	Reports    []string     `json:"reports"`
	Lines      []Line       `json:"lines"`
}

// Line is a chat message by its place. Place 0 is the table's title.
type Line struct {
	Table string `json:"table" minLength:"1" maxLength:"64"`
	Line  uint64 `json:"line,omitempty" maximum:"9007199254740991"`
}

// Ruling is the request to decide about a person.
type Ruling struct {
	About   string    `json:"about" minLength:"1" maxLength:"64"`
	What    string    `json:"what" enum:"none,warn,mute,no-public,suspend,rename,remove"`
	Until   time.Time `json:"until,omitzero" doc:"For mute, no-public and suspend: at most two years from now."`
	Open    bool      `json:"open,omitempty" doc:"Instead of until: until it is lifted. It is looked at every year."`
	Reason  string    `json:"reason" enum:"hurtful,spam,cheating,stopped,name,title,other"`
	Words   string    `json:"words,omitempty" maxLength:"4000" doc:"What the person reads besides the usual text, at most 500 characters. Name no reporter."`
	Reports []string  `json:"reports,omitempty" maxItems:"500" doc:"The reports that it closes. Left out: all that are open about the person."`
	Lines   []Line    `json:"lines,omitempty" maxItems:"50" doc:"What remove takes away."`
	Key     string    `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$"`
}

// Lifting is the request to end a decision early.
type Lifting struct {
	Words string `json:"words,omitempty" maxLength:"8000"`
}

// AppealAnswer is the request to answer an appeal.
type AppealAnswer struct {
	Uphold bool   `json:"uphold" doc:"true leaves the decision as it is; false lifts it."`
	Words  string `json:"words,omitempty" maxLength:"8000" doc:"For the person concerned."`
}

// LogEntry is one entry of the moderation log.
type LogEntry struct {
	N        int          `json:"n"`
	At       time.Time    `json:"at"`
	Kind     string       `json:"kind" enum:"decide,lift,appeal,answer,review,role,return,broken"`
	By       *wire.Player `json:"by,omitempty"`
	About    *wire.Player `json:"about,omitempty"`
	Decision string       `json:"decision,omitempty"`
	What     string       `json:"what,omitempty"`
	Reason   string       `json:"reason,omitempty"`
	Until    time.Time    `json:"until,omitzero"`
	Upheld   bool         `json:"upheld,omitempty"`
	Role     string       `json:"role,omitempty"`
	Cause    string       `json:"cause,omitempty" doc:"Of a role: key if the operator's key gave it, again if there was an operator already."`
	Broken   []int        `json:"broken,omitempty" doc:"Entries that were missing or changed when a new chain began here."`
	Seal     string       `json:"seal" doc:"A hash over this entry and all entries before it in its chain."`
}

// Log is one page of the moderation log.
type Log struct {
	Entries []LogEntry `json:"entries" doc:"Newest first."`
	More    bool       `json:"more"`
	Broken  []int      `json:"broken" doc:"Entries that are missing or do not fit the chain."`
}

// Takedown is the request to hide a table from everyone.
type Takedown struct {
	Reason string `json:"reason,omitempty" maxLength:"4000" doc:"At most 500 characters; shown to the people of the table."`
}

// ConsoleTables is one page of the console's list of tables.
type ConsoleTables struct {
	Tables []wire.TableSummary `json:"tables"`
	Next   int                 `json:"next,omitempty" doc:"What after takes for the next page; left out on the last one."`
}

const consolePage = 50

// consoleAPI holds the operations of moderators.
type consoleAPI struct{ *core }

// moderates returns the description of an operation that needs a role.
func moderates(id, method, path, summary string) wire.Operation {
	return wire.Operation{
		ID: id, Method: method, Path: "/api/console" + path, Tag: tagConsole, Summary: summary, Role: order.Moderator, Shed: admit.ShedPlay,
		Errors: []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict},
	}
}

func (a consoleAPI) register() {
	wire.Register(a.wire, moderates("console", http.MethodGet, "", "Get the counters of the server"), a.console)
	wire.Register(a.wire, moderates("queue", http.MethodGet, "/queue", "List people with open reports, the oldest first"), a.queue)
	file := moderates("person-file", http.MethodGet, "/people/{person}", "Get the reports and decisions about a person")
	file.About = "With take, other moderators see for half an hour that you look at it."
	wire.Register(a.wire, file, a.file)
	decide := moderates("decide", http.MethodPost, "/decisions", "Decide about a person")
	decide.Status = http.StatusCreated
	decide.About = "None needs no proof, suspend needs one of its own, and the others one of the last ten minutes. The key makes a repeated request harmless."
	wire.Register(a.wire, decide, a.decide)
	wire.Register(a.wire, moderates("lift", http.MethodPost, "/decisions/{decision}/lift", "Lift a decision"), a.lift)
	wire.Register(a.wire, moderates("review", http.MethodPost, "/decisions/{decision}/review", "Leave a decision without an end for another year"),
		func(ctx context.Context, in *DecisionPath) (*reply[ShownDecision], error) {
			d, err := a.conf.Order.Review(ctx, admit.PersonOf(ctx).ID, in.Decision)
			return a.shown(ctx, d, err)
		})
	wire.Register(a.wire, moderates("list-reviews", http.MethodGet, "/reviews", "List decisions without an end that are due to be looked at"),
		func(ctx context.Context, _ *nothing) (*reply[[]ShownDecision], error) {
			reviews, _ := a.conf.Order.Due()
			return a.shownAll(ctx, reviews)
		})
	wire.Register(a.wire, moderates("list-appeals", http.MethodGet, "/appeals", "List appeals without an answer, the oldest first"),
		func(ctx context.Context, _ *nothing) (*reply[[]ShownDecision], error) {
			_, appeals := a.conf.Order.Due()
			return a.shownAll(ctx, appeals)
		})
	answer := moderates("answer-appeal", http.MethodPost, "/appeals/{decision}", "Answer an appeal")
	answer.About = "Another moderator than the one who decided, if there is one."
	wire.Register(a.wire, answer, a.answer)
	wire.Register(a.wire, moderates("order-log", http.MethodGet, "/log", "Get the moderation log, the newest entries first"), a.log)
	wire.Register(a.wire, moderates("console-tables", http.MethodGet, "/tables", "List public tables"), a.tables)
	takedown := moderates("take-down", http.MethodPost, "/tables/{id}/takedown", "Hide a table from everybody")
	wire.Register(a.wire, takedown, func(ctx context.Context, in *tableWith[*Takedown]) (*reply[wire.Table], error) {
		if err := a.proved(ctx); err != nil {
			return nil, err
		}
		reason := ""
		if in.Body != nil {
			reason = in.Body.Reason
		}
		t, err := a.conf.Lobby.TakeDown(ctx, admit.PersonOf(ctx), in.ID, reason)
		return a.changed(ctx, t, err)
	})
}

// DecisionPath names the decision in the path of an operation.
type DecisionPath struct {
	Decision string `path:"decision" maxLength:"64"`
}

func (a consoleAPI) console(ctx context.Context, _ *nothing) (*reply[Console], error) {
	cases, reports, oldest := a.conf.Order.Waiting()
	reviews, appeals := a.conf.Order.Due()
	all, today, err := a.conf.Identity.Count(ctx)
	if err != nil {
		return nil, err
	}
	out := Console{
		OpenReports: reports, Cases: cases, Oldest: oldest, Appeals: len(appeals), Reviews: len(reviews), People: all, PeopleToday: today,
		Tables: a.conf.Lobby.OpenTables(), Playing: a.conf.Tables.Live(), Streams: a.gate.Streams(), Store: "ok", Nodes: a.nodes(), Doctor: []Remark{},
	}
	if err := a.conf.Health.Ready(ctx); err != nil {
		out.Store = err.Error()
	}
	out.Doctor, err = a.remarks(ctx)
	return &reply[Console]{out}, err
}

// remarks returns what an operator should look at.
func (a consoleAPI) remarks(ctx context.Context) ([]Remark, error) {
	out := []Remark{}
	if a.conf.Remark != nil {
		for line := range strings.SplitSeq(a.conf.Remark(), "\n") {
			if line = strings.TrimSpace(line); line != "" {
				out = append(out, Remark{Level: "note", Text: line})
			}
		}
	}
	damages, err := a.damages(ctx)
	for _, d := range damages {
		out = append(out, Remark{Level: "problem", Text: d.Where + ": " + d.What})
	}
	return out, err
}

func (a consoleAPI) queue(ctx context.Context, in *struct {
	After string `query:"after" maxLength:"64"`
	Most  int    `query:"most" minimum:"1" maximum:"100" default:"50"`
}) (*reply[CaseList], error) {
	list, next := a.conf.Order.Queue(in.After, in.Most)
	out := CaseList{Cases: make([]Case, 0, len(list)), Next: next}
	for _, c := range list {
		out.Cases = append(out.Cases, Case{
			About: *a.names.Player(ctx, c.About), Reports: c.Reports, Oldest: c.Oldest, Kinds: c.Kinds, Taken: a.names.Player(ctx, c.Taken),
		})
	}
	return &reply[CaseList]{out}, nil
}

func (a consoleAPI) file(ctx context.Context, in *struct {
	Person string `path:"person" maxLength:"64"`
	Take   bool   `query:"take" doc:"I am going to decide."`
}) (*reply[PersonFile], error) {
	who, err := a.conf.Identity.Get(ctx, in.Person)
	if err != nil {
		return nil, order.ErrNobody
	}
	if in.Take {
		if err := a.conf.Order.Take(ctx, admit.PersonOf(ctx).ID, in.Person); err != nil {
			return nil, err
		}
	}
	ways, err := a.conf.SignIn.WaysOf(ctx, in.Person)
	if err != nil {
		return nil, err
	}
	file, err := a.conf.Order.File(ctx, in.Person)
	if err != nil {
		return nil, err
	}
	shown := a.shownPerson(who)
	out := PersonFile{
		Player: *a.names.Player(ctx, who.ID), Lang: who.Lang, Created: who.Created, Member: ways.Member(), Role: a.conf.Order.Role(who.ID), Limits: shown.Limits,
		Reports: make([]Report, 0, len(file.Reports)), Wrote: file.Wrote, Decisions: []ShownDecision{},
	}
	for _, r := range file.Reports {
		out.Reports = append(out.Reports, a.shownReport(ctx, r))
	}
	for _, d := range file.Decisions {
		s, err := a.shownDecision(ctx, d)
		if err != nil {
			return nil, err
		}
		out.Decisions = append(out.Decisions, s)
	}
	return &reply[PersonFile]{out}, nil
}

func (a consoleAPI) decide(ctx context.Context, in *struct{ Body Ruling }) (*reply[ShownDecision], error) {
	by, want := admit.PersonOf(ctx), in.Body
	r := order.Ruling{
		About: want.About, What: want.What, Reason: want.Reason, Until: want.Until, Open: want.Open, Words: want.Words, Reports: want.Reports, Key: want.Key,
	}
	for _, l := range want.Lines {
		r.Lines = append(r.Lines, order.Line{Table: l.Table, Line: l.Line})
	}
	again := a.conf.Order.Decided(by.ID, r.Key)
	if !again { // to repeat the request needs no second proof
		if err := a.conf.Order.Check(ctx, by.ID, r); err != nil {
			return nil, err
		}
		if err := a.proofFor(ctx, r.What); err != nil {
			return nil, err
		}
	}
	if r.What == order.Rename {
		if who, err := a.conf.Identity.Get(ctx, r.About); err == nil {
			r.Name = who.Name
		}
	}
	d, err := a.conf.Order.Decide(ctx, by.ID, r)
	if err != nil {
		return nil, err
	}
	if err := a.takeEffect(ctx, d); err != nil {
		return nil, err
	}
	if !again {
		a.noticesAPI().decided(ctx, d)
	}
	return a.shown(ctx, d, nil)
}

// proofFor returns an error unless the caller has proved enough for a decision.
func (a consoleAPI) proofFor(ctx context.Context, what string) error {
	switch what {
	case order.None:
		return nil
	case order.Suspend:
		return a.provedForThis(ctx)
	}
	return a.proved(ctx)
}

// takeEffect does immediately what follows from a decision. To do it again has no effect.
func (a consoleAPI) takeEffect(ctx context.Context, d order.Decision) error {
	if !d.InForce(a.conf.Now()) {
		return nil
	}
	switch d.What {
	case order.Rename:
		w, err := a.conf.Order.WordsOf(ctx, order.KindDecide, d.About, d.ID)
		if err != nil {
			return err
		}
		who, err := a.conf.Identity.Get(ctx, d.About)
		if err == nil && who.Name != "" && who.Name == w.Name { // a name that they chose since then stays
			_, err = a.conf.Identity.SetName(ctx, d.About, "")
		}
		return err
	case order.Remove:
		for _, l := range d.Lines {
			if l.Line == 0 {
				if err := a.conf.Lobby.RemoveTitle(ctx, l.Table); err != nil && lobby.Refused(err) != lobby.NoSuchTable {
					return err
				}
			}
			a.live.Changed(l.Table)
		}
	case order.Suspend, order.NoPublic: // a stream that they may still have opens again
		a.live.EndPerson(d.About)
	}
	return nil
}

func (a consoleAPI) lift(ctx context.Context, in *struct {
	DecisionPath
	Body *Lifting
}) (*reply[ShownDecision], error) {
	words := ""
	if in.Body != nil {
		words = in.Body.Words
	}
	if err := a.proved(ctx); err != nil {
		return nil, err
	}
	d, err := a.conf.Order.Lift(ctx, admit.PersonOf(ctx).ID, in.Decision, words)
	if err == nil {
		a.noticesAPI().decided(ctx, d)
	}
	return a.shown(ctx, d, err)
}

func (a consoleAPI) answer(ctx context.Context, in *struct {
	DecisionPath
	Body AppealAnswer
}) (*reply[ShownDecision], error) {
	if err := a.proved(ctx); err != nil {
		return nil, err
	}
	d, err := a.conf.Order.Answer(ctx, admit.PersonOf(ctx).ID, in.Decision, in.Body.Uphold, in.Body.Words)
	if err == nil {
		a.noticesAPI().decided(ctx, d)
	}
	return a.shown(ctx, d, err)
}

func (a consoleAPI) log(ctx context.Context, in *struct {
	Before int `query:"before" minimum:"0" doc:"Entries before this one; 0 for the newest."`
}) (*reply[Log], error) {
	out := Log{Entries: []LogEntry{}, Broken: append([]int{}, a.conf.Order.Broken()...)}
	list := a.conf.Order.Log(in.Before, consolePage+1)
	out.More = len(list) > consolePage
	for _, e := range list[:min(len(list), consolePage)] {
		shown := LogEntry{
			N: e.N, At: time.UnixMilli(e.At).UTC(), Kind: string(e.Kind), By: a.names.Player(ctx, e.By), About: a.names.Player(ctx, e.About),
			Decision: e.Decision, What: e.What, Reason: e.Reason, Upheld: e.Upheld, Role: e.Role, Cause: e.Cause, Broken: e.Broken,
			Seal: hex.EncodeToString(e.Seal[:]),
		}
		if e.Until != 0 {
			shown.Until = time.UnixMilli(e.Until).UTC()
		}
		out.Entries = append(out.Entries, shown)
	}
	return &reply[Log]{out}, nil
}

func (a consoleAPI) tables(ctx context.Context, in *struct {
	After int    `query:"after" minimum:"0" maximum:"100000"`
	Name  string `query:"name" maxLength:"160" doc:"Only tables whose title contains it."`
}) (*reply[ConsoleTables], error) {
	out := ConsoleTables{Tables: []wire.TableSummary{}}
	at, name := in.After, strings.ToLower(in.Name)
	for len(out.Tables) < consolePage {
		list := a.conf.Lobby.Open(at, consolePage)
		for _, s := range list {
			if at++; strings.Contains(strings.ToLower(s.Title), name) && len(out.Tables) < consolePage {
				out.Tables = append(out.Tables, a.names.Summary(ctx, s))
				out.Next = at
			}
		}
		if len(list) < consolePage {
			if len(out.Tables) < consolePage {
				out.Next = 0
			}
			break
		}
	}
	return &reply[ConsoleTables]{out}, nil
}

func (a consoleAPI) shown(ctx context.Context, d order.Decision, err error) (*reply[ShownDecision], error) {
	if err != nil {
		return nil, err
	}
	shown, err := a.shownDecision(ctx, d)
	return &reply[ShownDecision]{shown}, err
}

func (a consoleAPI) shownAll(ctx context.Context, list []order.Decision) (*reply[[]ShownDecision], error) {
	out := make([]ShownDecision, 0, len(list))
	for _, d := range list {
		shown, err := a.shownDecision(ctx, d)
		if err != nil {
			return nil, err
		}
		out = append(out, shown)
	}
	return &reply[[]ShownDecision]{out}, nil
}

// shownDecision converts a decision to the form that moderators see. The link is only for the
// person concerned.
func (a consoleAPI) shownDecision(ctx context.Context, d order.Decision) (ShownDecision, error) {
	own, err := a.ownDecision(ctx, d)
	own.Link = ""
	out := ShownDecision{
		OwnDecision: own, About: *a.names.Player(ctx, d.About), By: a.names.Player(ctx, d.By), AnsweredBy: a.names.Player(ctx, d.AnsweredBy),
		Reviewed: d.Reviewed, Reports: append([]string{}, d.Reports...), Lines: []Line{},
	}
	for _, l := range d.Lines {
		out.Lines = append(out.Lines, Line{Table: l.Table, Line: l.Line})
	}
	return out, err
}
