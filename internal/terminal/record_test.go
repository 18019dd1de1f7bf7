package terminal

import (
	"strings"
	"testing"

	"theriac/ai"
	"theriac/ai/story"
	"theriac/engine"
	"theriac/games/world"
	"theriac/locale"
)

// A transcript can omit options that have their default. It still gives the right number of players when it is
// read.
func TestOptionsLeftOut(t *testing.T) {
	long, err := New(world.Game, settingsOf("epidemics=5 hands=hidden events=secret"), "", engine.NumberedSeed(7))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(long.Text(), "option players 2\n", "", 1)
	if text == long.Text() {
		t.Fatal("the file names no players")
	}
	r, err := Open(text, -1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	written := func(write func(out *strings.Builder) error) string {
		t.Helper()
		var out strings.Builder
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}

	look := written(func(out *strings.Builder) error { return WriteText(r, c, out, []int{1}, 80) })
	if want := written(func(out *strings.Builder) error { return WriteText(long, c, out, []int{1}, 80) }); look != want {
		t.Errorf("seat 1 sees\n%s\nwant\n%s", look, want)
	}

	replay := func(r *Playthrough) string {
		told, _, _ := strings.Cut(written(func(out *strings.Builder) error { return Replay(r, c, out, 80, false, false) }), "The game is not over")
		return told
	}
	if got, want := replay(r), replay(long); got != want {
		t.Errorf("the replay shows\n%s\nwant\n%s", got, want)
	}

	tell := func(r *Playthrough) string {
		return written(func(out *strings.Builder) error { return WriteStory(r, &story.Story{}, c, out, 80, false) })
	}
	if got, want := tell(r), tell(long); got != want {
		t.Errorf("the story says\n%s\nwant\n%s", got, want)
	}

	anew, err := r.Redrawn(3)
	if err != nil {
		t.Fatal(err)
	}
	both := engine.AllSeats(2)
	if got, want := string(engine.AppendCode(nil, anew.Session.View(both).Code)), string(engine.AppendCode(nil, r.Session.View(both).Code)); got != want {
		t.Errorf("with cards drawn anew the players know\n%s\nwant\n%s", got, want)
	}
}

// If a turn in the story missed a better plan, the story also shows that plan, even if it was not a turning
// point.
func TestMissedPlansAreTold(t *testing.T) {
	r, err := New(world.Game, settingsOf("players=2 roles=medic,scientist"), "", engine.NumberedSeed(7))
	if err != nil {
		t.Fatal(err)
	}
	c, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	s := &story.Story{Turns: []story.Turn{
		{Turn: 1},
		{Turn: 2, Seat: 1, Missed: &ai.Estimate{Chance: 0.05}, Better: &story.Better{Moves: []string{"1 drive chicago", "1 give 0 chicago"}}},
	}}
	var out strings.Builder
	if err := WriteStory(r, s, c, &out, 80, false); err != nil {
		t.Fatal(err)
	}
	if want := "  Turn 2 Better: Drive to Chicago · Give Chicago to the Medic\n"; !strings.Contains(out.String(), want) {
		t.Errorf("%q is not in\n%s", want, out.String())
	}
}
