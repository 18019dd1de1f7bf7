package httpapi

import (
	"net/http"
	"slices"
	"testing"

	"theriac/engine"
	"theriac/games"
	"theriac/games/world/worldtest"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

// finish ends a table as the server does when the table's game is over.
func finish(b *testAPI, t wire.Table) {
	b.t.Helper()
	_, err := b.lobby.Finish(b.t.Context(), t.ID, lobby.Outcome{Cause: "end/cures", Won: engine.AllSeats(len(t.Seats))}, b.clock.Now())
	if err != nil {
		b.t.Fatal(err)
	}
}

func TestGames(t *testing.T) {
	b := raise(t)
	var list []Game
	b.ask("", http.MethodGet, "/api/games", nil).is(http.StatusOK, &list)
	if len(list) != len(games.All) {
		t.Fatalf("games %+v", list)
	}
	for i, g := range games.All {
		if list[i].Name != g.Name() || list[i].Revision != g.Revision() || len(list[i].Options) != len(g.Options()) {
			t.Errorf("game %+v", list[i])
		}
	}
	// A game that some node of the cluster does not know is not offered.
	first := func(format string) bool { return format == "rules-world-1" }
	b.knows.Store(&first)
	b.ask("", http.MethodGet, "/api/games", nil).is(http.StatusOK, &list)
	if len(list) != 1 || list[0].Name != "world" || list[0].Revision != 1 {
		t.Errorf("what all nodes know: %+v", list)
	}
	b.knows.Store(nil)
	var english, french []Rule
	b.ask("", http.MethodGet, "/api/games/world/rules", nil).is(http.StatusOK, &english)
	b.ask("", http.MethodGet, "/api/games/world/rules?lang=fr-CA", nil).is(http.StatusOK, &french)
	if len(english) == 0 || len(english) != len(french) || english[0].ID != french[0].ID || english[0].Text == french[0].Text {
		t.Errorf("%d rules in English, %d in French", len(english), len(french))
	}
	b.ask("", http.MethodGet, "/api/games/chess/rules", nil).refused(http.StatusNotFound, "no-such-game")
}

// While some node does not know the newest rules, new tables use older rules. The list of games
// then has the options of the older rules.
func TestGamesAtOlderRules(t *testing.T) {
	for revision, offered := range map[int]bool{1: false, 2: true} {
		list := gamesAt([]engine.Game{worldtest.Later()}, func(engine.Game) int { return revision })
		has := slices.ContainsFunc(list[0].Options, func(o Option) bool { return o.Name == "weather" })
		if list[0].Revision != revision || has != offered {
			t.Errorf("revision %d: %+v", revision, list[0])
		}
	}
}
