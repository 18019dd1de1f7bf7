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

// spell returns how moves can be typed in the current game and language.
func (t *Console) spell() *spelling {
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

// cutSeat removes a seat from the beginning of a line such as "1 airlift 0" or "medic: pass". If the line names
// no seat, it returns the one that has to answer.
func (t *Console) cutSeat(line string) (engine.Seat, string) {
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

// findSeat finds a seat by its number, or by an unambiguous beginning of its role's name.
func (t *Console) findSeat(text string) (engine.Seat, bool) {
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

// find parses a move. It returns the legal moves that a text may stand for. If there are none, it returns the
// illegal ones.
func (t *Console) find(by engine.Seat, text string) (listed, refused []engine.Move) {
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

// notation returns a move as players type it, followed by its meaning.
func (t *Console) notation(m engine.Move) string {
	return fmt.Sprintf("%s  %s", t.Game.Vocabulary().Move(m), t.st.Dim(t.meaning(m)))
}

// meaning returns a move in words. For some verbs, the catalogue has a special text for the open
// question, or for a seat whose partner acts next.
func (t *Console) meaning(m engine.Move) string {
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

// which prints the moves that an ambiguous text may stand for.
func (t *Console) which(moves []engine.Move) {
	t.say("ambiguous")
	for i, m := range moves {
		if i == 12 {
			t.print("    …\n")
			break
		}
		t.print("    " + t.notation(m) + "\n")
	}
}

// refuse explains why moves are illegal. If the text may stand for several, refuse prints the rule that forbids
// most of them.
func (t *Console) refuse(moves []engine.Move) {
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
	if rule == "" { // only hidden cards forbid the move, so to the viewers it seems possible
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

// instead returns a text that names what to type in place of a verb that is not possible now. Such a verb
// belongs to another role, or does not answer the open question.
func (t *Console) instead(verb engine.Verb, rule string) (string, bool) {
	vocab := t.Game.Vocabulary()
	key := "terminal.instead." + vocab.Verbs[verb].Name
	if !strings.HasPrefix(rule, "role/") {
		key += "." + vocab.Questions[t.Session.Decision().Question]
	}
	return t.c.Text(key), t.c.Has(key)
}

// lack prints what is missing for a move, and which moves with the same verb are possible.
func (t *Console) lack(v engine.View, m engine.Move) {
	if l, ok := engine.UnmetFrom(v, m); ok && t.c.Has(l.Text) {
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

// ruleText prints the text of a rule.
func (t *Console) ruleText(r locale.Rule) {
	t.print(present.Flow("  ", append(present.Words(r.Text), t.st.Dim("("+r.ID+")")), " ", t.Width))
}

// manyMoves is the maximum number of moves with the same verb that are listed unless the player asks for more.
const manyMoves = 12

// moves prints a numbered list of the legal moves, grouped by verb. A verb with many moves gets only one line,
// unless the player has named it, asked for all moves, or has no other verb.
func (t *Console) moves(which string) {
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

// verbs returns the verbs whose names begin with a text.
func (t *Console) verbs(text string) []engine.Verb {
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

// verbHead returns the first part of the line that lists a verb's moves.
func (t *Console) verbHead(name string) string { return "  " + present.Pad(t.st.Bold(name), 9) + " " }

// folded prints a single line instead of a verb's many moves.
func (t *Console) folded(list []engine.Move) {
	name := t.Game.Vocabulary().Verbs[list[0].Verb].Name
	t.print(present.Wrap(t.verbHead(name), t.text("moves.folded", "what", t.c.Text("verb."+name), "n", len(list), "verb", name), t.Width))
}

// group prints the moves of one verb.
func (t *Console) group(list []engine.Move) {
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

// operands returns the operands of a move in the player's words. A space separates a seat from a card, and a
// dot separates other operands.
func (t *Console) operands(m engine.Move) string {
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
