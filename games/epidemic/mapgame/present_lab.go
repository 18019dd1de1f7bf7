package mapgame

import (
	"strings"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/internal/terminal/present"
)

// This file draws the laboratory: its dishes with the arrows between them, and its lines of research.

const (
	noCubes     = "–"
	fullCircle  = "●"
	emptyCircle = "○"
)

// laboratory draws the dishes and both lines of research, if the table plays with a laboratory.
func (f *presenter) laboratory(width int) string {
	if !f.v.Rules().Plays(epidemic.LabMode) {
		return ""
	}
	var b strings.Builder
	b.WriteString(f.st.Bold(f.text("lab")) + " · " + f.text("lab.deck", "n", int(f.v.Lab.Left)) + "\n")
	var dishes []string
	for i, cubes := range f.v.Lab.Dishes {
		dishes = append(dishes, present.Together(f.c.Name("dish", epidemic.DishKind.Text(uint8(i)))+" "+f.cubes(cubes[:])))
	}
	n := len(dishes)
	b.WriteString(present.Flow(present.Indent, []string{
		dishes[0] + ", " + dishes[1], "→ " + dishes[2] + ", " + dishes[3], "→ " + strings.Join(dishes[4:n], ", "),
	}, " ", width))
	for i := range f.v.Lab.Lines {
		b.WriteString(f.research(i, width))
	}
	b.WriteByte('\n')
	return b.String()
}

// cubes returns the signs for cubes, grouped by disease.
func (f *presenter) cubes(of []uint8) string {
	var out []string
	for d := range f.v.Rules().Diseases {
		if n := int(of[d]); n > 0 {
			out = append(out, f.st.Colour(f.disease(d), f.Short("disease", f.disease(d))+strings.Repeat("●", n)))
		}
	}
	if len(out) == 0 {
		return noCubes
	}
	return strings.Join(out, " ")
}

// research returns the text of a line of research: its card, its disease, its circles and its test.
func (f *presenter) research(i, width int) string {
	l, r := &f.v.Lab.Lines[i], f.v.Rules()
	head := present.Indent + f.text("lab.line", "line", f.c.Name("research", epidemic.ResearchKind.Text(uint8(i)))) + " "
	if int(l.Sequence) >= len(r.Sequences) {
		return head + f.st.Dim(f.text("lab.none")) + "\n"
	}
	card := r.Sequences[l.Sequence]
	parts := []string{f.c.Name("sequence", card.ID)}
	if int(l.Cure) >= len(r.Diseases) {
		parts = append(parts, f.text("lab.vials", "diseases", f.vials(card)))
	} else {
		parts = append(parts, f.text("lab.for", "disease", f.c.Name("disease", f.disease(int(l.Cure))), "card", f.card(l.Card[0])))
	}
	circles, full := f.circles(l, card)
	parts = append(parts, f.text("lab.circles", "circles", circles))
	switch {
	case l.Card[1] == epidemic.NoCard:
		parts = append(parts, f.st.Dim(f.text("lab.untested")))
	case full:
		parts = append(parts, f.text("lab.tested", "card", f.card(l.Card[1])), f.st.Bold(f.text("lab.complete")))
	default:
		parts = append(parts, f.text("lab.tested", "card", f.card(l.Card[1])))
	}
	return present.Flow(head, parts, " · ", width)
}

// vials returns the letters of the diseases that a sequence card can cure.
func (f *presenter) vials(card epidemic.SequenceCard) string {
	var out []string
	for d, id := range f.v.Rules().Diseases {
		for _, vial := range card.Vials {
			if vial == id {
				out = append(out, f.letter(d))
			}
		}
	}
	return strings.Join(out, " ")
}

// circles returns the circles on a line of research by colour, full ones first, and whether all of them are
// full.
func (f *presenter) circles(l *epidemic.Research, card epidemic.SequenceCard) (text string, full bool) {
	var out []string
	full = true
	draw := func(letter string, filled, all uint8) string {
		full = full && filled == all
		return letter + strings.Repeat(fullCircle, int(filled)) + strings.Repeat(emptyCircle, int(all-filled))
	}
	for d, id := range f.v.Rules().Diseases {
		if all := card.Circles[id]; all > 0 {
			out = append(out, f.st.Colour(id, draw(f.Short("disease", id), l.Filled[d], all)))
		}
	}
	if all := card.Circles[epidemic.GreyCircles]; all > 0 {
		out = append(out, draw(f.text("lab.grey"), l.Filled[epidemic.MaxDiseases], all))
	}
	return strings.Join(out, " "), full
}

// before describes what is in front of a seat: events in force, and cubes on its role card.
func (f *presenter) before(s engine.Seat) []string {
	r := f.v.Rules()
	var out []string
	if int(s) >= r.Players {
		return nil
	}
	for i := range r.Events {
		if f.v.Lying[s]>>i&1 != 0 {
			out = append(out, f.text("in-force", "event", f.card(epidemic.EventCard(i))))
		}
	}
	if !f.choosing() && r.Roles[f.v.Roles[s]].KeepsSamples {
		out = append(out, f.text("samples", "cubes", f.cubes(f.v.Samples[:])))
	}
	return out
}
