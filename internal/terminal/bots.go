package terminal

import (
	"context"
	"strconv"
	"strings"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
	"theriac/internal/terminal/present"
)

// Bots is which seats bots play, and how they are asked.
type Bots struct {
	// Level is the name of a level of the game's bots; empty: nobody is a bot.
	Level string
	// Seats is the seats that bots play; none: all but the first.
	Seats engine.Seats
	// Seed is where the bots' own chance begins.
	Seed uint64
	// Limit begins the time for one answer and gives what says that it is up. Nil:
	// bots think as long as their level does.
	Limit func() func() bool
	// Pause waits after a move of a bot, so that people can follow. Nil: it does not.
	Pause func(ctx context.Context)
}

// bot is one player of some seats: of all bots that see the same cards by rule, of one
// seat otherwise.
type bot struct {
	seats  engine.Seats
	player ai.Player
	memo   []byte
	silent int    // moves played when it chose not to interject
	said   string // its last reason: the steps of one plan have the same
}

// seatBots gives the seats of bots to players of their level.
func (t *Table) seatBots() error {
	if t.Bots.Level == "" {
		return nil
	}
	level, err := t.level()
	if err != nil {
		return err
	}
	seats := t.Bots.Seats
	if seats.Empty() {
		seats = t.people.Without(0)
	}
	if seats.Empty() { // somebody plays alone
		return &engine.ParseError{Text: "--bots " + level.Name, Why: "no such seat for a bot"}
	}
	if none := seats &^ t.people; none != 0 {
		return &engine.ParseError{Text: "--seats " + seatNumbers(none), Why: "no such seat for a bot"}
	}
	t.people &^= seats
	for left := seats; left != 0; {
		group := left & engine.PartnersOf(t.Game, t.Settings(), left.First())
		t.bots = append(t.bots, &bot{seats: group, player: level.New(), silent: -1})
		left &^= group
	}
	return nil
}

// level finds the level of the bots.
func (t *Table) level() (ai.Level, error) {
	e, _ := games.FindEntry(t.Game.Name())
	for _, l := range e.Bots {
		if l.Name == t.Bots.Level {
			return l, nil
		}
	}
	return ai.Level{}, &engine.ParseError{Text: t.Bots.Level, Why: "no such level"}
}

func seatNumbers(seats engine.Seats) string {
	var list []string
	for s := range seats.Each {
		list = append(list, engine.SeatKind.Text(uint8(s)))
	}
	return strings.Join(list, ",")
}

// isBot says whether a bot plays a seat.
func (t *Table) isBot(s engine.Seat) bool { return int(s) < t.players() && !t.people.Has(s) }

// leaveToBot says, of a seat that a bot plays, that nobody else does: its moves and the
// reasons against them can depend on cards that people do not see.
func (t *Table) leaveToBot(s engine.Seat) bool {
	if t.isBot(s) {
		t.say("bot.seat", "seat", t.numbered(s))
	}
	return t.isBot(s)
}

// forgetPlans makes the bots think anew, where moves were undone.
func (t *Table) forgetPlans() {
	for _, b := range t.bots {
		b.memo, b.silent = nil, -1
	}
}

// letBots lets the bots answer and interject until the table waits for people or the
// game is over.
func (t *Table) letBots(ctx context.Context) {
	for ctx.Err() == nil && !t.gone && t.oneBot(ctx) {
	}
	t.following = false
}

// oneBot lets one bot make a move. It is false where no bot makes any.
func (t *Table) oneBot(ctx context.Context) bool {
	d := t.Session.Decision()
	if d.Over {
		return false
	}
	for _, b := range t.bots {
		if owing := d.Owing() & b.seats; owing != 0 {
			t.move(ctx, b, t.answer(ctx, b, owing))
			return true
		}
	}
	for _, b := range t.bots {
		if b.silent == len(t.past) || d.Asked()&b.seats == 0 {
			continue
		}
		b.silent = len(t.past)
		if a := t.answer(ctx, b, 0); !a.Silent {
			t.move(ctx, b, a)
			return true
		}
	}
	return false
}

// answer asks a bot. A seat that owes an answer always gets one: the game's default where
// the bot has none that is listed.
func (t *Table) answer(ctx context.Context, b *bot, owing engine.Seats) ai.Answer {
	var moves []engine.Move
	for s := range (t.Session.Decision().Asked() & b.seats).Each {
		moves = t.Session.AppendMoves(moves, s)
	}
	if len(moves) == 0 {
		return ai.Answer{Silent: true}
	}
	late := func() bool { return false }
	if t.Bots.Limit != nil {
		late = t.Bots.Limit()
	}
	dice := ai.Dice(t.Bots.Seed + uint64(len(t.past))<<8 + uint64(b.seats.First()))
	a := b.player.Choose(&ai.Question{
		Seats: b.seats, View: t.Session.View(b.seats), Moves: moves, Owing: owing,
		Seed: uint64(dice.N(1 << 31)), Memo: b.memo,
		Stop: func() bool { return ctx.Err() != nil || late() },
	})
	b.memo = a.Memo
	switch {
	case owing == 0 && (a.Silent || !engine.Listed(moves, a.Move)):
		return ai.Answer{Silent: true}
	case a.Silent || !engine.Listed(moves, a.Move):
		return ai.Answer{Move: t.Session.Default(owing.First())}
	}
	return a
}

// move makes a bot's move, and tells what it did and why.
func (t *Table) move(ctx context.Context, b *bot, a ai.Answer) {
	t.following = true
	t.catchUp() // what people did before
	why := t.reasonOf(a.Reason)
	if why != "" && why != b.said && t.hears(b) {
		t.print(present.Wrap("  ", t.st.Dim(t.text("bot.reason", "seat", t.numbered(a.Move.Seat), "reason", why)), t.Width))
	}
	b.said = why
	if err := t.Play(a.Move); err != nil {
		t.fail(err)
		return
	}
	t.listed, t.guest = nil, nil
	t.catchUp()
	if t.Bots.Pause != nil {
		t.Bots.Pause(ctx)
	}
}

// hears says whether people are told why a bot does what it does: those who play together
// with it are, rivals are not.
func (t *Table) hears(b *bot) bool {
	return engine.RivalsOf(t.Game, t.Settings(), b.seats.First())&t.people == 0
}

// reasonOf is a reason in words, or nothing where the move speaks for itself.
func (t *Table) reasonOf(r ai.Reason) string {
	if r.Key == "" || !t.c.Has(r.Key) {
		return ""
	}
	var args []any
	for _, a := range r.Args {
		kind := strings.TrimRight(a[0], "0123456789")
		n, err := strconv.Atoi(a[1])
		switch {
		case kind == engine.SeatKind.Name && err == nil:
			args = append(args, a[0], t.seat(engine.Seat(n)))
		case err == nil:
			args = append(args, a[0], n)
		default:
			args = append(args, a[0], t.c.Name(kind, a[1]))
		}
	}
	return t.c.Text(r.Key, args...)
}

// introduce says which seats bots play.
func (t *Table) introduce() {
	if len(t.bots) == 0 {
		return
	}
	var names []string
	for s := range (engine.AllSeats(t.players()) &^ t.people).Each {
		names = append(names, t.numbered(s))
	}
	t.say("bots", "level", t.Bots.Level, "seats", strings.Join(names, ", "))
}

// botFlags is what the command that continues a game needs to have the same bots.
func (t *Table) botFlags(key string) string {
	switch {
	case key != "continue" || len(t.bots) == 0:
		return ""
	case t.Bots.Seats.Empty():
		return " --bots " + t.Bots.Level
	}
	return " --bots " + t.Bots.Level + " --seats " + seatNumbers(t.Bots.Seats)
}
