package table

import (
	"strconv"
	"sync/atomic"

	"theriac/engine"
)

// Viewer is a person who looks at a table: a player who holds seats, or a spectator.
type Viewer struct {
	Seats engine.Seats
	// Watch is what the viewer may see if they are a spectator.
	Watch Watch
}

// Watch is how much spectators see of hidden cards.
type Watch uint8

// These are the levels of what spectators may see.
const (
	WatchHidden  Watch = iota // what all seats know
	WatchOpen                 // all hands
	WatchDelayed              // all hands, after a delay
)

// Delay is how many moves late a delayed spectator sees the game. Only moves that were not taken back count.
const Delay = 24

// by returns the seats whose knowledge the viewer shares.
func (v Viewer) by(s *State) engine.Seats {
	if v.Seats == 0 && v.Watch != WatchHidden {
		return s.Seats()
	}
	return v.Seats
}

// View returns the part of the position that the viewer v may know.
func (s *State) View(v Viewer) engine.View { return s.Pos.View(v.by(s)) }

// For returns the state that a viewer may see: this one, or an older one for a delayed spectator.
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

// entriesAfter returns the applied entries after entry n.
func (s *State) entriesAfter(n int) []*AppliedEntry {
	if n >= s.N {
		return nil
	}
	if behind := s.N - n; behind <= len(s.recent) {
		return s.recent[len(s.recent)-behind:]
	}
	return s.history.entriesOf(s)[n+1:]
}

// AppendUpdate appends what is new to a viewer since an entry: the later entries, the current view, the open
// question, and the viewer's possible moves. It is built only from what the viewer may know, so nothing has to
// be filtered out. s must be a state that For returned for this viewer.
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
	if s.Paused() {
		dst = append(dst, `,"paused":true,"resumes":`...)
		dst = strconv.AppendInt(dst, s.pauseEnds(), 10)
	}
	if s.Away() {
		dst = append(dst, `,"away":true`...)
	}
	if s.Over {
		dst = s.appendOver(dst)
	}
	return append(dst, '}')
}

// known caches the encoded parts of a view that is the same for all seats.
type known struct{ view, chances []byte }

// appendView appends what the given seats together know, and the odds that follow from it. If all seats have
// the same knowledge, it is encoded only once, and each viewer's own seats are put in front of it.
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

// appendChances appends the odds that follow from a view. It appends nothing if the game is over or has no
// odds.
func (s *State) appendChances(dst []byte, v engine.View) []byte {
	r, ok := v.(engine.OddsView)
	if !ok || s.Over {
		return dst
	}
	return engine.AppendCode(append(dst, `,"chances":`...), r.Chances)
}

// appendSharedEntry appends an entry. If all viewers see the same of it, it is encoded only once.
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

// share marks an entry that all viewers see in the same way, so that it is encoded only once.
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
	if applied.Kind == KindBot || applied.What == ProposeBot {
		dst = append(dst, `,"seat":`...)
		dst = strconv.AppendInt(dst, int64(applied.Seat), 10)
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
	if d.Move != "" { // the set-up has facts but no move
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

// spectating returns the audience that a viewer with the given seats belongs to. Without seats, that is the
// spectators.
func spectating(by engine.Seats) engine.Seats {
	if by == 0 {
		return engine.Spectators
	}
	return by
}

// appendQuestion appends the open question and the seats that owe an answer. All of it is public.
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
	if at := s.Deadline(); at != 0 && !s.Away() && !s.Paused() {
		dst = append(dst, `,"deadline":`...)
		dst = strconv.AppendInt(dst, at, 10)
	}
	return append(dst, '}')
}

// appendMoves appends the legal moves of the viewer's own seats, and their standing passes.
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
			dst = appendLacks(dst, v, s.Pos.UnmetNeeds(seat))
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

// appendLacks appends the verbs that a seat cannot use now, each with the reason.
func appendLacks(dst []byte, v *engine.Vocabulary, lacks []engine.Unmet) []byte {
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

// appendAsk appends the open proposal, and whose agreement an undo of the seats' last choice would need.
func (s *State) appendAsk(dst []byte, seats engine.Seats) []byte {
	if a := s.Ask; a != nil {
		dst = append(dst, `,"ask":{"what":`...)
		dst = appendText(dst, a.What)
		dst = append(dst, `,"at":`...)
		dst = strconv.AppendInt(dst, a.At, 10)
		dst = append(dst, `,"to":`...)
		dst = strconv.AppendInt(dst, int64(a.To), 10)
		dst = appendSeats(append(dst, `,"agreed":`...), a.Agreed)
		dst = appendSeats(append(dst, `,"needs":`...), a.Needs)
		if voted(a.What) {
			dst = s.appendVotes(dst, a)
		}
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

// appendVotes appends what a proposal has that those present decide.
func (s *State) appendVotes(dst []byte, a *Ask) []byte {
	if a.What == ProposeBot {
		dst = append(dst, `,"seat":`...)
		dst = strconv.AppendInt(dst, int64(a.Seat), 10)
		dst = append(dst, `,"level":`...)
		dst = appendText(dst, a.Level)
	}
	if !a.Refused.Empty() {
		dst = appendSeats(append(dst, `,"refused":`...), a.Refused)
	}
	dst = appendSeats(append(dst, `,"present":`...), s.deciding(a))
	missing, _ := s.tally(a.Voters, a.Agreed, a.Refused)
	dst = append(dst, `,"missing":`...)
	return strconv.AppendInt(dst, int64(missing), 10)
}

// deciding returns the seats of those who decide a proposal.
func (s *State) deciding(a *Ask) (seats engine.Seats) {
	for _, v := range a.Voters {
		seats |= engine.Seats(v)
	}
	if len(a.Voters) == 0 {
		return s.Seats()
	}
	return seats
}

func (s *State) appendOver(dst []byte) []byte {
	r, _ := s.Pos.Outcome() // the outcome is zero if the game was given up
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

// appendText appends a name in quotes. The name must not contain characters that JSON escapes.
func appendText(dst []byte, text string) []byte {
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}
