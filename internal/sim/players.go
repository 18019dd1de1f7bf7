package sim

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/internal/cpu"
)

// Party has the players of one game. Each plays one group of seats.
type Party struct {
	Players []ai.Player
	Groups  []engine.Seats
	Seed    uint64 // seed of the players' own random numbers

	memos [][]byte
	list  []engine.Move
}

// Thinking is how much processor time players have used.
type Thinking struct {
	Turns     int
	Decisions int // number of questions with more than one possible answer
	Seconds   float64
	TurnMax   float64 // processor time of the longest turn
}

// Add adds the processor time of another measurement.
func (t *Thinking) Add(o Thinking) {
	t.Turns += o.Turns
	t.Decisions += o.Decisions
	t.Seconds += o.Seconds
	t.TurnMax = max(t.TurnMax, o.TurnMax)
}

// Play plays a game to its end. It puts each question to the players of the seats that owe an answer, and not
// to seats that could only interject. No other code may change the game meanwhile. The processor time is that
// of the caller's thread, which the caller has locked.
func (p *Party) Play(s engine.Session, think *Thinking) (moves int) {
	p.memos = make([][]byte, len(p.Players))
	vocabulary := s.Vocabulary()
	turn := 0.0
	for {
		d := s.Decision()
		if d.Over {
			think.TurnMax = max(think.TurnMax, turn)
			return moves
		}
		at := p.group(d.Owing().First())
		seats := p.Groups[at]
		p.list = p.list[:0]
		for seat := range seats.Each {
			p.list = s.AppendMoves(p.list, seat)
		}
		q := ai.Question{
			Seats: seats, View: s.View(seats), Moves: p.list, Owing: d.Owing() & seats,
			Seed: p.Seed + uint64(moves), Memo: p.memos[at],
		}
		start := cpu.ThreadTime()
		answer := p.Players[at].Choose(&q)
		took := (cpu.ThreadTime() - start).Seconds()
		think.Seconds += took
		turn += took
		if len(p.list) > 1 {
			think.Decisions++
		}
		p.memos[at] = answer.Memo
		facts, _, err := s.Play(answer.Move)
		if err != nil {
			panic("a player chose a move that is not listed: " + err.Error())
		}
		moves++
		if !vocabulary.Begun(facts).Empty() {
			think.Turns++
			think.TurnMax = max(think.TurnMax, turn)
			turn = 0
		}
	}
}

func (p *Party) group(seat engine.Seat) int {
	for i, g := range p.Groups {
		if g.Has(seat) {
			return i
		}
	}
	return 0
}
