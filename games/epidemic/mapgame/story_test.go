package mapgame

import (
	"fmt"
	"testing"

	"theriac/ai"
	"theriac/ai/story"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// arranged returns a two-player game whose position has the given changes.
func arranged(t *testing.T, changes ...string) engine.Session {
	t.Helper()
	set := engine.Settings{{Name: "players", Value: "2"}, {Name: "consent", Value: "trust"}, {Name: "roles", Value: "medic,scientist"}}
	s, err := world.Game.New(engine.Header{Game: "world", Revision: world.Revision, Settings: set, Seed: engine.NumberedSeed(1)})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append([]string{"turn 0", "hand 0", "hand 1", "clear cubes"}, changes...) {
		if err := epidemictest.Arrange(position(s), text); err != nil {
			t.Fatal(text, err)
		}
	}
	return s
}

// played plays the given moves of the first seat, then default moves until the next turn.
func played(t *testing.T, s engine.Session, moves ...string) (list []story.Played) {
	t.Helper()
	play := func(m engine.Move) {
		t.Helper()
		facts, effect, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, story.Played{Move: m, Facts: facts, Effect: effect})
	}
	for _, text := range moves {
		m, err := s.Vocabulary().ParseMove(0, text)
		if err != nil {
			t.Fatal(err)
		}
		play(m)
	}
	if len(moves) == 0 {
		for turn := position(s).Turn; position(s).Turn == turn && !s.Decision().Over; {
			play(s.Default(s.Decision().Owing().First()))
		}
	}
	return list
}

// A city with three cubes counts as lucky only if its infection card could have been drawn. If that card was
// in the discard, the luck was that no epidemic came.
func TestWhatTheCardsSpared(t *testing.T) {
	for _, c := range []struct {
		infection string
		want      string
	}{
		{"infection top sydney manila", "story.luck.spared n=2"},
		{"infection discard paris", "story.luck.spared n=1"},
		{"infection discard paris delhi", "story.luck.calm n=2"},
	} {
		s := arranged(t, "cubes paris blue 3", "cubes delhi black 3", "deck top lima bogota", c.infection, "infection top sydney manila")
		before := s.Clone()
		course := &story.Course{Before: before, Acted: before, Played: played(t, s), After: s}
		if got := said(narrator{}.Point(course, &story.Turn{Luck: ai.Estimate{Chance: 1}}, story.KindLuck)); got != c.want {
			t.Errorf("%s: %s, want %s", c.infection, got, c.want)
		}
	}
}

// A story mentions a turn that brings two players together, if one of them can give the other a card that is
// still needed.
func TestMeetingsAreTold(t *testing.T) {
	for _, c := range []struct{ arrange, want string }{
		{"hand 0 chicago", "story.skill.meet seat=0 seat2=1 city=chicago"},
		{"hand 1 chicago", "story.skill.meet seat=0 seat2=1 city=chicago"},
		{"hand 0 paris", ""},
	} {
		s := arranged(t, "pawn 0 atlanta", "pawn 1 chicago", c.arrange)
		before := s.Clone()
		course := &story.Course{Before: before, Played: played(t, s, "drive chicago"), Acted: s, After: s}
		if got := said(narrator{}.Point(course, &story.Turn{Skill: ai.Estimate{Chance: 1}}, story.KindSkill)); got != c.want {
			t.Errorf("%s: %q, want %q", c.arrange, got, c.want)
		}
	}
	s := arranged(t, "pawn 0 atlanta", "pawn 1 chicago", "hand 0 chicago", "cured blue")
	before := s.Clone()
	course := &story.Course{Before: before, Played: played(t, s, "drive chicago"), Acted: s, After: s}
	if got := said(narrator{}.Point(course, &story.Turn{Skill: ai.Estimate{Chance: 1}}, story.KindSkill)); got != "" {
		t.Errorf("a card that nobody needs: %q", got)
	}
}

// After a win, the story tells how many more outbreaks would have lost the game. After a loss, it does not.
func TestHowCloseItWas(t *testing.T) {
	for _, end := range []epidemic.Ending{epidemic.Won, epidemic.LostCards, epidemic.LostCubes, epidemic.LostOutbreaks} {
		s := arranged(t)
		position(s).End = end
		told := false
		for _, l := range (narrator{}).Close(s) {
			told = told || l.Key == "story.close.outbreaks"
		}
		if told != end.Wins() {
			t.Errorf("%v: outbreaks to spare are told: %v", end, told)
		}
	}
}

func said(l story.Line) string {
	text := l.Key
	for _, a := range l.Args {
		text += fmt.Sprintf(" %s=%s", a[0], a[1])
	}
	return text
}
