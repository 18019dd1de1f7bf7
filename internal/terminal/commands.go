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

// command is a word other than a move that a player can type. Players can also type its name in their language,
// its letter, or one of its synonyms.
type command struct {
	name   string
	letter string
	run    func(t *Console, rest string)
	also   []string
}

// commands returns all commands in the order in which the help lists them.
func commands() []command {
	plainly := func(run func(t *Console)) func(*Console, string) {
		return func(t *Console, _ string) { run(t) }
	}
	return []command{
		{"moves", "m", (*Console).moves, nil},
		{"undo", "u", plainly((*Console).undo), nil},
		{"why", "w", (*Console).why, nil},
		{"advice", "", plainly((*Console).advise), nil},
		{"rule", "r", (*Console).ruleOf, nil},
		{"rules", "", plainly((*Console).rules), nil},
		{"board", "b", plainly((*Console).board), []string{"hands", "look"}},
		{"map", "", plainly(func(t *Console) { t.print(t.presenter().Whole(t.Width)) }), nil},
		{"discards", "", plainly(func(t *Console) { t.print(t.presenter().Discards(t.Width)) }), nil},
		{"log", "l", (*Console).logOf, nil},
		{"seat", "", (*Console).sit, nil},
		{"save", "", (*Console).save, nil},
		{"load", "", (*Console).load, nil},
		{"help", "?", plainly((*Console).help), nil},
		{"quit", "q", plainly(func(t *Console) { t.quit = true }), nil},
	}
}

// do executes a line of input. If the line is both a command and a move, a command's full name takes precedence
// over the move, and its abbreviation does not. An empty line has no effect.
func (t *Console) do(ctx context.Context, line string) {
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

// choose plays the n-th move of the numbered list that was printed last.
func (t *Console) choose(n int) {
	switch {
	case len(t.listed) == 0:
		t.say("no-list")
	case n < 1 || n > len(t.listed):
		t.say("no-number", "n", len(t.listed))
	default:
		t.play(t.listed[n-1], "")
	}
}

// typed plays the move that a player has typed. It returns false if the text cannot be a move.
func (t *Console) typed(ctx context.Context, line string) bool {
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

// compound parses a move followed by answers to the questions that it asks the same seat, such as "airlift
// medic paris". It tries the move on a copy of the game, but only if the move reveals nothing.
func (t *Console) compound(by engine.Seat, text string) []engine.Move {
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

// mean returns the legal moves that a text may stand for. The text may omit the verb.
func (t *Console) mean(by engine.Seat, text string) []engine.Move {
	if listed, _ := t.find(by, text); len(listed) > 0 {
		return listed
	}
	return t.spell().among(t.Session.AppendMoves(nil, by), text)
}

// after returns a copy of the console in which a move has been made. It returns nil if the move reveals
// something, or asks the same seat nothing.
func (t *Console) after(m engine.Move) *Console {
	r, err := Open(t.Text(), -1)
	if err != nil || r.Play(m) != nil {
		return nil
	}
	next := *t
	next.Playthrough = r
	if last, _ := r.Last(); !last.effect.Free() {
		return nil
	}
	if _, _, asks := next.presenter().Waiting(); !asks {
		return nil
	}
	return &next
}

// bare plays a move that was typed without its verb, such as "paris" when the question asks for a city. It
// returns false if no move of the seat matches.
func (t *Console) bare(line string) bool {
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

// others prints which other seats could make a move that the given seat cannot.
func (t *Console) others(by engine.Seat, text string) {
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

// play makes a move. If the typed text was abbreviated, play prints the whole move. If the next question has to
// take every card that it lists, as for a cure, play makes those moves, too.
func (t *Console) play(m engine.Move, text string) {
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

// undo takes back the last move of a person, and the bots' moves after it. It refuses if any of these moves
// revealed something.
func (t *Console) undo() {
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
	// This case comes first, because the messages below name the move, which can be secret.
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

// why prints the rule that forbids a move, or that the move is allowed.
func (t *Console) why(text string) {
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

// ruleOf prints the rule with this ID, or all rules whose ID or title has these words. If there are none, it
// also accepts parts of words.
func (t *Console) ruleOf(id string) {
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

// hasWords reports whether each typed word matches some word of a text, by comparing them with fits.
func hasWords(text, typed []string, fits func(word, typed string) bool) bool {
	for _, want := range typed {
		if !slices.ContainsFunc(text, func(word string) bool { return fits(word, want) }) {
			return false
		}
	}
	return len(typed) > 0
}

// rules prints the ids of all rules, by section.
func (t *Console) rules() {
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

func (t *Console) logOf(rest string) {
	n, err := strconv.Atoi(rest)
	if rest != "" && (err != nil || n < 1) {
		t.say("log.what")
		return
	}
	t.log(n)
}

// sit hands the keyboard to another seat, so that its player can look at their own cards. If hands are not
// hidden, it has no effect.
func (t *Console) sit(rest string) {
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

// sitDown hands the keyboard to a seat.
func (t *Console) sitDown(s engine.Seat) {
	t.guest = nil
	if s != t.owing() {
		t.guest = &s
	}
}

func (t *Console) help() {
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
