package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/order"
)

const tagConsole = "console"

// OperatorKey is the key that the operator has from the server's disk.
type OperatorKey struct {
	Key string `json:"key" minLength:"1" maxLength:"256"`
}

// Proof is the browser's proof that its user has one of their passkeys.
type Proof struct {
	Credential map[string]any `json:"credential" doc:"The credential as JSON, as the Web Authentication standard defines it."`
}

// RoleChange is the request to give a person a role, or to take it away.
type RoleChange struct {
	Role string `json:"role" enum:",operator,moderator" doc:"Empty takes it away."`
}

// RoleHolder is a person with a role.
type RoleHolder struct {
	Person wire.Player `json:"person"`
	Role   string      `json:"role" enum:"operator,moderator"`
	Since  time.Time   `json:"since"`
}

// proofAPI holds the operations on roles, and those with which their holders prove who they are.
type proofAPI struct{ *core }

func (a proofAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "prove-begin", Method: http.MethodPost, Path: "/api/console/prove/begin", Tag: tagConsole, Limit: admit.ByGuess, Role: order.Moderator,
		Summary: "Begin to prove a passkey", Errors: []int{http.StatusNotFound},
		About: "The answer is what the browser's `PublicKeyCredential.parseRequestOptionsFromJSON` takes. A cookie ties it to this browser, for five minutes.",
	}, func(ctx context.Context, _ *nothing) (*platformOptions, error) {
		who := admit.CallerOf(ctx)
		o, err := a.conf.SignIn.BeginProof(ctx, who.Token)
		return platform(who, o, err)
	})
	wire.Register(a.wire, wire.Operation{
		ID: "prove-finish", Method: http.MethodPost, Path: "/api/console/prove/finish", Tag: tagConsole, Limit: admit.ByGuess, Role: order.Moderator,
		Summary: "Prove a passkey", Errors: []int{http.StatusNotFound, http.StatusConflict},
		About: "The proof counts for ten minutes, and once for an operation that needs a proof of its own.",
	}, a.prove)
	wire.Register(a.wire, wire.Operation{
		ID: "claim", Method: http.MethodPost, Path: "/api/console/claim", Tag: tagConsole, Limit: admit.ByGuess,
		Summary: "Become an operator with the key", Errors: []int{http.StatusConflict},
		About: "Makes the first operator, or another one if the last passkey is lost. The moderation log says which. You need a passkey first.",
	}, a.claim)
	wire.Register(a.wire, wire.Operation{
		ID: "open-console", Method: http.MethodPost, Path: "/api/operator", Tag: tagConsole, Limit: admit.ByGuess, Shed: admit.ShedPlay,
		Summary: "Open the console with the operator's key", Errors: []int{http.StatusConflict},
		About: "Only at an address at which passkeys cannot work. This session then has an operator's rights for ten minutes.",
	}, func(ctx context.Context, in *struct{ Body OperatorKey }) (*reply[Person], error) {
		if a.conf.SignIn.Passkeys() {
			return nil, wire.NewProblem(http.StatusConflict, "use-passkey")
		}
		who, err := a.conf.Identity.Elevate(ctx, admit.CallerOf(ctx).Token, in.Body.Key)
		return &reply[Person]{a.shownPerson(who)}, err
	})
	wire.Register(a.wire, wire.Operation{
		ID: "list-roles", Method: http.MethodGet, Path: "/api/console/roles", Tag: tagConsole, Role: order.Moderator, Summary: "List operators and moderators",
		Errors: []int{http.StatusForbidden},
	}, func(ctx context.Context, _ *nothing) (*reply[[]RoleHolder], error) {
		return &reply[[]RoleHolder]{a.roles(ctx)}, nil
	})
	wire.Register(a.wire, wire.Operation{
		ID: "set-role", Method: http.MethodPut, Path: "/api/console/roles/{person}", Tag: tagConsole, Role: order.Operator,
		Summary: "Give a person a role, or take it away", Errors: []int{http.StatusNotFound, http.StatusConflict},
		About: "Needs a proof of its own. The person needs a passkey.",
	}, a.setRole)
}

func (a proofAPI) prove(ctx context.Context, in *struct {
	Ceremony string `cookie:"theriac-ceremony" maxLength:"64"`
	Body     Proof
},
) (*replyCookie[Person], error) {
	who := admit.CallerOf(ctx)
	answer, err := json.Marshal(in.Body.Credential)
	if err == nil {
		err = a.conf.SignIn.Prove(ctx, who.Person.ID, who.Token, in.Ceremony, answer)
	}
	if err != nil {
		return nil, err
	}
	p, err := a.conf.Identity.Prove(ctx, who.Token, true)
	return &replyCookie[Person]{SetCookie: []http.Cookie{ceremony(who, "")}, Body: a.shownPerson(p)}, err
}

func (a proofAPI) claim(ctx context.Context, in *struct{ Body OperatorKey }) (*reply[Person], error) {
	who := admit.CallerOf(ctx)
	if err := a.conf.Identity.CheckKey(who.Person.ID, in.Body.Key); err != nil {
		return nil, err
	}
	if err := a.needsPasskey(ctx, who.Person.ID); err != nil {
		return nil, err
	}
	if err := a.conf.Order.Claim(ctx, who.Person.ID); err != nil {
		return nil, err
	}
	p, err := a.conf.Identity.Authenticate(ctx, who.Token)
	return &reply[Person]{a.shownPerson(p)}, err
}

// needsPasskey returns an error if a person could not prove who they are.
func (a proofAPI) needsPasskey(ctx context.Context, person string) error {
	list, err := a.conf.SignIn.PasskeysOf(ctx, person)
	if err == nil && len(list) == 0 && a.conf.SignIn.Passkeys() {
		return wire.NewProblem(http.StatusConflict, "needs-passkey")
	}
	return err
}

func (a proofAPI) setRole(ctx context.Context, in *struct {
	Person string `path:"person" maxLength:"64"`
	Body   RoleChange
},
) (*reply[[]RoleHolder], error) {
	if a.conf.Order.Role(in.Person) != in.Body.Role { // to repeat the request needs no second proof
		if err := a.provedForThis(ctx); err != nil {
			return nil, err
		}
		if in.Body.Role != "" {
			if err := a.needsPasskey(ctx, in.Person); err != nil {
				return nil, err
			}
		}
	}
	err := a.conf.Order.SetRole(ctx, admit.PersonOf(ctx).ID, in.Person, in.Body.Role)
	return &reply[[]RoleHolder]{a.roles(ctx)}, err
}

func (a proofAPI) roles(ctx context.Context) []RoleHolder {
	out := []RoleHolder{}
	for _, h := range a.conf.Order.Roles() {
		out = append(out, RoleHolder{Person: *a.names.Player(ctx, h.Person), Role: h.Role, Since: h.Since})
	}
	return out
}
