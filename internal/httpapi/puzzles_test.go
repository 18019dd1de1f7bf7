package httpapi

import (
	"net/http"
	"strconv"
	"testing"

	"theriac/ai/puzzle"
	"theriac/internal/puzzles"
)

// puzzleOf is a puzzle of a kind.
func puzzleOf(t *testing.T, kind string) *puzzle.Puzzle {
	t.Helper()
	for i := range puzzles.All() {
		if p := &puzzles.All()[i]; p.Kind == kind {
			return p
		}
	}
	t.Fatalf("there is no puzzle of the kind %s", kind)
	return nil
}

// makeMoves makes moves, each written with its seat, as answers to what is open.
func makeMoves(b *testAPI, token, table string, moves ...string) {
	b.t.Helper()
	for i, text := range moves {
		var now struct {
			Question struct {
				ID string `json:"id"`
			} `json:"question"`
		}
		b.ask(token, http.MethodGet, "/api/tables/"+table+"/view", nil).is(http.StatusOK, &now)
		seat, _ := strconv.Atoi(text[:1])
		key := now.Question.ID + "-" + strconv.Itoa(i)
		b.ask(token, http.MethodPost, "/api/tables/"+table+"/moves", Move{Seat: seat, Question: now.Question.ID, Move: text[2:], Key: key}).is(http.StatusOK)
	}
}

// A puzzle is solved at a table of one's own, and the log alone says how it went: once, whatever
// is taken back or tried again.
func TestPuzzles(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	begin := func(p *puzzle.Puzzle) (out Puzzle) {
		b.ask(adas, http.MethodPost, "/api/puzzles/"+p.ID+"/begin", nil).is(http.StatusCreated, &out)
		return out
	}
	verdict := func(table string) (out PuzzleVerdict) {
		b.ask(adas, http.MethodGet, "/api/tables/"+table+"/verdict", nil).is(http.StatusOK, &out)
		return out
	}
	sum := func() (out Puzzles) {
		b.ask(adas, http.MethodGet, "/api/puzzles", nil).is(http.StatusOK, &out)
		return out
	}

	cure := puzzleOf(t, "cure")
	at := begin(cure)
	if again := begin(cure); again.Table != at.Table {
		t.Errorf("it began twice, at %s and %s", at.Table, again.Table)
	}
	if v := verdict(at.Table); v.Verdict != "open" || !v.Counts || v.Plan != nil {
		t.Errorf("at first it is %+v", v)
	}
	makeMoves(b, adas, at.Table, cure.Plan...)
	solved := verdict(at.Table)
	if solved.Verdict != "solved" || solved.After <= solved.Before || len(solved.Plan) != len(cure.Plan) {
		t.Errorf("after its plan it is %+v", solved)
	}
	if again := verdict(at.Table); again.After != solved.After || sum().Rating != solved.After {
		t.Errorf("asked again, it is %+v, and the rating %d", again, sum().Rating)
	}
	if second := begin(cure); second.Table == at.Table {
		t.Error("the second try is at the same table")
	} else if v := verdict(second.Table); v.Counts || v.Verdict != "open" {
		t.Errorf("the second try is %+v", v)
	}

	chain := puzzleOf(t, "chain")
	at = begin(chain)
	makeMoves(b, adas, at.Table, chain.Plan[len(chain.Plan)-1]) // the turn ends at once
	b.ask(adas, http.MethodPost, "/api/tables/"+at.Table+"/undo", UndoTo{To: len(chain.Prefix), Key: "back"}).is(http.StatusOK)
	failed := verdict(at.Table)
	if failed.Verdict != "failed" || failed.After >= failed.Before {
		t.Errorf("a turn that ended and was taken back leaves it %+v", failed)
	}
	makeMoves(b, adas, at.Table, chain.Plan...)
	if v := verdict(at.Table); v.Verdict != "failed" || sum().Rating != failed.After {
		t.Errorf("played right then, it is %+v", v)
	}

	outbreak := puzzleOf(t, "outbreak")
	at = begin(outbreak)
	makeMoves(b, adas, at.Table, outbreak.Plan...)
	if v := verdict(at.Table); v.Verdict != "solved" || v.Orders == 0 {
		t.Errorf("after the plan against every order it is %+v", v)
	}
	win := puzzleOf(t, "win")
	at = begin(win)
	var shown PuzzleVerdict
	b.ask(adas, http.MethodPost, "/api/tables/"+at.Table+"/solution", nil).is(http.StatusOK, &shown)
	if shown.Verdict != "failed" || len(shown.Plan) == 0 {
		t.Errorf("given up, it is %+v", shown)
	}

	_, bobs := b.guest("Bob")
	b.ask(bobs, http.MethodGet, "/api/tables/"+at.Table+"/verdict", nil).refused(http.StatusNotFound, "no-such-table")
	b.ask(adas, http.MethodPost, "/api/puzzles/none/begin", nil).refused(http.StatusNotFound, "no-such-puzzle")
	b.ask(adas, http.MethodDelete, "/api/me", nil).is(http.StatusNoContent)
	if left, _ := b.store.KV("puzzles").List(t.Context(), ""); len(left) != 0 {
		t.Errorf("%d records are left of somebody who was forgotten", len(left))
	}
}

// What comes next is near one's rating, and never what was tried.
func TestNextPuzzle(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	var first, second Puzzle
	b.ask(adas, http.MethodGet, "/api/puzzles/next?game=world", nil).is(http.StatusOK, &first)
	if first.Grade != 3 || first.Table != "" {
		t.Errorf("somebody new gets %+v", first)
	}
	b.ask(adas, http.MethodPost, "/api/puzzles/"+first.ID+"/begin", nil).is(http.StatusCreated, &first)
	b.ask(adas, http.MethodGet, "/api/puzzles/next?game=world", nil).is(http.StatusOK, &second)
	if second.ID != first.ID || second.Table != first.Table {
		t.Errorf("what was begun goes on with %+v", second)
	}
	b.ask(adas, http.MethodPost, "/api/tables/"+first.Table+"/solution", nil).is(http.StatusOK)
	b.ask(adas, http.MethodGet, "/api/puzzles/next?game=world&kind=cure", nil).is(http.StatusOK, &second)
	if second.ID == first.ID || second.Kind != "cure" {
		t.Errorf("then comes %+v", second)
	}
	b.ask("", http.MethodGet, "/api/puzzles/next?game=world", nil).is(http.StatusOK)
	b.ask(adas, http.MethodGet, "/api/puzzles/next?game=none", nil).refused(http.StatusNotFound, "no-such-puzzle")
}
