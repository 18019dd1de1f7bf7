package lesson_test

import (
	"strings"
	"testing"

	"theriac/engine/lesson"
	"theriac/games"
)

// Every lesson can be played to its end by today's rules, by its own moves and by every
// other way that it offers; and what it teaches happens.
func TestLessons(t *testing.T) {
	for _, e := range games.Entries {
		if len(e.Lessons) == 0 {
			t.Errorf("%s has no lesson", e.Rules.Name())
		}
		for _, l := range e.Lessons {
			if l.Game != e.Rules.Name() {
				t.Errorf("the lesson %s of %s is listed with %s", l.ID, l.Game, e.Rules.Name())
			}
			ways, err := l.Walk(e.Rules)
			if err != nil {
				t.Error(err)
			}
			t.Logf("%s/%s: %d steps, %d ways, %d words in English, %d in French",
				l.Game, l.ID, len(l.Steps), ways, words(l, false), words(l, true))
		}
	}
}

func words(l *lesson.Lesson, french bool) (n int) {
	for _, s := range l.Steps {
		for _, p := range s.Say {
			text := p.EN
			if french {
				text = p.FR
			}
			n += len(strings.Fields(text))
		}
	}
	return n
}

// A lesson that does not fit the rules is refused, wherever it goes wrong.
func TestBrokenLessons(t *testing.T) {
	e := games.Entries[0]
	for name, spoil := range map[string]func(*lesson.Lesson){
		"move":   func(l *lesson.Lesson) { moving(l).Moves = []string{"draw"} },
		"aim":    func(l *lesson.Lesson) { moving(l).Aim = []string{"nothing-happened"} },
		"offer":  func(l *lesson.Lesson) { moving(l).Offer = []string{"draw"} },
		"deal":   func(l *lesson.Lesson) { l.Deal++ },
		"detour": func(l *lesson.Lesson) { moving(l).Else = nil },
		"option": func(l *lesson.Lesson) { l.Settings = map[string]string{"players": "9"} },
	} {
		l := *e.Lessons[0]
		l.Steps = append([]lesson.Step(nil), l.Steps...)
		spoil(&l)
		if _, err := l.Walk(e.Rules); err == nil {
			t.Errorf("a lesson with a wrong %s can be walked", name)
		}
	}
	for _, text := range []string{
		"", "{}", `{"id":"a","game":"world","deal":1,"steps":[{"id":"x","say":[]}]}`,
		`{"id":"a","game":"world","deal":1,"steps":[{"id":"x","say":[{"en":"only English"}]}]}`,
		`{"id":"a","game":"world","deal":1,"steps":[{"id":"x","say":[{"en":"a","fr":"b"}],"moves":["draw"]}]}`,
		`{"id":"a","game":"world","deal":1,"unknown":1,"steps":[{"id":"x","say":[{"en":"a","fr":"b"}]}]}`,
	} {
		if _, err := lesson.Read([]byte(text)); err == nil {
			t.Errorf("%q is a lesson", text)
		}
	}
}

// moving is the first step with moves.
func moving(l *lesson.Lesson) *lesson.Step {
	for i := range l.Steps {
		if !l.Steps[i].Reads() {
			return &l.Steps[i]
		}
	}
	return nil
}

// The French texts have their spaces before marks, and no text is too long for a phone.
func TestTypography(t *testing.T) {
	for _, e := range games.Entries {
		for _, l := range e.Lessons {
			for _, s := range l.Steps {
				var texts []lesson.Text
				for _, p := range s.Say {
					texts = append(texts, p.Text)
				}
				for _, d := range s.Else {
					texts = append(texts, d.Text)
				}
				for _, text := range texts {
					for _, mark := range []string{" :", " ;", " !", " ?", "'"} {
						if strings.Contains(text.FR, mark) || (mark == "'" && strings.Contains(text.EN, mark)) {
							t.Errorf("%s/%s: %q in %q", l.Game, s.ID, mark, text.FR)
						}
					}
					if len([]rune(text.EN)) > 230 || len([]rune(text.FR)) > 260 {
						t.Errorf("%s/%s is too long for a phone: %q", l.Game, s.ID, text.EN)
					}
				}
			}
		}
	}
}
