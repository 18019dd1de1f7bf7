package lab

import (
	"fmt"
	"math"
	"slices"

	"theriac/ai"
	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/proof"
	"theriac/internal/sim"
)

// A question becomes a puzzle only within these limits.
const (
	mostPlaces = 6000    // the maximum number of positions in a proof
	leastMoves = 4       // the minimum number of moves to choose from
	mostShare  = 1.0 / 3 // the maximum share of all moves that solve the puzzle
	perRound   = 2       // the maximum number of puzzles from one round
)

// findPuzzles searches games that a bot plays for puzzles. Each game is dealt differently.
func findPuzzles(c sim.Config) ([]puzzle.Puzzle, error) {
	if newChooser(c.Bot) == nil {
		return nil, errNoChooser(c.Bot)
	}
	return sim.Gather(c, func() func(i int) ([]puzzle.Puzzle, error) {
		f := &finder{Config: c, bot: newChooser(c.Bot)}
		return f.play
	})
}

// finder searches a share of the games for puzzles.
type finder struct {
	sim.Config
	bot *chooser

	// The following fields belong to the current game.
	header engine.Header
	prefix []string
	found  []puzzle.Puzzle
	kept   []puzzle.Puzzle // found in the current round
}

// play plays the i-th game and examines every position at which a seat has a choice.
func (f *finder) play(i int) ([]puzzle.Puzzle, error) {
	f.header = f.Numbered(i, 3)
	s, err := pharmacy.Game.New(f.header)
	if err != nil {
		return nil, err
	}
	f.prefix, f.found, f.kept = nil, nil, nil
	dice := ai.Dice(f.header.Seed.Number)
	var memos [engine.MaxSeats][]byte
	round := uint8(1)
	for !s.Decision().Over {
		at, _ := engine.At[pharmacy.State](s)
		if at.Round != round {
			f.keep()
			round = at.Round
		}
		seat := at.Decision().Owing().First()
		list := at.AppendMoves(nil, seat)
		if at.Asked.Len() == 1 && len(list) >= leastMoves && len(f.prefix) > 0 {
			f.examine(at, list)
		}
		m := f.bot.choose(at, list, &dice, &memos[seat])
		f.prefix = append(f.prefix, puzzle.MoveText(s.Vocabulary(), m))
		if _, _, err := s.Play(m); err != nil {
			return nil, err
		}
	}
	f.keep()
	return f.found, nil
}

// keep adds the hardest puzzles of a round to the result, in the order in which they occurred.
func (f *finder) keep() {
	slices.SortStableFunc(f.kept, func(a, b puzzle.Puzzle) int { return b.Grade - a.Grade })
	var best []puzzle.Puzzle
	for _, p := range f.kept {
		if len(best) < perRound && !slices.ContainsFunc(best, func(b puzzle.Puzzle) bool { return b.Kind == p.Kind }) {
			best = append(best, p)
		}
	}
	slices.SortStableFunc(best, func(a, b puzzle.Puzzle) int { return len(a.Prefix) - len(b.Prefix) })
	f.found = append(f.found, best...)
	f.kept = nil
}

// examine asks every kind of question about a position, and keeps those that make puzzles.
func (f *finder) examine(s *pharmacy.State, list []engine.Move) {
	for _, kind := range []string{proof.KindLast, proof.KindCare, proof.KindSafe, proof.KindPoints} {
		if f.Kind != "" && f.Kind != kind {
			continue
		}
		p, solving := f.ask(s, list, kind)
		if p == nil || solving == 0 || float64(solving) > mostShare*float64(len(list)) || !answered(p, s, list) {
			continue
		}
		z := puzzle.Puzzle{
			ID:   fmt.Sprintf("%s-%d-%d-%s", f.header.Game, f.header.Seed.Number, len(f.prefix), kind),
			Game: f.header.Game, Revision: f.header.Revision, Settings: f.header.Settings, Deal: f.header.Seed.Number,
			Prefix: slices.Clone(f.prefix), Kind: kind,
		}
		z.Points, z.Plans, z.Solving = p.Least, len(list), solving
		z.Actions, z.Places = p.Choices(s), p.Places()
		z.Plan = line(p, s)
		z.Grade = grade(&z.Proof)
		f.kept = append(f.kept, z)
		if kind == proof.KindLast {
			break // winning the game is a better goal than the kinds of question that follow
		}
	}
}

// ask searches for a proof of a question and counts the moves that solve it. It returns nil if the question is
// trivial or needs too many positions. A question is trivial if a move brings the asked points or safety
// immediately.
func (f *finder) ask(s *pharmacy.State, list []engine.Move, kind string) (*proof.Proof, int) {
	switch kind {
	case proof.KindPoints:
		least := max(0, atOnce(s, list)) + 1
		p, solving := count(s, list, kind, least)
		for p != nil && solving > 0 {
			more, n := count(s, list, kind, least+1)
			if more == nil || n == 0 {
				if more == nil {
					p = nil
				}
				break
			}
			p, solving, least = more, n, least+1
		}
		return p, solving
	case proof.KindSafe:
		if atOnce(s, list) > inCare {
			return nil, 0
		}
	case proof.KindLast:
		if s.Round < pharmacy.Rounds || !near(s, list[0].Seat) {
			return nil, 0
		}
	case proof.KindCare:
		if !near(s, list[0].Seat) {
			return nil, 0
		}
	}
	return count(s, list, kind, 0)
}

// answered reports whether, after some move that solves the question, another seat moves before the turn ends.
// Otherwise there is nothing to foresee. KindCare and KindLast always count, because a move that ends the round
// is worth finding.
func answered(p *proof.Proof, s *pharmacy.State, list []engine.Move) bool {
	if p.Kind == proof.KindCare || p.Kind == proof.KindLast {
		return true
	}
	for _, m := range list {
		if held, _ := p.Holds(s, m); !held {
			continue
		}
		theirs := false
		p.Follow(s, m, func(next *pharmacy.State) bool {
			theirs = theirs || !p.Over(next) && p.Mover(next) != p.Seat
			return !theirs
		})
		if theirs {
			return true
		}
	}
	return false
}

// inCare is the points that a seat gets for a round if it is in intensive care.
var inCare = pharmacy.Tally{Care: true}.Points()

// atOnce returns the most points that the seat is sure of after a move that ends the turn immediately.
func atOnce(s *pharmacy.State, list []engine.Move) int {
	p := proof.New(s, proof.KindPoints, 0)
	most := inCare
	for _, m := range list {
		least, ends := math.MaxInt, true
		p.Follow(s, m, func(next *pharmacy.State) bool {
			if ends = p.Over(next); ends {
				least = min(least, p.PointsOf(next))
			}
			return ends
		})
		if ends {
			most = max(most, least)
		}
	}
	return most
}

// near reports whether a seat other than but is close to intensive care.
func near(s *pharmacy.State, but engine.Seat) bool {
	r := s.Rules()
	for seat := range engine.Seat(r.Players) {
		if seat != but && (s.Sickness(seat) >= int(r.Care)-6 || s.Injections(seat) == pharmacy.TooMany-1) {
			return true
		}
	}
	return false
}

// count searches for a proof of a question. It returns the proof and the number of moves that solve the
// question.
func count(s *pharmacy.State, list []engine.Move, kind string, least int) (*proof.Proof, int) {
	p := proof.New(s, kind, least)
	p.Most = mostPlaces
	n := 0
	for _, m := range list {
		held, err := p.Holds(s, m)
		if err != nil {
			return nil, 0
		}
		if held {
			n++
		}
	}
	return p, n
}

// line returns the best moves of both sides from a position to the end of the turn.
func line(p *proof.Proof, s *pharmacy.State) (moves []string) {
	for at := *s; !p.Over(&at); {
		m := p.Best(&at)
		moves = append(moves, puzzle.MoveText(s.Rules().Vocabulary(), m))
		at.Play(m, nil)
	}
	return moves
}

// grade returns the difficulty of a puzzle. A puzzle is harder if few moves solve it, if many positions can
// follow, and if the player has to find several moves.
func grade(p *puzzle.Proof) int {
	hard := math.Log2(float64(p.Plans)/float64(p.Solving)) + math.Log2(float64(p.Places))/2 +
		2*float64(p.Actions-1)
	g := 1
	for _, from := range [puzzle.Grades - 1]float64{4.5, 6, 7.5, 9} {
		if hard >= from {
			g++
		}
	}
	return g
}
