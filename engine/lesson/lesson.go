// Package lesson implements guided games. A lesson is a fixed deal and a list of steps. Each step tells the
// learner what to do and defines when it is done. Lessons are stored as data next to their game, and played
// at a real table.
//
// The package refuses to depend on any rule or language. The engine lists the legal moves, and its facts tell
// what happened. Each language has its own file of texts.
package lesson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"theriac/engine"
)

// Lesson is one guided game: its deal, its settings and its steps.
type Lesson struct {
	ID       string            `json:"id"`
	Game     string            `json:"game"`
	Settings map[string]string `json:"settings"`
	// Deal is the public number that determines the deal, so anyone may know the cards.
	Deal uint64 `json:"deal"`
	// Learner is the seat of the learner. The guide plays the other seats, with the moves of their steps.
	Learner engine.Seat `json:"learner"`
	// Names are the names of the other seats; omitted if the guide plays all of them.
	Names []string `json:"names,omitempty"`
	Steps []Step   `json:"steps"`
}

// Step is a part of a lesson. The learner first reads its pages; then its moves are made.
type Step struct {
	ID  string `json:"id"`
	Say []Page `json:"say,omitempty"`
	// Seat is the seat that makes the step's moves.
	Seat engine.Seat `json:"seat,omitempty"`
	// Moves is one way to reach the aim. The guide makes these moves if it plays the seat; otherwise, tests
	// make them for the learner.
	Moves []string `json:"moves,omitempty"`
	// Offer restricts the legal moves that the learner can choose. A question mark stands for any operand. If
	// omitted, only Moves are offered.
	Offer []string `json:"offer,omitempty"`
	// Aim lists the facts that complete the step, in any order and whatever moves cause them. A step without
	// an aim only has to be read.
	Aim []string `json:"aim,omitempty"`
	// Within is the number of moves in which the learner must reach the aim. If it is 0, that is the length
	// of Moves.
	Within int `json:"within,omitempty"`
	// Else lists texts to show once the aim can no longer be reached. The first detour is shown whose fact
	// has happened.
	Else []Detour `json:"else,omitempty"`
}

// Page is a text that fills one screen. Each language has a file next to the lesson: page n of a step shows
// the step's n-th text in that file.
type Page struct {
	// Light names the elements of the table's screen that the page is about, so that they are highlighted.
	Light []string `json:"light,omitempty"`
}

// Detour is shown after a fact that leads away from the aim, or after any move if it names no fact. Its text
// is in the same file as those of the pages.
type Detour struct {
	Fact string `json:"fact,omitempty"`
}

// Read parses a lesson, and rejects one that cannot be played.
func Read(data []byte) (*Lesson, error) {
	l := &Lesson{}
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	if err := in.Decode(l); err != nil {
		return nil, fmt.Errorf("lesson: %w", err)
	}
	if l.ID == "" || l.Game == "" || l.Deal == 0 || len(l.Steps) == 0 {
		return nil, errors.New("lesson: it has no name, no game, no deal or no steps")
	}
	seen := map[string]bool{}
	for i := range l.Steps {
		if err := l.check(&l.Steps[i], seen); err != nil {
			return nil, fmt.Errorf("lesson %s, step %q: %w", l.ID, l.Steps[i].ID, err)
		}
	}
	if !l.Steps[len(l.Steps)-1].Reads() {
		return nil, fmt.Errorf("lesson %s: nothing is said at its end", l.ID)
	}
	return l, nil
}

func (l *Lesson) check(s *Step, seen map[string]bool) error {
	if s.ID == "" || seen[s.ID] {
		return errors.New("it has no name of its own")
	}
	seen[s.ID] = true
	if (len(s.Aim) == 0) != (len(s.Moves) == 0) {
		return errors.New("it has moves or an aim, and not both")
	}
	if len(s.Say) == 0 {
		return errors.New("it says nothing")
	}
	return nil
}

// MustRead parses lessons embedded in the program, and panics if one is invalid.
func MustRead(files ...[]byte) (list []*Lesson) {
	for _, data := range files {
		l, err := Read(data)
		if err != nil {
			panic(err)
		}
		list = append(list, l)
	}
	return list
}

// List returns the lesson's settings, always in the same order.
func (l *Lesson) List() (set engine.Settings) {
	for _, name := range slices.Sorted(maps.Keys(l.Settings)) {
		set = append(set, engine.Setting{Name: name, Value: l.Settings[name]})
	}
	return set
}

// Reads reports whether the step has no aim, so it only has to be read.
func (s *Step) Reads() bool { return len(s.Aim) == 0 }

// Offers reports whether this step lets the learner make a legal move.
func (s *Step) Offers(move string) bool {
	of := s.Offer
	if len(of) == 0 {
		of = s.Moves
	}
	return slices.ContainsFunc(of, func(pattern string) bool { return Matches(pattern, move) })
}

// Matches reports whether a fact or a move, as text, matches a pattern.
func Matches(pattern, line string) bool {
	want, is := strings.Fields(pattern), strings.Fields(line)
	return slices.EqualFunc(want, is, func(w, i string) bool { return w == "?" || w == i })
}

// detour returns the first detour that applies after the given facts, if any.
func (s *Step) detour(facts []string) (Detour, bool) {
	for _, d := range s.Else {
		if d.Fact == "" || slices.ContainsFunc(facts, func(f string) bool { return Matches(d.Fact, f) }) {
			return d, true
		}
	}
	return Detour{}, false
}
