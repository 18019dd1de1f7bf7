package pharmacy_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/pharmacytest"
)

var freeze = flag.Bool("freeze", false, "write the frozen games of the newest revision, if it has none")

const frozenDir = "testdata/frozen"

// Frozen games are finished games, stored with the hash of their last position. Replaying them under their own
// revision of the rules still gives that hash. A change of behaviour needs a new revision.
func TestFrozen(t *testing.T) {
	if *freeze {
		freezeGames(t)
	}
	for revision := 1; revision <= pharmacy.Revision; revision++ {
		games, ends := epidemictest.FrozenAt(t, pharmacy.Game, revision, frozenDir)
		if len(games) < 30 || ends["end/best"] == 0 || ends["end/shared"] == 0 {
			t.Errorf("%d frozen games of revision %d end by %v", len(games), revision, ends)
		}
	}
}

// freezeGames records a game in every seventh variant, which is enough to include every value of every option.
// It adds games until one of them ends in a shared victory.
func freezeGames(t *testing.T) {
	dir := filepath.Join(frozenDir, fmt.Sprintf("r%d", pharmacy.Revision))
	if _, err := os.Stat(dir); err == nil {
		t.Fatalf("%s exists: frozen games are not rewritten", dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	variants := pharmacy.Variants()
	shared := false
	for i := 0; i < len(variants) || !shared; i += 7 {
		tr := &transcript.Transcript{
			Title:  []string{fmt.Sprintf("Game %d, played by pharmacists of all styles.", i)},
			Header: engine.Header{Game: "pharmacy", Revision: pharmacy.Revision, Settings: variants[i%len(variants)], Seed: engine.NumberedSeed(uint64(i))},
			Lines:  []transcript.Line{{}},
		}
		s, err := pharmacy.Game.New(tr.Header)
		if err != nil {
			t.Fatal(err)
		}
		state, _ := engine.At[pharmacy.State](s)
		dice := engine.Rand{Key: engine.Key{uint8(i), uint8(i >> 8)}}
		for n := 1; !s.Decision().Over; n++ {
			m := pharmacytest.Choose(state, s.AppendMoves(nil, s.Decision().Owing().First()), dice.N)
			tr.Add(m.Seat, pharmacy.Game.Vocabulary().Move(m))
			if _, _, err := s.Play(m); err != nil {
				t.Fatal(err)
			}
			if n%25 == 0 || s.Decision().Over {
				tr.Lines = append(tr.Lines, transcript.Line{Kind: transcript.Receipt, Text: s.Hash().String()})
			}
		}
		r, _ := s.Outcome()
		shared = shared || r.Cause == "end/shared"
		if i < len(variants) || r.Cause == "end/shared" {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d.txt", i)), []byte(tr.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
