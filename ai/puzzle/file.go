package puzzle

import (
	"slices"
	"strconv"
	"strings"

	"theriac/engine"
)

// A book is a text with many puzzles. Puzzles from the same game share its moves:
//
//	game world 1 deal 17 players=2 consent=trust
//	moves 0 drive chicago;0 treat blue;0 draw
//	puzzle world-cure-17-2 cure 4 at=2 plans=900 solving=3 actions=4 …
//	plan 0 drive atlanta;0 cure blue
//
// A puzzle begins at the position after the first "at" moves.

// figures returns a proof's statistics, each with its name in a puzzle book.
func (p *Proof) figures() []struct {
	name string
	at   *int
} {
	return []struct {
		name string
		at   *int
	}{
		{"plans", &p.Plans}, {"solving", &p.Solving}, {"orders", &p.Orders}, {"actions", &p.Actions}, {"ideas", &p.Ideas},
		{"points", &p.Points}, {"places", &p.Places},
	}
}

// Write returns a book of the given puzzles. Those from the same game must be adjacent.
func Write(all []Puzzle) string {
	var b strings.Builder
	for i := 0; i < len(all); {
		n := i
		var longest []string
		for ; n < len(all) && all[n].Game == all[i].Game && all[n].Deal == all[i].Deal; n++ {
			both := min(len(longest), len(all[n].Prefix))
			if !slices.Equal(longest[:both], all[n].Prefix[:both]) {
				break // the two puzzles' games differ from here on
			}
			if len(all[n].Prefix) > len(longest) {
				longest = all[n].Prefix
			}
		}
		p := &all[i]
		b.WriteString("game " + p.Game + " " + strconv.Itoa(p.Revision) + " deal " + strconv.FormatUint(p.Deal, 10))
		for _, s := range p.Settings {
			b.WriteString(" " + s.Name + "=" + s.Value)
		}
		b.WriteString("\nmoves " + strings.Join(longest, ";") + "\n")
		for ; i < n; i++ {
			all[i].write(&b)
		}
	}
	return b.String()
}

func (p *Puzzle) write(b *strings.Builder) {
	b.WriteString("puzzle " + p.ID + " " + p.Kind + " " + strconv.Itoa(p.Grade) + " at=" + strconv.Itoa(len(p.Prefix)))
	proof := p.Proof
	for _, f := range proof.figures() {
		if *f.at != 0 {
			b.WriteString(" " + f.name + "=" + strconv.Itoa(*f.at))
		}
	}
	b.WriteString("\nplan " + strings.Join(p.Plan, ";") + "\n")
}

// Read parses a book.
func Read(text string) ([]Puzzle, error) {
	var all []Puzzle
	var game Puzzle
	for n, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		ok := true
		switch word {
		case "":
		case "game":
			game, ok = readGame(rest)
		case "moves":
			game.Prefix = strings.Split(rest, ";")
		case "puzzle":
			var p Puzzle
			p, ok = readPuzzle(game, rest)
			all = append(all, p)
		case "plan":
			if ok = len(all) > 0; ok {
				all[len(all)-1].Plan = strings.Split(rest, ";")
			}
		default:
			ok = false
		}
		if !ok {
			return nil, &engine.ParseError{Line: n + 1, Text: line, Why: "not a line of a book of puzzles"}
		}
	}
	return all, nil
}

func readGame(text string) (p Puzzle, ok bool) {
	words := strings.Fields(text)
	if len(words) < 4 || words[2] != "deal" {
		return p, false
	}
	p.Game = words[0]
	var err, err2 error
	p.Revision, err = strconv.Atoi(words[1])
	p.Deal, err2 = strconv.ParseUint(words[3], 10, 64)
	for _, w := range words[4:] {
		name, value, _ := strings.Cut(w, "=")
		p.Settings = append(p.Settings, engine.Setting{Name: name, Value: value})
	}
	return p, err == nil && err2 == nil
}

func readPuzzle(game Puzzle, text string) (p Puzzle, ok bool) {
	words := strings.Fields(text)
	if len(words) < 4 {
		return p, false
	}
	p = game
	p.ID, p.Kind = words[0], words[1]
	var err error
	if p.Grade, err = strconv.Atoi(words[2]); err != nil {
		return p, false
	}
next:
	for _, w := range words[3:] {
		name, value, _ := strings.Cut(w, "=")
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return p, false
		}
		if name == "at" {
			if n > uint64(len(game.Prefix)) {
				return p, false
			}
			p.Prefix = game.Prefix[:n:n]
			continue
		}
		for _, f := range p.figures() {
			if f.name == name {
				*f.at = int(n)
				continue next
			}
		}
		return p, false
	}
	return p, true
}
