package main

import (
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"

	"theriac/internal/load"
)

func submit(client, n int, call, ret int64) op {
	return op{client: client, n: n, call: call, ret: ret, move: "m", seat: 0}
}

func look(client, n int, call, ret int64) op {
	return op{client: client, read: true, n: n, call: call, ret: ret}
}

// The checker accepts all possible histories and no others.
func TestHistories(t *testing.T) {
	for _, c := range []struct {
		name string
		ops  []op
		want porcupine.CheckResult
	}{
		{"one after another", []op{submit(0, 1, 0, 10), look(1, 1, 11, 12), submit(0, 2, 13, 20)}, porcupine.Ok},
		{"a look beside a submit", []op{submit(0, 1, 0, 10), look(1, 0, 2, 5)}, porcupine.Ok},
		{"a look that is behind", []op{submit(0, 1, 0, 10), look(1, 0, 11, 12)}, porcupine.Illegal},
		{"two promises of one entry", []op{submit(0, 1, 0, 10), submit(1, 1, 0, 10)}, porcupine.Illegal},
		{"a refusal changes nothing", []op{submit(0, 1, 0, 10), submit(1, -1, 0, 10), look(1, 1, 11, 12)}, porcupine.Ok},
		{"a look ahead of everybody", []op{submit(0, 1, 0, 10), look(1, 2, 11, 12)}, porcupine.Illegal},
	} {
		b := &board{ops: c.ops}
		if got := b.linearizable(); got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	b := &board{ops: []op{submit(0, 1, 0, 10e6), look(2, 0, 50e6, 51e6)}}
	if why := b.stale(); !strings.Contains(why, "client 2 looked at 50 ms") {
		t.Errorf("why: %q", why)
	}
}

// compare counts lost moves and moves that were applied twice.
func TestCompare(t *testing.T) {
	play := func(n int, move string) load.Step {
		return load.Step{N: n, Kind: "play", Plays: []load.Play{{Move: move}}}
	}
	open := load.Step{Kind: "open"}
	for _, c := range []struct {
		name        string
		ops         []op
		steps       []load.Step
		lost, twice int
	}{
		{"whole", []op{submit(0, 1, 0, 1)}, []load.Step{open, play(1, "m")}, 0, 0},
		{"lost", []op{submit(0, 1, 0, 1), submit(0, 2, 2, 3)}, []load.Step{open, play(1, "m")}, 1, 0},
		{"another move", []op{submit(0, 1, 0, 1)}, []load.Step{open, play(1, "x")}, 1, 0},
		{"twice", []op{submit(0, 1, 0, 1)}, []load.Step{open, play(1, "m"), play(2, "m")}, 0, 1},
	} {
		var v Verdict
		(&board{ops: c.ops}).compare(c.steps, &v)
		if v.Lost != c.lost || v.Twice != c.twice {
			t.Errorf("%s: %d lost, %d twice", c.name, v.Lost, v.Twice)
		}
	}
}
