package terminal

import (
	"slices"
	"strings"

	"theriac/engine"
	"theriac/internal/terminal/present"
)

// joins maps a fact to the facts after which it continues the same line. For example, a placed cube continues
// the line of the drawn card.
var joins = map[string][]string{
	"actions-added":       {"card-discarded", "event-played", "event-replayed"},
	"arranged-as":         {"arranged", "arranged-as"},
	"card-discarded":      {"card-discarded", "event-played", "event-replayed"},
	"card-drawn":          {"cards-dealt", "card-drawn", "card-drawn-hidden"},
	"card-drawn-hidden":   {"cards-dealt", "card-drawn", "card-drawn-hidden"},
	"card-given":          {"agreed", "card-given"},
	"card-passed":         {"pills-staked"},
	"card-recovered":      {"card-discarded", "event-played", "event-replayed"},
	"awarded":             {"cured", "eradicated", "awarded"},
	"cubes-carried":       {"cubes-carried"},
	"cubes-placed":        placing,
	"card-turned":         {"card-taken", "card-sent", "card-turned"},
	"cubes-returned":      {"cubes-carried", "cubes-returned", "circles-filled"},
	"discarded-first":     {"discarded-first"},
	"hospital-built":      {"card-discarded"},
	"hospital-moved":      {"card-discarded"},
	"looked-at":           {"looked", "looked-at"},
	"outbreak-spared":     {"outbreak", "outbreak-spared", "cubes-placed", "placement-prevented", "token-spent"},
	"injection-unused":    {"card-kept", "card-turned", "injection-got"},
	"pawn-moved":          {"agreed", "card-discarded"},
	"pill-returned":       {"pill-returned"},
	"pills-dealt":         {"round-began", "pills-dealt"},
	"pills-missing":       {"virus-placed", "pills-received"},
	"pills-received":      {"virus-placed"},
	"risk-dealt":          {"cards-dealt", "risk-dealt"},
	"risk-passed":         {"pill-given", "pills-paid"},
	"scored":              {"round-ended", "scored", "scored-minus"},
	"scored-minus":        {"round-ended", "scored", "scored-minus"},
	"stake-lost":          {"card-kept", "stake-lost", "stake-returned"},
	"stake-returned":      {"card-kept", "stake-lost"},
	"prestige":            {"prestige"},
	"placement-prevented": placing,
	"restacked-as":        {"restacked", "restacked-as"},
	"objective-dealt":     {"role-offered", "objective-dealt"},
	"role-dealt":          {"role-dealt"},
	"role-offered":        {"role-offered"},
	"role-picked":         {"role-picked"},
	"station-built":       {"card-discarded"},
	"studied-card":        {"studied", "studied-card"},
	"token-spent":         placing,
	"strain-in-force":     {"strain-drawn", "strain-named"},
	"strain-named":        {"strain-drawn"},
	"tokens-freed":        {"hospital-built"},
	"tokens-placed":       {"card-discarded"},
	"track-laid":          {"card-discarded", "track-laid"},
	"trait-in-play":       {"trait-in-play"},
	"virus-injected":      {"card-kept", "card-turned", "injection-got"},
	"virus-placed":        {"card-kept", "card-turned", "risk-opened", "virus-caught"},
}

// placing lists the facts after which a placed or prevented cube continues the same line.
var placing = []string{"infection-drawn", "outbreak", "outbreak-spared", "cubes-placed", "placement-prevented", "token-spent"}

// catchUp prints the facts that the viewers have not seen yet. If a turn has begun since, or the game has
// ended, it also prints the board and returns true.
func (t *Console) catchUp() bool {
	from, seen := t.told[t.viewer]
	n := len(t.past)
	if seen && from == n && !t.unseen {
		return false
	}
	began := !seen || t.unseen
	if !seen {
		from = t.since
	}
	var tell teller
	tell.begin(t, t.turnsBefore(from))
	if !seen && from == 0 {
		tell.begin(t, 0)
		tell.facts(t.news(t.Session.Opening()))
	}
	for _, p := range t.past[from:] {
		began = tell.facts(t.without(p.facts, "asked")) || began // leave out the question, which the prompt shows
	}
	tell.end()
	t.told[t.viewer] = n
	result, over := t.Session.Outcome()
	switch {
	case over:
		t.unseen = false
		t.board()
		t.outcome(result)
		t.say("keep")
	case began && t.following:
		t.unseen = true
		return false
	case began: // the facts have already printed the turn's heading
		t.unseen = false
		t.print(t.presenter().Board(t.Width) + "\n")
		t.offered = 0
	default:
		return false
	}
	return true
}

// news returns those facts of a game's set-up that the board does not show.
func (t *Console) news(opening []engine.Fact) []engine.Fact {
	v := t.Game.Vocabulary()
	return slices.DeleteFunc(slices.Clone(opening), func(f engine.Fact) bool {
		switch v.Facts[f.Kind].Name {
		case "first-player", "first-team":
			return false
		}
		return f.Kind != v.Began
	})
}

// without returns the facts except those with the given name.
func (t *Console) without(facts []engine.Fact, name string) []engine.Fact {
	return slices.DeleteFunc(slices.Clone(facts), func(f engine.Fact) bool {
		return t.Game.Vocabulary().Facts[f.Kind].Name == name
	})
}

// lastTurn returns the index of the first move to show for the last n turns. That is the move whose effects
// include the beginning of the first of these turns.
func (t *Console) lastTurn(n int) int {
	from, all := 0, t.turnsBefore(len(t.past))
	for from < len(t.past) && t.turnsBefore(from+1) <= all-n {
		from++
	}
	return from
}

// turnsBefore returns how many turns began before the n-th move.
func (t *Console) turnsBefore(n int) int {
	turns := 0
	count := func(facts []engine.Fact) {
		for _, f := range facts {
			if f.Kind == t.Game.Vocabulary().Began {
				turns++
			}
		}
	}
	count(t.Session.Opening())
	for _, p := range t.past[:n] {
		count(p.facts)
	}
	return turns
}

// teller prints facts as lines, with a heading for each turn.
type teller struct {
	t     *Console
	turns int
	last  string   // name of the fact that was printed last
	line  []string // words of the current line
	rules []string // the rules that caused the facts of the current line
	said  []string // the rules that caused the facts of the previous line
}

func (w *teller) begin(t *Console, turns int) { w.t, w.turns = t, turns }

// facts prints the facts that the viewers may read, and reports whether a turn began.
func (w *teller) facts(facts []engine.Fact) (began bool) {
	t := w.t
	v := t.Game.Vocabulary()
	facts = slices.DeleteFunc(slices.Clone(facts), func(f engine.Fact) bool { return !f.Visible(t.viewer) })
	for len(facts) > 0 {
		f := facts[0]
		facts = facts[1:]
		name := v.Facts[f.Kind].Name
		if f.Kind == v.Began {
			w.end()
			w.turns++
			t.print(t.rule(t.text("turn", "n", w.turns, "seat", t.seat(engine.Seat(f.Arg[0])))))
			w.last, began = name, true
			continue
		}
		if !slices.Contains(joins[name], w.last) {
			w.end()
		}
		seat := t.seat
		switch name {
		case "role-dealt", "role-offered", "role-picked": // a seat is named after its role, which it gets only with these facts
			seat = func(s engine.Seat) string { return t.text("seat", "n", int(s)) }
		}
		text := t.c.Fact(v, f, seat)
		if cards, n := t.drawn(f, facts); n > 0 {
			text, facts = cards, facts[n:]
		}
		w.line = append(w.line, present.Words(text)...)
		if f.Rule != "" && !slices.Contains(w.rules, f.Rule) {
			w.rules = append(w.rules, f.Rule)
		}
		w.last = name
	}
	return began
}

// drawn describes in one sentence the cards that a seat was dealt or drew one after another. n is how many
// facts after the first the sentence covers. If first is a fact of another kind, drawn returns an empty string.
func (t *Console) drawn(first engine.Fact, next []engine.Fact) (text string, n int) {
	v := t.Game.Vocabulary()
	key, hidden := "drew", 0
	var cards []string
	add := func(f engine.Fact) bool {
		switch word := v.Facts[f.Kind]; word.Name {
		case "card-drawn":
			cards = append(cards, present.Together(t.c.Name(word.Args[1].Name, word.Args[1].Text(f.Arg[1]))))
		case "card-drawn-hidden":
			hidden++
		default:
			return false
		}
		return true
	}
	if v.Facts[first.Kind].Name == "cards-dealt" {
		key = "dealt"
	} else if !add(first) {
		return "", 0
	}
	for n < len(next) && next[n].Arg[0] == first.Arg[0] && add(next[n]) {
		n++
	}
	if hidden > 0 {
		cards = append(cards, t.text("hand.hidden", "n", hidden))
	}
	return t.text(key, "seat", t.seat(engine.Seat(first.Arg[0])), "cards", strings.Join(cards, ", ")), n
}

// end prints the current line, followed by the rules of its facts unless the previous line had the same rules.
func (w *teller) end() {
	if len(w.line) == 0 {
		return
	}
	if !slices.Equal(w.rules, w.said) {
		w.line = append(w.line, w.t.st.Dim("("+strings.Join(w.rules, ", ")+")"))
	}
	w.t.print(present.Flow("  · ", w.line, " ", w.t.Width))
	w.said, w.rules, w.line = w.rules, nil, nil
}

// log prints the last turns again, or all turns if turns is 0.
func (t *Console) log(turns int) {
	from := 0
	if turns > 0 {
		from = t.lastTurn(turns)
	}
	var tell teller
	if from == 0 {
		tell.begin(t, 0)
		tell.facts(t.Session.Opening())
	} else {
		tell.begin(t, t.turnsBefore(from))
	}
	for _, p := range t.past[from:] {
		tell.facts(p.facts)
	}
	tell.end()
}

// outcome prints how the game ended and why, and a summary of its course.
func (t *Console) outcome(r engine.Result) {
	how, more := t.presenter().Ending(r)
	text := present.Words(how)
	for i, w := range text {
		text[i] = t.st.Bold(w)
	}
	t.print(present.Flow("", append(text, t.st.Dim("("+r.Cause+")")), " ", t.Width))
	for _, line := range more {
		t.print(present.Wrap("", line, t.Width))
	}
	t.print(present.Wrap("", t.presenter().Summary(), t.Width))
}
