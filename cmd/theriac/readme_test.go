package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"theriac/engine/transcript"
	"theriac/games"
)

// TestGuideReplays replays the game that the terminal guide shows, and compares its receipt.
func TestGuideReplays(t *testing.T) {
	text, err := os.ReadFile("../../docs/play/terminal.md")
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
			t.Errorf("the guide gives the last hash %d times, not as a receipt and in the answer", got)
		}
	}
	if found == 0 {
		t.Error("the guide shows no game")
	}
}

// TestReadmeIsShort checks that the README has at most 150 lines, that its animation is small, and that every
// file that it links to exists.
func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(text), "\n"); lines > 150 {
		t.Errorf("the README has %d lines", lines)
	}
	targets := regexp.MustCompile(`\]\(([^)#]+)|src="([^"]+)"`).FindAllStringSubmatch(string(text), -1)
	for _, target := range targets {
		file := target[1] + target[2]
		if strings.Contains(file, "://") {
			continue
		}
		if _, err := os.Stat("../../" + file); err != nil {
			t.Errorf("the README leads to %s, which is not there", file)
		}
	}
	film, err := os.Stat("../../docs/screenshots/turn.webp")
	if err == nil && film.Size() > 2<<20 {
		t.Errorf("the moving picture has %d bytes", film.Size())
	}
}
