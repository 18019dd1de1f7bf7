package epidemictest

import (
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/engine/transcript"
	"theriac/games/epidemic"
)

// endings are the rules by which every map game can end.
var endings = []string{"end/win", "end/outbreaks", "end/cubes", "end/cards"}

// Frozen checks the frozen games of every revision of the rules. For every ending, there must be at least
// one.
func Frozen(t enginetest.T, g *epidemic.Ruleset, dir string) {
	t.Helper()
	for revision := 1; revision <= g.Revision(); revision++ {
		games, ends := FrozenAt(t, g, revision, dir)
		if len(games) < 30 {
			t.Fatalf("revision %d has %d frozen games", revision, len(games))
		}
		for _, cause := range endings {
			if ends[cause] == 0 {
				t.Errorf("no frozen game of revision %d ends by %s", revision, cause)
			}
		}
	}
}

// FrozenAt replays the frozen games of one revision and checks that their hashes are the same as when they
// were frozen. It returns the games, and how many ended in each way.
func FrozenAt(t enginetest.T, g engine.Game, revision int, dir string) (games []*transcript.Transcript, ends map[string]int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, fmt.Sprintf("r%d", revision), "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	ends = map[string]int{}
	for _, path := range files {
		tr := readGame(t, path)
		s, err := tr.Fold(g, transcript.Watcher{})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		r, over := s.Outcome()
		if last := tr.Lines[len(tr.Lines)-1]; last.Kind != transcript.Receipt || tr.Header.Revision != revision || !over {
			t.Errorf("%s has no last receipt, another revision, or no end", path)
		}
		ends[r.Cause]++
		games = append(games, tr)
	}
	return games, ends
}

func readGame(t enginetest.T, path string) *transcript.Transcript {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := transcript.Parse(string(text))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return tr
}

// Freeze plays one game in each variant with the eager bot, and writes them as frozen games. It then searches
// for games with endings that have not occurred yet. It never rewrites existing frozen games.
func Freeze(t enginetest.T, g *epidemic.Ruleset, variants []engine.Settings, dir string) {
	t.Helper()
	dir = filepath.Join(dir, fmt.Sprintf("r%d", g.Revision()))
	if _, err := os.Stat(dir); err == nil {
		t.Fatalf("%s exists: frozen games are not rewritten", dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	kept := map[string]int{}
	keep := func(seed uint64, tr *transcript.Transcript, cause string) {
		kept[cause]++
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d.txt", seed)), []byte(tr.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const enough = 2000
	for seed := uint64(0); seed < enough && len(kept) < len(endings) || seed < uint64(len(variants)); seed++ {
		tr := newGame(g, variants[seed%uint64(len(variants))], seed)
		tr.Title = []string{fmt.Sprintf("Game %d, played by the eager bot.", seed)}
		bot := bots.Eager{Dice: ai.Dice(seed)}
		cause := record(t, g, tr, func(s *epidemic.State) engine.Move { return eagerly(s, &bot) })
		if seed < uint64(len(variants)) || kept[cause] == 0 {
			keep(seed, tr, cause)
		}
	}
	for seed := uint64(enough); kept["end/win"] == 0 && seed < enough+1000; seed++ {
		tr := newGame(g, variants[0], seed)
		tr.Title = []string{fmt.Sprintf("Game %d: the eager bot, and the best of many tries of each turn.", seed)}
		if moves := seekWin(t, g, tr.Header); moves != nil {
			keep(seed, tr, record(t, g, tr, func(*epidemic.State) engine.Move {
				m := moves[0]
				moves = moves[1:]
				return m
			}))
		}
	}
	t.Log(kept)
}

func newGame(g *epidemic.Ruleset, set engine.Settings, seed uint64) *transcript.Transcript {
	set, _ = engine.Resolve(g.Options(), set)
	return &transcript.Transcript{
		Header: engine.Header{Game: g.Name(), Revision: g.Revision(), Settings: set, Seed: engine.NumberedSeed(seed)},
		Lines:  []transcript.Line{{}},
	}
}

// eagerly returns the eager bot's move for a seat that owes an answer, or sometimes for a seat that may move
// without owing one.
func eagerly(s *epidemic.State, bot *bots.Eager) engine.Move {
	d := s.Decision()
	seat := d.Owing().First()
	if d.May != 0 && bot.Dice.N(8) == 0 && len(s.AppendMoves(nil, d.May.First())) > 0 {
		seat = d.May.First()
	}
	v := s.Knows(engine.SeatsOf(seat))
	return bot.Choose(&v, s.AppendMoves(nil, seat))
}

// record plays a game and records it in a transcript, with a hash of the position at the end and sometimes in
// between. It returns how the game ended.
func record(t enginetest.T, g *epidemic.Ruleset, tr *transcript.Transcript, next func(*epidemic.State) engine.Move) string {
	t.Helper()
	s, err := g.New(tr.Header)
	if err != nil {
		t.Fatal(err)
	}
	state, _ := engine.At[epidemic.State](s)
	for n := 1; !s.Decision().Over; n++ {
		m := next(state)
		tr.Add(m.Seat, g.Vocabulary().Move(m))
		if _, _, err := s.Play(m); err != nil {
			t.Fatal(err)
		}
		if n%25 == 0 || s.Decision().Over {
			tr.Lines = append(tr.Lines, transcript.Line{Kind: transcript.Receipt, Text: s.Hash().String()})
		}
	}
	r, _ := s.Outcome()
	return r.Cause
}

// attempt is a partly played game from which seekWin continues.
type attempt struct {
	s     epidemic.State
	moves []engine.Move
}

// seekWin searches for a winning game and returns its moves. It tries each turn many times and continues with
// the best results.
func seekWin(t enginetest.T, g *epidemic.Ruleset, h engine.Header) []engine.Move {
	t.Helper()
	rules, err := g.Compile(h)
	if err != nil {
		t.Fatal(err)
	}
	chance, err := h.Seed.Rand()
	if err != nil {
		t.Fatal(err)
	}
	best := []attempt{{}}
	rules.Deal(&best[0].s, chance, nil)
	bot := bots.Eager{Dice: ai.Dice(h.Seed.Number)}
	for len(best) > 0 {
		var tried []attempt
		for _, from := range best {
			for range 400 / len(best) {
				a := attempt{from.s, slices.Clone(from.moves)}
				for a.s.Turn == from.s.Turn && !a.s.Decision().Over {
					m := eagerly(&a.s, &bot)
					a.s.Play(m, nil)
					a.moves = append(a.moves, m)
				}
				switch a.s.End {
				case epidemic.Won:
					return a.moves
				case epidemic.Running:
					tried = append(tried, a)
				}
			}
		}
		slices.SortStableFunc(tried, func(a, b attempt) int { return promise(&b.s) - promise(&a.s) })
		best = tried[:min(len(tried), 20)]
	}
	return nil
}

// promise rates how close a position is to a win.
func promise(s *epidemic.State) int {
	r, score := s.Rules(), -100*int(s.Outbreaks)
	for d := range epidemic.Disease(len(r.Diseases)) {
		score += 4 * int(s.Supply[d])
		if s.IsCured(d) {
			score += 2000
			continue
		}
		most := 0
		for seat := range engine.Seat(r.Players) {
			hand := s.Hand(seat)
			most = max(most, bits.OnesCount64(hand.Cities()&r.CitiesOf(d)))
		}
		score += 20 * most * most
	}
	return score
}
