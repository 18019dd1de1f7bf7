package terminal

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"theriac/engine"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// command is something to type that is not a move. It is known by its name, by
// the name that the player's language has for it, by a letter, and by words that
// people try.
type command struct {
	name   string
	letter string
	run    func(t *Table, rest string)
	also   []string
}

// commands are in the order in which the help lists them.
func commands() []command {
	plainly := func(run func(t *Table)) func(*Table, string) {
		return func(t *Table, _ string) { run(t) }
	}
	return []command{
		{"moves", "m", (*Table).moves, nil},
		{"undo", "u", plainly((*Table).undo), nil},
		{"why", "w", (*Table).why, nil},
		{"advice", "", plainly((*Table).advise), nil},
		{"rule", "r", (*Table).ruleOf, nil},
		{"rules", "", plainly((*Table).rules), nil},
		{"board", "b", plainly((*Table).board), []string{"hands", "look"}},
		{"map", "", plainly(func(t *Table) { t.print(t.presenter().Whole(t.Width)) }), nil},
		{"discards", "", plainly(func(t *Table) { t.print(t.presenter().Discards(t.Width)) }), nil},
		{"log", "l", (*Table).logOf, nil},
		{"seat", "", (*Table).sit, nil},
		{"save", "", (*Table).save, nil},
		{"load", "", (*Table).load, nil},
		{"help", "?", plainly((*Table).help), nil},
		{"quit", "q", plainly(func(t *Table) { t.quit = true }), nil},
	}
}

// do carries out a line. A whole command comes before moves, a shortened one
// after them; an empty line does nothing.
func (t *Table) do(ctx context.Context, line string) {
	t.sure, t.last = line == t.last, line
	if line == "" {
		return
	}
	first, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	word, marked := strings.CutSuffix(plain(first), "!")
	t.sure = t.sure || marked
	var short []command
	for _, c := range commands() {
		names := append([]string{c.name, plain(t.text("command." + c.name)), c.letter}, c.also...)
		if slices.Contains(names, word) {
			c.run(t, rest)
			return
		}
		if strings.HasPrefix(names[0], word) || strings.HasPrefix(names[1], word) {
			short = append(short, c)
		}
	}
	if n, err := strconv.Atoi(line); err == nil {
		t.choose(n)
		return
	}
	if t.typed(ctx, line) {
		return
	}
	if len(short) == 1 {
		short[0].run(t, rest)
		return
	}
	if !t.bare(line) {
		t.say("unknown", "text", line)
	}
}

// choose plays a move of the last numbered list.
func (t *Table) choose(n int) {
	switch {
	case len(t.listed) == 0:
		t.say("no-list")
	case n < 1 || n > len(t.listed):
		t.say("no-number", "n", len(t.listed))
	default:
		t.play(t.listed[n-1], "")
	}
}

// typed plays a move that was written. It is false where no move is meant.
func (t *Table) typed(ctx context.Context, line string) bool {
	by, text := t.cutSeat(line)
	if t.leaveToBot(by) {
		return true
	}
	if t.hidden() && by != t.asked() {
		t.sitDown(by)
		if !t.show(ctx, by) {
			return true
		}
	}
	listed, refused := t.find(by, text)
	switch {
	case len(listed) == 1:
		t.play(listed[0], text)
	case len(listed) > 1:
		t.which(listed)
	case len(refused) > 0:
		t.refuse(refused)
		t.others(by, text)
	default:
		moves := t.compound(by, text)
		for _, m := range moves {
			t.play(m, "")
		}
		return len(moves) > 0
	}
	return true
}

// compound reads a move together with the answers to what it asks of the same
// seat: "airlift medic paris". It looks ahead only where that reveals nothing.
func (t *Table) compound(by engine.Seat, text string) []engine.Move {
	words := strings.Fields(text)
	for n := len(words) - 1; n > 0; n-- {
		first := t.mean(by, strings.Join(words[:n], " "))
		if len(first) != 1 {
			continue
		}
		next := t.after(first[0])
		if next == nil || next.owing() != by {
			continue
		}
		rest := strings.Join(words[n:], " ")
		answers := next.mean(by, rest)
		if len(answers) != 1 {
			answers = next.compound(by, rest)
		}
		if len(answers) > 0 {
			return append(first, answers...)
		}
	}
	return nil
}

// mean is the moves that can be played now and that a text may mean, with or
// without their verb.
func (t *Table) mean(by engine.Seat, text string) []engine.Move {
	if listed, _ := t.find(by, text); len(listed) > 0 {
		return listed
	}
	return t.spell().among(t.Session.AppendMoves(nil, by), text)
}

// after is the table after a move that leaves a question of its own open and
// has revealed nothing.
func (t *Table) after(m engine.Move) *Table {
	r, err := Open(t.Text(), -1)
	if err != nil || r.Play(m) != nil {
		return nil
	}
	next := *t
	next.Record = r
	if last, _ := r.Last(); !last.effect.Free() {
		return nil
	}
	if _, _, asks := next.presenter().Waiting(); !asks {
		return nil
	}
	return &next
}

// bare plays a move whose verb was left out: "paris" where a city is asked for.
// It is false where nothing that the seat can do fits.
func (t *Table) bare(line string) bool {
	by, text := t.cutSeat(line)
	if by != t.asked() {
		return false
	}
	fit := t.spell().among(t.Session.AppendMoves(nil, by), text)
	switch len(fit) {
	case 0:
		return false
	case 1:
		t.play(fit[0], text)
	default:
		t.which(fit)
	}
	return true
}

// others says which other seats could make a move that was refused.
func (t *Table) others(by engine.Seat, text string) {
	if t.hidden() {
		return
	}
	for s := range (t.Session.Decision().Asked() & t.people).Without(by).Each {
		if listed, _ := t.find(s, text); len(listed) == 1 {
			line := engine.SeatKind.Text(uint8(s)) + " " + t.Game.Vocabulary().Move(listed[0])
			t.say("other-seat", "seat", t.seat(s), "move", line)
		}
	}
}

// play makes a move, and says which where it was not written out. Where every
// answer that is left is wanted, the rest is played at once.
func (t *Table) play(m engine.Move, text string) {
	if err := t.Play(m); err != nil {
		t.fail(err)
		return
	}
	t.listed, t.guest = nil, nil
	if move := t.Game.Vocabulary().Move(m); move != text {
		t.note("played", "seat", t.seat(m.Seat), "move", move)
	}
	all := t.Session.AppendMoves(nil, m.Seat)
	if t.owing() == m.Seat && len(all) > 0 && len(all) == t.presenter().Wanted() {
		t.play(all[0], t.Game.Vocabulary().Move(all[0]))
	}
}

// undo takes the last move back, unless somebody has learned something by it, and with it
// what bots have done since.
func (t *Table) undo() {
	at := len(t.past) - 1
	for at >= 0 && t.isBot(t.past[at].move.Seat) {
		at--
	}
	if at < 0 {
		t.say("undo.none")
		return
	}
	last := t.past[at]
	switch {
	// First of all: the reasons below name the move, which can be secret.
	case t.hidden() && !t.viewer.Has(last.move.Seat):
		t.say("undo.other", "seat", t.numbered(last.move.Seat))
		return
	case last.effect.Chance:
		t.say("undo.chance", "move", t.meaning(last.move))
		return
	case !last.effect.Free():
		t.say("undo.learned", "move", t.meaning(last.move))
		return
	case slices.ContainsFunc(t.past[at:], func(p played) bool { return !p.effect.Free() }):
		t.say("undo.bot")
		return
	}
	for len(t.past) > at {
		if err := t.Undo(); err != nil {
			t.fail(err)
			return
		}
	}
	t.listed, t.guest = nil, nil
	t.forgetPlans()
	t.since = min(t.since, len(t.past))
	for who, n := range t.told {
		t.told[who] = min(n, len(t.past))
	}
	t.say("undo.done", "move", t.meaning(last.move))
}

// why explains a move: by the rule that forbids it, or by saying that it can
// be played.
func (t *Table) why(text string) {
	if text == "" {
		t.say("why.what")
		return
	}
	by, text := t.cutSeat(text)
	if t.leaveToBot(by) {
		return
	}
	if t.hidden() && !t.viewer.Has(by) {
		t.say("why.other")
		return
	}
	switch listed, refused := t.find(by, text); {
	case len(listed) == 1:
		t.print(t.notation(listed[0]) + "\n")
		t.say("allowed")
	case len(listed) > 1:
		t.which(listed)
	case len(refused) > 0:
		t.refuse(refused)
	default:
		t.say("unknown", "text", text)
	}
}

// ruleOf prints the rule of an id, or all that have the words in their id or
// title; where none has, those that have longer words.
func (t *Table) ruleOf(id string) {
	id = strings.TrimPrefix(strings.ToLower(id), t.Game.Name()+"/")
	if id == "" {
		t.rules()
		return
	}
	var found []locale.Rule
	if r, ok := t.c.Rule(t.Game.Name(), id); ok {
		found = []locale.Rule{r}
	}
	for _, fits := range []func(word, typed string) bool{func(a, b string) bool { return a == b }, strings.HasPrefix} {
		if len(found) > 0 {
			break
		}
		for _, r := range t.c.Rules(t.Game.Name()) {
			if hasWords(tokens(r.ID+" "+r.Title), tokens(id), fits) {
				found = append(found, r)
			}
		}
	}
	for _, r := range found {
		t.print(t.st.Bold(r.Title) + "\n")
		t.ruleText(r)
	}
	if len(found) == 0 {
		t.say("no-rule", "id", id)
	}
}

// hasWords says whether each typed word fits one of a text's.
func hasWords(text, typed []string, fits func(word, typed string) bool) bool {
	for _, want := range typed {
		if !slices.ContainsFunc(text, func(word string) bool { return fits(word, want) }) {
			return false
		}
	}
	return len(typed) > 0
}

// rules lists the ids of the ledger by section.
func (t *Table) rules() {
	all := t.c.Rules(t.Game.Name())
	for len(all) > 0 {
		section := all[0].Section
		var ids []string
		for len(all) > 0 && all[0].Section == section {
			ids = append(ids, all[0].ID)
			all = all[1:]
		}
		t.print(t.st.Bold(section) + "\n")
		t.print(present.Flow("   ", ids, "  ", t.Width))
	}
}

func (t *Table) logOf(rest string) {
	n, err := strconv.Atoi(rest)
	if rest != "" && (err != nil || n < 1) {
		t.say("log.what")
		return
	}
	t.log(n)
}

// sit hands the keyboard to another seat where hands are kept apart, so that it
// can look at its own cards.
func (t *Table) sit(rest string) {
	s, ok := t.findSeat(rest)
	switch {
	case !ok:
		t.say("seat.what")
	case t.leaveToBot(s):
	case !t.hidden():
		t.say("seat.together")
	default:
		t.sitDown(s)
	}
}

// sitDown makes a seat the one at the keyboard.
func (t *Table) sitDown(s engine.Seat) {
	t.guest = nil
	if s != t.owing() {
		t.guest = &s
	}
}

func (t *Table) help() {
	t.print(present.Wrap("", t.text("help.typing"), t.Width))
	t.print(present.Wrap("", t.text("help.marks"), t.Width))
	for _, c := range commands() {
		name := t.text("command." + c.name)
		if c.letter != "" {
			name += " (" + c.letter + ")"
		}
		t.print(present.Wrap("  "+present.Pad(t.st.Bold(name), 17)+" ", t.text("help."+c.name), t.Width))
	}
}
