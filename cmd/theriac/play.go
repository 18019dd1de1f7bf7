package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/commands"
	"theriac/internal/terminal"
	"theriac/locale"
)

// playCmd plays a game at one keyboard.
//
// If all players win or lose together, the program treats them as one person, or as friends who play with
// open cards. It then shows all hands. If seats play against each other, or with --private, it shows a hidden
// hand only to its own seat. In teams, both partners see it. The players then pass the keyboard on.
type playCmd struct {
	Game string `arg:"" help:"The game, one of ${games}."`
	File string `arg:"" optional:"" help:"A saved game to continue."`

	Players   string   `help:"Number of players." placeholder:"N"`
	Epidemics string   `help:"Number of epidemics." placeholder:"N"`
	Hands     string   `help:"open or hidden." placeholder:"HOW"`
	Events    string   `help:"Events in hidden hands: announced or secret." placeholder:"HOW"`
	Consent   string   `help:"Agreement to be moved or to share: ask or trust." placeholder:"HOW"`
	Roles     string   `help:"Roles by seat, separated by commas." placeholder:"ROLES"`
	Option    []string `help:"Any option of the game." placeholder:"NAME=VALUE" short:"o" sep:"none"`
	Cards     string   `help:"File with your own cards, for games with replaceable cards." placeholder:"FILE"`
	Seed      *uint64  `help:"Use the open deal with this number instead of a sealed one." placeholder:"N"`

	Private  bool `help:"Show a hidden hand only to its own seat (in teams, to both partners), and hand the keyboard over. The default where players are rivals." xor:"who"`
	Together bool `help:"Show all hands to everyone at the keyboard. The default in cooperative games." xor:"who"`

	Bots  string        `help:"Let bots of this level, such as ${levels}, play all seats but the first." placeholder:"LEVEL"`
	Seats []uint8       `help:"The seats that bots play, counted from 0, in place of all but the first." placeholder:"N,N"`
	Pace  time.Duration `help:"Pause after each move of a bot; default: 1s in a terminal, none otherwise." placeholder:"TIME"`
	screen
}

// thinkingTime is how long a bot of any level may think about one answer.
const thinkingTime = 10 * time.Second

func (p playCmd) Run() error {
	c, err := p.catalogue()
	if err != nil {
		return err
	}
	g, record, err := p.record(c)
	if err != nil {
		return told(terminal.Explain(c, g, err))
	}
	ctx, stop := signal.NotifyContext(context.Background(), commands.Endings()...)
	defer stop()
	bots, err := p.bots()
	if err != nil {
		return told(terminal.Explain(c, g, err))
	}
	err = terminal.Play(ctx, record, terminal.Config{
		Catalogue: c, In: os.Stdin, Out: os.Stdout,
		Width: p.width(), Colour: p.colour(), Private: p.Private, Together: p.Together, Echo: !commands.IsTerminal(os.Stdin),
		File: p.File, Read: commands.ReadFile, Write: writeFile, Fresh: freshName, Same: sameFile,
		Bots: bots,
	})
	if err != nil {
		return told(terminal.Explain(c, g, err))
	}
	return nil
}

// bots returns the bots and their seats. If the deal is open, the bots play the same game every time.
func (p playCmd) bots() (terminal.Bots, error) {
	b := terminal.Bots{Level: p.Bots}
	for _, n := range p.Seats {
		if n >= engine.MaxSeats {
			return b, &engine.ParseError{Text: strconv.Itoa(int(n)), Why: "no such seat for a bot"}
		}
		b.Seats = b.Seats.With(engine.Seat(n))
	}
	if p.Seed != nil {
		b.Seed = *p.Seed
	} else {
		var seed [8]byte
		if _, err := rand.Read(seed[:]); err != nil {
			return b, err
		}
		b.Seed = binary.LittleEndian.Uint64(seed[:])
	}
	b.Limit = func() func() bool {
		end := time.Now().Add(thinkingTime)
		return func() bool { return time.Now().After(end) }
	}
	pace := p.Pace
	if pace == 0 && commands.IsTerminal(os.Stdin) && commands.IsTerminal(os.Stdout) {
		pace = time.Second
	}
	b.Pause = func(ctx context.Context) {
		select {
		case <-time.After(pace):
		case <-ctx.Done():
		}
	}
	return b, nil
}

// record starts a new game or opens the file of an existing one.
func (p playCmd) record(c *locale.Catalogue) (engine.Game, *terminal.Playthrough, error) {
	g, ok := games.Find(p.Game)
	if !ok {
		return nil, nil, &engine.ParseError{Text: p.Game, Why: "no such game"}
	}
	given, err := p.settings()
	if err != nil {
		return g, nil, err
	}
	if p.File == "" {
		seed, err := p.seed()
		if err != nil {
			return g, nil, err
		}
		cards, err := commands.ReadCards(p.Cards)
		if err != nil {
			return g, nil, err
		}
		r, err := terminal.New(g, given, cards, seed)
		return g, r, err
	}
	if len(given) > 0 || p.Seed != nil || p.Cards != "" {
		return g, nil, told(c.Text("terminal.error.options-fixed"))
	}
	r, err := openFile(p.File, -1)
	if err == nil && r.Game != g {
		err = told(c.Text("terminal.error.other-game", "file", p.File, "game", r.Game.Name()))
	}
	return g, r, err
}

// settings returns the game's options, from their dedicated flags and from --option.
func (p playCmd) settings() (engine.Settings, error) {
	var out engine.Settings
	for _, s := range []engine.Setting{
		{Name: "players", Value: p.Players}, {Name: "epidemics", Value: p.Epidemics}, {Name: "hands", Value: p.Hands},
		{Name: "events", Value: p.Events}, {Name: "consent", Value: p.Consent}, {Name: "roles", Value: p.Roles},
	} {
		if s.Value != "" {
			out = append(out, s)
		}
	}
	for _, o := range p.Option {
		name, value, ok := strings.Cut(o, "=")
		if !ok {
			return nil, &engine.ParseError{Text: o, Why: "not an option"}
		}
		out = append(out, engine.Setting{Name: name, Value: value})
	}
	return out, nil
}

// seed returns the seed of a numbered deal, or a random secret.
func (p playCmd) seed() (engine.Seed, error) {
	if p.Seed != nil {
		return engine.NumberedSeed(*p.Seed), nil
	}
	var secret, salt engine.Key
	if _, err := rand.Read(secret[:]); err != nil {
		return engine.Seed{}, err
	}
	if _, err := rand.Read(salt[:]); err != nil {
		return engine.Seed{}, err
	}
	return engine.NewSeed(secret, salt), nil
}

func openFile(name string, most int) (*terminal.Playthrough, error) {
	text, err := commands.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return terminal.Open(text, most)
}

// writeFile writes to a temporary file and renames it to name, so that a full disk or a power failure cannot
// destroy the old game.
func writeFile(name, text string) error {
	f, err := os.Create(name + ".part")
	if err != nil {
		return err
	}
	if _, err = f.WriteString(text); err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // ignore this error; the caller gets the one that came first
	}
	return err
}

// sameFile reports whether two names refer to the same file.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// freshName returns a name for a new game's file that no existing file has.
func freshName(stem string) string {
	name := stem + ".txt"
	for n := 2; ; n++ {
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
		name = stem + "-" + strconv.Itoa(n) + ".txt"
	}
}
