package httpapi

import (
	"context"
	"net/http"

	"theriac/engine"
	"theriac/internal/httpapi/wire"
	"theriac/internal/table"
)

// Move is one move, as an answer to a question or as an interjection.
type Move struct {
	Seat     int    `json:"seat" minimum:"0" maximum:"5"`
	Question string `json:"question" maxLength:"32" doc:"The question that it answers, as in the update."`
	Move     string `json:"move" minLength:"1" maxLength:"120" doc:"As listed in the update." example:"drive paris"`
	Key      string `json:"key" minLength:"1" maxLength:"64" pattern:"^[A-Za-z0-9_.-]+$" doc:"Names this command: a repeat with the same key is not applied again."`
}

// playMove plays a move. What went wrong at the server counts as a slow move does.
func (a playAPI) playMove(ctx context.Context, in *tableWith[Move]) (*doneBody, error) {
	began, seat := a.conf.Now(), engine.Seat(in.Body.Seat)
	done, err := a.command(ctx, in.ID, engine.SeatsOf(seat), in.Body.Key, table.Answer{Seat: seat, Question: in.Body.Question, Move: in.Body.Move})
	if err == nil || wire.Explain(err).Status > http.StatusInternalServerError {
		a.gate.Moved(began)
	}
	return done, err
}
