package terminal

import (
	"slices"
	"strings"

	"theriac/engine"
	"theriac/internal/terminal/present"
)

// joins lists facts that go on the line of the fact before, where that is one of
// the named: the card that was turned and the cube it brought, an outbreak and
// all that it spread to.
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

// placing is the facts after which a cube is placed, or kept away, on their line.
var placing = []string{"infection-drawn", "outbreak", "outbreak-spared", "cubes-placed", "placement-prevented", "token-spent"}

// catchUp tells the viewers what has happened since they last read, and shows
// the board when a turn has begun since or the game has ended. It says whether
// it showed the board.
func (t *Table) catchUp() bool {
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
		began = tell.facts(t.without(p.facts, "asked")) || began // the question says it
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
	case began: // the line that heads the turn has just been told
		t.unseen = false
		t.print(t.presenter().Board(t.Width) + "\n")
		t.offered = 0
	default:
		return false
	}
	return true
}

// news is what the board does not show of a set-up.
func (t *Table) news(opening []engine.Fact) []engine.Fact {
	v := t.Game.Vocabulary()
	return slices.DeleteFunc(slices.Clone(opening), func(f engine.Fact) bool {
		switch v.Facts[f.Kind].Name {
		case "first-player", "first-team":
			return false
		}
		return f.Kind != v.Began
	})
}

// without is facts but those of a name.
func (t *Table) without(facts []engine.Fact, name string) []engine.Fact {
	return slices.DeleteFunc(slices.Clone(facts), func(f engine.Fact) bool {
		return t.Game.Vocabulary().Facts[f.Kind].Name == name
	})
}

// lastTurn is the first move that belongs to the last n turns: the one that
// began them is told with them, since what it did leads there.
func (t *Table) lastTurn(n int) int {
	from, all := 0, t.turnsBefore(len(t.past))
	for from < len(t.past) && t.turnsBefore(from+1) <= all-n {
		from++
	}
	return from
}

// turnsBefore counts the turns that began before a move.
func (t *Table) turnsBefore(n int) int {
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

// teller prints facts under the turns they belong to.
type teller struct {
	t     *Table
	turns int
	last  string   // name of the fact told last
	line  []string // the words of the line that is being made
	rules []string // of that line
	said  []string // of the line before
}

func (w *teller) begin(t *Table, turns int) { w.t, w.turns = t, turns }

// facts tells what the viewers may read, and says whether a turn began.
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
		case "role-dealt", "role-offered", "role-picked": // a seat is called by its role, which it only gets now
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

// drawn tells in one sentence what cards a seat was dealt or drew one after another. It says
// how many further facts that takes, none where the fact is not the first of such.
func (t *Table) drawn(first engine.Fact, next []engine.Fact) (text string, n int) {
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

// end prints the line that is being made. Its rules are named, unless they are
// those of the line before.
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

// log tells the last turns again, all of them where turns is 0.
func (t *Table) log(turns int) {
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

// outcome tells how the game ended, why, and how it went.
func (t *Table) outcome(r engine.Result) {
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
