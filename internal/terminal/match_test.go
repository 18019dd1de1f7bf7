package terminal

import (
	"slices"
	"testing"

	"theriac/engine"
	"theriac/games"
	"theriac/games/iberia"
	"theriac/games/world"
	"theriac/locale"
)

func table(t *testing.T, g engine.Game, lang string, given engine.Settings) *Console {
	t.Helper()
	c, err := locale.For(lang)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(g, given, "", engine.NumberedSeed(7))
	if err != nil {
		t.Fatal(err)
	}
	tab := &Console{Config: Config{Catalogue: c}, told: make(map[engine.Seats]int)}
	tab.setUp(r)
	tab.Width, tab.viewer = 80, engine.AllSeats(tab.players())
	return tab
}

func TestMatches(t *testing.T) {
	roles := engine.Settings{{Name: "players", Value: "3"}, {Name: "roles", Value: "medic,dispatcher,scientist"}}
	for _, test := range []struct {
		lang, typed string
		want        []string
	}{
		{"en", "drive paris", []string{"drive paris"}},
		{"en", "dr par", []string{"drive paris"}},
		{"en", "DRIVE  Paris", []string{"drive paris"}},
		{"en", "dr new", []string{"drive new-york"}},
		{"en", "dr new york", []string{"drive new-york"}},
		{"en", "dr n-y", []string{"drive new-york"}},
		{"en", "dr york", []string{"drive new-york"}},
		{"en", "dr chi", []string{"drive chicago"}}, // also matches Ho Chi Minh City, but with more abbreviation
		{"en", "give wash", []string{"give 0 washington", "give 1 washington", "give 2 washington"}},
		{"en", "dr sa", []string{"drive san-francisco", "drive santiago", "drive sao-paulo"}},
		{"en", "dr santiago", []string{"drive santiago"}},
		{"en", "dr bogotá", []string{"drive bogota"}},
		{"en", "ferry paris", nil}, // a verb must begin with its first word, not with "ferry"
		{"en", "treat k", []string{"treat black"}},
		{"en", "treat b", []string{"treat blue"}},
		{"en", "treat bl", []string{"treat blue", "treat black"}},
		{"en", "build", []string{"build"}},
		{"en", "build paris", nil},
		{"en", "end", []string{"draw"}},
		{"en", "airlift 2", []string{"airlift 2"}},
		{"en", "airlift 3", nil},
		{"en", "airlift sci", []string{"airlift 2"}},
		{"en", "give disp one", []string{"give 1 one-quiet-night"}}, // a move that is never legal, but that the parser understands
		{"en", "give disp wash", []string{"give 1 washington"}},
		{"en", "dispatch", []string{"dispatch 0", "dispatch 1", "dispatch 2"}},
		{"en", "paris", nil},
		{"en", "", nil},
		{"fr", "drive le caire", []string{"drive cairo"}},
		{"fr", "voiture caire", []string{"drive cairo"}},
		{"fr", "drive cairo", []string{"drive cairo"}},
		{"fr", "voiture moscou", []string{"drive moscow"}},
		{"fr", "VOITURE Saint-Pétersbourg", []string{"drive st-petersburg"}},
		{"fr", "treat j", []string{"treat yellow"}},
		{"fr", "pont aerien medecin", []string{"airlift 0"}},
		{"fr", "vol chi", []string{"direct chicago", "charter chicago", "special-flight chicago"}},
		{"fr", "vol charter hô-chi", []string{"charter ho-chi-minh-city"}},
	} {
		tab := table(t, world.Game, test.lang, roles)
		var got []string
		for _, m := range tab.spell().matches(0, test.typed) {
			if m.Seat != 0 {
				t.Errorf("%q is a move of seat %d", test.typed, m.Seat)
			}
			got = append(got, world.Game.Vocabulary().Move(m))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %q means %q, want %q", test.lang, test.typed, got, test.want)
		}
	}
}

// Players can type a region by the name of one of its cities, and a verb by the name it has in this game.
func TestMatchesIberia(t *testing.T) {
	roles := engine.Settings{{Name: "players", Value: "3"}, {Name: "roles", Value: "nurse,sailor,politician"}}
	for _, test := range []struct {
		lang, typed string
		want        []string
	}{
		{"en", "drive madrid", []string{"drive madrid"}},
		{"en", "carriage mad", []string{"drive madrid"}},
		{"en", "train lisbon", []string{"train lisboa"}},
		{"en", "rail porto", []string{"rail porto"}},
		{"en", "rail-two porto vigo", []string{"rail-two porto vigo"}},
		{"en", "in r05", []string{"in r05"}},
		{"en", "in porto braga", []string{"in r04", "in r05"}},
		{"en", "in braga porto coimbra", []string{"in r05"}}, // the region's id
		{"en", "in palma", []string{"in r21"}},
		{"en", "purify r05 porto", []string{"purify r05 porto"}},
		{"en", "purify toledo badajoz madrid", []string{"purify r34 madrid"}},
		{"en", "pure water palma", []string{"pure-water r21"}},
		{"en", "ship porto lisbon", []string{"ship porto lisboa"}},
		{"en", "sail-with porto nurse", []string{"sail-with porto 0"}},
		{"en", "telegraph nurse sailor", []string{"telegraph 0 1"}},
		{"en", "walk b porto lisbon", []string{"walk blue porto lisboa"}},
		{"en", "remove porto k", []string{"remove porto black"}},
		{"en", "enough", []string{"enough"}},
		{"en", "direct madrid", nil}, // a verb that only another game has
		{"fr", "chariot séville", []string{"drive sevilla"}},
		{"fr", "train lisbonne", []string{"train lisboa"}},
		{"fr", "purifier palma madrid", []string{"purify r21 madrid", "purify-more r21 madrid"}}, // two roles' moves
		{"fr", "research j", []string{"research yellow"}},
		{"fr", "cela suffit", []string{"enough"}},
		{"fr", "voyager marin", []string{"day-and-night 1"}},
	} {
		tab := table(t, iberia.Game, test.lang, roles)
		var got []string
		for _, m := range tab.spell().matches(0, test.typed) {
			got = append(got, iberia.Game.Vocabulary().Move(m))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %q means %q, want %q", test.lang, test.typed, got, test.want)
		}
	}
}

// Players can type every move in the notation: the parser understands it in every language.
func TestNotationIsUnderstood(t *testing.T) {
	for _, lang := range locale.Languages() {
		for _, g := range games.All {
			sp := table(t, g, lang, nil).spell()
			for v, w := range g.Vocabulary().Verbs {
				m := engine.Move{Verb: engine.Verb(v)}
				for i, k := range w.Args {
					m.Arg[i] = uint8(len(k.Values) - 1)
					if k == engine.SeatKind {
						m.Arg[i] = 1
					}
				}
				text := g.Vocabulary().Move(m)
				if got := sp.matches(0, text); len(got) != 1 || got[0] != m {
					t.Errorf("%s: %q means %v", lang, text, got)
				}
			}
		}
	}
}

func TestCutSeat(t *testing.T) {
	tab := table(t, world.Game, "en", engine.Settings{{Name: "roles", Value: "medic,scientist"}})
	owing := tab.owing()
	for _, test := range []struct {
		line string
		seat engine.Seat
		rest string
	}{
		{"drive paris", owing, "drive paris"},
		{"1 airlift 0", 1, "airlift 0"},
		{"0 airlift 1", 0, "airlift 1"},
		{"medic: pass", 0, "pass"},
		{"Sci : pass", 1, "pass"},
		{"7 airlift 0", owing, "7 airlift 0"},
		{"researcher: pass", owing, "researcher: pass"},
	} {
		if seat, rest := tab.cutSeat(test.line); seat != test.seat || rest != test.rest {
			t.Errorf("%q is seat %d and %q, want seat %d and %q", test.line, seat, rest, test.seat, test.rest)
		}
	}
}
