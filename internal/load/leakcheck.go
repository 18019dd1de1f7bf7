package load

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"theriac/engine"
	"theriac/engine/transcript"
)

// check compares all that everybody received with what they may know, and returns
// what was too much or otherwise wrong. Of that, apart is how much the independent
// check found.
func (o *oracle) check(g *leakGame) (looked int, found []string, apart int) {
	for i, v := range g.viewers {
		heard := o.heard(v)
		found = append(found, g.missed(v)...)
		for _, r := range v.log {
			looked++
			crude := o.independentCheck(v, &r, heard)
			apart += len(crude)
			for _, what := range slices.Concat(o.judge(v, &r), o.overheard(g, v, &r), crude) {
				found = append(found, fmt.Sprintf("table %s viewer %d (seats %b) entry %d, %s: %s", g.table, i, v.seats, r.n, r.kind, what))
			}
		}
	}
	return looked, found, apart
}

// heard is the cards that were named to a viewer, each with the first entry that did.
func (o *oracle) heard(v *viewer) map[string]int {
	first := map[string]int{}
	for _, r := range v.log {
		l, ok := glance(r.data)
		if r.kind != "update" || !ok {
			continue
		}
		elements(l.StepList, func(raw []byte) {
			n := stepN(raw)
			for card := range o.names(string(raw)) {
				if at, told := first[card]; !told || n < at {
					first[card] = n
				}
			}
		})
	}
	return first
}

// judge checks one thing that a viewer received.
func (o *oracle) judge(v *viewer, r *received) (found []string) {
	if !r.over {
		low := bytes.ToLower(r.data)
		for _, s := range o.secrets {
			if s != "" && bytes.Contains(low, []byte(s)) {
				found = append(found, "the seed before the end")
			}
		}
	}
	if r.n < 0 || r.n >= len(o.moments) {
		return append(found, "an entry that is not in the history")
	}
	switch r.kind {
	case "update":
		found = append(found, o.update(v, r)...)
	case "error":
		found = append(found, o.refusal(v, r)...)
	case "why":
		found = append(found, o.why(v, r)...)
	case "transcript":
		found = append(found, o.transcript(v, r)...)
	case "advice":
		found = append(found, o.advice(v, r)...)
	case "receipt":
		if !only(r.data, "n", "again") {
			found = append(found, "an acknowledgement with more than a number")
		}
	case "ghost":
		found = append(found, o.ghost(v, r)...)
	case "silent":
		if len(r.data) > 0 {
			found = append(found, "an answer that should be empty")
		}
	case "table", "presence", "talk", "thinking":
		if cards := o.names(string(r.data)); len(cards) > 0 {
			found = append(found, fmt.Sprintf("names cards: %v", cards))
		}
	default:
		found = append(found, "an event of an unknown kind")
	}
	return found
}

// only says whether an object has no members but some.
func only(data []byte, names ...string) bool {
	fine := true
	ok := fields(data, func(key, _ []byte) { fine = fine && slices.Contains(names, string(key)) })
	return ok && fine
}

// update compares an update with the position at its entry.
func (o *oracle) update(v *viewer, r *received) (found []string) {
	m := &o.moments[r.n]
	if !only(r.data, "n", "at", "made", "steps", "view", "chances", "question", "moves", "ask", "undo", "marked", "over") {
		found = append(found, "an unknown member")
	}
	l, ok := glance(r.data)
	if !ok {
		return append(found, "it cannot be read")
	}
	elements(l.StepList, func(raw []byte) {
		found = append(found, o.step(v, raw)...)
	})
	c := engine.NewWriter()
	view := m.pos.View(v.seats)
	view.Code(c)
	if !bytes.Equal(l.View, c.Bytes()) {
		found = append(found, fmt.Sprintf("the view is not that of its seats: %s instead of %s", differ(l.View, c.Bytes()), differ(c.Bytes(), l.View)))
	}
	var chances []byte
	if reckoner, ok := view.(engine.OddsView); ok && !m.over {
		chances = engine.AppendCode(nil, reckoner.Chances)
	}
	if !bytes.Equal(l.Chances, chances) {
		found = append(found, fmt.Sprintf("the chances do not follow from the view: %s instead of %s", l.Chances, chances))
	}
	elements(l.Moves, func(of []byte) {
		var list struct {
			Seat engine.Seat `json:"seat"`
			List []string    `json:"list"`
		}
		if json.Unmarshal(of, &list) != nil || !v.seats.Has(list.Seat) {
			found = append(found, "the moves of a seat that is not the viewer's")
			return
		}
		var want []string
		if !m.over {
			for _, move := range m.pos.AppendMoves(nil, list.Seat) {
				want = append(want, o.vocab.Move(move))
			}
		}
		if !slices.Equal(want, list.List) {
			found = append(found, "the moves are not those of the position")
		}
	})
	return found
}

// differ is the part of a text that begins where it differs from another.
func differ(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return "…" + string(a[max(0, i-30):min(len(a), i+60)])
}

// step compares an entry with what its seats may read of it.
func (o *oracle) step(v *viewer, raw []byte) (found []string) {
	var st Step
	if json.Unmarshal(raw, &st) != nil || st.N < 0 || st.N >= len(o.moments) {
		return []string{"an entry that cannot be read"}
	}
	if !only(raw, "n", "at", "kind", "by", "to", "what", "plays") {
		found = append(found, "an entry with an unknown member")
	}
	m := &o.moments[st.N]
	if len(st.Plays) != len(m.done) {
		return append(found, fmt.Sprintf("entry %d has %d moves instead of %d", st.N, len(st.Plays), len(m.done)))
	}
	for i, p := range st.Plays {
		d := m.done[i]
		if p.Move != d.as(v.seats) {
			found = append(found, fmt.Sprintf("entry %d names the move “%s” instead of “%s”", st.N, p.Move, d.as(v.seats)))
		}
		var want []FactText
		for _, f := range d.facts {
			if f.Visible(v.seats) {
				want = append(want, FactText{o.vocab.Fact(f), f.Rule})
			}
		}
		if !slices.Equal(want, p.Facts) {
			found = append(found, fmt.Sprintf("entry %d has %v instead of %v", st.N, p.Facts, want))
		}
	}
	return found
}

// refusal checks an error: it may echo, and name a rule that follows from what the
// seat may know.
func (o *oracle) refusal(v *viewer, r *received) (found []string) {
	var p map[string]any
	if json.Unmarshal(r.data, &p) != nil {
		return []string{"an error that cannot be read"}
	}
	if rule, _ := p["rule"].(string); rule != "" && p["id"] == "not-allowed" {
		what, _ := p["what"].(string)
		if want := o.reason(v, r, what); rule != want {
			found = append(found, fmt.Sprintf("the reason is %s instead of %s", rule, want))
		}
	}
	delete(p, "rule")
	rest, _ := json.Marshal(p)
	echo := o.names(r.ask)
	for card := range o.names(string(rest)) {
		if !echo[card] {
			found = append(found, "names "+card)
		}
	}
	return found
}

// reason is why a move is forbidden, as the seat's own view has it.
func (o *oracle) reason(v *viewer, r *received, move string) string {
	m, err := o.vocab.ParseMove(engine.Seat(r.seat), move)
	if err != nil {
		return ""
	}
	return engine.WhyFrom(o.moments[r.n].pos.View(v.seats.With(m.Seat)), m)
}

// why compares a reason with that of the seat's own view.
func (o *oracle) why(v *viewer, r *received) (found []string) {
	var w struct {
		Allowed bool   `json:"allowed"`
		Rule    string `json:"rule"`
	}
	if json.Unmarshal(r.data, &w) != nil {
		return []string{"a reason that cannot be read"}
	}
	if !v.seats.Has(engine.Seat(r.seat)) {
		return []string{"a reason for a seat that is not the viewer's"}
	}
	_, move, _ := strings.Cut(r.ask, "&move=")
	want := o.reason(v, r, strings.ReplaceAll(move, "+", " "))
	if w.Rule != want || w.Allowed != (want == "") {
		return []string{fmt.Sprintf("the reason is %q instead of %q", w.Rule, want)}
	}
	return nil
}

// advice looks at plans that a viewer was given: they begin with a move that is listed for
// the viewer. What follows can name a card that was guessed; that it is a guess, the same
// whatever the others hold, is tested where advice is given.
func (o *oracle) advice(v *viewer, r *received) (found []string) {
	var a struct {
		Plans []struct {
			Moves []struct {
				Seat engine.Seat `json:"seat"`
				Move string      `json:"move"`
			} `json:"moves"`
		} `json:"plans"`
	}
	if json.Unmarshal(r.data, &a) != nil || !only(r.data, "question", "made", "reference", "plans") {
		return []string{"advice that cannot be read"}
	}
	for _, p := range a.Plans {
		if len(p.Moves) == 0 {
			return []string{"a plan without a move"}
		}
		first := p.Moves[0]
		m, err := o.vocab.ParseMove(first.Seat, first.Move)
		if err != nil || !v.seats.Has(first.Seat) || !slices.Contains(o.moments[r.n].pos.AppendMoves(nil, first.Seat), m) {
			found = append(found, fmt.Sprintf("advice begins with the move “%s” of seat %d, which is not the viewer's", first.Move, first.Seat))
		}
	}
	return found
}

// transcript compares the text of a game with what its seats may read of it.
func (o *oracle) transcript(v *viewer, r *received) (found []string) {
	t, err := transcript.Parse(string(r.data))
	if err != nil {
		return []string{"a transcript that cannot be read"}
	}
	m := &o.moments[r.n]
	if t.Header.Seed.Sealed == r.over {
		found = append(found, "the seed is shown too early or too late")
	}
	var got, want []string
	for _, l := range t.Lines {
		l.Remark = ""
		switch text, undone := strings.CutPrefix(l.Text, "undone: "); {
		case l.Kind == transcript.Comment && undone:
			text, _, _ = strings.Cut(text, "  # ")
			got = append(got, "# "+text)
		case l.Kind == transcript.Move:
			got = append(got, l.String())
		}
	}
	for _, l := range m.lines {
		read := l.as(v.seats)
		if r.over {
			read = l.move
		}
		text := (transcript.Line{Kind: transcript.Move, Seat: l.seat, Text: read}).String()
		if l.undone {
			text = "# " + text
		}
		want = append(want, text)
	}
	if !slices.Equal(got, want) {
		found = append(found, "the transcript's moves are not as the viewer may read them")
	}
	return found
}
