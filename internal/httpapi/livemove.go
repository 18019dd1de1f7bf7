package httpapi

import (
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
	Question string `json:"question" maxLength:"32" doc:"The question that it answers, as the update named it."`
	Move     string `json:"move" minLength:"1" maxLength:"120" doc:"As the update listed it." example:"drive paris"`
	Key      string `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$" doc:"Names this command: sent again with the same key, it is not carried out again."`
}

// check is what the tags above say, for serveMove.
func (m *Move) check() []Fault {
	var faults []Fault
	fault := func(bad bool, where, why string) {
		if bad {
			faults = append(faults, Fault{Where: "body." + where, Why: why})
		}
	}
	fault(m.Seat < 0 || m.Seat >= engine.MaxSeats, "seat", "expected a number from 0 to 5")
	fault(len(m.Question) > 32, "question", "expected length <= 32")
	fault(m.Move == "" || len(m.Move) > 120, "move", "expected length from 1 to 120")
	fault(m.Key == "" || len(m.Key) > 64, "key", "expected length from 1 to 64")
	fault(strings.IndexFunc(m.Key, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' && c != '.'
	}) >= 0, "key", "expected letters, digits, _, . and -")
	return faults
}

// serveMove answers the one operation that is asked all the time. It goes by no
// schema, which would cost more than the move; TestMoveAsDescribed holds it to
// the document.
func (a *API) serveMove(w http.ResponseWriter, r *http.Request) {
	done, err := a.readMove(r)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	out := strconv.AppendInt([]byte(`{"n":`), int64(done.N), 10)
	if done.Again {
		out = append(out, `,"again":true`...)
	}
	w.Header().Set("Content-Type", jsonType)
	_, _ = w.Write(append(out, "}\n"...)) // who went away finds the move on the stream
}

const jsonType = "application/json"

func (a *API) readMove(r *http.Request) (Done, error) {
	if asking(r.Context()).person.ID == "" {
		return Done{}, identity.ErrUnknown
	}
	if ct := r.Header.Get("Content-Type"); ct != jsonType {
		if kind, _, err := mime.ParseMediaType(ct); err != nil || kind != jsonType {
			return Done{}, problem(http.StatusUnsupportedMediaType, formID(http.StatusUnsupportedMediaType))
		}
	}
	body, err := io.ReadAll(r.Body)
	var m Move
	if err != nil || json.Unmarshal(body, &m) != nil {
		return Done{}, problem(http.StatusBadRequest, formID(http.StatusBadRequest))
	}
	if faults := m.check(); len(faults) > 0 {
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
