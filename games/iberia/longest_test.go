package iberia_test

import (
	"testing"

	"theriac/engine"
)

// The longest lists of moves fit within the engine's limit. The test gives one hand the events with the most
// variants, and city cards to all other hands. Each colour has a cube in half of the cities. All pawns share a
// city with a role that can take others along.
func TestLongestList(t *testing.T) {
	for role, given := range map[string][]string{
		"railwayman": {
			"pawn 0 madrid", "pawn 1 madrid", "pawn 2 madrid", "pawn 3 madrid", "pawn 4 madrid",
			"tracks zaragoza madrid zaragoza barcelona zaragoza soria zaragoza teruel zaragoza huesca cuenca madrid toledo madrid valladolid madrid " +
				"ciudad-real madrid salamanca madrid salamanca leon leon gijon braga salamanca caceres salamanca badajoz ciudad-real cuenca valencia cuenca albacete pamplona huesca",
		},
		"sailor": {"pawn 0 vigo", "pawn 1 vigo", "pawn 2 vigo", "pawn 3 vigo", "pawn 4 vigo"},
	} {
		s := arrange(t, deal(t, 1, "players", "5", "roles", role+",politician,nurse,agronomist,rural-doctor"),
			append([]string{
				"turn 0", "clear cubes",
				"hand 0 telegraph ship-arrival correspondence new-line migration hospital-funds pure-water",
				"hand 1 vigo porto braga lisboa evora coimbra caceres", "hand 2 leon gijon santander bilbao madrid burgos soria",
				"hand 3 sevilla cadiz malaga jaen granada toledo almeria", "hand 4 teruel cuenca albacete alicante valencia tarragona girona",
			}, given...)...)
		for c := range uint8(24) {
			for d, disease := range s.Rules().Diseases {
				arrange(t, s, "cubes "+s.Rules().City.Text((c+uint8(12*d))%48)+" "+disease+" 1")
			}
		}
		if why := s.Fault(); why != "" {
			t.Fatal(why)
		}
		n := len(s.AppendMoves(nil, 0))
		t.Logf("%s: %d of %d moves", role, n, engine.MaxMoves)
		if n > engine.MaxMoves {
			t.Errorf("%s: a list of %d moves, and the bound is %d", role, n, engine.MaxMoves)
		}
	}
}
