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

// Bots configures which seats bots play, and at which level.
type Bots struct {
	// Level is the name of a level of the game's bots. If it is empty, no bots play.
	Level string
	// Seats are the seats that bots play. If there are none, bots play all seats except the first.
	Seats engine.Seats
	// Seed is the seed of the bots' own random numbers.
	Seed uint64
	// Limit starts the clock for one answer. It returns a function that reports whether that time is up. If
	// Limit is nil, a bot thinks as long as its level allows.
	Limit func() func() bool
	// Pause waits after a bot's move, so that people can follow the game. It may be nil.
	Pause func(ctx context.Context)
}

// bot is one computer player, for one or more seats. Seats that may see each other's cards share
// one bot; every other seat has its own.
type bot struct {
	seats  engine.Seats
	player ai.Player
	memo   []byte
	silent int    // number of moves made when the bot last declined to interject
	said   string // the last printed reason, which is not repeated for each step of a plan
}

// seatBots makes the bots for the configured seats.
func (t *Console) seatBots() error {
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
	if seats.Empty() { // the game has only one seat, which the person plays
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

// level returns the level at which the bots play.
func (t *Console) level() (ai.Level, error) {
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

// isBot reports whether a bot plays a seat.
func (t *Console) isBot(s engine.Seat) bool { return int(s) < t.players() && !t.people.Has(s) }

// leaveToBot reports whether a bot plays this seat. If so, it tells the players that they cannot play for the
// bot. Its moves, and the reasons against them, can depend on cards that they must not see.
func (t *Console) leaveToBot(s engine.Seat) bool {
	if t.isBot(s) {
		t.say("bot.seat", "seat", t.numbered(s))
	}
	return t.isBot(s)
}

// forgetPlans discards the bots' plans after an undo, so that they think again.
func (t *Console) forgetPlans() {
	for _, b := range t.bots {
		b.memo, b.silent = nil, -1
	}
}

// letBots has the bots answer and interject until a person has to answer or the game is over.
func (t *Console) letBots(ctx context.Context) {
	for ctx.Err() == nil && !t.gone && t.oneBot(ctx) {
	}
	t.following = false
}

// oneBot has one bot make a move. It returns false if no bot wants to move.
func (t *Console) oneBot(ctx context.Context) bool {
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

// answer asks a bot for its move. If the bot owes an answer but gives no legal move, answer returns the game's
// default move.
func (t *Console) answer(ctx context.Context, b *bot, owing engine.Seats) ai.Answer {
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

// move plays a bot's move, and prints the move and its reason.
func (t *Console) move(ctx context.Context, b *bot, a ai.Answer) {
	t.following = true
	t.catchUp() // print the people's moves first
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

// hears reports whether the people at the keyboard may read a bot's reasons. They may unless one of them is the
// bot's rival.
func (t *Console) hears(b *bot) bool {
	return engine.RivalsOf(t.Game, t.Settings(), b.seats.First())&t.people == 0
}

// reasonOf returns a bot's reason in words, or "" if there is none.
func (t *Console) reasonOf(r ai.Reason) string {
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

// introduce prints which seats bots play and at which level.
func (t *Console) introduce() {
	if len(t.bots) == 0 {
		return
	}
	var names []string
	for s := range (engine.AllSeats(t.players()) &^ t.people).Each {
		names = append(names, t.numbered(s))
	}
	t.say("bots", "level", t.Bots.Level, "seats", strings.Join(names, ", "))
}

// botFlags returns the command-line flags that continue a game with the same bots.
func (t *Console) botFlags(key string) string {
	switch {
	case key != "continue" || len(t.bots) == 0:
		return ""
	case t.Bots.Seats.Empty():
		return " --bots " + t.Bots.Level
	}
	return " --bots " + t.Bots.Level + " --seats " + seatNumbers(t.Bots.Seats)
}
