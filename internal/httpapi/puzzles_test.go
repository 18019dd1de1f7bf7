package httpapi

import (
	"net/http"
	"strconv"
	"testing"

	"theriac/ai/puzzle"
	"theriac/games"
	"theriac/internal/puzzles"
)

// puzzleOf returns a puzzle of the given kind.
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

// makeMoves makes moves at a table, each as the answer to the question that is then open. A move is
// given as its seat and its text, such as "1 drive paris".
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

// A puzzle is solved at its own table. The log alone determines the result. The first result
// counts, even if the player undoes moves or tries again.
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
	second := begin(cure)
	if second.Table == at.Table {
		t.Error("the second try is at the same table")
	} else if v := verdict(second.Table); v.Counts || v.Verdict != "open" {
		t.Errorf("the second try is %+v", v)
	}
	// Solved puzzles do not count against the limit on open tables, because the server ends their
	// games.
	if b.look(adas, at.Table).Over == nil || b.look(adas, second.Table).Over != nil {
		t.Error("the table of a solved puzzle stays open, or the new one does not")
	}

	chain := puzzleOf(t, "chain")
	at = begin(chain)
	if b.look(adas, second.Table).Over == nil {
		t.Error("a try that does not count stays open")
	}
	makeMoves(b, adas, at.Table, chain.Plan[len(chain.Plan)-1]) // the last move ends the turn
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
	relay := puzzleOf(t, "relay")
	at = begin(relay)
	makeMoves(b, adas, at.Table, relay.Plan[:len(relay.Plan)-1]...)
	if v := verdict(at.Table); v.Verdict != "open" {
		t.Errorf("before the last move of its second turn it is %+v", v)
	}
	makeMoves(b, adas, at.Table, relay.Plan[len(relay.Plan)-1])
	if v := verdict(at.Table); v.Verdict != "solved" || v.Orders == 0 {
		t.Errorf("after both turns it is %+v", v)
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

// The next puzzle for a newcomer is the easiest one. A puzzle that was tried before is never
// suggested.
func TestNextPuzzle(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	var first, second Puzzle
	b.ask(adas, http.MethodGet, "/api/puzzles/next?game=world", nil).is(http.StatusOK, &first)
	if first.Grade != 1 || first.Table != "" {
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

// A puzzle against rivals is solved from one seat. The server makes the strongest replies for the
// other seats, and shows how they refute a mistake.
func TestPuzzleAgainstRivals(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	verdict := func(table string) (out PuzzleVerdict) {
		b.ask(adas, http.MethodGet, "/api/tables/"+table+"/verdict", nil).is(http.StatusOK, &out)
		return out
	}
	var long *puzzle.Puzzle // find a puzzle in which the solver's seat moves again after the rivals' replies
	for i := range puzzles.All() {
		p := &puzzles.All()[i]
		if p.Places > 0 && len(p.Plan) > 2 && p.Plan[0][0] != p.Plan[1][0] && p.Plan[0][0] == p.Plan[2][0] {
			long = p
			break
		}
	}
	if long == nil {
		t.Fatal("no puzzle has replies")
	}
	var at Puzzle
	b.ask(adas, http.MethodPost, "/api/puzzles/"+long.ID+"/begin", nil).is(http.StatusCreated, &at)
	var table struct {
		Seats []struct {
			Holder *struct{} `json:"holder"`
			Bot    *struct{} `json:"bot"`
		} `json:"seats"`
	}
	b.ask(adas, http.MethodGet, "/api/tables/"+at.Table, nil).is(http.StatusOK, &table)
	for i, s := range table.Seats {
		if mine := strconv.Itoa(i) == long.Plan[0][:1]; mine != (s.Holder != nil) || mine == (s.Bot != nil) {
			t.Errorf("seat %d of the puzzle of seat %c is held by %+v", i, long.Plan[0][0], s)
		}
	}
	var moves []string
	for _, step := range long.Plan {
		if v := verdict(at.Table); step[0] == long.Plan[0][0] {
			if v.Verdict != "open" || v.Places != 0 {
				t.Errorf("before %q it is %+v", step, v)
			}
			makeMoves(b, adas, at.Table, step)
		}
		moves = append(moves, step)
	}
	if v := verdict(at.Table); v.Verdict != "solved" || v.Places != long.Places || len(v.Plan) != len(moves) {
		t.Errorf("after %q it is %+v", moves, v)
	}

	// Another person makes a mistake. They see the rivals' reply and cannot undo.
	_, adas = b.guest("Bob")
	b.ask(adas, http.MethodPost, "/api/puzzles/"+long.ID+"/begin", nil).is(http.StatusCreated, &at)
	e, _ := games.FindEntry(long.Game)
	position, err := long.Begin(e.Rules)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range position.AppendMoves(nil, position.Decision().Owing().First()) {
		judge, err := e.Judge(long)
		if err != nil {
			t.Fatal(err)
		}
		text := puzzle.MoveText(e.Rules.Vocabulary(), m)
		if v, err := judge.Play(m); err != nil || v != puzzle.Failed {
			continue
		}
		makeMoves(b, adas, at.Table, text)
		if v := verdict(at.Table); v.Verdict != "failed" || v.After >= v.Before {
			t.Errorf("after the mistake %q it is %+v", text, v)
		}
		return
	}
	t.Error("no move is a mistake")
}
