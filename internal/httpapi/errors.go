package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"theriac/engine"
	"theriac/internal/advice"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/notices"
	"theriac/internal/puzzles"
	"theriac/internal/signin"
	"theriac/internal/store"
	"theriac/internal/stories"
	"theriac/internal/table"

	"github.com/danielgtaylor/huma/v2"
)

// Problem is an error in the form of RFC 9457. Its id is stable and made for
// programs; clients have the texts for it.
type Problem struct {
	Status  int     `json:"status" doc:"The HTTP status." example:"409"`
	Title   string  `json:"title" doc:"The status in words."`
	ID      string  `json:"id" doc:"What is wrong: stable, in kebab-case." example:"stale-question"`
	Rule    string  `json:"rule,omitempty" doc:"The rule of the game that forbids it."`
	What    string  `json:"what,omitempty" doc:"What it is about, such as the move as it was sent."`
	Request string  `json:"request,omitempty" doc:"The request's id, as in the server's log. Only for errors of the server."`
	Errors  []Fault `json:"errors,omitempty" doc:"The parts of the request that do not match this document."`

	retry time.Duration
}

// Fault is one part of a request that is malformed.
type Fault struct {
	Where string `json:"where,omitempty" doc:"Such as body.title."`
	Why   string `json:"why"`
}

func (p *Problem) Error() string { return "httpapi: " + p.ID }

// GetStatus is the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is that of RFC 9457.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders says when to retry or how to authenticate, where that helps.
func (p *Problem) GetHeaders() http.Header {
	switch {
	case p.Status == http.StatusUnauthorized:
		return http.Header{"Www-Authenticate": {"Bearer"}}
	case p.retry > 0:
		return http.Header{"Retry-After": {strconv.Itoa(max(1, int(math.Ceil(p.retry.Seconds()))))}}
	}
	return nil
}

func problem(status int, id string) *Problem {
	return &Problem{Status: status, Title: http.StatusText(status), ID: id}
}

// broken is the id of an internal error.
const broken = "broken"

// retryIn is when a client should repeat what the store did not take.
const retryIn = time.Second

// retryArchive is when to ask again for an old game whose bucket does not answer.
const retryArchive = 10 * time.Second

// explain is the one place where an error becomes a status. An error that it does not
// know is the server's own fault.
func explain(err error) *Problem {
	var (
		own     *Problem
		refused *table.Refusal
		parse   *engine.ParseError
		rule    *engine.Refusal
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &refused):
		p := problem(tableStatus(refused.ID), refused.ID)
		p.Rule, p.What = refused.Rule, refused.What
		return p
	case lobby.Refused(err) != "":
		return problem(lobbyStatus(lobby.Refused(err)), lobby.Refused(err))
	case errors.Is(err, table.ErrNoTable):
		return problem(http.StatusNotFound, lobby.NoSuchTable)
	case errors.Is(err, notices.ErrSending):
		return problem(http.StatusServiceUnavailable, "mail-failed")
	case errors.Is(err, store.ErrAway):
		p := problem(http.StatusServiceUnavailable, "archive-away")
		p.retry = retryArchive
		return p
	case errors.Is(err, store.ErrUncertain), errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrConflict),
		errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		p := problem(http.StatusServiceUnavailable, "try-again")
		p.retry = retryIn
		return p
	case errors.Is(err, advice.ErrBusy), errors.Is(err, advice.ErrFailed):
		p := problem(http.StatusServiceUnavailable, "try-again")
		p.retry = retryIn
		return p
	case errors.Is(err, store.ErrFull):
		return problem(http.StatusInsufficientStorage, "full")
	case errors.Is(err, table.ErrNewer), errors.Is(err, store.ErrNewer):
		return problem(http.StatusLocked, "newer")
	case errors.Is(err, table.ErrDamaged), errors.Is(err, store.ErrDamaged):
		return problem(http.StatusLocked, "damaged")
	case errors.Is(err, stories.ErrBusy):
		p := problem(http.StatusTooManyRequests, "stories-busy")
		p.retry = time.Minute
		return p
	case errors.Is(err, puzzles.ErrUnknown):
		return problem(http.StatusNotFound, "no-such-puzzle")
	case errors.Is(err, puzzles.ErrNotBegun):
		return problem(http.StatusConflict, "puzzle-not-begun")
	case errors.Is(err, identity.ErrUnknown):
		return problem(http.StatusUnauthorized, "unknown")
	case errors.Is(err, notices.ErrDevice):
		return problem(http.StatusUnprocessableEntity, "bad-subscription")
	case errors.Is(err, notices.ErrQuiet):
		return problem(http.StatusUnprocessableEntity, "bad-quiet-hours")
	case errors.Is(err, notices.ErrAddress):
		return problem(http.StatusUnprocessableEntity, "bad-address")
	case errors.Is(err, notices.ErrNoMail):
		return problem(http.StatusConflict, "no-mail")
	case errors.Is(err, notices.ErrVoid):
		return problem(http.StatusNotFound, lobby.LinkVoid)
	case errors.Is(err, identity.ErrTooMany), errors.Is(err, notices.ErrTooMany):
		return problem(http.StatusTooManyRequests, "too-many")
	case errors.Is(err, identity.ErrText):
		return problem(http.StatusUnprocessableEntity, lobby.BadText)
	case errors.Is(err, identity.ErrKey):
		return problem(http.StatusForbidden, "wrong-key")
	case errors.Is(err, signin.ErrOff):
		return problem(http.StatusNotFound, "no-passkeys")
	case errors.Is(err, signin.ErrCeremony):
		return problem(http.StatusConflict, "ceremony-over")
	case errors.Is(err, signin.ErrRefused):
		return problem(http.StatusForbidden, "passkey-refused")
	case errors.Is(err, signin.ErrUnknown):
		return problem(http.StatusNotFound, "no-such-passkey")
	case errors.Is(err, signin.ErrCloned):
		return problem(http.StatusForbidden, "passkey-copied")
	case errors.Is(err, signin.ErrKnown):
		return problem(http.StatusConflict, "passkey-known")
	case errors.Is(err, signin.ErrLast):
		return problem(http.StatusConflict, "last-way")
	case errors.Is(err, signin.ErrCode):
		return problem(http.StatusForbidden, "wrong-code")
	case errors.Is(err, signin.ErrNoProvider):
		return problem(http.StatusNotFound, "no-provider")
	case errors.Is(err, signin.ErrProvider):
		return problem(http.StatusBadGateway, "provider-failed")
	case errors.Is(err, signin.ErrAccount):
		return problem(http.StatusForbidden, "account-refused")
	case errors.Is(err, signin.ErrLinked):
		return problem(http.StatusConflict, "account-known")
	case errors.Is(err, signin.ErrNoAccount):
		return problem(http.StatusNotFound, "no-such-account")
	case errors.Is(err, signin.ErrReturn):
		return problem(http.StatusUnprocessableEntity, "bad-return")
	case errors.Is(err, lobby.ErrCards):
		p := problem(http.StatusUnprocessableEntity, lobby.BadCards)
		if errors.As(err, &parse) {
			p.What = parse.Text
		}
		return p
	case errors.As(err, &rule):
		p := problem(http.StatusUnprocessableEntity, "bad-settings")
		p.Rule, p.What = rule.Rule, rule.What
		return p
	case errors.As(err, &parse):
		p := problem(http.StatusUnprocessableEntity, "bad-settings")
		p.What = parse.Text
		return p
	}
	return problem(http.StatusInternalServerError, broken)
}

// tableStatus is the status of a refusal of a game.
func tableStatus(id string) int {
	switch id {
	case table.RefusedOver, table.RefusedStale, table.RefusedKey, table.RefusedUndo, table.RefusedNoAsk,
		table.RefusedAsked, table.RefusedNotNeeded, table.RefusedTooManyNonMoves, table.RefusedRunning, table.RefusedShut, table.RefusedReveal, table.RefusedSound, table.RefusedRepair, table.RefusedAway, table.RefusedNotAway:
		return http.StatusConflict
	}
	return http.StatusUnprocessableEntity
}

// lobbyStatus is the status of a refusal of the lobby.
func lobbyStatus(id string) int {
	switch id {
	case lobby.NoSuchTable, lobby.NoSuchReport, lobby.NoSuchDeal, lobby.LinkVoid:
		return http.StatusNotFound
	case lobby.NotHost, lobby.NotHolder, lobby.NotSeated, lobby.NotOperator, lobby.BannedHere, lobby.TakenDownHere:
		return http.StatusForbidden
	case lobby.NoSuchGame, lobby.NoSuchLesson, lobby.LessonAlone, lobby.NoSuchSeat, lobby.BadTitle, lobby.BadNonce, lobby.BadClock, lobby.BadCards, lobby.BadDeal, lobby.DealNotPublic, lobby.BadWatch,
		lobby.BadHook, lobby.BadText, lobby.NoTeams, lobby.UnknownLevel:
		return http.StatusUnprocessableEntity
	}
	return http.StatusConflict
}

// failed is the problem of an error. It logs what is the server's own fault; the
// client gets only the request's id to ask about.
func (a *API) failed(ctx context.Context, err error) *Problem {
	p := explain(err)
	switch {
	case p.Status == http.StatusInternalServerError:
		p.Request = callerOf(ctx).request
		a.conf.Logger.LogAttrs(ctx, slog.LevelError, "a request failed", slog.String("request", p.Request), slog.Any("error", err))
	case errors.Is(err, signin.ErrProvider), errors.Is(err, signin.ErrAccount):
		// What the provider said helps its operator and nobody else.
		a.conf.Logger.LogAttrs(ctx, slog.LevelWarn, "the OpenID provider signed nobody in", slog.String("request", callerOf(ctx).request),
			slog.Any("error", err))
	case p.Status > http.StatusInternalServerError:
		a.conf.Logger.LogAttrs(ctx, slog.LevelDebug, "the store did not take a request", slog.String("request", callerOf(ctx).request),
			slog.Any("error", err))
	}
	return p
}

// formal turns huma's validation errors into a problem. It leaves out the values that
// they quote: they can be secrets.
func formal(_ huma.Context, _ string, v any) (any, error) {
	m, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	p := problem(m.Status, formID(m.Status))
	for _, e := range m.Errors[:min(len(m.Errors), 10)] {
		if e != nil {
			p.Errors = append(p.Errors, Fault{Where: short(e.Location), Why: short(e.Message)})
		}
	}
	return p, nil
}

func short(text string) string { return text[:min(len(text), 200)] }

// formID is the id of a malformed request.
func formID(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "unreadable"
	case http.StatusNotFound:
		return "not-found"
	case http.StatusMethodNotAllowed:
		return "wrong-method"
	case http.StatusRequestTimeout:
		return "too-slow"
	case http.StatusRequestEntityTooLarge:
		return "too-large"
	case http.StatusUnsupportedMediaType:
		return "not-json"
	case http.StatusUnprocessableEntity:
		return "invalid"
	case http.StatusInternalServerError:
		return broken
	}
	return "refused"
}
