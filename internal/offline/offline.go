// Package offline implements a table at which one person plays without a server, alone or with bots, in the
// memory of a browser. It uses the commands, entries, updates and bots of a server's tables.
//
// By design it refuses to know rules, and to use a clock, storage or the network itself. The caller passes the
// time, stores the entries, and paces the bots.
package offline

import (
	"strconv"

	"theriac/ai"
	"theriac/engine"
	"theriac/internal/table"
)

// Game is a local table with one person and bots.
type Game struct {
	*table.Local
	// Person is the set of the person's seats. Bots have all other seats.
	Person engine.Seats
	// Stop reports whether a bot should stop thinking. If Stop is nil, only the bot's budget limits it.
	Stop func() bool
	// Random returns random numbers for the bots, not for the game.
	Random func() uint64

	bots    [engine.MaxSeats]string // the level of each seat's bot, or "" for a person's seat
	levels  []ai.Level
	players map[string]ai.Player
	memos   map[engine.Seats][]byte
	// silent is the set of bots that have declined to interject at the current question.
	silent map[engine.Seats]bool
	asked  string
	undone string
}

// Setup describes a new game with a person and bots.
type Setup struct {
	Rules    engine.Game
	Settings engine.Settings // the options that the person has chosen; all others have their defaults
	Seed     engine.Seed
	Bots     []string // the level of each seat's bot, or "" for the person
}

// Header returns the header for the game.
func (s Setup) Header() (engine.Header, error) {
	settings, err := engine.Resolve(engine.OptionsAt(s.Rules.Options(), s.Rules.Revision()), s.Settings)
	if err != nil {
		return engine.Header{}, err
	}
	h := engine.Header{Game: s.Rules.Name(), Revision: s.Rules.Revision(), Settings: settings, Seed: s.Seed}
	for i := range max(settings.Int("players"), 1) {
		h.Seats = append(h.Seats, strconv.Itoa(i))
	}
	return h, nil
}

// New returns the game at a local table. bots has the level of each seat's bot, or "" for the person's seats.
func New(local *table.Local, levels []ai.Level, bots []string, random func() uint64) *Game {
	t := &Game{
		Local: local, Random: random, levels: levels, players: map[string]ai.Player{}, memos: map[engine.Seats][]byte{},
		silent: map[engine.Seats]bool{}, Person: local.State().Seats(),
	}
	for i, level := range bots {
		if level != "" && t.Person.Has(engine.Seat(i)) {
			t.bots[i], t.Person = level, t.Person.Without(engine.Seat(i))
		}
	}
	// If the person has all seats, they get no questions for consent and no chances to interject. With bots,
	// they get one chance per phase.
	t.Wishes = table.Wishes{Once: t.Person, Solo: t.Person == local.State().Seats()}
	return t
}

// Viewer returns the viewer who has the person's seats.
func (t *Game) Viewer() table.Viewer { return table.Viewer{Seats: t.Person} }

// bot returns the seats of bots.
func (t *Game) bot() engine.Seats { return t.State().Seats() &^ t.Person }

// Thinking returns the seats of bots that owe an answer.
func (t *Game) Thinking() engine.Seats {
	s := t.State()
	if s.Over {
		return 0
	}
	return s.Pos.Decision().Owing() & t.bot()
}

// Turn is the result of one step of the bots.
type Turn struct {
	Moved bool
	// Reason is the bot's reason for its move, with the entry that contains the move; nil if the bot gives
	// none.
	Reason *table.BotReason
}

// Play makes the bots take one step: agree to the person's proposal, interject, or answer the open question.
func (t *Game) Play(now int64) (Turn, error) {
	s := t.State()
	if s.Over {
		return Turn{}, nil
	}
	if mine := t.bot(); s.Ask != nil && s.Ask.Needs&mine != 0 {
		_, err := t.Do("bot-agree-"+s.Question()+"-"+strconv.Itoa(s.N), table.Agree{By: s.Ask.Needs & mine}, now)
		return Turn{Moved: err == nil}, err
	}
	t.renew(s)
	groups := s.Together(t.bot(), func(seat engine.Seat) string { return t.bots[seat] })
	d := s.Pos.Decision()
	for _, group := range groups { // bots may interject before one answers
		if (d.Owing() & group).Empty() && d.May&group != 0 && !t.silent[group] {
			t.silent[group] = true // each bot gets the question only once
			if turn, err := t.answer(s, group, now); err != nil || turn.Moved {
				return turn, err
			}
		}
	}
	for _, group := range groups {
		if d.Owing()&group != 0 {
			return t.answer(s, group, now)
		}
	}
	return Turn{}, nil
}

// renew discards the data of an earlier question.
func (t *Game) renew(s *table.State) {
	q := s.Question()
	if q == t.asked {
		return
	}
	t.asked = q
	clear(t.silent)
	if undone := s.Undone(); undone != t.undone {
		t.undone = undone
		clear(t.memos) // memos may contain plans for moves that were taken back
	}
}

// answer has a bot choose a move, and makes that move.
func (t *Game) answer(s *table.State, group engine.Seats, now int64) (Turn, error) {
	d := s.Pos.Decision()
	q := ai.Question{Seats: group, View: s.Pos.View(group), Owing: d.Owing() & group, Memo: t.memos[group], Stop: t.Stop}
	for seat := range (d.Asked() & group).Each {
		q.Moves = s.Pos.AppendMoves(q.Moves, seat)
	}
	if len(q.Moves) == 0 {
		return Turn{}, nil
	}
	a := ai.Answer{Move: q.Moves[0]} // used unless the bot chooses a legal move
	if len(q.Moves) > 1 || q.Owing.Empty() {
		q.Seed = t.Random()
		a = t.player(t.bots[group.First()]).Choose(&q)
	}
	if a.Silent && q.Owing.Empty() {
		return Turn{}, nil
	}
	if a.Silent || !engine.Listed(q.Moves, a.Move) {
		a = ai.Answer{Move: s.Pos.Default(q.Owing.First())}
	}
	c := table.BotAnswer{
		Seats: group, Question: s.Question(), Made: s.Moves(), Seat: a.Move.Seat, Move: s.Pos.Vocabulary().Move(a.Move),
	}
	n, err := t.Do(c.Key(), c, now)
	if err != nil {
		return Turn{}, err
	}
	t.memos[group] = a.Memo
	turn := Turn{Moved: true}
	if a.Reason.Key != "" && t.Person&engine.RivalsOf(s.Game, s.Header().Settings, a.Move.Seat) == 0 {
		turn.Reason = &table.BotReason{Seat: a.Move.Seat, Entry: n, Key: a.Reason.Key, Args: a.Reason.Args}
	}
	return turn, nil
}

// player returns a player of the given level, or of the first level if that level does not exist.
func (t *Game) player(level string) ai.Player {
	if p := t.players[level]; p != nil {
		return p
	}
	made := t.levels[0]
	for _, l := range t.levels {
		if l.Name == level {
			made = l
		}
	}
	t.players[level] = made.New()
	return t.players[level]
}
