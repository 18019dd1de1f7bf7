// Package offline is a table that one person plays at without a server, alone or with
// bots: what a browser does in its own memory when nobody answers it. Commands, entries,
// updates and bots are those of a server's tables.
//
// It refuses to know rules, a clock, storage and the network: who calls it says what
// time it is, keeps the entries, and paces the bots.
package offline

import (
	"strconv"

	"theriac/ai"
	"theriac/engine"
	"theriac/internal/table"
)

// Table is a game with one person and bots.
type Table struct {
	*table.Local
	// Person is the seats of the person; the others are bots'.
	Person engine.Seats
	// Stop ends the thinking of a bot; nil: its budget alone does.
	Stop func() bool
	// Random is the chance of the bots' own.
	Random func() uint64

	bots    [engine.MaxSeats]string // by seat: the level, or nothing
	levels  []ai.Level
	players map[string]ai.Player
	memos   map[engine.Seats][]byte
	// silent is the bots that do not interject at the question.
	silent map[engine.Seats]bool
	asked  string
	undone string
}

// Setup is what a game begins with.
type Setup struct {
	Rules    engine.Game
	Settings engine.Settings // given by the person; the rest is as the options say
	Seed     engine.Seed
	Bots     []string // by seat: a level, or nothing for the person
}

// Header is how such a game begins.
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

// New sits the person and the bots down at a game.
func New(local *table.Local, levels []ai.Level, bots []string, random func() uint64) *Table {
	t := &Table{
		Local: local, Random: random, levels: levels, players: map[string]ai.Player{}, memos: map[engine.Seats][]byte{},
		silent: map[engine.Seats]bool{}, Person: local.State().Seats(),
	}
	for i, level := range bots {
		if level != "" && t.Person.Has(engine.Seat(i)) {
			t.bots[i], t.Person = level, t.Person.Without(engine.Seat(i))
		}
	}
	// One person answers for all their seats alone; beside bots they are asked once in a phase.
	t.Wishes = table.Wishes{Once: t.Person, Alone: t.Person == local.State().Seats()}
	return t
}

// Viewer is how the person sees the game.
func (t *Table) Viewer() table.Viewer { return table.Viewer{Seats: t.Person} }

// bot is the seats that bots play.
func (t *Table) bot() engine.Seats { return t.State().Seats() &^ t.Person }

// Thinking is the seats of bots that owe an answer.
func (t *Table) Thinking() engine.Seats {
	s := t.State()
	if s.Over {
		return 0
	}
	return s.Pos.Decision().Owing() & t.bot()
}

// Turn is what the bots did.
type Turn struct {
	Moved bool
	// Reason is why, where the bot says so; it belongs to the entry that Reason names.
	Reason *table.BotReason
}

// Play lets the bots do one thing, if there is something for them to do: agree to what the
// person proposes, interject, or answer the question.
func (t *Table) Play(now int64) (Turn, error) {
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
	for _, group := range groups { // interjections come first
		if (d.Owing() & group).Empty() && d.May&group != 0 && !t.silent[group] {
			t.silent[group] = true // once a question is enough
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

// renew forgets what belongs to another question.
func (t *Table) renew(s *table.State) {
	q := s.Question()
	if q == t.asked {
		return
	}
	t.asked = q
	clear(t.silent)
	if undone := s.Undone(); undone != t.undone {
		t.undone = undone
		clear(t.memos) // plans for moves that never were
	}
}

// answer asks a bot, and makes its move.
func (t *Table) answer(s *table.State, group engine.Seats, now int64) (Turn, error) {
	d := s.Pos.Decision()
	q := ai.Question{Seats: group, View: s.Pos.View(group), Owing: d.Owing() & group, Memo: t.memos[group], Stop: t.Stop}
	for seat := range (d.Asked() & group).Each {
		q.Moves = s.Pos.AppendMoves(q.Moves, seat)
	}
	if len(q.Moves) == 0 {
		return Turn{}, nil
	}
	a := ai.Answer{Move: q.Moves[0]} // where there is no choice
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

// player is a player of a level; of the first where there is no such level.
func (t *Table) player(level string) ai.Player {
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
