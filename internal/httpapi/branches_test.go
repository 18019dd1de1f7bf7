package httpapi

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"theriac/internal/httpapi/wire"
)

// A branch continues a game from one of its moves, with the same cards. If the original moves are
// repeated, the branch ends like the original game. Its log marks the moves that it began with.
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

	_, eve := b.guest("Eve") // the table is public, so everyone can see the game
	for _, at := range []int{0, 1, end.Made / 2, end.Made - 1} {
		var branch wire.Table
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
		// The remaining moves end the branch just as they ended the original game, because all
		// cards are the same.
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

	// The caller plays one seat, and a bot plays the other. The bot makes none of the moves that
	// lead to the position at which the branch begins.
	var beside wire.Table
	b.ask(eve, http.MethodPost, there+"/branches", NewBranch{At: 3, Seats: []int{1}, Level: "steady"}).is(http.StatusCreated, &beside)
	if bot := beside.Seats[0].Bot; bot == nil || bot.Level != "steady" || !reflect.DeepEqual(beside.You.Seats, []int{1}) {
		t.Errorf("%+v", beside.Seats)
	}
	if made := b.look(eve, beside.ID).Made; made < 3 {
		t.Errorf("%d moves stand", made)
	}
	// No one can branch from a branch that is still being played.
	b.ask(eve, http.MethodPost, "/api/tables/"+beside.ID+"/branches", NewBranch{At: 0}).refused(http.StatusConflict, "not-over")
}

// A caller who is not allowed to see a game cannot branch from it.
func TestBranchOfAPrivateTable(t *testing.T) {
	b := raise(t)
	_, ada := b.guest("Ada")
	_, eve := b.guest("Eve")
	own := b.table(ada, func(n *NewTable) { n.Sit, n.Start = "all", true })
	there := "/api/tables/" + own.ID
	b.ask(ada, http.MethodPost, there+"/propose", Motion{What: "end", Key: "stop"}).is(http.StatusOK)
	b.ask(eve, http.MethodPost, there+"/branches", NewBranch{At: 0}).refused(http.StatusNotFound, "no-such-table")
	// A branch can continue from the last position of a game that was given up.
	var branch wire.Table
	b.ask(ada, http.MethodPost, there+"/branches", NewBranch{At: 0}).is(http.StatusCreated, &branch)
	if branch.Watch != own.Watch || branch.Commitment != own.Commitment {
		t.Errorf("%+v", branch)
	}
}

// A branch with a new deck begins at the game's position. Everything that the players did not know
// at that point is drawn again.
func TestBranchWithANewDeck(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair(func(n *NewTable) { n.Settings = map[string]string{"players": "2", "epidemics": "5", "hands": "hidden"} })
	there := "/api/tables/" + id
	r := rand.New(rand.NewPCG(3, 3))
	for range 9 {
		b.playOne(id, tokens, r)
	}

	// Only a player can branch from a running game, and the branch contains only what that player
	// knows.
	now := strictly[Update](t, b.ask(tokens[0], http.MethodGet, there+"/view?after=-1", nil).is(http.StatusOK).body)
	_, eve := b.guest("Eve")
	b.ask(eve, http.MethodPost, there+"/branches", NewBranch{At: 0, Deck: "new"}).refused(http.StatusForbidden, "not-holder")
	b.ask(tokens[0], http.MethodPost, there+"/branches", NewBranch{At: now.Made}).refused(http.StatusConflict, "not-over")
	b.ask(tokens[0], http.MethodPost, there+"/branches", NewBranch{At: now.Made + 1, Deck: "new"}).refused(http.StatusUnprocessableEntity, "no-such-move")
	hands := map[string]bool{}
	for range 3 {
		var branch wire.Table
		b.ask(tokens[0], http.MethodPost, there+"/branches", NewBranch{At: now.Made, Deck: "new"}).is(http.StatusCreated, &branch)
		if branch.Branch == nil || branch.Branch.Deck != "new" || branch.Watch != "nobody" || branch.Commitment == "" {
			t.Fatalf("%+v", branch)
		}
		b.ask(tokens[1], http.MethodGet, "/api/tables/"+branch.ID, nil).refused(http.StatusNotFound, "no-such-table")
		// A branch cannot be used to get advice that the game itself forbids.
		b.ask(tokens[0], http.MethodPost, "/api/tables/"+branch.ID+"/advice", nil).refused(http.StatusConflict, "no-advice-beside")
		b.ask(tokens[0], http.MethodPut, "/api/tables/"+branch.ID+"/advice", AdviceRule{On: true}).refused(http.StatusConflict, "no-advice-beside")
		b.ask(tokens[0], http.MethodPost, "/api/tables/"+branch.ID+"/propose", Motion{What: "end", Key: "stop"}).is(http.StatusOK)
		text := string(b.ask(tokens[0], http.MethodGet, "/api/tables/"+branch.ID+"/transcript", nil).is(http.StatusOK).body)
		hands[text] = true
		if !strings.Contains(text, "\nknown {") {
			t.Errorf("the text does not say what is known:\n%s", text)
		}
		first := strictly[Update](t, b.ask(tokens[0], http.MethodGet, "/api/tables/"+branch.ID+"/replay/0?as=0", nil).is(http.StatusOK).body)
		if !reflect.DeepEqual(first.View, now.View) {
			t.Errorf("seat 0 knows\n%+v\ninstead of\n%+v", first.View, now.View)
		}
	}
	if len(hands) != 3 {
		t.Error("two branches drew the same cards")
	}

	for b.look(tokens[0], id).Over == nil {
		b.playOne(id, tokens, r)
	}
	// A medium-level bot plays the other seat.
	var beside wire.Table
	b.ask(tokens[1], http.MethodPost, there+"/branches", NewBranch{At: 2, Deck: "new", Seats: []int{1}}).is(http.StatusCreated, &beside)
	if bot := beside.Seats[0].Bot; bot == nil || bot.Level != "steady" {
		t.Errorf("%+v", beside.Seats)
	}
	// The transcript of the finished game reveals its seed. The responses about the branches did
	// not contain that seed.
	script := string(b.ask(eve, http.MethodGet, there+"/transcript", nil).is(http.StatusOK).body)
	_, seed, _ := strings.Cut(script, "\nseed revealed ")
	for text := range hands {
		if secret, _, _ := strings.Cut(seed, " "); len(secret) < 32 || strings.Contains(text, secret) {
			t.Errorf("the branch of a game that ran says its seed:\n%s", text)
		}
	}

	// Anyone who can see a finished game can branch from it. The branch starts with the combined knowledge of
	// the game's players.
	var branch wire.Table
	b.ask(eve, http.MethodPost, there+"/branches", NewBranch{At: 4, Deck: "new"}).is(http.StatusCreated, &branch)
	was := strictly[Update](t, b.ask(eve, http.MethodGet, there+"/replay/4", nil).is(http.StatusOK).body)
	is := strictly[Update](t, b.ask(eve, http.MethodGet, "/api/tables/"+branch.ID+"/view?after=-1", nil).is(http.StatusOK).body)
	if !reflect.DeepEqual(was.View, is.View) || was.Question.Step != is.Question.Step {
		t.Errorf("%+v\n%+v", was.View, is.View)
	}
	// While the branch is being played, its transcript does not reveal the players' knowledge of the original
	// game, because others may read the transcript.
	if text := b.ask(eve, http.MethodGet, "/api/tables/"+branch.ID+"/transcript", nil).is(http.StatusOK).body; strings.Contains(string(text), "\nknown") {
		t.Errorf("%s", text)
	}
	// A branch can have a branch of its own, which has the same cards.
	b.ask(eve, http.MethodPost, "/api/tables/"+branch.ID+"/propose", Motion{What: "end", Key: "stop"}).is(http.StatusOK)
	before := strictly[Update](t, b.ask(eve, http.MethodGet, "/api/tables/"+branch.ID+"/replay/0", nil).is(http.StatusOK).body)
	var twig wire.Table
	b.ask(eve, http.MethodPost, "/api/tables/"+branch.ID+"/branches", NewBranch{At: 0}).is(http.StatusCreated, &twig)
	after := strictly[Update](t, b.ask(eve, http.MethodGet, "/api/tables/"+twig.ID+"/view?after=-1", nil).is(http.StatusOK).body)
	if !reflect.DeepEqual(before.View, after.View) || twig.Commitment != branch.Commitment {
		t.Errorf("%+v\n%+v", before.View, after.View)
	}
}
