package table

import (
	"strconv"

	"theriac/engine"
)

// Local is a table in memory that a player uses in a browser, without a server. It makes the same entries as a
// server, and the caller stores them.
type Local struct {
	state *State
	keys  map[string]int
	// Wishes determines which questions the table answers for the player.
	Wishes Wishes
	// OnWrite is called with each new entry in its stored form.
	OnWrite func(entry []byte)
}

// BeginLocal begins a game and passes its first entry to onWrite.
func BeginLocal(table string, h engine.Header, now int64, onWrite func(entry []byte)) (*Local, error) {
	l := &Local{state: begin(table), keys: map[string]int{}, OnWrite: onWrite}
	next, data, err := l.state.draft(&Entry{Kind: KindOpen, Open: NewOpening(h, 0)}, now, noWishes)
	if err != nil {
		return nil, err
	}
	l.state = next
	onWrite(data)
	return l, nil
}

// ResumeLocal continues a game from its entries.
func ResumeLocal(table string, entries [][]byte, onWrite func(entry []byte)) (*Local, error) {
	l := &Local{state: begin(table), keys: map[string]int{}, OnWrite: onWrite}
	for _, data := range entries {
		next, err := l.state.fold(data)
		if err != nil {
			return nil, err
		}
		l.state = next
	}
	if l.state.Pos == nil {
		return nil, ErrNoTable
	}
	l.state.limit = 0 // the server's time limit does not apply on a device
	for n, key := range l.state.keys {
		if key != "" {
			l.keys[key] = n
		}
	}
	return l, nil
}

// State returns the table's state after the newest entry.
func (l *Local) State() *State { return l.state }

// Do applies a command as Live.Do does, and returns the number of its entry.
func (l *Local) Do(key string, c Command, now int64) (int, error) {
	n, err := l.apply(key, c, now)
	if err != nil {
		return 0, err
	}
	if _, promised := l.state.nextStandingPass(); promised && !l.state.Over {
		_, err = l.apply("promise-"+strconv.Itoa(n+1), playStanding{}, now)
	}
	return n, err
}

func (l *Local) apply(key string, c Command, now int64) (int, error) {
	if n, done := l.keys[key]; done && key != "" {
		e, err := decode(l.state.bodies[n])
		if err != nil || !c.matches(e) {
			return 0, &Refusal{ID: RefusedKey, What: key}
		}
		return n, nil
	}
	e, err := c.draft(l.state)
	if err != nil {
		return 0, err
	}
	if e == nil {
		return l.state.N, nil // nothing to do
	}
	e.Key = key
	next, data, err := l.state.draft(e, now, func() Wishes { return l.Wishes })
	if err != nil {
		return 0, err
	}
	l.state, l.keys[key] = next, e.N
	l.OnWrite(data)
	return e.N, nil
}
