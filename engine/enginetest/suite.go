// Package enginetest is the conformance suite that every game must pass. It plays random games and checks
// properties at every step that no table of examples could show. There are no dead ends, no piece appears or
// disappears, the same moves give the same game, and no seat sees hidden cards.
//
// It refuses to depend on any game: each game describes itself as a Subject.
package enginetest

import (
	"strconv"

	"theriac/engine"
	"theriac/engine/transcript"
)

// Subject describes a game to the suite.
type Subject[S comparable, P engine.Position[S]] struct {
	Game engine.Game
	// Variants are the settings to play with, one after another.
	Variants []engine.Settings
	// New sets up a new position and returns it with the facts of the set-up.
	New func(h engine.Header) (S, []engine.Fact, error)
	// Fault describes what is wrong with a position, or returns an empty string.
	Fault func(s *S) string
	// Scramble turns a new position into a legal one that resembles the middle of a game.
	Scramble func(s *S, n func(int) int)
	// Redraw returns a random position that the given seats cannot distinguish from s.
	Redraw func(s *S, by engine.Seats, chance *engine.Rand) S
	// SameView reports whether two positions look the same to the given seats.
	SameView func(a, b *S, by engine.Seats) bool
	// Choose picks moves that exercise more rules than uniformly random moves would.
	Choose func(s *S, list []engine.Move, n func(int) int) engine.Move
}

// Suite plays and checks random games of one kind. Subject implements it, and hides the type of its
// positions. Each worker needs its own Suite.
type Suite interface {
	// Play plays and checks the games with numbers in [from, to).
	Play(from, to uint64) (Report, error)
}

// Compiled returns a function for Subject.New that compiles the rules only once for the same settings. deal
// then sets up a position.
func Compiled[S, R any](compile func(engine.Header) (R, error), deal func(R, *S, engine.Rand, *engine.Facts)) func(engine.Header) (S, []engine.Fact, error) {
	compiled := map[string]R{}
	return func(h engine.Header) (s S, opening []engine.Fact, err error) {
		key := ""
		for _, set := range h.Settings {
			key += set.Name + set.Value + " "
		}
		rules, known := compiled[key]
		if !known {
			if rules, err = compile(h); err != nil {
				return s, nil, err
			}
			compiled[key] = rules
		}
		chance, err := h.Seed.Rand()
		var out engine.Facts
		deal(rules, &s, chance, &out)
		return s, out.List, err
	}
}

// Report holds what a run of the suite has counted.
type Report struct {
	Games int `json:"games"`
	Moves int `json:"moves"`
	// Fired counts how often a fact or a refusal named each rule.
	Fired map[string]int `json:"fired"`
	// Ended counts how often each cause ended a game.
	Ended map[string]int `json:"ended"`
	// Longest is the largest number of moves that any seat had for one question.
	Longest int `json:"longest"`
	// Checks counts the slow checks, by name.
	Checks map[string]int `json:"checks"`
}

// Merge adds the counts of another report.
func (r *Report) Merge(o Report) {
	if r.Fired == nil {
		r.Fired, r.Ended, r.Checks = map[string]int{}, map[string]int{}, map[string]int{}
	}
	r.Games += o.Games
	r.Moves += o.Moves
	r.Longest = max(r.Longest, o.Longest)
	for to, from := range map[*map[string]int]map[string]int{&r.Fired: o.Fired, &r.Ended: o.Ended, &r.Checks: o.Checks} {
		for k, n := range from {
			(*to)[k] += n
		}
	}
}

// Failure is a failed check with the game in which it failed.
type Failure struct {
	Why        string
	Seed       uint64
	Transcript string
}

func (f *Failure) Error() string {
	return f.Why + " (game " + strconv.FormatUint(f.Seed, 10) + ")\n" + f.Transcript
}

// maxGame is the maximum number of moves in a game. If random play takes longer, it must be in a loop.
const maxGame = 20000

// run is one game being tested, with what the checks keep between moves.
type run[S comparable, P engine.Position[S]] struct {
	sub       *Subject[S, P]
	header    engine.Header
	state     S
	dice      dice
	record    *transcript.Transcript
	scrambled bool
	out       engine.Facts
	buf       []engine.Move
	report    *Report
	why       string
}

// Play plays and checks the games with numbers in [from, to). The same number always gives the same game.
// Quick checks run at every move, slow ones at some moves of each game.
func (sub *Subject[S, P]) Play(from, to uint64) (Report, error) {
	report := Report{Fired: map[string]int{}, Ended: map[string]int{}, Checks: map[string]int{}}
	r := &run[S, P]{sub: sub, report: &report}
	for seed := from; seed < to; seed++ {
		r.game(seed)
		if r.why != "" {
			return report, &Failure{Why: r.why, Seed: seed, Transcript: r.record.String()}
		}
	}
	return report, nil
}

func (r *run[S, P]) fail(why string) {
	if r.why == "" {
		r.why = why
	}
}

// game plays one game. A third of the games choose moves at random, a third use the game's own Choose, and a
// third also start from a scrambled position.
func (r *run[S, P]) game(seed uint64) {
	n := uint64(len(r.sub.Variants))
	kind := seed / n % 3
	r.header = engine.Header{
		Game: r.sub.Game.Name(), Revision: r.sub.Game.Revision(),
		Settings: r.sub.Variants[seed%n], Seed: engine.NumberedSeed(seed),
	}
	r.record = &transcript.Transcript{Header: r.header}
	r.dice = dice(seed * 0x9e3779b97f4a7c15)
	s, opening, err := r.sub.New(r.header)
	if err != nil {
		r.fail("a variant cannot be set up: " + err.Error())
		return
	}
	r.state = s
	r.count(opening)
	r.scrambled = kind == 2
	if r.scrambled {
		r.sub.Scramble(&r.state, r.dice.n)
		if why := r.sub.Fault(&r.state); why != "" {
			r.fail("a scrambled position is broken: " + why)
		}
	}
	for moves := 0; r.why == ""; moves++ {
		d := P(&r.state).Decision()
		if d.Over {
			break
		}
		if moves == maxGame {
			r.fail("the game does not end")
			return
		}
		r.move(d, kind != 0)
	}
	r.finish()
}

// move checks the current position and makes one move.
func (r *run[S, P]) move(d engine.Decision, eager bool) {
	p := P(&r.state)
	if d.Owing() == 0 {
		r.fail("nobody owes an answer")
		return
	}
	r.buf = r.buf[:0]
	var from, to [engine.MaxSeats]int
	for seat := range d.Asked().Each {
		from[seat] = len(r.buf)
		r.buf = p.AppendMoves(r.buf, seat)
		to[seat] = len(r.buf)
		r.checkList(d, seat, r.buf[from[seat]:to[seat]])
	}
	if r.why != "" {
		return
	}
	if r.dice.n(64) == 0 {
		r.slowChecks(d)
	}
	var m engine.Move
	if eager {
		seat := r.speaker(d, func(s engine.Seat) bool { return to[s] > from[s] })
		m = r.sub.Choose(&r.state, r.buf[from[seat]:to[seat]], r.dice.n)
	} else {
		m = r.buf[r.dice.n(len(r.buf))]
	}
	r.play(m)
}

// speaker picks the seat that moves next, usually one that owes an answer.
func (r *run[S, P]) speaker(d engine.Decision, can func(engine.Seat) bool) engine.Seat {
	set := d.Owing()
	if r.dice.n(8) == 0 {
		set = d.Asked()
	}
	for range 8 {
		k := r.dice.n(set.Len())
		for seat := range set.Each {
			if k == 0 && can(seat) {
				return seat
			}
			k--
		}
	}
	return d.Owing().First()
}

// play makes a move on the position and on a copy, and checks that the results are equal.
func (r *run[S, P]) play(m engine.Move) {
	p := P(&r.state)
	twin := r.state
	r.record.Add(m.Seat, r.sub.Game.Vocabulary().Move(m))
	r.out.Reset()
	effect := p.Play(m, &r.out)
	if r.dice.n(16) == 0 {
		r.checkTold(twin, m, effect)
	}
	if P(&twin).Play(m, nil) != effect || twin != r.state {
		r.fail("a copy that nobody watches goes another way")
	}
	if why := r.sub.Fault(&r.state); why != "" {
		r.fail(why)
	}
	r.count(r.out.List)
	r.report.Moves++
}

// count counts the rules that the facts name. It fails if a fact names none.
func (r *run[S, P]) count(facts []engine.Fact) {
	for _, f := range facts {
		if f.Rule == "" {
			r.fail("a fact names no rule: " + r.sub.Game.Vocabulary().Fact(f))
		}
		r.report.Fired[f.Rule]++
	}
}

// finish checks the end of a game and replays the game from its transcript.
func (r *run[S, P]) finish() {
	if r.why != "" {
		return
	}
	r.report.Games++
	r.buf = r.buf[:0]
	r.checkReasons(false)
	res, over := P(&r.state).Outcome()
	if !over || res.Cause == "" {
		r.fail("the game is over without a cause")
		return
	}
	r.report.Ended[res.Cause]++
	if !r.scrambled && r.dice.n(16) == 0 {
		r.replay()
	}
}
