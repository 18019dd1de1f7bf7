package games_test

import (
	"bytes"
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games/labs"
)

// A new game can be dealt from what some seats know of another game. To these seats, the two games look the
// same. A seed decides everything that the seats do not know, and the new game's transcript can be replayed.
func TestKnown(t *testing.T) {
	other, played := 0, 0
	for _, e := range labs.Entries {
		for i, set := range e.Variants() {
			if testing.Short() && i%25 != 0 {
				continue
			}
			set, err := engine.Resolve(e.Rules.Options(), set)
			if err != nil {
				t.Fatal(err)
			}
			h := engine.Header{Game: e.Rules.Name(), Revision: e.Rules.Revision(), Settings: set, Seed: engine.NumberedSeed(uint64(i))}
			s, err := engine.Begin(e.Rules, h)
			if err != nil {
				t.Fatal(err)
			}
			dice := ai.Dice(i)
			for n := 15 + i%17; n > 0 && !s.Decision().Over; n-- {
				step(t, s, &dice, nil)
			}
			if s.Decision().Over {
				continue
			}
			seats := engine.SeatsOf(engine.Seat(i % max(1, set.Int("players"))))
			if i%2 == 0 {
				seats = engine.AllSeats(max(1, set.Int("players")))
			}
			h.Known = engine.AppendCode(nil, s.View(seats).Code)
			for seed := range uint64(2) {
				h.Seed = engine.NumberedSeed(1000 + seed)
				drawn, err := engine.Begin(e.Rules, h)
				if err != nil {
					t.Fatalf("%s %v: %v", h.Game, set, err)
				}
				if got := engine.AppendCode(nil, drawn.View(seats).Code); !bytes.Equal(got, h.Known) {
					t.Fatalf("%s %v: seats %b know\n%s\ninstead of\n%s", h.Game, set, seats, got, h.Known)
				}
				if drawn.Hash() != s.Hash() {
					other++
				}
				script := &transcript.Transcript{Header: h}
				for range 25 {
					if !drawn.Decision().Over {
						step(t, drawn, &dice, script)
						played++
					}
				}
				script.Lines = append(script.Lines, transcript.Line{Kind: transcript.Receipt, Text: drawn.Hash().String()})
				read, err := transcript.Parse(script.String())
				if err != nil {
					t.Fatal(err)
				}
				if _, err := read.Fold(e.Rules, transcript.Watcher{}); err != nil {
					t.Fatalf("%s %v: %v", h.Game, set, err)
				}
			}
		}
	}
	if other < 20 || played < 500 {
		t.Errorf("only %d games with other cards, and %d moves", other, played)
	}
}

// step makes a random move and records it in the transcript.
func step(t *testing.T, s engine.Session, dice *ai.Dice, note *transcript.Transcript) {
	t.Helper()
	var list []engine.Move
	for seat := range s.Decision().Asked().Each {
		list = s.AppendMoves(list, seat)
	}
	m := list[dice.N(len(list))]
	if _, _, err := s.Play(m); err != nil {
		t.Fatal(err)
	}
	if note != nil {
		note.Add(m.Seat, s.Vocabulary().Move(m))
	}
}
