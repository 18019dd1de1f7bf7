package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"theriac/engine/transcript"
	"theriac/games"
)

// The game that the README shows replays to the receipt that it shows.
func TestReadmeReplays(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, block := range regexp.MustCompile("(?s)```\n(theriac 1\n.*?)```").FindAllStringSubmatch(string(text), -1) {
		found++
		tr, err := transcript.Parse(block[1])
		if err != nil {
			t.Fatal(err)
		}
		g, ok := games.Find(tr.Header.Game)
		if !ok {
			t.Fatalf("no game %s", tr.Header.Game)
		}
		s, err := tr.Fold(g, transcript.Watcher{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(string(text), s.Hash().String()); got != 2 {
			t.Errorf("the README gives the last hash %d times, not as a receipt and in the answer", got)
		}
	}
	if found == 0 {
		t.Error("the README shows no game")
	}
}
