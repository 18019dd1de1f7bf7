package terminal

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"theriac/ai"
	"theriac/engine"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// Config is a keyboard and a screen, and the people who sit there.
type Config struct {
	Catalogue *locale.Catalogue
	In        io.Reader
	Out       io.Writer
	Width     int
	Colour    bool
	// Private shows a hidden hand only to its own seat and its partners, and
	// waits for the keyboard to be handed over. Together shows all hands to
	// everybody at the keyboard. Where neither is set, hands are kept apart in
	// games in which seats play against each other.
	Private, Together bool
	// Echo prints what is read, for input that nobody sees being typed.
	Echo bool
	// File is where the game is kept; empty where it has no file yet.
	File string
	// Read and Write reach files.
	Read  func(name string) (string, error)
	Write func(name, text string) error
	// Fresh names a new file for a game that has none.
	Fresh func(stem string) string
	// Same says whether two names lead to one file.
	Same func(a, b string) bool
	// Bots play some of the seats.
	Bots Bots
}

// Table is one game at one keyboard.
type Table struct {
	Config
	*Record
	c         *locale.Catalogue
	st        present.Style
	lines     <-chan string
	viewer    engine.Seats         // the seats that look at the screen
	evaluator ai.Evaluator         // gives advice; nil until somebody asks
	told      map[engine.Seats]int // moves whose facts these viewers have read
	guest     *engine.Seat         // the seat that has taken the keyboard without being asked
	since     int                  // the move from which somebody new to the screen is told
	listed    []engine.Move        // the last numbered list; gone with the position
	// offered is the seats that the last prompts named as able to interject, so that
	// they are named once and not with every question.
	offered engine.Seats
	quit    bool
	gone    bool   // nobody reads the output any more
	last    string // the line that was typed last
	kept    string // a line that was typed where only Enter was asked for
	sure    bool   // it was typed twice, or with an exclamation mark

	bots   []*bot
	people engine.Seats // the seats that no bot plays
	// following says that bots make their moves: a board is shown once people are asked
	// again. unseen says that one is due.
	following, unseen bool
}

// longestLine is how many bytes of a line are looked at: nobody types more.
const longestLine = 4096

// Play plays a game until it is quit, or until the input, the output or the
// context ends. A game that cannot be kept is not quit; where there is nobody
// left to ask, it is printed, so that it can be copied.
func Play(ctx context.Context, r *Record, cfg Config) error {
	t := &Table{Config: cfg, st: present.Style{On: cfg.Colour}, told: make(map[engine.Seats]int)}
	if _, err := presenter(r.Game, r.Session.View(0), cfg.Catalogue, t.st); err != nil {
		return err
	}
	t.setUp(r)
	if err := t.seatBots(); err != nil {
		return err
	}
	t.lines = readLines(cfg.In)
	t.welcome()
	for {
		t.sitting(ctx)
		err := t.leave()
		if err == nil {
			return nil
		}
		if !t.quit {
			t.print(t.Text())
			return err
		}
		t.quit = false
		t.fail(err)
	}
}

// setUp puts a game on the table, with the words of its own and without bots.
func (t *Table) setUp(r *Record) {
	t.Record, t.c = r, t.Catalogue.Of(r.Game.Name())
	t.bots, t.people = nil, engine.AllSeats(t.players())
}

// sitting asks and answers until the game is quit or nobody is there.
func (t *Table) sitting(ctx context.Context) {
	for !t.quit {
		t.letBots(ctx)
		if !t.ask(ctx) {
			return
		}
		line, ok := t.read(ctx)
		if !ok {
			return
		}
		t.all(ctx, line)
	}
}

// all carries out a line of moves between semicolons. It stops where one is no
// move, where the turn is over, and before somebody else's secrets.
func (t *Table) all(ctx context.Context, line string) {
	if len(line) > longestLine {
		t.say("unknown", "text", strings.ToValidUTF8(line[:40], "")+"…")
		return
	}
	for line != "" {
		part, rest, _ := strings.Cut(line, ";")
		moves, asked := len(t.past), t.asked()
		t.do(ctx, strings.TrimSpace(part))
		t.letBots(ctx)
		line = strings.TrimSpace(rest)
		if line != "" && (len(t.past) <= moves || t.hidden() && t.asked() != asked || t.catchUp()) {
			t.say("rest", "text", line)
			return
		}
	}
}

// readLines reads in the background, so that an interrupt does not have to wait
// for a key.
func readLines(in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for r := bufio.NewReader(in); ; {
			line, err := r.ReadString('\n')
			if err == nil || line != "" { // the last line may have no end
				lines <- strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

func (t *Table) read(ctx context.Context) (string, bool) {
	if t.gone {
		return "", false
	}
	if line := t.kept; line != "" {
		t.kept = ""
		t.print(line + "\n")
		return line, true
	}
	select {
	case line, ok := <-t.lines:
		if ok && t.Echo {
			t.print(line + "\n")
		}
		return line, ok
	case <-ctx.Done():
		return "", false
	}
}

func (t *Table) text(key string, args ...any) string { return t.c.Text("terminal."+key, args...) }

// print remembers when nobody reads any more: that ends the game.
func (t *Table) print(text string) {
	if _, err := io.WriteString(t.Out, text); err != nil {
		t.gone = true
	}
}

// fail prints an error in plain words.
func (t *Table) fail(err error) { t.print(present.Wrap("", Explain(t.c, t.Game, err), t.Width)) }

// say prints a message of the catalogue as a paragraph.
func (t *Table) say(key string, args ...any) {
	t.print(present.Wrap("", t.text(key, args...), t.Width))
}

// note prints a message that is of less weight.
func (t *Table) note(key string, args ...any) { t.lay(t.text(key, args...), t.st.Dim) }

// lay prints a paragraph in a style, line by line.
func (t *Table) lay(text string, paint func(string) string) {
	for line := range strings.Lines(present.Wrap("", text, t.Width)) {
		t.print(paint(strings.TrimSuffix(line, "\n")) + "\n")
	}
}

// hidden says whether hands are kept apart at this keyboard: where people at it do not see
// each other's cards.
func (t *Table) hidden() bool {
	if !t.Private && (t.Together || !t.rivals()) {
		return false
	}
	f := t.presenter()
	return !f.Open() && t.people&^f.Company(t.people.First()) != 0
}

// rivals says whether people at the keyboard play against each other.
func (t *Table) rivals() bool {
	return engine.RivalsOf(t.Game, t.Settings(), t.people.First())&t.people != 0
}

// audience is the seats whose cards everybody at the keyboard sees where hands are not
// kept apart: those of the people, or all where only bots play.
func (t *Table) audience() engine.Seats {
	if t.people.Empty() {
		return engine.AllSeats(t.players())
	}
	return t.people
}

func (t *Table) players() int { return t.Settings().Int("players") }

func (t *Table) view() engine.View { return t.Session.View(t.viewer) }

func (t *Table) presenter() present.Presenter {
	f, _ := presenter(t.Game, t.view(), t.c, t.st)
	return f
}

func (t *Table) seat(s engine.Seat) string { return t.presenter().Seat(s) }

// numbered is a seat's name with the number that stands for it in moves.
func (t *Table) numbered(s engine.Seat) string { return fmt.Sprintf("%s (%d)", t.seat(s), s) }

func (t *Table) welcome() {
	t.viewer = t.audience()
	if t.hidden() {
		t.viewer = 0
	}
	t.since = t.lastTurn(1)
	if seed := t.Seed(); !seed.Counted {
		t.say("commitment", "hash", seed.Commitment.String())
	}
	if t.Private && !t.hidden() {
		t.say("private.open")
	}
	if !t.Private && t.hidden() {
		t.say("private.rivals")
	}
	t.introduce()
	t.say("welcome")
}

// asked is the seat that is meant where none is named.
func (t *Table) asked() engine.Seat {
	if t.guest != nil {
		return *t.guest
	}
	return t.owing()
}

// owing is the first seat that owes an answer, people before bots.
func (t *Table) owing() engine.Seat {
	d := t.Session.Decision()
	if owing := d.Owing() & t.people; owing != 0 {
		return owing.First()
	}
	if owing := d.Owing(); owing != 0 {
		return owing.First()
	}
	return 0
}

// ask shows the open question to the seat that is asked. It is false where the input
// ended while the keyboard was handed over.
func (t *Table) ask(ctx context.Context) bool {
	d := t.Session.Decision()
	if d.Over {
		if t.hidden() {
			t.viewer = engine.AllSeats(t.players()) // nothing is secret any more
		}
		t.catchUp()
		t.prompt(t.c.Text("question.over"))
		return true
	}
	if !t.show(ctx, t.asked()) {
		return false
	}
	if t.guest != nil {
		t.prompt(t.text("guest", "seat", t.numbered(*t.guest), "n", int(t.owing())))
		return true
	}
	f := t.presenter()
	if by, what, ok := f.Waiting(); ok {
		if pawn, ok := f.Moved(); ok {
			t.note("waiting-pawn", "seat", t.seat(by), "pawn", t.seat(pawn), "move", what)
		} else {
			t.note("waiting", "seat", t.seat(by), "move", what)
		}
	}
	t.interjections(d)
	step := t.Game.Vocabulary().Questions[d.Question]
	question := t.c.Text("question."+step, "seat", t.numbered(t.owing()))
	status := f.Status(t.owing())
	if status != "" {
		question += " " + status
	}
	enough := step == "action" || step == "discard" || step == "choose-roles" && status != "" // their status says it
	if s := t.hint(); s != "" && !enough {
		question += " (" + s + ")"
	}
	t.prompt(question)
	return true
}

// hint is what can be answered: the verbs, or the names that go with the only
// one, where they are few. “Enough” is listed with them.
func (t *Table) hint() string {
	list := t.Session.AppendMoves(nil, t.owing())
	var verbs, names []string
	for i, m := range list {
		verb := t.Game.Vocabulary().Verbs[m.Verb]
		if i == 0 || m.Verb != list[i-1].Verb {
			verbs = append(verbs, present.Together(t.c.Text("verb."+verb.Name)))
		}
		name := t.operands(m)
		if verb.Name == "enough" {
			name = t.c.Text("verb.enough")
			verbs = verbs[:len(verbs)-1]
		}
		names = append(names, present.Together(name))
	}
	switch {
	case len(verbs) > 1 || len(list) == 1 && names[0] == "":
		return strings.Join(verbs, ", ")
	case len(list) > manyMoves:
		return ""
	}
	return strings.Join(names, ", ")
}

func (t *Table) prompt(question string) {
	t.lay(question, t.st.Bold)
	t.print("> ")
}

// interjections names the seats that may answer besides the first.
func (t *Table) interjections(d engine.Decision) {
	var names []string
	var offered engine.Seats
	for s := range (d.Asked() & t.people).Without(t.owing()).Each {
		if t.hidden() || len(t.Session.AppendMoves(nil, s)) > 0 {
			names = append(names, t.numbered(s))
			offered = offered.With(s)
		}
	}
	if len(names) > 0 && offered != t.offered {
		t.note("may", "seats", strings.Join(names, ", "))
	}
	t.offered = offered
}

// show brings a seat's view to the screen. Where hands are kept apart, the last
// seat wipes the screen when it has read, and the next says that it has come.
func (t *Table) show(ctx context.Context, s engine.Seat) bool {
	want := t.presenter().Company(s)
	if !t.hidden() || t.viewer == want {
		t.catchUp()
		return true
	}
	if t.viewer != 0 {
		t.catchUp()
		t.prompt(t.text("wipe"))
		if _, ok := t.enter(ctx); !ok {
			return false
		}
		t.clear()
	}
	t.viewer, t.listed = 0, nil
	t.prompt(t.text("hand-over", "seat", t.numbered(s)))
	line, ok := t.enter(ctx)
	if !ok {
		return false
	}
	t.viewer, t.kept = want, line
	if !t.catchUp() {
		t.board()
	}
	return true
}

// enter waits for a line between two seats. It is false where none comes or where it
// quits. What else the next seat has typed already is its first line.
func (t *Table) enter(ctx context.Context) (string, bool) {
	line, ok := t.read(ctx)
	line = strings.TrimSpace(line)
	word := plain(line)
	t.quit = word == "q" || word == "quit" || word == plain(t.text("command.quit"))
	return line, ok && !t.quit
}

// clear takes what the last seat saw off the screen.
func (t *Table) clear() {
	if t.Colour {
		t.print("\x1b[H\x1b[2J\x1b[3J")
	} else {
		t.print(strings.Repeat("\n", 50))
	}
}

func (t *Table) board() {
	f := t.presenter()
	t.print("\n" + t.rule(f.Title()) + f.Board(t.Width) + "\n")
}

// rule is a line across the screen with a title.
func (t *Table) rule(title string) string {
	line := "── " + title + " "
	return t.st.Bold(line+strings.Repeat("─", max(0, t.Width-present.Wide(line)))) + "\n"
}
