package terminal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"theriac/ai"
	"theriac/engine"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// spell is how moves may be written here and now.
func (t *Table) spell() *spelling {
	v := t.Game.Vocabulary()
	f := t.presenter()
	return &spelling{
		words: v,
		seats: t.players(),
		verb: func(verb engine.Verb) []string {
			return []string{v.Verbs[verb].Name, t.c.Text("verb." + v.Verbs[verb].Name)}
		},
		value: func(k *engine.Kind, n uint8) []string {
			id := k.Text(n)
			if k == engine.SeatKind {
				return []string{id, f.Seat(engine.Seat(n))}
			}
			names := []string{id, t.c.Name(k.Name, id)}
			if s := f.Short(k.Name, id); s != "" {
				names = append(names, s)
			}
			return names
		},
		parts: func(k *engine.Kind, n uint8) []string { return f.Parts(k.Name, n) },
	}
}

// cutSeat takes the seat off the front of a line: "1 airlift 0", "medic: pass".
// Without one the seat that is asked is meant.
func (t *Table) cutSeat(line string) (engine.Seat, string) {
	if name, rest, ok := strings.Cut(line, ":"); ok {
		if s, ok := t.findSeat(name); ok {
			return s, strings.TrimSpace(rest)
		}
	}
	if first, rest, ok := strings.Cut(line, " "); ok {
		if n, err := strconv.Atoi(first); err == nil && 0 <= n && n < t.players() {
			return engine.Seat(n), strings.TrimSpace(rest)
		}
	}
	return t.asked(), line
}

// findSeat finds a seat by its number or the beginning of its role's name, if
// just one fits.
func (t *Table) findSeat(text string) (engine.Seat, bool) {
	sp := t.spell()
	var fits []engine.Seat
	for s := range engine.Seat(t.players()) {
		sp.consume(sp.value(engine.SeatKind, uint8(s)), tokens(text), func(rest []string, _ int) {
			if len(rest) == 0 && !slices.Contains(fits, s) {
				fits = append(fits, s)
			}
		})
	}
	if len(fits) != 1 {
		return 0, false
	}
	return fits[0], true
}

// find reads a move. It gives the listed moves that the text may mean, or, if
// there are none, the ones that are not allowed.
func (t *Table) find(by engine.Seat, text string) (listed, refused []engine.Move) {
	list := t.Session.AppendMoves(nil, by)
	for _, m := range t.spell().matches(by, text) {
		if engine.Listed(list, m) {
			listed = append(listed, m)
		} else {
			refused = append(refused, m)
		}
	}
	return listed, refused
}

// notation is a move as it is typed, and what it means.
func (t *Table) notation(m engine.Move) string {
	return fmt.Sprintf("%s  %s", t.Game.Vocabulary().Move(m), t.st.Dim(t.meaning(m)))
}

// meaning is a move in words. Where a word has another sense for the open question,
// or for a seat that acts before its partner, the catalogue has a text for the two
// together.
func (t *Table) meaning(m engine.Move) string {
	vocab := t.Game.Vocabulary()
	if int(m.Verb) < len(vocab.Verbs) && len(vocab.Verbs[m.Verb].Args) == 0 {
		key := "move." + vocab.Verbs[m.Verb].Name + "."
		if next, ok := t.presenter().Then(m.Seat); ok && t.c.Has(key+"partner") {
			return t.c.Text(key+"partner", "seat", t.seat(next))
		}
		if key += vocab.Questions[t.Session.Decision().Question]; t.c.Has(key) {
			return t.c.Text(key)
		}
	}
	return t.c.Move(vocab, m, t.seat)
}

// which lists the moves that a text may mean.
func (t *Table) which(moves []engine.Move) {
	t.say("ambiguous")
	for i, m := range moves {
		if i == 12 {
			t.print("    …\n")
			break
		}
		t.print("    " + t.notation(m) + "\n")
	}
}

// refuse explains why moves are not allowed: by the rule that forbids most of
// them, where a text left open which one is meant.
func (t *Table) refuse(moves []engine.Move) {
	v := t.view()
	rule, most := "", 0
	count := make(map[string]int)
	for _, m := range moves {
		why := engine.WhyFrom(v, m)
		if count[why]++; count[why] > most {
			rule, most = why, count[why]
		}
	}
	if len(moves) == 1 {
		t.print(t.notation(moves[0]) + "\n")
	}
	if rule == "" { // a hidden card lets it seem possible to those who look on
		t.say("allowed")
		return
	}
	if text, ok := t.instead(moves[0].Verb, rule); ok {
		t.print(present.Wrap("", text, t.Width))
		return
	}
	r, ok := t.c.Rule(t.Game.Name(), rule)
	if !ok {
		r = locale.Rule{ID: rule, Title: rule}
	}
	t.print(present.Wrap("", t.c.Text("refusal", "rule", t.st.Bold(r.Title)), t.Width))
	if len(moves) == 1 {
		t.lack(v, moves[0])
	}
	t.ruleText(r)
}

// instead is what somebody should have typed who wrote a verb that cannot be meant here: one
// of a role, or one of another question.
func (t *Table) instead(verb engine.Verb, rule string) (string, bool) {
	vocab := t.Game.Vocabulary()
	key := "terminal.instead." + vocab.Verbs[verb].Name
	if !strings.HasPrefix(rule, "role/") {
		key += "." + vocab.Questions[t.Session.Decision().Question]
	}
	return t.c.Text(key), t.c.Has(key)
}

// lack says in a few words what a move lacks, and what can be done instead by the same verb.
func (t *Table) lack(v engine.View, m engine.Move) {
	if l, ok := engine.LackFrom(v, m); ok && t.c.Has(l.Text) {
		t.print(present.Wrap("  ", t.reasonOf(ai.Reason{Key: l.Text, Args: l.Args}), t.Width))
	}
	var names []string
	for _, other := range t.Session.AppendMoves(nil, m.Seat) {
		if other.Verb == m.Verb {
			names = append(names, present.Together(t.operands(other)))
		}
	}
	if len(names) > 0 && len(names) <= manyMoves {
		verb := t.Game.Vocabulary().Verbs[m.Verb].Name
		t.print(present.Wrap("  ", t.text("refusal.possible", "verb", verb, "names", strings.Join(names, ", ")), t.Width))
	}
}

// ruleText prints what a rule says.
func (t *Table) ruleText(r locale.Rule) {
	t.print(present.Flow("  ", append(present.Words(r.Text), t.st.Dim("("+r.ID+")")), " ", t.Width))
}

// manyMoves is how many moves of one verb are listed unless they are asked for.
const manyMoves = 12

// moves lists what can be done, by verb, and numbers it. A verb with many moves
// is told in a line, unless it is named, or all are, or the seat that is asked has
// nothing else.
func (t *Table) moves(which string) {
	wanted := func(engine.Verb) bool { return true }
	if which != "" && plain(which) != plain(t.text("moves.all")) && plain(which) != "all" {
		verbs := t.verbs(which)
		if len(verbs) == 0 {
			t.say("moves.what")
			return
		}
		wanted = func(v engine.Verb) bool { return slices.Contains(verbs, v) }
	}
	t.listed = nil
	d := t.Session.Decision()
	first := t.asked()
	seats := []engine.Seat{first}
	if !t.hidden() {
		for s := range (d.Asked() & t.people).Without(first).Each {
			seats = append(seats, s)
		}
	}
	found := false
	for _, s := range seats {
		var groups [][]engine.Move
		for list := t.Session.AppendMoves(nil, s); len(list) > 0; {
			n := 1
			for n < len(list) && list[n].Verb == list[0].Verb {
				n++
			}
			if wanted(list[0].Verb) {
				groups = append(groups, list[:n])
			}
			list = list[n:]
		}
		if len(groups) == 0 {
			continue
		}
		found = true
		if len(seats) > 1 {
			t.print(t.st.Bold(t.numbered(s)) + "\n")
		}
		for _, g := range groups {
			if len(g) > manyMoves && which == "" && (len(groups) > 1 || s != first) {
				t.folded(g)
			} else {
				t.group(g)
			}
		}
	}
	if !found {
		t.say("no-moves")
	}
}

// verbs finds verbs by the beginning of their names.
func (t *Table) verbs(text string) []engine.Verb {
	var out []engine.Verb
	sp := t.spell()
	for v := range t.Game.Vocabulary().Verbs {
		sp.consume(sp.verb(engine.Verb(v)), tokens(text), func(rest []string, _ int) {
			if len(rest) == 0 && !slices.Contains(out, engine.Verb(v)) {
				out = append(out, engine.Verb(v))
			}
		})
	}
	return out
}

// verbHead begins the lines of a verb.
func (t *Table) verbHead(name string) string { return "  " + present.Pad(t.st.Bold(name), 9) + " " }

// folded tells in a line that a verb has many moves.
func (t *Table) folded(list []engine.Move) {
	name := t.Game.Vocabulary().Verbs[list[0].Verb].Name
	t.print(present.Wrap(t.verbHead(name), t.text("moves.folded", "what", t.c.Text("verb."+name), "n", len(list), "verb", name), t.Width))
}

// group lists the moves of one verb.
func (t *Table) group(list []engine.Move) {
	word := t.Game.Vocabulary().Verbs[list[0].Verb]
	head := t.verbHead(word.Name)
	var items []string
	for _, m := range list {
		t.listed = append(t.listed, m)
		number := t.st.Dim(strconv.Itoa(len(t.listed)))
		if len(word.Args) == 0 {
			items = append(items, number+" "+t.meaning(m))
			continue
		}
		items = append(items, number+" "+t.operands(m))
	}
	if len(word.Args) > 0 {
		t.print(head + t.st.Dim(t.c.Text("verb."+word.Name)) + "\n")
		t.print(present.Columns("            ", items, t.Width))
		return
	}
	t.print(present.Flow(head, items, "  ", t.Width))
}

// operands is what a move is about, in the player's words. A player and a card
// read well side by side; two places do not.
func (t *Table) operands(m engine.Move) string {
	var names []string
	kinds := t.Game.Vocabulary().Verbs[m.Verb].Args
	gap := " · "
	if len(kinds) == 2 && kinds[0] == engine.SeatKind {
		gap = " "
	}
	for i, k := range kinds {
		if k == engine.SeatKind {
			names = append(names, t.seat(engine.Seat(m.Arg[i])))
		} else {
			names = append(names, t.c.Name(k.Name, k.Text(m.Arg[i])))
		}
	}
	return strings.Join(names, gap)
}
