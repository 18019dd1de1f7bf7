package locale

import (
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/world"
)

func TestLedgersAgree(t *testing.T) {
	en := catalogue(t, "en").Rules("world")
	if len(en) == 0 {
		t.Fatal("the ledger is empty")
	}
	for _, lang := range Languages() {
		list := catalogue(t, lang).Rules("world")
		if len(list) != len(en) {
			t.Fatalf("%s: %d entries, in English %d", lang, len(list), len(en))
		}
		seen := make(map[string]bool)
		for i, r := range list {
			if r.ID != en[i].ID || r.Definition != en[i].Definition {
				t.Fatalf("%s: entry %d is %s (definition %t), in English %s (%t)", lang, i, r.ID, r.Definition, en[i].ID, en[i].Definition)
			}
			if r.Section == "" || r.Title == "" || r.Text == "" || strings.HasSuffix(r.Title, ")") {
				t.Errorf("%s: %+v lacks something", lang, r)
			}
			if seen[r.ID] {
				t.Errorf("%s: %s is there twice", lang, r.ID)
			}
			seen[r.ID] = true
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
	if r, ok := c.Rule("world", "turn/phases"); !ok || !r.Definition {
		t.Errorf("turn/phases is %+v", r)
	}
	if _, ok := c.Rule("world", "no/such-rule"); ok || c.Rules("chess") != nil {
		t.Error("there is a rule that there is not")
	}
}

func TestBrokenLedgers(t *testing.T) {
	for _, text := range []string{"### no id", "### `chess/castling` Castling", "### `world/turn/order`"} {
		if _, err := parseLedger("world", "en", text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// Games played at random: every fact has its sentence, every move its words and
// every cause and every refusal its rule.
func TestGamesAreTold(t *testing.T) {
	v := world.Game.Vocabulary()
	name := func(s engine.Seat) string { return "Seat " + string(rune('A'+s)) }
	for _, lang := range Languages() {
		c := catalogue(t, lang)
		whole := func(what, text string) {
			if text == "" || strings.ContainsAny(text, "{}?") {
				t.Fatalf("%s: %s is told as %q", lang, what, text)
			}
		}
		ruled := func(id string) {
			if r, ok := c.Rule("world", id); !ok || r.Definition {
				t.Fatalf("%s: no rule is called %q", lang, id)
			}
		}
		for i, set := range world.Variants() {
			chance := uint64(i)
			s, err := world.Game.New(engine.Header{Game: "world", Revision: world.Revision, Settings: set, Seed: engine.NumberedSeed(chance)})
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
