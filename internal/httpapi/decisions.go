package httpapi

import (
	"context"
	"net/http"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/order"
	"theriac/locale"
)

// OwnDecision is a decision, as the person concerned sees it. It never names a reporter.
type OwnDecision struct {
	ID     string    `json:"id"`
	What   string    `json:"what" enum:"none,warn,mute,no-public,suspend,rename,remove"`
	Reason string    `json:"reason" enum:"hurtful,spam,cheating,stopped,name,title,other"`
	At     time.Time `json:"at"`
	Until  time.Time `json:"until,omitzero" doc:"Left out: it has no end, or is until it is lifted."`
	// InForce, Lifted and Upheld tell what became of the decision.
	InForce  bool      `json:"inForce"`
	Lifted   time.Time `json:"lifted,omitzero"`
	Text     string    `json:"text" doc:"What was decided and why, in the person's language."`
	Words    string    `json:"words,omitempty" doc:"What the moderator adds."`
	Appeal   string    `json:"appeal,omitempty" doc:"What the person wrote against it."`
	Appealed time.Time `json:"appealed,omitzero"`
	Answered time.Time `json:"answered,omitzero"`
	Upheld   bool      `json:"upheld,omitempty" doc:"The answer leaves it as it is."`
	Answer   string    `json:"answer,omitempty" doc:"What a moderator answered."`
	May      bool      `json:"mayAppeal" doc:"It can be appealed once."`
	Link     string    `json:"link,omitempty" doc:"Opens this decision without a session, and can be used to appeal."`
}

// Appealing is the request to appeal a decision.
type Appealing struct {
	Text string `json:"text" minLength:"1" maxLength:"8000" doc:"At most 2000 characters."`
}

// ExportOrder is what an export contains about blocks, reports and decisions.
type ExportOrder struct {
	Blocks    []Block        `json:"blocks"`
	Reports   []ExportReport `json:"reports" doc:"That they wrote."`
	Decisions []OwnDecision  `json:"decisions" doc:"About them."`
}

// ExportReport is a report that a person wrote.
type ExportReport struct {
	Table  string    `json:"table"`
	Kind   string    `json:"kind"`
	Line   uint64    `json:"line,omitempty"`
	Text   string    `json:"text,omitempty"`
	At     time.Time `json:"at"`
	Closed time.Time `json:"closed,omitzero"`
}

// decisionsAPI holds the operations on decisions about the caller.
type decisionsAPI struct{ *core }

// SecretPath is the path of an operation on the decision that a link opens.
type SecretPath struct {
	Secret string `path:"secret" maxLength:"64" doc:"The end of the link."`
}

func (a decisionsAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "my-decisions", Method: http.MethodGet, Path: "/api/me/decisions", Tag: tagOrder, Summary: "List decisions about me, the newest first",
		About: "Works while suspended.",
	}, func(ctx context.Context, _ *nothing) (*reply[[]OwnDecision], error) {
		list, err := a.ownDecisions(ctx, admit.PersonOf(ctx).ID)
		return &reply[[]OwnDecision]{list}, err
	})
	appeal := wire.Operation{
		ID: "appeal", Method: http.MethodPost, Path: "/api/me/decisions/{decision}/appeal", Tag: tagOrder, Limit: admit.ByMake,
		Summary: "Appeal a decision about me", Errors: []int{http.StatusNotFound, http.StatusConflict},
		About: "Once. Works while suspended. Another moderator decides, if there is one.",
	}
	wire.Register(a.wire, appeal, func(ctx context.Context, in *struct {
		Decision string `path:"decision" maxLength:"64"`
		Body     Appealing
	}) (*reply[OwnDecision], error) {
		d, err := a.conf.Order.Appeal(ctx, admit.PersonOf(ctx).ID, in.Decision, in.Body.Text)
		return a.own(ctx, d, err)
	})
	wire.Register(a.wire, wire.Operation{
		ID: "open-appeal", Method: http.MethodGet, Path: "/api/appeals/{secret}", Tag: tagOrder, Anyone: true, Limit: admit.ByGuess,
		Summary: "Read a decision by its link", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *SecretPath) (*reply[OwnDecision], error) {
		d, err := a.conf.Order.Opened(ctx, in.Secret)
		return a.own(ctx, d, err)
	})
	wire.Register(a.wire, wire.Operation{
		ID: "send-appeal", Method: http.MethodPost, Path: "/api/appeals/{secret}", Tag: tagOrder, Anyone: true, Limit: admit.ByGuess,
		Summary: "Appeal a decision by its link", Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		SecretPath
		Body Appealing
	}) (*reply[OwnDecision], error) {
		d, err := a.conf.Order.Opened(ctx, in.Secret)
		if err == nil {
			d, err = a.conf.Order.Appeal(ctx, d.About, d.ID, in.Body.Text)
		}
		return a.own(ctx, d, err)
	})
}

func (a decisionsAPI) own(ctx context.Context, d order.Decision, err error) (*reply[OwnDecision], error) {
	if err != nil {
		return nil, err
	}
	shown, err := a.ownDecision(ctx, d)
	return &reply[OwnDecision]{shown}, err
}

// ownDecisions returns the decisions about a person as they see them. That no step was taken is
// between the moderators and the reporter.
func (a *core) ownDecisions(ctx context.Context, person string) ([]OwnDecision, error) {
	list := []OwnDecision{}
	for _, d := range a.conf.Order.DecisionsAbout(person) {
		if d.What == order.None {
			continue
		}
		shown, err := a.ownDecision(ctx, d)
		if err != nil {
			return nil, err
		}
		list = append(list, shown)
	}
	return list, nil
}

func (a *core) ownDecision(ctx context.Context, d order.Decision) (OwnDecision, error) {
	out := OwnDecision{
		ID: d.ID, What: d.What, Reason: d.Reason, At: d.At, Until: d.Until, InForce: d.InForce(a.conf.Now()), Lifted: d.Lifted,
		Appealed: d.Appealed, Answered: d.Answered, Upheld: d.Upheld, May: d.Appealed.IsZero() && d.Lifted.IsZero() && d.What != order.None,
	}
	said, err := a.conf.Order.WordsOf(ctx, order.KindDecide, d.About, d.ID)
	if err != nil {
		return out, err
	}
	if out.Words = said.Text; said.Secret != "" {
		out.Link = a.origin.Base + "/appeal/" + said.Secret
	}
	for kind, to := range map[order.Kind]*string{order.KindAppeal: &out.Appeal, order.KindAnswer: &out.Answer} {
		w, err := a.conf.Order.WordsOf(ctx, kind, d.About, d.ID)
		if err != nil {
			return out, err
		}
		*to = w.Text
	}
	lang := ""
	if who, err := a.conf.Identity.Get(ctx, d.About); err == nil {
		lang = who.Lang
	}
	out.Text, err = decisionText(lang, d)
	return out, err
}

// decisionText tells what was decided and why, in a language.
func decisionText(lang string, d order.Decision) (string, error) {
	c, err := locale.For(locale.Match(lang))
	if err != nil {
		return "", err
	}
	text := c.Text("decision."+d.What) + " " + c.Text("decision.because."+d.Reason)
	switch {
	case !d.Until.IsZero():
		text += " " + c.Text("decision.until", "until", d.Until.Format("2006-01-02 15:04 MST"))
	case d.What == order.Mute || d.What == order.NoPublic || d.What == order.Suspend:
		text += " " + c.Text("decision.open")
	}
	return text, nil
}

// exportOrder converts what is stored about blocks, reports and decisions for a person's export.
func (a *core) exportOrder(ctx context.Context, held order.Export) ExportOrder {
	out := ExportOrder{Blocks: []Block{}, Reports: []ExportReport{}, Decisions: []OwnDecision{}}
	for _, b := range held.Blocks {
		out.Blocks = append(out.Blocks, Block{Person: *a.names.Player(ctx, b.Person), At: b.At})
	}
	for _, r := range held.Reports {
		out.Reports = append(out.Reports, ExportReport{Table: r.Table, Kind: r.Kind, Line: r.Line, Text: r.Text, At: r.At, Closed: r.Closed})
	}
	for _, d := range held.Decisions {
		if shown, err := a.ownDecision(ctx, d.Decision); err == nil && d.What != order.None {
			out.Decisions = append(out.Decisions, shown)
		}
	}
	return out
}
