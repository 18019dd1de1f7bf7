//go:build !js

package table

import (
	"errors"
	"slices"
	"strconv"

	"theriac/engine"
)

// Bounds of a log that somebody brings. No game that was played comes near them.
const (
	// MaxBrought is how many entries it may have.
	MaxBrought      = 4000
	maxBroughtMoves = 8000
	// maxBroughtAgain bounds the moves that are played again because others were taken back.
	maxBroughtAgain = 100_000
)

// Brought is entries that a table without a server wrote, as somebody brings them: they
// are read, and nothing of them is believed yet.
type Brought struct {
	entries [][]byte
	moves   int
}

// ReadBrought reads entries. It refuses those that no table without a server writes, and
// more than a server checks for anybody.
func ReadBrought(entries []string) (*Brought, error) {
	if len(entries) > MaxBrought {
		return nil, &Refusal{ID: RefusedLogLong}
	}
	b := &Brought{entries: make([][]byte, 0, len(entries))}
	moves, again := 0, 0
	for i, text := range entries {
		data := []byte(text)
		_, body, ok := unseal(data)
		if !ok {
			return nil, badLog(i)
		}
		e, err := decode(body)
		if err != nil {
			return nil, refusedLog(i, err)
		}
		if !e.local() {
			return nil, badLog(i)
		}
		moves += len(e.Plays)
		if e.Kind == KindUndo {
			if e.To < 0 || e.To > maxBroughtMoves {
				return nil, badLog(i)
			}
			again += e.To
		}
		if moves > maxBroughtMoves || again > maxBroughtAgain {
			return nil, &Refusal{ID: RefusedLogLong}
		}
		b.entries = append(b.entries, data)
	}
	b.moves = moves + again
	return b, nil
}

// local says whether a table without a server could have written the entry, as far as it
// shows by itself.
func (e *Entry) local() bool {
	switch e.Kind {
	case KindOpen, KindPlay, KindUndo, KindAsk, KindAgree, KindRefuse, KindStanding, KindEnd:
	default:
		return false // nobody advises there, and no operator repairs
	}
	if e.Form != 0 || e.Kind != KindPlay && len(e.Plays) > 0 ||
		e.What != "" && e.Kind != KindAsk || len(e.Passes) > maxPasses {
		return false
	}
	for _, p := range e.Plays {
		if p.Why != "" && p.Why != WhyStanding && p.Why != WhyBot {
			return false
		}
	}
	return true
}

// Moves is how many moves it takes to check the entries.
func (b *Brought) Moves() int { return b.moves }

// BroughtGame is a game that was brought and is sound.
type BroughtGame struct {
	*State
	// Origin names the game: it is the chain of its opening.
	Origin string
	// Begun is how the game began, with its seed: who brings it has it.
	Begun engine.Header
	// Lead is the moves that stand, as Begin takes them.
	Lead []string
}

// Check folds a whole game by the rules that this program has: each entry must be tied to
// those before it, each move be one that the rules list, and each position have the hash
// that was noted.
func (b *Brought) Check(table string) (*BroughtGame, error) {
	if len(b.entries) == 0 {
		return nil, badLog(0)
	}
	s, err := begin(table).follow(b.entries[:1])
	if err != nil {
		return nil, err
	}
	origin := s.chain.String()
	first, err := decode(s.bodies[0])
	if err != nil || !first.Open.local(s.Game, s.head) {
		return nil, badLog(0)
	}
	if s, err = s.follow(b.entries[1:]); err != nil {
		return nil, err
	}
	g := &BroughtGame{State: s, Origin: origin, Begun: s.head, Lead: s.lead()}
	return g, nil
}

// local says whether a game without a server begins so: with its set-up, by a seed of its
// own, without what a group brings and without a clock.
func (o *Opening) local(g engine.Game, h engine.Header) bool {
	if o.Data != "" || len(o.Content) > 0 || o.Known != "" || o.Deal != "" || o.Number != nil || len(o.Nonces) > 0 || o.Limit != 0 {
		return false
	}
	settings, err := engine.Resolve(engine.OptionsAt(g.Options(), h.Revision), h.Settings)
	if err != nil || !slices.Equal(settings, h.Settings) || len(h.Seats) != max(settings.Int("players"), 1) {
		return false
	}
	for i, seat := range h.Seats {
		if seat != strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// follow folds what was brought behind a state.
func (s *State) follow(entries [][]byte) (*State, error) {
	for _, data := range entries {
		next, err := s.fold(data)
		if err != nil {
			return nil, refusedLog(s.N+1, err)
		}
		s = next
	}
	return s, nil
}

// lead is the moves that stand, as Begin takes them.
func (s *State) lead() []string {
	v, list := s.Pos.Vocabulary(), make([]string, 0, len(s.plies)+1)
	for _, p := range s.plies {
		list = append(list, strconv.Itoa(int(p.move.Seat))+" "+v.Move(p.move))
	}
	if s.GivenUp {
		list = append(list, LeadEnd)
	}
	return list
}

// badLog refuses a log because of one of its entries.
func badLog(n int) error { return &Refusal{ID: RefusedLog, What: strconv.Itoa(n)} }

// refusedLog is the refusal of a log that does not fold.
func refusedLog(n int, err error) error {
	var newer errNewer
	if errors.Is(err, ErrNewer) || errors.As(err, &newer) {
		return &Refusal{ID: RefusedLogNewer, What: strconv.Itoa(n)}
	}
	return badLog(n)
}

// Last is the chain of the last entry: it names this course of a game.
func (b *Brought) Last() string {
	if len(b.entries) == 0 {
		return ""
	}
	c, _, _ := unseal(b.entries[len(b.entries)-1])
	return c.String()
}

// HandOver is the log of a game that was taken along, up to there, as its device goes on
// with it. It holds the seed: it is for the person who took it along.
func (s *State) HandOver() ([]string, error) {
	if !s.Away() || s.Shared() != "" {
		return nil, &Refusal{ID: RefusedNotAway}
	}
	c, log := genesis(s.Table), make([]string, s.away)
	for i, body := range s.bodies[:s.away] {
		var data []byte
		c, data = seal(c, body)
		log[i] = string(data)
	}
	return log, nil
}

// CheckReturn checks entries that a device wrote behind those that were handed over, and
// is the command that brings their moves back.
func (s *State) CheckReturn(by engine.Seats, b *Brought) (Return, error) {
	if !s.Away() {
		return Return{}, &Refusal{ID: RefusedNotAway}
	}
	was := begin(s.Table)
	for _, body := range s.bodies[:s.away] {
		next, err := was.foldBody(body, was.chain.next(body), false)
		if err != nil {
			return Return{}, err // the server's own entries: that is damage
		}
		was = next
	}
	before := slices.Clone(was.plies)
	is, err := was.follow(b.entries)
	if err != nil {
		return Return{}, err
	}
	c := Return{By: by, since: s.away, end: is.GivenUp, moved: true}
	for c.to < min(len(before), len(is.plies)) && before[c.to].move == is.plies[c.to].move {
		c.to++
	}
	moves, _ := is.finalMoves()
	for _, m := range moves[c.to:] {
		c.plays = append(c.plays, m.Play)
	}
	return c, nil
}
