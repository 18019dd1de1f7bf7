package main

import (
	"strings"
	"testing"

	"theriac/examples/brimful"
)

// A player who always chooses the first move reaches the end of the game.
func TestPlay(t *testing.T) {
	var out strings.Builder
	if err := play(brimful.Game, 1, strings.NewReader("what?\n"+strings.Repeat("1\n", 100)), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Type the number of a move.", "spilled", "end/points: seat"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing from\n%s", want, &out)
		}
	}
}
