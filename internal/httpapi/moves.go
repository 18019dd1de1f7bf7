package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/table"
)

// Move is one move, as an answer to a question or as an interjection.
type Move struct {
	Seat     int    `json:"seat" minimum:"0" maximum:"5"`
	Question string `json:"question" maxLength:"32" doc:"The question that it answers, as in the update."`
	Move     string `json:"move" minLength:"1" maxLength:"120" doc:"As listed in the update." example:"drive paris"`
	Key      string `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$" doc:"Names this command: a repeat with the same key is not applied again."`
}

// sentMove is a move as it was sent, which may be anything.
type sentMove struct {
	Seat     *int    `json:"seat"`
	Question *string `json:"question"`
	Move     *string `json:"move"`
	Key      *string `json:"key"`
}

// check does what the tags of Move say, for serveMove.
func (s *sentMove) check() (m Move, faults []Fault) {
	fault := func(bad bool, where, why string) {
		if bad {
			faults = append(faults, Fault{Where: "body." + where, Why: why})
		}
	}
	text := func(p *string, where string) string {
		fault(p == nil, where, "expected a text")
		if p == nil {
			return "-"
		}
		return *p
	}
	fault(s.Seat == nil || *s.Seat < 0 || *s.Seat >= engine.MaxSeats, "seat", "expected a number from 0 to 5")
	if s.Seat != nil {
		m.Seat = *s.Seat
	}
	m.Question, m.Move, m.Key = text(s.Question, "question"), text(s.Move, "move"), text(s.Key, "key")
	fault(len(m.Question) > 32, "question", "expected length <= 32")
	fault(m.Move == "" || len(m.Move) > 120, "move", "expected length from 1 to 120")
	fault(m.Key == "" || len(m.Key) > 64, "key", "expected length from 1 to 64")
	fault(strings.IndexFunc(m.Key, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' && c != '.'
	}) >= 0, "key", "expected letters, digits, _, . and -")
	return m, faults
}

// serveMove handles the most frequent operation. It uses no schema, which would cost
// more than the move; TestMoveAsDescribed holds it to the document.
func (a *API) serveMove(w http.ResponseWriter, r *http.Request) {
	began := a.conf.Now()
	done, err := a.readMove(r)
	if now := a.conf.Now(); err == nil || explain(err).Status > http.StatusInternalServerError {
		a.pressure.moved(now.Sub(began), now)
	}
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	out := strconv.AppendInt([]byte(`{"n":`), int64(done.N), 10)
	if done.Again {
		out = append(out, `,"again":true`...)
	}
	w.Header().Set("Content-Type", jsonType)
	_, _ = w.Write(append(out, "}\n"...)) // if the client has gone, the stream has the move
}

const jsonType = "application/json"

func (a *API) readMove(r *http.Request) (Done, error) {
	if err := a.shed(callerOf(r.Context()), "play-move"); err != nil {
		return Done{}, err
	}
	if callerOf(r.Context()).person.ID == "" {
		return Done{}, identity.ErrUnknown
	}
	if ct := r.Header.Get("Content-Type"); ct != jsonType {
		if kind, _, err := mime.ParseMediaType(ct); err != nil || kind != jsonType {
			return Done{}, problem(http.StatusUnsupportedMediaType, formID(http.StatusUnsupportedMediaType))
		}
	}
	var body []byte
	if read, ok := r.Body.(*bodyReader); ok {
		body = read.rest
	} else if all, err := io.ReadAll(r.Body); err == nil {
		body = all
	}
	sent, plain := plainMove(body)
	if !plain {
		if !json.Valid(body) {
			return Done{}, problem(http.StatusBadRequest, formID(http.StatusBadRequest))
		}
		strict := json.NewDecoder(bytes.NewReader(body))
		strict.DisallowUnknownFields()
		if err := strict.Decode(&sent); err != nil {
			p := problem(http.StatusUnprocessableEntity, formID(http.StatusUnprocessableEntity))
			p.Errors = []Fault{{Where: "body", Why: "expected seat, question, move and key, of their types"}}
			return Done{}, p
		}
	}
	m, faults := sent.check()
	if len(faults) > 0 {
		p := problem(http.StatusUnprocessableEntity, formID(http.StatusUnprocessableEntity))
		p.Errors = faults
		return Done{}, p
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	seat := engine.Seat(m.Seat)
	done, err := a.command(ctx, r.PathValue("id"), engine.SeatsOf(seat), m.Key, table.Answer{Seat: seat, Question: m.Question, Move: m.Move})
	if err != nil {
		return Done{}, err
	}
	return done.Body, nil
}
