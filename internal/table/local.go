package table

import (
	"strconv"

	"theriac/engine"
)

// Local is a table in one memory that one person plays at, without a server: in a
// browser. Its entries are those that a server would have written. Who calls it keeps them.
type Local struct {
	state *State
	keys  map[string]int
	// Wishes is what the person wants the table to answer for them.
	Wishes Wishes
	// Kept gets each new entry as a log stores it.
	Kept func(entry []byte)
}

// BeginLocal begins a game.
func BeginLocal(table string, h engine.Header, now int64, kept func(entry []byte)) (*Local, error) {
	l := &Local{state: begin(table), keys: map[string]int{}, Kept: kept}
	next, data, err := l.state.draft(&Entry{Kind: KindOpen, Open: NewOpening(h, 0)}, now, noWishes)
	if err != nil {
		return nil, err
	}
	l.state = next
	kept(data)
	return l, nil
}

// ResumeLocal goes on with a game from its entries.
func ResumeLocal(table string, entries [][]byte, kept func(entry []byte)) (*Local, error) {
	l := &Local{state: begin(table), keys: map[string]int{}, Kept: kept}
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
	l.state.limit = 0 // a game that was taken along from a server had a clock there
	for n, key := range l.state.keys {
		if key != "" {
			l.keys[key] = n
		}
	}
	return l, nil
}

// State is the newest state.
func (l *Local) State() *State { return l.state }

// Do applies a command as Table.Do does, and says which entry it became.
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
	l.Kept(data)
	return e.N, nil
}
