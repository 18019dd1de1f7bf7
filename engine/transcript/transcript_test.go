package transcript_test

import (
	"strings"
	"testing"

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games/pharmacy"
	"theriac/games/world"
)

const key = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

var good = []string{
	"theriac 1\ngame world\nrevision 1\nseed 7\n",
	"# A title\n#\ntheriac 1\ngame world\nrevision 1\noption players 3\noption roles\ndata abc\nseat a1\nseat b2\nseed sealed " + key + "\nnonce one two\n\n# remark\n0 drive chicago  # why not\n! 1 drive paris\n    (turn/order)\ngiven turn 0\n= " + key[:32] + "\n",
	"theriac 1\ngame world\nrevision 1\nseat\nseat b\nseed 7\nnonce\nnonce b\n",
	"theriac 1\ngame x\nrevision 2\ndata abc\ncontent one 1\ncontent\ncontent  two\nseed 7\n",
	"theriac 1\ngame x\nrevision 2\nseed 7\nnonce one\nknown {\"seats\":[\"0\"]}\n\n0 pass\n",
	"theriac 1\ngame x\nrevision 12\nseed revealed " + key + " " + key + " " + key + "\n",
}

func TestRoundTrip(t *testing.T) {
	for _, text := range good {
		tr, err := transcript.Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := tr.String(); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestStrict(t *testing.T) {
	head := "theriac 1\ngame world\nrevision 1\nseed 7\n"
	for _, text := range []string{
		"# \ntheriac 1\ngame world\nrevision 1\nseed 7\n", "# x \ntheriac 1\ngame world\nrevision 1\nseed 7\n",
		"theriac 1\ngame world\nrevision 1\noption\nseed 7\n", "theriac 1\ngame world\nrevision 1\ndata\nseed 7\n",
		"theriac 1\ngame world\nrevision 1\ncontent x\nseed 7\n", "theriac 1\ngame world\nrevision 1\ndata abc\ncontent x \nseed 7\n",
		"theriac 1\ngame world\nrevision 1\ndata abc\ncontent\nseed 7\n",
		"", "\n", "theriac 2\ngame world\nrevision 1\nseed 7\n", "theriac 1\ngame world\nrevision 01\nseed 7\n",
		"theriac 1\ngame world\nrevision 1\nseed 07\n", "theriac 1\ngame world\nrevision 1\nseed sealed 12\n",
		"theriac 1\ngame world\nrevision 1\n", strings.TrimSuffix(head, "\n"),
		head + "9 drive paris\n", head + "0\n", head + "0 \n", head + " drive\n", head + "given \n", head + "=\n", head + "!0 drive\n",
	} {
		if _, err := transcript.Parse(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// A game with a sealed seed can be read but not replayed; with the revealed seed, it replays to the same end.
// Fold rejects a forged seed or a wrong hash, and names the rule that forbids an illegal move.
func TestFold(t *testing.T) {
	seed := engine.NewSeed(engine.Key{1}, engine.Key{2})
	seed.Nonces = []string{"red", "blue"}
	tr := &transcript.Transcript{Header: engine.Header{Game: "world", Revision: 1, Seats: []string{"p", "q"}, Seed: seed}}
	s, err := tr.Fold(world.Game, transcript.Watcher{})
	if err != nil {
		t.Fatal(err)
	}
	for !s.Decision().Over {
		seat := s.Decision().Owing().First()
		m := s.Default(seat)
		tr.Add(seat, world.Game.Vocabulary().Move(m))
		if _, _, err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	tr.Lines = append(tr.Lines, transcript.Line{Kind: transcript.Receipt, Text: s.Hash().String()})
	again, err := transcript.Parse(tr.String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.Fold(world.Game, transcript.Watcher{}); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*transcript.Transcript){
		"sealed":        func(t *transcript.Transcript) { t.Header.Seed = t.Header.Seed.Seal() },
		"forged":        func(t *transcript.Transcript) { t.Header.Seed.Salt[3]++ },
		"other nonces":  func(t *transcript.Transcript) { t.Header.Seed.Nonces = []string{"red", "green"} },
		"wrong receipt": func(t *transcript.Transcript) { t.Lines[len(t.Lines)-1].Text = key[:32] },
		"illegal":       func(t *transcript.Transcript) { t.Lines[0].Text = "treat blue" },
		"unknown":       func(t *transcript.Transcript) { t.Lines[0].Text = "fly" },
		"made up":       func(t *transcript.Transcript) { t.Lines[0] = transcript.Line{Kind: transcript.Given, Text: "turn 0"} },
		"allowed":       func(t *transcript.Transcript) { t.Lines[0].Kind = transcript.Refused },
		"revision":      func(t *transcript.Transcript) { t.Header.Revision = 99 },
		"known":         func(t *transcript.Transcript) { t.Header.Known = []byte(`{"seats":["0"]}`) },
		"data":          func(t *transcript.Transcript) { t.Header.Data = "x" },
	} {
		bad, _ := transcript.Parse(tr.String())
		spoil(bad)
		if _, err := bad.Fold(world.Game, transcript.Watcher{}); err == nil {
			t.Errorf("%s: folded", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range good {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if tr, err := transcript.Parse(text); err == nil && tr.String() != text {
			t.Errorf("%q became %q", text, tr.String())
		}
	})
}

// If a group plays with its own cards, the game's transcript contains them.
func TestReplacedData(t *testing.T) {
	tr := &transcript.Transcript{Header: engine.Header{Game: "pharmacy", Revision: 1, Seed: engine.NumberedSeed(3)}}
	tr.Header.SetContent("sniffles 6 cross 0 0 2  \r\nvolcano 1 - 1 0 0\n\n")
	again, err := transcript.Parse(tr.String())
	if err != nil {
		t.Fatal(err)
	}
	if got := string(again.Header.Content); got != "sniffles 6 cross 0 0 2\nvolcano 1 - 1 0 0" || engine.DataHash(again.Header.Content) != again.Header.Data {
		t.Errorf("%q, %s", got, again.Header.Data)
	}
	if _, err := again.Fold(pharmacy.Game, transcript.Watcher{}); err != nil {
		t.Error(err)
	}
	again.Header.Content = []byte("sniffles 5 cross 0 0 2\nvolcano 1 - 1 0 0")
	if _, err := again.Fold(pharmacy.Game, transcript.Watcher{}); err == nil {
		t.Error("other cards than the text names were taken")
	}
}
