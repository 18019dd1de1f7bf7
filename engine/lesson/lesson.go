// Package lesson is guided games: a fixed deal, and steps that say what to do and when it
// is done. A lesson is data beside its game, and is played at a real table.
//
// It refuses to know a rule: what can be done is what the engine lists, and what happened
// is what its facts say. Nor does it know a word: those are in a file for each language.
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

// Lesson is one guided game.
type Lesson struct {
	ID       string            `json:"id"`
	Game     string            `json:"game"`
	Settings map[string]string `json:"settings"`
	// Deal is the number of the deal, which is open: everybody may know the cards.
	Deal uint64 `json:"deal"`
	// Learner is the seat of whoever learns. The others are the guide's: their moves are
	// those of the steps.
	Learner engine.Seat `json:"learner"`
	// Names is what the others are called, by seat; left out where all of them are the guide.
	Names []string `json:"names,omitempty"`
	Steps []Step   `json:"steps"`
}

// Step is a part of a lesson. What it says is read first; then its moves are made.
type Step struct {
	ID  string `json:"id"`
	Say []Page `json:"say,omitempty"`
	// Seat is who moves.
	Seat engine.Seat `json:"seat,omitempty"`
	// Moves is one way to the aim: the guide's own, and for the learner the one that tests
	// take.
	Moves []string `json:"moves,omitempty"`
	// Offer is the moves that the learner may make, of those that the engine lists: a
	// question mark stands for any operand. Left out: Moves.
	Offer []string `json:"offer,omitempty"`
	// Aim is the facts that have to happen, in any order and by any way. A step without
	// one is only read.
	Aim []string `json:"aim,omitempty"`
	// Within is how many moves there are for it; 0 for as many as Moves has.
	Within int `json:"within,omitempty"`
	// Else is what is said where the aim is out of reach: the first whose fact happened.
	Else []Detour `json:"else,omitempty"`
}

// Page is as much as is read at once. Its words are in the file of a language beside the
// lesson, by the step: the n-th page has the n-th of the texts that it says.
type Page struct {
	// Light is what it speaks of, as the table of the game names it.
	Light []string `json:"light,omitempty"`
}

// Detour is said after a fact that leads elsewhere; without a fact, after any. Its words are
// where those of the pages are.
type Detour struct {
	Fact string `json:"fact,omitempty"`
}

// Read reads a lesson and refuses one that cannot be played.
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

// MustRead reads lessons that are part of the program, and tested.
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

// List is the settings in one order.
func (l *Lesson) List() (set engine.Settings) {
	for _, name := range slices.Sorted(maps.Keys(l.Settings)) {
		set = append(set, engine.Setting{Name: name, Value: l.Settings[name]})
	}
	return set
}

// Reads says whether the step is only read.
func (s *Step) Reads() bool { return len(s.Aim) == 0 }

// Offers says whether a listed move is one that the step lets the learner make.
func (s *Step) Offers(move string) bool {
	of := s.Offer
	if len(of) == 0 {
		of = s.Moves
	}
	return slices.ContainsFunc(of, func(pattern string) bool { return Matches(pattern, move) })
}

// Matches says whether a fact or a move is one that a pattern names.
func Matches(pattern, line string) bool {
	want, is := strings.Fields(pattern), strings.Fields(line)
	return slices.EqualFunc(want, is, func(w, i string) bool { return w == "?" || w == i })
}

// detour is what is said after facts that lead elsewhere, if anything.
func (s *Step) detour(facts []string) (Detour, bool) {
	for _, d := range s.Else {
		if d.Fact == "" || slices.ContainsFunc(facts, func(f string) bool { return Matches(d.Fact, f) }) {
			return d, true
		}
	}
	return Detour{}, false
}
