package enginetest

import (
	"slices"
	"strconv"
	"strings"

	"theriac/engine"
	"theriac/engine/transcript"
)

// dice is the suite's source of random choices.
type dice uint64

func (d *dice) n(n int) int {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

// checkList checks that a seat's list of moves is sorted and not too long, and not empty if the seat owes an
// answer.
func (r *run[S, P]) checkList(d engine.Decision, seat engine.Seat, list []engine.Move) {
	r.report.Longest = max(r.report.Longest, len(list))
	switch {
	case len(list) == 0 && d.All.Has(seat):
		r.fail("seat " + strconv.Itoa(int(seat)) + " owes an answer and has no move")
	case len(list) > engine.MaxMoves:
		r.fail("a seat has " + strconv.Itoa(len(list)) + " moves")
	}
	for i, m := range list {
		if m.Seat != seat {
			r.fail("a seat is offered another's move")
		}
		if i > 0 && !list[i-1].Less(m) {
			r.fail("the moves are not in order, or one is listed twice: " + r.sub.Game.Vocabulary().Move(m))
		}
	}
}

// slowChecks runs the checks that are too slow to make at every move.
func (r *run[S, P]) slowChecks(d engine.Decision) {
	r.checkDefaults(d)
	r.checkNotation()
	r.checkReasons(r.dice.n(max(8, r.sub.operands()/2000)) == 0)
	// Check what a spectator, each of two random seats, and those two together can know.
	a := engine.Seat(r.dice.n(engine.MaxSeats))
	b := engine.Seat(r.dice.n(engine.MaxSeats))
	for _, by := range []engine.Seats{0, engine.SeatsOf(a), engine.SeatsOf(b), engine.SeatsOf(a, b)} {
		r.checkSecrets(by)
		r.checkCommon(by)
	}
}

// checkDefaults checks that a seat's default move is legal if the seat owes an answer.
func (r *run[S, P]) checkDefaults(d engine.Decision) {
	for seat := range d.Owing().Each {
		r.report.Checks["defaults"]++
		m := P(&r.state).Default(seat)
		if !engine.Listed(P(&r.state).AppendMoves(nil, seat), m) {
			r.fail("the default is not a listed move: " + r.sub.Game.Vocabulary().Move(m))
			return
		}
		twin := r.state
		P(&twin).Play(m, nil)
		if why := r.sub.Fault(&twin); why != "" {
			r.fail("a default breaks the position: " + why)
		}
	}
}

// checkNotation checks that each legal move survives being written and parsed.
func (r *run[S, P]) checkNotation() {
	v := r.sub.Game.Vocabulary()
	for _, m := range r.buf {
		r.report.Checks["notation"]++
		if got, err := v.ParseMove(m.Seat, v.Move(m)); err != nil || got != m {
			r.fail("the notation loses a move: " + v.Move(m))
		}
	}
}

// checkReasons checks that a move has a reason against it exactly if it is not in the list of legal moves. It
// tries all legal moves, and all or some operands of every verb.
func (r *run[S, P]) checkReasons(all bool) {
	v := r.sub.Game.Vocabulary()
	for _, m := range r.buf {
		if !r.checkReason(m) {
			return
		}
	}
	for verb := range engine.Verb(len(v.Verbs)) {
		list := moves(v, verb, engine.MaxSeats)
		if !all {
			list = r.someMoves(v, verb)
		}
		for m := range list {
			if !r.checkReason(m) {
				return
			}
		}
	}
}

func (r *run[S, P]) checkReason(m engine.Move) bool {
	r.report.Checks["reasons"]++
	why := P(&r.state).Why(m)
	listed := P(&r.state).Decision().Asked().Has(m.Seat) && engine.Listed(r.buf, m)
	if (why == "") != listed {
		r.fail("listed: " + strconv.FormatBool(listed) + ", but the reason against it is “" + why + "”: " + strconv.Itoa(int(m.Seat)) + " " + r.sub.Game.Vocabulary().Move(m))
		return false
	}
	if why != "" {
		r.report.Fired[why]++
	}
	return true
}

// operands returns how many different moves the game's vocabulary can express.
func (sub *Subject[S, P]) operands() int {
	total := 0
	for _, w := range sub.Game.Vocabulary().Verbs {
		n := engine.MaxSeats
		for _, k := range w.Args {
			n *= max(1, len(k.Values))
		}
		total += n
	}
	return total
}

// someMoves yields a random fortieth of a verb's possible moves, at most a few dozen.
func (r *run[S, P]) someMoves(v *engine.Vocabulary, verb engine.Verb) func(func(engine.Move) bool) {
	return func(yield func(engine.Move) bool) {
		args, all := v.Verbs[verb].Args, engine.MaxSeats
		for _, k := range args {
			all *= max(1, len(k.Values))
		}
		for range min(48, (all+39)/40) {
			m := engine.Move{Seat: engine.Seat(r.dice.n(engine.MaxSeats)), Verb: verb}
			for i, k := range args {
				m.Arg[i] = uint8(r.dice.n(max(1, len(k.Values))))
			}
			if !yield(m) {
				return
			}
		}
	}
}

// moves yields a move for every combination of seat and operands of a verb.
func moves(v *engine.Vocabulary, verb engine.Verb, seats int) func(func(engine.Move) bool) {
	return func(yield func(engine.Move) bool) {
		args := v.Verbs[verb].Args
		for seat := range seats {
			m := engine.Move{Seat: engine.Seat(seat), Verb: verb}
			for {
				if !yield(m) {
					return
				}
				i := len(args) - 1
				for ; i >= 0; i-- {
					m.Arg[i]++
					if int(m.Arg[i]) < max(1, len(args[i].Values)) {
						break
					}
					m.Arg[i] = 0
				}
				if i < 0 {
					break
				}
			}
		}
	}
}

// checkCommon checks a position for which SameForAll returns true. Every view must then equal the
// spectator's, except for its list of seats.
func (r *run[S, P]) checkCommon(by engine.Seats) {
	p := P(&r.state)
	if by.Empty() || !p.SameForAll() {
		return
	}
	r.report.Checks["common views"]++
	all, own := engine.AppendCode(nil, p.View(0).Code), engine.AppendCode(nil, p.View(by).Code)
	rest := strings.TrimPrefix(string(own), `{"seats":[`)
	if _, after, found := strings.Cut(rest, "],"); found && len(rest) < len(own) {
		rest = "{" + after
	}
	if rest != string(all) {
		r.fail("everybody is said to know the same, and does not")
	}
}

// checkSecrets draws a position from what some seats know. These seats must have the same view, question,
// moves and reasons there as in the real position.
func (r *run[S, P]) checkSecrets(by engine.Seats) {
	r.report.Checks["secrets"]++
	chance := engine.Rand{Key: engine.Key{byte(r.dice.n(256)), byte(r.dice.n(256)), byte(r.dice.n(256))}}
	other := r.sub.Redraw(&r.state, by, &chance)
	p, q := P(&r.state), P(&other)
	if why := r.sub.Fault(&other); why != "" {
		r.fail("a position drawn from a view is broken: " + why)
	}
	if !r.sub.SameView(&r.state, &other, by) {
		r.fail("a position drawn from a view has another view")
	}
	if p.Decision() != q.Decision() {
		r.fail("whom the table waits for betrays a hidden card")
	}
	for seat := range by.Each {
		a, b := p.AppendMoves(nil, seat), q.AppendMoves(nil, seat)
		if len(a) != len(b) {
			r.fail("a seat's moves betray a hidden card")
			return
		}
		for i := range a {
			if a[i] != b[i] {
				r.fail("a seat's moves betray a hidden card: " + r.sub.Game.Vocabulary().Move(a[i]))
				return
			}
		}
		r.checkReasonSecrets(p, q, seat)
		if len(a) > 0 {
			r.checkFree(other, by, a[r.dice.n(len(a))])
		}
	}
	r.playOn(other)
}

// checkFree checks a move that claims to be free to undo, so that no seat may learn anything from it. The
// position other looks the same to the given seats, so the move must look the same to them there, too.
func (r *run[S, P]) checkFree(other S, by engine.Seats, m engine.Move) {
	mine := r.state
	var a, b engine.Facts
	effect := P(&mine).Play(m, &a)
	if !effect.Free() {
		return
	}
	r.report.Checks["free moves"]++
	twin := P(&other).Play(m, &b)
	same := twin == effect && P(&mine).Decision() == P(&other).Decision() && r.sub.SameView(&mine, &other, by)
	seen := func(list []engine.Fact) (out []engine.Fact) {
		for _, f := range list {
			if f.Visible(by) {
				out = append(out, f)
			}
		}
		return out
	}
	if !same || !slices.Equal(seen(a.List), seen(b.List)) {
		r.fail("a move betrays a hidden card and calls itself free: " + r.sub.Game.Vocabulary().Move(m))
	}
}

// checkTold checks that a move that is free to undo does not reveal its seat's hidden cards. The move must
// also be legal in another position that fits the other seats' knowledge.
func (r *run[S, P]) checkTold(before S, m engine.Move, effect engine.Effect) {
	if veiled, _ := P(&before).Veiled(m); veiled != 0 || !effect.Free() {
		return
	}
	r.report.Checks["told nothing"]++
	chance := engine.Rand{Key: engine.Key{byte(r.dice.n(256)), byte(r.dice.n(256))}}
	twin := r.sub.Redraw(&before, engine.AllSeats(engine.MaxSeats).Without(m.Seat), &chance)
	if !engine.Listed(P(&twin).AppendMoves(nil, m.Seat), m) {
		r.fail("a move shows what its seat holds and calls itself free: " + r.sub.Game.Vocabulary().Move(m))
	}
}

// playOn plays a few moves from a drawn position, which must behave like any other.
func (r *run[S, P]) playOn(s S) {
	var list []engine.Move
	for range 12 {
		d := P(&s).Decision()
		if d.Over {
			return
		}
		list = list[:0]
		for seat := range d.Asked().Each {
			list = P(&s).AppendMoves(list, seat)
		}
		if len(list) == 0 {
			r.fail("a position drawn from a view has no way on")
			return
		}
		P(&s).Play(list[r.dice.n(len(list))], nil)
		if why := r.sub.Fault(&s); why != "" {
			r.fail("a position drawn from a view breaks: " + why)
			return
		}
	}
}

func (r *run[S, P]) checkReasonSecrets(p, q P, seat engine.Seat) {
	v := r.sub.Game.Vocabulary()
	for verb, w := range v.Verbs {
		m := engine.Move{Seat: seat, Verb: engine.Verb(verb)}
		for i, k := range w.Args {
			m.Arg[i] = uint8(r.dice.n(max(1, len(k.Values))))
		}
		if p.Why(m) != q.Why(m) {
			r.fail("the reason of a refusal betrays a hidden card: " + v.Move(m))
		}
	}
}

// replay writes the recorded game as a transcript, plays the transcript and compares the results.
func (r *run[S, P]) replay() {
	r.report.Checks["replays"]++
	text := r.record.String()
	again, err := transcript.Parse(text)
	if err != nil || again.String() != text {
		r.fail("the transcript does not survive being read")
		return
	}
	s, err := again.Fold(r.sub.Game, transcript.Watcher{})
	if err != nil {
		r.fail("the transcript cannot be played: " + err.Error())
		return
	}
	if s.Hash() != engine.HashOf(P(&r.state).Code) {
		r.fail("the transcript leads to another position")
	}
}
