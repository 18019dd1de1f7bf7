package world_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games/epidemic"
	"theriac/games/world"
)

var freeze = flag.Bool("freeze", false, "write the frozen games of the newest revision, if it has none")

const frozenDir = "testdata/frozen"

// Finished games of every revision of the rules fold to the hashes that they
// had when they were frozen. They are never rewritten: a change of behaviour
// adds a revision.
func TestFrozen(t *testing.T) {
	if *freeze {
		freezeGames(t)
	}
	for revision := 1; revision <= world.Revision; revision++ {
		files, err := filepath.Glob(filepath.Join(frozenDir, fmt.Sprintf("r%d", revision), "*.txt"))
		if err != nil || len(files) < 30 {
			t.Fatalf("revision %d has %d frozen games", revision, len(files))
		}
		ends := map[string]int{}
		for _, path := range files {
			tr := readGame(t, path)
			s, err := tr.Fold(world.Game, transcript.Watcher{})
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			if last := tr.Lines[len(tr.Lines)-1]; last.Kind != transcript.Receipt || tr.Header.Revision != revision {
				t.Errorf("%s has no last receipt, or another revision", path)
			}
			r, over := s.Outcome()
			if !over {
				t.Errorf("%s is not over", path)
			}
			ends[r.Cause]++
		}
		for _, cause := range []string{"end/win", "end/outbreaks", "end/cubes", "end/cards"} {
			if ends[cause] == 0 {
				t.Errorf("no frozen game of revision %d ends by %s", revision, cause)
			}
		}
	}
}

func readGame(t *testing.T, path string) *transcript.Transcript {
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

// A role and an event that a later revision brings do not change games of an
// earlier one: they are dealt from what there was.
func TestNewCardsLeaveOldGamesAlone(t *testing.T) {
	box := world.Game.Box
	box.Revision = world.Revision + 1
	box.Roles = append(slices.Clone(box.Roles), &epidemic.Role{ID: "newcomer", Rule: "role/newcomer", Since: box.Revision})
	box.Events = append(slices.Clone(box.Events), &epidemic.Event{
		ID: "novelty", Rule: "event/novelty", Since: box.Revision,
		Verb: &epidemic.Verb{Name: "novelty", Rule: "event/novelty", List: epidemic.Plain, Play: func(*epidemic.State, engine.Move, *engine.Facts) {}},
	})
	later := epidemic.NewTable(box)
	files, _ := filepath.Glob(filepath.Join(frozenDir, "r1", "*.txt"))
	for _, path := range files {
		if _, err := readGame(t, path).Fold(later, transcript.Watcher{}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	fresh, err := later.Compile(engine.Header{Game: "world", Revision: box.Revision, Settings: engine.Settings{{Name: "players", Value: "4"}}})
	if err != nil {
		t.Fatal(err)
	}
	var s epidemic.State
	seen := false
	for chance, i := (engine.Rand{}), 0; i < 200 && !seen; i++ {
		fresh.Deal(&s, chance.Fork(), nil)
		seen = s.Role(0).ID == "newcomer"
	}
	if !seen || len(files) == 0 {
		t.Error("the newer revision does not deal the new role, or no game was looked at")
	}
}

// freezeGames plays games with the eager player, in every variant and until
// every kind of end is there.
func freezeGames(t *testing.T) {
	dir := filepath.Join(frozenDir, fmt.Sprintf("r%d", world.Revision))
	if _, err := os.Stat(dir); err == nil {
		t.Fatalf("%s exists: frozen games are not rewritten", dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	variants := world.Variants()
	kept := map[string]int{}
	for seed := uint64(0); seed < 200000 && len(kept) < 4 || seed < uint64(len(variants)); seed++ {
		set, _ := engine.Resolve(world.Game.Options(), variants[seed%uint64(len(variants))])
		tr := &transcript.Transcript{
			Title:  []string{fmt.Sprintf("Game %d, played by the eager bot.", seed)},
			Header: engine.Header{Game: "world", Revision: world.Revision, Settings: set, Seed: engine.NumberedSeed(seed)},
			Lines:  []transcript.Line{{}},
		}
		cause := playEagerly(t, tr)
		if seed >= uint64(len(variants)) && kept[cause] > 0 {
			continue
		}
		kept[cause]++
		path := filepath.Join(dir, fmt.Sprintf("%05d.txt", seed))
		if err := os.WriteFile(path, []byte(tr.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Log(kept)
}

// playEagerly plays a game into its transcript, with a receipt now and then and
// at the end.
func playEagerly(t *testing.T, tr *transcript.Transcript) string {
	s, err := world.Game.New(tr.Header)
	if err != nil {
		t.Fatal(err)
	}
	state, _ := engine.At[epidemic.State](s)
	bot := bots.Eager{Dice: ai.Dice(tr.Header.Seed.Number)}
	for n := 1; !s.Decision().Over; n++ {
		d := s.Decision()
		seat := d.Owing().First()
		if d.May != 0 && bot.Dice.N(8) == 0 && len(s.AppendMoves(nil, d.May.First())) > 0 {
			seat = d.May.First()
		}
		v := state.Knows(engine.SeatsOf(seat))
		m := bot.Choose(&v, s.AppendMoves(nil, seat))
		tr.Add(seat, world.Game.Vocabulary().Move(m))
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
