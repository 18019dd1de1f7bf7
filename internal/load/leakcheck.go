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

// findings lists errors: data that a viewer should not have received, or that was wrong.
type findings []string

func (f *findings) add(format string, args ...any) { *f = append(*f, fmt.Sprintf(format, args...)) }

// checks has the function that checks each kind of message.
var checks = map[string]func(o *oracle, v *viewer, r *received, f *findings){
	"update":     (*oracle).update,
	"error":      (*oracle).refusal,
	"why":        (*oracle).why,
	"transcript": (*oracle).transcript,
	"advice":     (*oracle).advice,
	"ghost":      (*oracle).ghost,
	"table":      (*oracle).nameless,
	"presence":   (*oracle).nameless,
	"talk":       (*oracle).nameless,
	"thinking":   (*oracle).nameless,
	"page":       func(*oracle, *viewer, *received, *findings) {}, // only for words, which judge looks for
	"receipt": func(_ *oracle, _ *viewer, r *received, f *findings) {
		if !only(r.data, "n", "again") {
			f.add("an acknowledgement with more than a number")
		}
	},
	"silent": func(_ *oracle, _ *viewer, r *received, f *findings) {
		if len(r.data) > 0 {
			f.add("an answer that should be empty")
		}
	},
}

// check compares everything that viewers received with what they may know. It returns how many messages it
// checked, the errors, and how many of the errors the independent check found.
func (o *oracle) check(g *leakGame) (looked int, found []string, apart int) {
	found = append(found, g.wrong...)
	for i, v := range g.viewers {
		heard := map[engine.Seats]map[string]int{}
		found = append(found, g.missed(v)...)
		for _, r := range v.log {
			looked++
			then := *v // the viewer as they were then
			then.seats = r.seats
			if heard[r.seats] == nil {
				heard[r.seats] = o.heard(&then)
			}
			independent := o.independentCheck(&then, &r, heard[r.seats])
			apart += len(independent)
			for _, what := range slices.Concat(o.judge(g, &then, &r), independent) {
				found = append(found, fmt.Sprintf("table %s viewer %d (seats %b) entry %d, %s: %s", g.table, i, r.seats, r.n, r.kind, what))
			}
		}
	}
	return looked, found, apart
}

// heard returns every card that an entry has named to a viewer with these seats, with the number of the first such
// entry.
func (o *oracle) heard(v *viewer) map[string]int {
	first := map[string]int{}
	for _, r := range v.log {
		if r.kind != "update" || r.seats != v.seats {
			continue
		}
		l, _ := Look(r.data)
		for _, raw := range l.Entries {
			n := entryN(raw)
			for card := range o.names(string(raw)) {
				if at, told := first[card]; !told || n < at {
					first[card] = n
				}
			}
		}
	}
	return first
}

// judge checks one message that a viewer received.
func (o *oracle) judge(g *leakGame, v *viewer, r *received) (f findings) {
	if !r.over {
		low := bytes.ToLower(r.data)
		for _, s := range o.secrets {
			if s != "" && bytes.Contains(low, []byte(s)) {
				f.add("the seed before the end")
			}
		}
	}
	for team := range o.teams() { // messages of other teams, wherever they appear
		if team != g.side(v) && bytes.Contains(r.data, []byte(teamPrefix(team))) {
			f.add("a line of team %d", team)
		}
	}
	for _, s := range g.spoken { // a person's own export has what they said before they sat down
		if !v.seats.Empty() && s.by.ID != v.ID && strings.HasPrefix(s.text, whisper) && bytes.Contains(r.data, s.quoted()) {
			f.add("a line of those who watch")
		}
	}
	g.blockedWords(r, &f)
	judge, known := checks[r.kind]
	switch {
	case r.n < 0 || r.n >= len(o.positions):
		f.add("an entry that is not in the history")
	case !known:
		f.add("an event of an unknown kind")
	default:
		judge(o, v, r, &f)
	}
	return f
}

// nameless checks a message that must not name any card.
func (o *oracle) nameless(_ *viewer, r *received, f *findings) {
	if cards := o.names(string(r.data)); len(cards) > 0 {
		f.add("names cards: %v", cards)
	}
}

// only reports whether a JSON object has no fields other than the given ones.
func only(data []byte, names ...string) bool {
	fine := true
	ok := fields(data, func(key string, _ []byte) { fine = fine && slices.Contains(names, key) })
	return ok && fine
}

// update checks an update against the position at its entry.
func (o *oracle) update(v *viewer, r *received, f *findings) {
	m := &o.positions[r.n]
	if !only(r.data, "n", "at", "made", "steps", "view", "chances", "question", "moves", "ask", "undo", "marked", "over") {
		f.add("an unknown member")
	}
	l, err := Look(r.data)
	if err != nil {
		f.add("it cannot be read")
		return
	}
	for _, raw := range l.Entries {
		o.step(v, raw, f)
	}
	c := engine.NewWriter()
	view := m.pos.View(v.seats)
	view.Code(c)
	if !bytes.Equal(l.View, c.Bytes()) {
		f.add("the view is not that of its seats: %s instead of %s", differ(l.View, c.Bytes()), differ(c.Bytes(), l.View))
	}
	var chances []byte
	if reckoner, ok := view.(engine.OddsView); ok && !m.over {
		chances = engine.AppendCode(nil, reckoner.Chances)
	}
	if !bytes.Equal(l.Chances, chances) {
		f.add("the chances do not follow from the view: %s instead of %s", l.Chances, chances)
	}
	for _, of := range elements(l.Moves) {
		var list struct {
			Seat engine.Seat
			List []string
		}
		if json.Unmarshal(of, &list) != nil || !v.seats.Has(list.Seat) {
			f.add("the moves of a seat that is not the viewer's")
			continue
		}
		var want []string
		if !m.over {
			for _, move := range m.pos.AppendMoves(nil, list.Seat) {
				want = append(want, o.vocab.Move(move))
			}
		}
		if !slices.Equal(want, list.List) {
			f.add("the moves are not those of the position")
		}
	}
}

// differ returns a part of a around the first byte that differs from b.
func differ(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return "…" + string(a[max(0, i-30):min(len(a), i+60)])
}

// step checks an entry against what the viewer's seats may see of it.
func (o *oracle) step(v *viewer, raw []byte, f *findings) {
	var st Step
	if json.Unmarshal(raw, &st) != nil || st.N < 0 || st.N >= len(o.positions) {
		f.add("an entry that cannot be read")
		return
	}
	if !only(raw, "n", "at", "kind", "by", "to", "what", "plays") {
		f.add("an entry with an unknown member")
	}
	m := &o.positions[st.N]
	if len(st.Plays) != len(m.done) {
		f.add("entry %d has %d moves instead of %d", st.N, len(st.Plays), len(m.done))
		return
	}
	for i, p := range st.Plays {
		d := m.done[i]
		if p.Move != d.as(v.seats) {
			f.add("entry %d names the move “%s” instead of “%s”", st.N, p.Move, d.as(v.seats))
		}
		var want []FactText
		for _, fact := range d.facts {
			if fact.Visible(v.seats) {
				want = append(want, FactText{o.vocab.Fact(fact), fact.Rule})
			}
		}
		if !slices.Equal(want, p.Facts) {
			f.add("entry %d has %v instead of %v", st.N, p.Facts, want)
		}
	}
}

// refusal checks an error message. It may repeat parts of the request, and may name a rule that follows from
// what the seat may know.
func (o *oracle) refusal(v *viewer, r *received, f *findings) {
	var p map[string]any
	if json.Unmarshal(r.data, &p) != nil {
		f.add("an error that cannot be read")
		return
	}
	if rule, _ := p["rule"].(string); rule != "" && p["id"] == "not-allowed" {
		what, _ := p["what"].(string)
		if want := o.reason(v, r, what); rule != want {
			f.add("the reason is %s instead of %s", rule, want)
		}
	}
	delete(p, "rule")
	echo := o.names(r.ask)
	for card := range o.names(string(encode(p))) {
		if !echo[card] {
			f.add("names %s", card)
		}
	}
}

// reason returns the rule that forbids a move according to the seat's own view, or "".
func (o *oracle) reason(v *viewer, r *received, move string) string {
	m, err := o.vocab.ParseMove(engine.Seat(r.seat), move)
	if err != nil {
		return ""
	}
	return engine.WhyFrom(o.positions[r.n].pos.View(v.seats.With(m.Seat)), m)
}

// why checks the reason that the server gave for forbidding a move. It must equal the reason that the seat's
// own view gives.
func (o *oracle) why(v *viewer, r *received, f *findings) {
	var w struct {
		Allowed bool
		Rule    string
	}
	_, move, _ := strings.Cut(r.ask, "&move=")
	want := o.reason(v, r, strings.ReplaceAll(move, "+", " "))
	switch {
	case json.Unmarshal(r.data, &w) != nil:
		f.add("a reason that cannot be read")
	case !v.seats.Has(engine.Seat(r.seat)):
		f.add("a reason for a seat that is not the viewer's")
	case w.Rule != want || w.Allowed != (want == ""):
		f.add("the reason is %q instead of %q", w.Rule, want)
	}
}

// advice checks the plans that a viewer received as advice. Each plan must begin with a move that is listed for
// the viewer. Later moves may name a guessed card: package advice tests that guesses do not depend on other
// players' cards.
func (o *oracle) advice(v *viewer, r *received, f *findings) {
	type step struct {
		Seat engine.Seat
		Move string
	}
	var a struct{ Plans []struct{ Moves []step } }
	if json.Unmarshal(r.data, &a) != nil || !only(r.data, "question", "made", "reference", "plans") {
		f.add("advice that cannot be read")
	}
	for _, p := range a.Plans {
		if len(p.Moves) == 0 {
			f.add("a plan without a move")
			continue
		}
		first := p.Moves[0]
		m, err := o.vocab.ParseMove(first.Seat, first.Move)
		if err != nil || !v.seats.Has(first.Seat) || !slices.Contains(o.positions[r.n].pos.AppendMoves(nil, first.Seat), m) {
			f.add("advice begins with the move “%s” of seat %d, which is not the viewer's", first.Move, first.Seat)
		}
	}
}

// ghost checks the message of a planned move: it must contain nothing else, and must not go to rivals.
func (o *oracle) ghost(v *viewer, r *received, f *findings) {
	var plan struct{ Seat engine.Seat }
	if json.Unmarshal(r.data, &plan) != nil || !only(r.data, "seat", "moves") {
		f.add("a plan that cannot be read")
	}
	if team := o.team(plan.Seat); !team.Empty() && team&v.seats == 0 {
		f.add("the plan of seat %d, which is a rival's", plan.Seat)
	}
}

// transcript checks the text of a game against what the viewer's seats may see of it.
func (o *oracle) transcript(v *viewer, r *received, f *findings) {
	t, err := transcript.Parse(string(r.data))
	if err != nil {
		f.add("a transcript that cannot be read")
		return
	}
	if t.Header.Seed.Sealed == r.over {
		f.add("the seed is shown too early or too late")
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
	for _, l := range o.positions[r.n].lines {
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
		f.add("the transcript's moves are not as the viewer may read them")
	}
}

// missed returns errors for messages that a viewer should have received but did not.
func (g *leakGame) missed(v *viewer) (f findings) {
	played := !v.seats.Empty() || slices.ContainsFunc(v.log, func(r received) bool { return !r.seats.Empty() })
	for _, s := range g.spoken {
		heard := func(r received) bool { return r.kind == "talk" && bytes.Contains(r.data, []byte(`"`+s.text+`"`)) }
		if v.apart != nil && v.apart.writer == s.by || played && strings.HasPrefix(s.text, whisper) {
			continue
		}
		if (s.team < 0 || s.team == g.side(v)) && !slices.ContainsFunc(v.log, heard) {
			f.add("table %s (seats %b): “%s” was not sent", g.table, v.seats, s.text)
		}
	}
	return f
}
