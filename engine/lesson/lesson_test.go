package lesson_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"theriac/engine/lesson"
	"theriac/games"
	"theriac/locale"
)

// Every lesson can be played to its end under the current rules, both with its own moves and with any others
// that it offers. The facts in each step's aim do happen.
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
			t.Logf("%s/%s: %d steps, %d ways", l.Game, l.ID, len(l.Steps), ways)
		}
	}
}

// said holds the texts of one step.
type said struct {
	Say  []string `json:"say"`
	Else []string `json:"else"`
}

// wordsOf reads a lesson's texts by language and step, for each language that has some.
func wordsOf(t *testing.T, l *lesson.Lesson) map[string]map[string]said {
	t.Helper()
	all := make(map[string]map[string]said)
	for _, lang := range locale.Languages() {
		text, err := os.ReadFile(fmt.Sprintf("../../games/%s/lessons/%s.%s.json", l.Game, l.ID, lang))
		if errors.Is(err, fs.ErrNotExist) && !locale.Complete(lang) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		words := make(map[string]said)
		if err := json.Unmarshal(text, &words); err != nil {
			t.Fatalf("%s/%s.%s: %v", l.Game, l.ID, lang, err)
		}
		all[lang] = words
	}
	return all
}

// In every complete language, each page of each step has a text. No text belongs to a step that does not
// exist.
func TestWords(t *testing.T) {
	for _, e := range games.Entries {
		for _, l := range e.Lessons {
			for lang, words := range wordsOf(t, l) {
				known := 0
				for _, s := range l.Steps {
					told, ok := words[s.ID]
					if !ok && !locale.Complete(lang) {
						continue
					}
					known++
					if len(told.Say) != len(s.Say) || len(told.Else) != len(s.Else) || slices.Contains(told.Say, "") || slices.Contains(told.Else, "") {
						t.Errorf("%s/%s in %s: %s says %q and %q", l.Game, l.ID, lang, s.ID, told.Say, told.Else)
					}
				}
				if known != len(words) {
					t.Errorf("%s/%s in %s: %d of %d steps are there", l.Game, l.ID, lang, known, len(words))
				}
			}
		}
	}
}

// Read or Walk rejects a lesson that does not fit the rules.
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
		`{"id":"a","game":"world","deal":1,"steps":[{"id":"x","say":[{"en":"a word"}]}]}`,
		`{"id":"a","game":"world","deal":1,"steps":[{"id":"x","say":[{}],"moves":["draw"]}]}`,
		`{"id":"a","game":"world","deal":1,"unknown":1,"steps":[{"id":"x","say":[{}]}]}`,
	} {
		if _, err := lesson.Read([]byte(text)); err == nil {
			t.Errorf("%q is a lesson", text)
		}
	}
}

// moving returns the first step of a lesson that has moves.
func moving(l *lesson.Lesson) *lesson.Step {
	for i := range l.Steps {
		if !l.Steps[i].Reads() {
			return &l.Steps[i]
		}
	}
	return nil
}

// The texts use their language's typographic marks, and each is short enough for a phone.
func TestTypography(t *testing.T) {
	wrong := map[string][]string{"fr": {" :", " ;", " !", " ?"}}
	for _, e := range games.Entries {
		for _, l := range e.Lessons {
			for lang, words := range wordsOf(t, l) {
				for step, told := range words {
					for _, text := range slices.Concat(told.Say, told.Else) {
						for _, mark := range append(wrong[lang], "'") {
							if strings.Contains(text, mark) {
								t.Errorf("%s/%s in %s: %q in %q", l.Game, step, lang, mark, text)
							}
						}
						if len([]rune(text)) > 260 {
							t.Errorf("%s/%s in %s is too long for a phone: %q", l.Game, step, lang, text)
						}
					}
				}
			}
		}
	}
}
