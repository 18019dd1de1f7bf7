package table

import (
	"strconv"
	"sync/atomic"

	"theriac/engine"
)

// Viewer is who looks at a table: the seats that a person holds, or none.
type Viewer struct {
	Seats engine.Seats
	// Watch is what a viewer without a seat may see.
	Watch Watch
}

// Watch is what spectators see of hidden cards.
type Watch uint8

// What spectators see.
const (
	WatchHidden  Watch = iota // what everybody knows
	WatchOpen                 // all hands
	WatchDelayed              // all hands, some entries later
)

// Delay is how many moves that stand a delayed spectator is behind. Entries that
// are no moves, and moves that were taken back, do not shorten it.
const Delay = 24

// by is the seats as which a viewer reads the state.
func (v Viewer) by(s *State) engine.Seats {
	if v.Seats == 0 && v.Watch != WatchHidden {
		return s.Seats()
	}
	return v.Seats
}

// View is the position as a viewer may know it.
func (s *State) View(v Viewer) engine.View { return s.Pos.View(v.by(s)) }

// For is the state that a viewer sees: for most the newest, for a delayed spectator
// an older one.
func (s *State) For(v Viewer) *State {
	if v.Seats != 0 || v.Watch != WatchDelayed || s.Over {
		return s
	}
	if old := s.delayed.Load(); old != nil {
		return old
	}
	n := s.N
	for n > 0 && s.made[n] > len(s.plies)-Delay {
		n--
	}
	old := s.history.at(s, n)
	old.next = s.next
	s.delayed.Store(old)
	return old
}

// entriesAfter is the applied entries behind the n-th.
func (s *State) entriesAfter(n int) []*AppliedEntry {
	if n >= s.N {
		return nil
	}
	if behind := s.N - n; behind <= len(s.recent) {
		return s.recent[len(s.recent)-behind:]
	}
	return s.history.entriesOf(s)[n+1:]
}

// AppendUpdate writes all that is new to a viewer who has seen the entries up to the
// one numbered after: what happened, the view now, the open question, and the
// viewer's own moves. It is built up from what the viewer may know; nothing is
// filtered out. s must be the viewer's own state (For).
func (s *State) AppendUpdate(dst []byte, v Viewer, after int) []byte {
	by := v.by(s)
	dst = append(dst, `{"n":`...)
	dst = strconv.AppendInt(dst, int64(s.N), 10)
	dst = append(dst, `,"at":`...)
	dst = strconv.AppendInt(dst, s.At, 10)
	dst = append(dst, `,"made":`...)
	dst = strconv.AppendInt(dst, int64(len(s.plies)), 10)
	dst = append(dst, `,"steps":[`...)
	for i, applied := range s.entriesAfter(after) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.appendSharedEntry(dst, applied, by)
	}
	dst = append(dst, `],"view":`...)
	dst = s.appendView(dst, by)
	dst = s.appendQuestion(dst)
	dst = s.appendMoves(dst, v.Seats)
	dst = s.appendAsk(dst, v.Seats)
	if s.Marked {
		dst = append(dst, `,"marked":true`...)
	}
	if s.Away() {
		dst = append(dst, `,"away":true`...)
	}
	if s.Over {
		dst = s.appendOver(dst)
	}
	return append(dst, '}')
}

// known is what everybody knows of a position, encoded.
type known struct{ view, chances []byte }

// appendView writes what some seats know, and the odds that follow from it. Where
// everybody knows the same it is encoded once, and each view is that with its own
// seats in front.
func (s *State) appendView(dst []byte, by engine.Seats) []byte {
	if !s.Pos.SameForAll() {
		v := s.Pos.View(by)
		return s.appendChances(engine.AppendCode(dst, v.Code), v)
	}
	common := s.common.Load()
	if common == nil {
		v := s.Pos.View(0)
		common = &known{view: engine.AppendCode(make([]byte, 0, 3<<10), v.Code), chances: s.appendChances(nil, v)}
		s.common.Store(common)
	}
	if by &= s.Seats(); by.Empty() {
		dst = append(dst, common.view...)
	} else {
		dst = append(dst, `{"seats":[`...)
		for seat := range by.Each {
			dst = append(dst, '"', '0'+byte(seat), '"', ',')
		}
		dst[len(dst)-1] = ']'
		dst = append(dst, ',')
		dst = append(dst, common.view[1:]...)
	}
	return append(dst, common.chances...)
}

// appendChances writes the odds that follow from a view, while the game runs and if
// it has any.
func (s *State) appendChances(dst []byte, v engine.View) []byte {
	r, ok := v.(engine.OddsView)
	if !ok || s.Over {
		return dst
	}
	return engine.AppendCode(append(dst, `,"chances":`...), r.Chances)
}

// appendSharedEntry writes an entry. Where nothing of it is hidden from anybody it is
// encoded once for all.
func (s *State) appendSharedEntry(dst []byte, applied *AppliedEntry, by engine.Seats) []byte {
	if applied.open == nil {
		return s.appendEntry(dst, applied, by)
	}
	text := applied.open.Load()
	if text == nil {
		written := s.appendEntry(nil, applied, by)
		text = &written
		applied.open.Store(text)
	}
	return append(dst, *text...)
}

// share marks an entry that everybody reads alike.
func (applied *AppliedEntry) share() {
	for i := range applied.Done {
		d := &applied.Done[i]
		if d.Veiled != d.Move {
			return
		}
		for _, f := range d.Facts {
			if f.To != engine.Everyone || f.Not != 0 {
				return
			}
		}
	}
	applied.open = &atomic.Pointer[[]byte]{}
}

func (s *State) appendEntry(dst []byte, applied *AppliedEntry, by engine.Seats) []byte {
	dst = append(dst, `{"n":`...)
	dst = strconv.AppendInt(dst, int64(applied.N), 10)
	dst = append(dst, `,"at":`...)
	dst = strconv.AppendInt(dst, applied.At, 10)
	dst = append(dst, `,"kind":`...)
	dst = appendText(dst, string(applied.Kind))
	if applied.By != 0 {
		dst = appendSeats(append(dst, `,"by":`...), engine.Seats(applied.By))
	}
	switch applied.Kind {
	case KindUndo, KindAsk, KindBack:
		dst = append(dst, `,"to":`...)
		dst = strconv.AppendInt(dst, int64(applied.To), 10)
		if applied.What != "" {
			dst = append(dst, `,"what":`...)
			dst = appendText(dst, applied.What)
		}
	}
	dst = append(dst, `,"plays":[`...)
	for i := range applied.Done {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.appendDone(dst, &applied.Done[i], by)
	}
	return append(dst, "]}"...)
}

func (s *State) appendDone(dst []byte, d *Done, by engine.Seats) []byte {
	dst = append(dst, '{')
	if d.Move != "" { // the set-up has none
		dst = append(dst, `"seat":`...)
		dst = strconv.AppendUint(dst, uint64(d.Seat), 10)
		dst = append(dst, `,"move":`...)
		move := d.Veiled
		if readers := by; d.To&spectating(readers) != 0 {
			move = d.Move
		}
		dst = appendText(dst, move)
		if d.Why != "" {
			dst = append(dst, `,"why":`...)
			dst = appendText(dst, d.Why)
		}
		dst = append(dst, ',')
	}
	dst = append(dst, `"facts":[`...)
	v := s.Pos.Vocabulary()
	first := true
	for _, f := range d.Facts {
		if !f.Visible(by) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, `{"fact":`...)
		dst = appendText(dst, v.Fact(f))
		dst = append(dst, `,"rule":`...)
		dst = appendText(dst, f.Rule)
		dst = append(dst, '}')
	}
	return append(dst, "]}"...)
}

// spectating is the audience that a set of seats belongs to.
func spectating(by engine.Seats) engine.Seats {
	if by == 0 {
		return engine.Spectators
	}
	return by
}

// appendQuestion writes the open question and whom the table waits for. All of it is
// public.
func (s *State) appendQuestion(dst []byte) []byte {
	d := s.Pos.Decision()
	dst = append(dst, `,"question":{"id":`...)
	dst = appendText(dst, s.Question())
	if s.Over {
		return append(dst, `,"step":"over"}`...)
	}
	dst = append(dst, `,"step":`...)
	dst = appendText(dst, s.Pos.Vocabulary().Questions[d.Question])
	for _, part := range []struct {
		name string
		set  engine.Seats
	}{{"all", d.All}, {"any", d.Any}, {"may", d.May}} {
		if part.set != 0 {
			dst = append(append(append(dst, `,"`...), part.name...), `":`...)
			dst = appendSeats(dst, part.set)
		}
	}
	if at := s.Deadline(); at != 0 && !s.Away() {
		dst = append(dst, `,"deadline":`...)
		dst = strconv.AppendInt(dst, at, 10)
	}
	return append(dst, '}')
}

// appendMoves writes the moves of the viewer's own seats, and their standing passes.
func (s *State) appendMoves(dst []byte, seats engine.Seats) []byte {
	dst = append(dst, `,"moves":[`...)
	v := s.Pos.Vocabulary()
	first := true
	for seat := range (seats & s.Seats()).Each {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, `{"seat":`...)
		dst = strconv.AppendUint(dst, uint64(seat), 10)
		dst = append(dst, `,"list":[`...)
		if !s.Over && !s.Away() {
			for i, m := range s.Pos.AppendMoves(nil, seat) {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = appendText(dst, v.Move(m))
			}
		}
		dst = append(dst, ']')
		if !s.Over {
			dst = appendLacks(dst, v, s.Pos.Lacks(seat))
		}
		if len(s.standing[seat]) > 0 {
			dst = append(dst, `,"standing":[`...)
			for i, p := range s.standing[seat] {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = appendText(dst, p)
			}
			dst = append(dst, ']')
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// appendLacks writes what a seat lacks for the moves that it has none of.
func appendLacks(dst []byte, v *engine.Vocabulary, lacks []engine.Lack) []byte {
	if len(lacks) == 0 {
		return dst
	}
	dst = append(dst, `,"lacks":[`...)
	for i, l := range lacks {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"verb":`...)
		dst = appendText(dst, v.Verbs[l.Verb].Name)
		dst = append(dst, `,"rule":`...)
		dst = appendText(dst, l.Rule)
		dst = append(dst, `,"key":`...)
		dst = appendText(dst, l.Text)
		dst = append(dst, `,"args":[`...)
		for j, a := range l.Args {
			if j > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, '[')
			dst = appendText(dst, a[0])
			dst = append(dst, ',')
			dst = appendText(dst, a[1])
			dst = append(dst, ']')
		}
		dst = append(dst, "]}"...)
	}
	return append(dst, ']')
}

// appendAsk writes the open proposal, and what an undo of the seats' last choice would need.
func (s *State) appendAsk(dst []byte, seats engine.Seats) []byte {
	if a := s.Ask; a != nil {
		dst = append(dst, `,"ask":{"what":`...)
		dst = appendText(dst, a.What)
		dst = append(dst, `,"to":`...)
		dst = strconv.AppendInt(dst, int64(a.To), 10)
		dst = appendSeats(append(dst, `,"agreed":`...), a.Agreed)
		dst = appendSeats(append(dst, `,"needs":`...), a.Needs)
		dst = append(dst, `,"reveals":`...)
		dst = strconv.AppendBool(dst, a.Reveals)
		dst = append(dst, '}')
	}
	if seats == 0 || s.Over || s.Away() {
		return dst
	}
	to := s.lastChosen(seats)
	needs, reveals, err := s.undoTo(to)
	if err != nil {
		return dst
	}
	dst = append(dst, `,"undo":{"to":`...)
	dst = strconv.AppendInt(dst, int64(to), 10)
	dst = appendSeats(append(dst, `,"needs":`...), needs&^seats)
	dst = append(dst, `,"reveals":`...)
	dst = strconv.AppendBool(dst, reveals)
	return append(dst, '}')
}

func (s *State) appendOver(dst []byte) []byte {
	r, _ := s.Pos.Outcome() // empty where the game was given up
	dst = append(dst, `,"over":{"given-up":`...)
	dst = strconv.AppendBool(dst, s.GivenUp)
	dst = append(dst, `,"cause":`...)
	dst = appendText(dst, r.Cause)
	dst = appendSeats(append(dst, `,"won":`...), r.Won&s.Seats())
	dst = append(dst, `,"ranks":[`...)
	for i := range s.head.Seats {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(r.Rank[i]), 10)
	}
	dst = append(dst, `],"points":[`...)
	for i := range s.head.Seats {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(r.Points[i]), 10)
	}
	return append(dst, "]}"...)
}

// appendText quotes a name: letters, digits, and nothing that JSON would escape.
func appendText(dst []byte, text string) []byte {
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}
