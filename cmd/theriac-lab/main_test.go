package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"theriac-lab": func() { os.Exit(run()) }})
}

// The scripts run the commands as a user would, with a few games each. Each script gets two transcripts: a game
// that has begun, and one that begins from what the first game's players knew.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			played, known := begun(t)
			for name, text := range map[string]string{"played.txt": played, "known.txt": known} {
				if err := os.WriteFile(filepath.Join(e.WorkDir, name), []byte(text), 0o644); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

func begun(t *testing.T) (played, known string) {
	t.Helper()
	g, _ := games.Find(games.Default())
	set, err := engine.Resolve(g.Options(), nil)
	if err != nil {
		t.Fatal(err)
	}
	h := engine.Header{Game: g.Name(), Revision: g.Revision(), Settings: set, Seed: engine.NumberedSeed(7)}
	s, err := engine.Begin(g, h)
	if err != nil {
		t.Fatal(err)
	}
	script := &transcript.Transcript{Header: h}
	for range 2 {
		m := s.AppendMoves(nil, s.Decision().Owing().First())[0]
		if _, _, err := s.Play(m); err != nil {
			t.Fatal(err)
		}
		script.Add(m.Seat, s.Vocabulary().Move(m))
	}
	h.Known = engine.AppendCode(nil, s.View(engine.AllSeats(set.Int("players"))).Code)
	h.Seed = engine.NumberedSeed(3)
	return script.String(), (&transcript.Transcript{Header: h}).String()
}
