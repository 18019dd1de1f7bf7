//go:build !js

package table

import (
	"errors"
	"slices"
	"strconv"

	"theriac/engine"
)

// These limits apply to a log that a player uploads. Real games stay far below them.
const (
	// MaxBrought is the maximum number of entries in an uploaded log.
	MaxBrought      = 4000
	maxBroughtMoves = 8000
	// maxBroughtAgain limits how many moves are replayed because of undos.
	maxBroughtAgain = 100_000
)

// Brought holds the entries of an uploaded game that was played without a server. They are parsed but not yet
// verified.
type Brought struct {
	entries [][]byte
	moves   int
}

// ReadBrought parses entries. It rejects entries that only a server writes, and logs that are too long to
// check.
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

// local reports whether an entry with this kind and these fields can occur at a table without a server.
func (e *Entry) local() bool {
	switch e.Kind {
	case KindOpen, KindPlay, KindUndo, KindAsk, KindAgree, KindRefuse, KindStanding, KindEnd:
	default:
		return false // without a server, there is no advice and no operator
	}
	if e.Format != 0 || e.Seat != 0 || e.Level != "" || len(e.Voters) > 0 || e.Kind != KindPlay && len(e.Plays) > 0 ||
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

// Moves returns how many moves Check has to replay to verify the entries.
func (b *Brought) Moves() int { return b.moves }

// BroughtGame is an uploaded game that has passed all checks.
type BroughtGame struct {
	*State
	// Origin identifies the game. It is the chain hash of the game's first entry.
	Origin string
	// Begun is how the game began, including its seed, which the player who uploads the game knows anyway.
	Begun engine.Header
	// Lead lists the moves that were not taken back, in the format that Registry.Begin expects.
	Lead []string
}

// Check replays the whole game. Each entry must continue the chain of hashes, each move must be legal, and each
// position must have the recorded hash.
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

// local reports whether a game without a server can begin with this opening. Such a game has settings with all
// defaults filled in, a seed of its own, no private cards of a group, and no clock.
func (o *Opening) local(g engine.Game, h engine.Header) bool {
	if o.Data != "" || len(o.Content) > 0 || o.Known != "" || o.Deal != "" || o.Number != nil || len(o.Nonces) > 0 || o.Limit != 0 || o.Live {
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

// follow applies uploaded entries to s and returns the resulting state.
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

// lead returns the moves that were not taken back, in the format that Registry.Begin expects.
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

// badLog returns the refusal of an uploaded log whose n-th entry is invalid.
func badLog(n int) error { return &Refusal{ID: RefusedLog, What: strconv.Itoa(n)} }

// refusedLog returns the refusal of an uploaded log whose n-th entry could not be applied.
func refusedLog(n int, err error) error {
	var newer errNewer
	if errors.Is(err, ErrNewer) || errors.As(err, &newer) {
		return &Refusal{ID: RefusedLogNewer, What: strconv.Itoa(n)}
	}
	return badLog(n)
}

// Last returns the chain hash of the last entry, which identifies the whole log.
func (b *Brought) Last() string {
	if len(b.entries) == 0 {
		return ""
	}
	c, _, _ := unseal(b.entries[len(b.entries)-1])
	return c.String()
}

// HandOver returns the log of a game that a player moves to a device, so that the device can continue it. The
// log includes the seed, so only that player may receive it.
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

// CheckReturn checks the entries that a device added to the log from HandOver. It returns the command that adds
// their moves to the table.
func (s *State) CheckReturn(by engine.Seats, b *Brought) (Return, error) {
	if !s.Away() {
		return Return{}, &Refusal{ID: RefusedNotAway}
	}
	was := begin(s.Table)
	for _, body := range s.bodies[:s.away] {
		next, err := was.foldBody(body, was.chain.next(body), false)
		if err != nil {
			return Return{}, err // the part of the log that this server wrote is damaged
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
