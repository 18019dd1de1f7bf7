package locale

import (
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games"
	"theriac/games/pharmacy"
	"theriac/games/world"
)

func TestLedgersAgree(t *testing.T) {
	for _, l := range languages {
		own, err := readLedgers(l)
		if err != nil {
			t.Fatal(err)
		}
		for _, game := range games.Names() {
			ledgerAgrees(t, l, game, own[game])
		}
	}
}

// ledgerAgrees compares a ledger with the English one. It must have the same entries in the same order; an
// incomplete language may lack some.
func ledgerAgrees(t *testing.T, l *Language, game string, list []Rule) {
	en := catalogue(t, Default).Rules(game)
	if len(en) == 0 || l.Complete && len(list) != len(en) {
		t.Fatalf("%s in %s: %d entries, in English %d", game, l.Tag, len(list), len(en))
	}
	at := 0
	for _, r := range list {
		for at < len(en) && en[at].ID != r.ID {
			at++
		}
		if at == len(en) || r.Definition != en[at].Definition {
			t.Fatalf("%s in %s: %s (definition %t) is not in English, or elsewhere", game, l.Tag, r.ID, r.Definition)
		}
		at++
		if r.Section == "" || r.Title == "" || r.Text == "" || strings.HasSuffix(r.Title, ")") {
			t.Errorf("%s in %s: %+v lacks something", game, l.Tag, r)
		}
	}
}

// Every game that can be played has a ledger.
func TestEveryGameHasALedger(t *testing.T) {
	for _, g := range games.All {
		if len(catalogue(t, "en").Rules(g.Name())) == 0 {
			t.Errorf("%s has no ledger", g.Name())
		}
	}
}

// The ledger entry of a role or an event has its name as the title, so that players find it.
func TestRulesAreHeadedByNames(t *testing.T) {
	for _, lang := range wholeLanguages() {
		c := catalogue(t, lang)
		for _, game := range games.Names() {
			for _, r := range c.Rules(game) {
				kind, id, ok := strings.Cut(r.ID, "/")
				if !ok || strings.Contains(id, "/") || !c.Has(kind+"."+id) || kind != "role" && kind != "event" {
					continue
				}
				if name := c.Of(game).Name(kind, id); r.Title != name {
					t.Errorf("%s: %s/%s is headed %q, and called %q", lang, game, r.ID, r.Title, name)
				}
			}
		}
	}
}

// French ledgers use non-breaking spaces with punctuation marks.
func TestFrenchLedgersKeepTheirMarks(t *testing.T) {
	for _, game := range games.Names() {
		for _, r := range catalogue(t, "fr").Rules(game) {
			if text := r.Title + r.Text; breaks.MatchString(text) || strings.Contains(text, "'") {
				t.Errorf("%s/%s: %s", game, r.ID, text)
			}
		}
	}
}

func TestRuleByEitherID(t *testing.T) {
	c := catalogue(t, "en")
	for _, id := range []string{"outbreak/chain", "world/outbreak/chain"} {
		if r, ok := c.Rule("world", id); !ok || r.Title != "Chain outbreaks" || r.Section != "Outbreaks" || r.Definition {
			t.Errorf("%s is %+v", id, r)
		}
	}
	if r, ok := c.Rule("iberia", "iberia/rush/flee"); !ok || r.Title != "Patients flee" {
		t.Errorf("rush/flee is %+v", r)
	}
	if r, ok := c.Rule("world", "turn/phases"); !ok || !r.Definition {
		t.Errorf("turn/phases is %+v", r)
	}
	if _, ok := c.Rule("world", "no/such-rule"); ok || c.Rules("chess") != nil {
		t.Error("there is a rule that there is not")
	}
}

func TestBrokenLedgers(t *testing.T) {
	for _, text := range []string{"### no id", "### `chess/castling` Castling", "### `world/turn/order`"} {
		if _, err := parseLedger("world", "definition", text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// played lists the games that TestGamesAreTold plays, with their variants.
var played = []struct {
	game     engine.Game
	variants []engine.Settings
}{
	{world.Game, world.Variants()},
	{pharmacy.Game, pharmacy.Variants()},
}

// In random games, every fact has a sentence, every move has a text, and every cause and refusal has a rule.
func TestGamesAreTold(t *testing.T) {
	for _, p := range played {
		t.Run(p.game.Name(), func(t *testing.T) { tellAll(t, p.game, p.variants) })
	}
}

func tellAll(t *testing.T, g engine.Game, variants []engine.Settings) {
	v := g.Vocabulary()
	name := func(s engine.Seat) string { return "Seat " + string(rune('A'+s)) }
	for _, lang := range Languages() {
		c := catalogue(t, lang).Of(g.Name())
		whole := func(what, text string) {
			if text == "" || strings.ContainsAny(text, "{}?") {
				t.Fatalf("%s: %s is told as %q", lang, what, text)
			}
		}
		ruled := func(id string) {
			if r, ok := c.Rule(g.Name(), id); !ok || r.Definition {
				t.Fatalf("%s: no rule is called %q", lang, id)
			}
		}
		for i, set := range variants {
			chance := uint64(i)
			s, err := g.New(engine.Header{Game: g.Name(), Revision: g.Revision(), Settings: set, Seed: engine.NumberedSeed(chance)})
			if err != nil {
				t.Fatal(err)
			}
			facts := s.Opening()
			for {
				for _, f := range facts {
					whole(v.Fact(f), c.Fact(v, f, name))
					ruled(f.Rule)
				}
				d := s.Decision()
				if d.Over {
					break
				}
				var list []engine.Move
				d.Asked().Each(func(by engine.Seat) bool {
					list = s.AppendMoves(list, by)
					return true
				})
				chance = chance*6364136223846793005 + 1442695040888963407
				m := list[chance>>33%uint64(len(list))]
				whole(v.Move(m), c.Move(v, m, name))
				other := m
				other.Verb, other.Arg[0] = engine.Verb(chance>>40)%engine.Verb(len(v.Verbs)), uint8(chance>>50)%4
				if why := s.Why(other); why != "" {
					ruled(why)
				}
				if facts, _, err = s.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			result, _ := s.Outcome()
			ruled(result.Cause)
			if end := strings.Replace(result.Cause, "/", ".", 1); !c.Has(end) {
				t.Fatalf("%s: %s is missing", lang, end)
			}
		}
	}
}
