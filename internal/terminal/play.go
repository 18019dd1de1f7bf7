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

// Config configures a Console: its input and output, files, and bots.
type Config struct {
	Catalogue *locale.Catalogue
	In        io.Reader
	Out       io.Writer
	Width     int
	Colour    bool
	// Private shows a hidden hand only to its own seat and partners, and waits until the keyboard is handed on.
	// Together shows all hands to everyone at the keyboard. If neither is set, hands are hidden only in games
	// with rivals.
	Private, Together bool
	// Echo prints each line of input. It is meant for input from a pipe, which does not show on the screen.
	Echo bool
	// File is the name of the game's file, or empty.
	File string
	// Read and Write read and write files.
	Read  func(name string) (string, error)
	Write func(name, text string) error
	// Fresh returns a name for a new file that begins with stem.
	Fresh func(stem string) string
	// Same reports whether two names refer to the same file.
	Same func(a, b string) bool
	// Bots configures the seats that bots play.
	Bots Bots
}

// Console is a game played at one keyboard.
type Console struct {
	Config
	*Playthrough
	c         *locale.Catalogue
	st        present.Style
	lines     <-chan string
	viewer    engine.Seats         // the seats whose players can see the screen
	evaluator ai.Evaluator         // finds plans for players who ask for advice; nil until first used
	told      map[engine.Seats]int // how many moves each group of viewers has already been shown
	guest     *engine.Seat         // the seat that took the keyboard with the command "sit"
	since     int                  // index of the first move that a new viewer is shown
	listed    []engine.Move        // the last printed list of numbered moves; nil if the position has changed since
	// offered are the seats that a recent prompt named as able to interject. The next prompts do not name them
	// again.
	offered engine.Seats
	quit    bool
	gone    bool   // the output can no longer be written
	last    string // the previous line of input
	kept    string // a line that was typed while only Enter was expected
	sure    bool   // the player confirmed the line by typing it twice, or with an exclamation mark

	bots   []*bot
	people engine.Seats // the seats that no bot plays
	// following means that bots are making moves, so that the board is printed only before the next question to
	// a person. unseen means that the board still has to be printed.
	following, unseen bool
}

// longestLine is the maximum length of an input line in bytes. No command needs more.
const longestLine = 4096

// Play plays a game until the player quits, or until the input, the output or the context ends. If the game
// cannot be saved, the player cannot quit. If the input or the output has ended, Play then prints the
// transcript, so that it can be copied.
func Play(ctx context.Context, r *Playthrough, cfg Config) error {
	t := &Console{Config: cfg, st: present.Style{On: cfg.Colour}, told: make(map[engine.Seats]int)}
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

// setUp replaces the console's game and the words for it. The new game has no bots yet.
func (t *Console) setUp(r *Playthrough) {
	t.Playthrough, t.c = r, t.Catalogue.Of(r.Game.Name())
	t.bots, t.people = nil, engine.AllSeats(t.players())
}

// sitting repeatedly shows the open question and executes a line of input. It returns when the player quits or
// the input ends.
func (t *Console) sitting(ctx context.Context) {
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

// all executes a line of several moves, separated by semicolons. It stops at any other command, at the end of a
// turn, and before it would show another player's secrets.
func (t *Console) all(ctx context.Context, line string) {
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

// readLines reads lines in the background, so that an interrupt does not have to wait for input.
func readLines(in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for r := bufio.NewReader(in); ; {
			line, err := r.ReadString('\n')
			if err == nil || line != "" { // the last line may lack a line break
				lines <- strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

func (t *Console) read(ctx context.Context) (string, bool) {
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

func (t *Console) text(key string, args ...any) string { return t.c.Text("terminal."+key, args...) }

// print writes a text. If that fails, no one reads the output any more, and the game ends.
func (t *Console) print(text string) {
	if _, err := io.WriteString(t.Out, text); err != nil {
		t.gone = true
	}
}

// fail prints an error in plain words.
func (t *Console) fail(err error) { t.print(present.Wrap("", Explain(t.c, t.Game, err), t.Width)) }

// say prints a text from the catalogue as a paragraph.
func (t *Console) say(key string, args ...any) {
	t.print(present.Wrap("", t.text(key, args...), t.Width))
}

// note prints a less important text from the catalogue as a dimmed paragraph.
func (t *Console) note(key string, args ...any) { t.paragraph(t.text(key, args...), t.st.Dim) }

// paragraph prints a wrapped text, and applies a style to each line.
func (t *Console) paragraph(text string, paint func(string) string) {
	for line := range strings.Lines(present.Wrap("", text, t.Width)) {
		t.print(paint(strings.TrimSuffix(line, "\n")) + "\n")
	}
}

// hidden reports whether people at this keyboard must not see each other's cards.
func (t *Console) hidden() bool {
	if !t.Private && (t.Together || !t.rivals()) {
		return false
	}
	f := t.presenter()
	return !f.Open() && t.people&^f.Company(t.people.First()) != 0
}

// rivals reports whether some people at the keyboard play against each other.
func (t *Console) rivals() bool {
	return engine.RivalsOf(t.Game, t.Settings(), t.people.First())&t.people != 0
}

// audience returns the seats whose cards everyone at the keyboard sees if no hands are hidden from each other.
// These are the seats that people play, or all seats if only bots play.
func (t *Console) audience() engine.Seats {
	if t.people.Empty() {
		return engine.AllSeats(t.players())
	}
	return t.people
}

func (t *Console) players() int { return t.Settings().Int("players") }

func (t *Console) view() engine.View { return t.Session.View(t.viewer) }

func (t *Console) presenter() present.Presenter {
	f, _ := presenter(t.Game, t.view(), t.c, t.st)
	return f
}

func (t *Console) seat(s engine.Seat) string { return t.presenter().Seat(s) }

// numbered returns a seat's name with its number, which players type in the notation.
func (t *Console) numbered(s engine.Seat) string { return fmt.Sprintf("%s (%d)", t.seat(s), s) }

func (t *Console) welcome() {
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

// asked returns the seat that a command applies to if the command names none.
func (t *Console) asked() engine.Seat {
	if t.guest != nil {
		return *t.guest
	}
	return t.owing()
}

// owing returns the first seat that owes an answer. Seats of people come before those of bots.
func (t *Console) owing() engine.Seat {
	d := t.Session.Decision()
	if owing := d.Owing() & t.people; owing != 0 {
		return owing.First()
	}
	if owing := d.Owing(); owing != 0 {
		return owing.First()
	}
	return 0
}

// ask shows the open question to the seat that has to answer. It returns false if the input ends while the
// keyboard changes hands.
func (t *Console) ask(ctx context.Context) bool {
	d := t.Session.Decision()
	if d.Over {
		if t.hidden() {
			t.viewer = engine.AllSeats(t.players()) // the game is over, so nothing is secret
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
	enough := step == "action" || step == "discard" || step == "choose-roles" && status != "" // the question already lists the possible answers
	if s := t.hint(); s != "" && !enough {
		question += " (" + s + ")"
	}
	t.prompt(question)
	return true
}

// hint returns the possible answers for the prompt. These are the verbs, or the operands if there is only one
// verb and few operands. If the seat may stop, "enough" is one of them.
func (t *Console) hint() string {
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

func (t *Console) prompt(question string) {
	t.paragraph(question, t.st.Bold)
	t.print("> ")
}

// interjections prints which other seats may answer or interject.
func (t *Console) interjections(d engine.Decision) {
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

// show switches the screen to a seat's view. If hands are hidden, it first clears the screen, and waits until
// the next player confirms that they have the keyboard.
func (t *Console) show(ctx context.Context, s engine.Seat) bool {
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

// enter waits for a line while the keyboard changes hands. It returns false if the input ends or the player
// quits. Otherwise the line becomes the next seat's first command.
func (t *Console) enter(ctx context.Context) (string, bool) {
	line, ok := t.read(ctx)
	line = strings.TrimSpace(line)
	word := plain(line)
	t.quit = word == "q" || word == "quit" || word == plain(t.text("command.quit"))
	return line, ok && !t.quit
}

// clear removes the previous seat's view from the screen.
func (t *Console) clear() {
	if t.Colour {
		t.print("\x1b[H\x1b[2J\x1b[3J")
	} else {
		t.print(strings.Repeat("\n", 50))
	}
}

func (t *Console) board() {
	f := t.presenter()
	t.print("\n" + t.rule(f.Title()) + f.Board(t.Width) + "\n")
}

// rule returns a horizontal line across the screen that contains a title.
func (t *Console) rule(title string) string {
	line := "── " + title + " "
	return t.st.Bold(line+strings.Repeat("─", max(0, t.Width-present.Wide(line)))) + "\n"
}
