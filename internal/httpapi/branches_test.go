package httpapi

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"testing"
)

// A branch has the cards and the first moves of its game, goes on as that would have with
// the same moves, and is told apart from it.
func TestBranch(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair(func(n *NewTable) { n.Settings = map[string]string{"players": "2", "epidemics": "5"} })
	there := "/api/tables/" + id
	r := rand.New(rand.NewPCG(3, 3))
	b.playOne(id, tokens, r)
	b.ask(tokens[0], http.MethodPost, there+"/branches", NewBranch{At: 0}).refused(http.StatusConflict, "not-over")
	for b.look(tokens[0], id).Over == nil {
		b.playOne(id, tokens, r)
	}
	end := b.look(tokens[0], id)

	_, eve := b.guest("Eve") // the table is public: everybody may see the game
	for _, at := range []int{0, 1, end.Made / 2, end.Made - 1} {
		var branch Table
		b.ask(eve, http.MethodPost, there+"/branches", NewBranch{At: at}).is(http.StatusCreated, &branch)
		if branch.Branch == nil || branch.Branch.Table != id || branch.Branch.At != at || branch.Public || branch.Status != "playing" {
			t.Fatalf("at %d: %+v", at, branch)
		}
		was := strictly[Update](t, b.ask(eve, http.MethodGet, fmt.Sprint(there, "/replay/", at), nil).is(http.StatusOK).body)
		is := strictly[Update](t, b.ask(eve, http.MethodGet, "/api/tables/"+branch.ID+"/view?after=-1", nil).is(http.StatusOK).body)
		if is.Made != at || !reflect.DeepEqual(was.View, is.View) || was.Question.Step != is.Question.Step {
			t.Errorf("at %d: made %d\n%+v\n%+v", at, is.Made, was.View, is.View)
		}
		for _, s := range is.Steps {
			for _, p := range s.Plays {
				if p.Move != "" && p.Why != "lead" {
					t.Errorf("at %d: the move %s is called %q", at, p.Move, p.Why)
				}
			}
		}
		// The same moves lead to the same end: the cards are the same down to the last.
		all := strictly[Replay](t, b.ask(eve, http.MethodGet, there+"/replay", nil).is(http.StatusOK).body)
		var rest []string
		for _, m := range all.Moves[at:] {
			rest = append(rest, fmt.Sprint(m.Seat, " ", m.Move))
		}
		if at == end.Made-1 || at == end.Made/2 {
			makeMoves(b, eve, branch.ID, rest...)
			if done := b.look(eve, branch.ID); done.Over == nil || !reflect.DeepEqual(done.Over, end.Over) {
				t.Errorf("at %d: it ended with %+v instead of %+v", at, done.Over, end.Over)
			}
		}
	}

	for _, at := range []int{end.Made, end.Made + 1} {
		b.ask(eve, http.MethodPost, there+"/branches", NewBranch{At: at}).refused(http.StatusUnprocessableEntity, "no-such-move")
	}
	b.ask(eve, http.MethodPost, there+"/branches", NewBranch{At: 1, Seats: []int{0}, Level: "omniscient"}).refused(http.StatusUnprocessableEntity, "unknown-level")
	b.ask(eve, http.MethodPost, there+"/branches", NewBranch{At: -1}).refused(http.StatusUnprocessableEntity, "invalid")

	// One seat of one's own: a bot has the other, and has not moved before the lead was made.
	var beside Table
	b.ask(eve, http.MethodPost, there+"/branches", NewBranch{At: 3, Seats: []int{1}, Level: "steady"}).is(http.StatusCreated, &beside)
	if bot := beside.Seats[0].Bot; bot == nil || bot.Level != "steady" || !reflect.DeepEqual(beside.You.Seats, []int{1}) {
		t.Errorf("%+v", beside.Seats)
	}
	if made := b.look(eve, beside.ID).Made; made < 3 {
		t.Errorf("%d moves stand", made)
	}
	// Nothing else can be played there, and it is no rematch.
	b.ask(eve, http.MethodPost, "/api/tables/"+beside.ID+"/branches", NewBranch{At: 0}).refused(http.StatusConflict, "not-over")
}

// Whoever may not see a game cannot play on from it.
func TestBranchOfAPrivateTable(t *testing.T) {
	b := raise(t)
	_, ada := b.guest("Ada")
	_, eve := b.guest("Eve")
	own := b.table(ada, func(n *NewTable) { n.Sit, n.Start = "all", true })
	there := "/api/tables/" + own.ID
	b.ask(ada, http.MethodPost, there+"/giveup", Keyed{Key: "stop"}).is(http.StatusOK)
	b.ask(eve, http.MethodPost, there+"/branches", NewBranch{At: 0}).refused(http.StatusNotFound, "no-such-table")
	// A game that was given up can go on from where it stood.
	var branch Table
	b.ask(ada, http.MethodPost, there+"/branches", NewBranch{At: 0}).is(http.StatusCreated, &branch)
	if branch.Watch != own.Watch || branch.Commitment != own.Commitment {
		t.Errorf("%+v", branch)
	}
}
