// Package sim plays many games in parallel and counts what happened: for
// researchers, and to measure the engine against a bare copy of memory in the
// same run.
//
// It refuses to depend on the number of workers: a game's chance comes from the
// seed and the game's number, so the counts are the same however the games are
// shared out.
package sim

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
)

// Config is what to play.
type Config struct {
	Rules   *epidemic.Rules
	Bot     string // "random" or "eager"
	Games   int
	Seed    uint64
	Workers int
	// Progress is told the number of games played so far, now and then.
	Progress func(done int)

	base engine.Rand
}

// Result is what was counted. Times are of this run on this machine; the
// counts are not.
type Result struct {
	Game           string         `json:"game"`
	Bot            string         `json:"bot"`
	Players        int            `json:"players"`
	Epidemics      int            `json:"epidemics"`
	Seed           uint64         `json:"seed"`
	Workers        int            `json:"workers"`
	Games          int            `json:"games"`
	Wins           int            `json:"wins"`
	Losses         map[string]int `json:"losses"`
	Cures          []int          `json:"cures"` // games by number of cures found
	Turns          int            `json:"turns"`
	Moves          int            `json:"moves"`
	Seconds        float64        `json:"seconds"`
	MovesPerSecond float64        `json:"moves_per_second"`
	GamesPerSecond float64        `json:"games_per_second"`
	StateBytes     int            `json:"state_bytes"`
	NsPerKBCopy    float64        `json:"ns_per_kb_copy"`  // median of the batches, like the next two
	NsPerMove      float64        `json:"ns_per_move"`     // the moves listed, one chosen and played
	NsPerDeal      float64        `json:"ns_per_deal"`     // a new game with its shuffles
	CopiesPerMove  float64        `json:"copies_per_move"` // the yardstick: a move in copies of 1,024 bytes

	dealing, playing time.Duration
}

// batch is how many games a worker takes at a time.
const batch = 128

// Run plays the games.
func Run(c Config) Result {
	total := newResult(c)
	c.base, _ = engine.NumberedSeed(c.Seed).Rand()
	var copies, moves, deals []float64 // of each batch, ns
	start := time.Now()
	var next, done atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range c.Workers {
		wg.Go(func() {
			part, mem := newResult(c), new(scratch)
			var ofCopy, ofMove, ofDeal []float64
			for {
				from := int(next.Add(batch)) - batch
				if from >= c.Games {
					break
				}
				to := min(from+batch, c.Games)
				ofCopy = append(ofCopy, copyTime())
				before := part
				for i := from; i < to; i++ {
					c.play(i, mem, &part)
				}
				ofMove = append(ofMove, float64(part.playing-before.playing)/float64(part.Moves-before.Moves))
				ofDeal = append(ofDeal, float64(part.dealing-before.dealing)/float64(to-from))
				if n := int(done.Add(int64(to - from))); c.Progress != nil {
					c.Progress(n)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			copies, moves, deals = append(copies, ofCopy...), append(moves, ofMove...), append(deals, ofDeal...)
			total.add(part)
		})
	}
	wg.Wait()
	total.Seconds = time.Since(start).Seconds()
	total.MovesPerSecond = float64(total.Moves) / total.Seconds
	total.GamesPerSecond = float64(total.Games) / total.Seconds
	total.NsPerMove, total.NsPerDeal, total.NsPerKBCopy = median(moves), median(deals), median(copies)
	if total.NsPerKBCopy > 0 {
		total.CopiesPerMove = total.NsPerMove / total.NsPerKBCopy
	}
	return total
}

func newResult(c Config) Result {
	return Result{
		Game: c.Rules.Game, Bot: c.Bot, Players: c.Rules.Players, Epidemics: c.Rules.Epidemics,
		Seed: c.Seed, Workers: c.Workers, Losses: map[string]int{},
		Cures: make([]int, len(c.Rules.Diseases)+1), StateBytes: int(unsafe.Sizeof(epidemic.State{})),
	}
}

func (r *Result) add(o Result) {
	r.Games += o.Games
	r.Wins += o.Wins
	r.Turns += o.Turns
	r.Moves += o.Moves
	for k, n := range o.Losses {
		r.Losses[k] += n
	}
	for i, n := range o.Cures {
		r.Cures[i] += n
	}
}

// scratch is a worker's memory.
type scratch struct {
	state epidemic.State
	list  [2 * engine.MaxMoves]engine.Move
}

// play plays the i-th game.
func (c *Config) play(i int, mem *scratch, r *Result) {
	s := &mem.state
	start := time.Now()
	c.Rules.Deal(s, c.chance(i), nil)
	dealt := time.Now()
	dice := ai.Dice(c.Seed<<32 + uint64(i))
	if c.Bot == "eager" {
		r.Moves += playEager(s, dice, mem.list[:0])
	} else {
		r.Moves += ai.Playout[epidemic.State](s, &dice, mem.list[:0])
	}
	r.dealing += dealt.Sub(start)
	r.playing += time.Since(dealt)
	r.Games++
	r.Turns += int(s.Turn)
	cures := 0
	for set := s.Cured; set != 0; set &= set - 1 {
		cures++
	}
	r.Cures[cures]++
	if s.End.Wins() {
		r.Wins++
	} else {
		r.Losses[s.End.Rule()]++
	}
}

// chance is the chance of the i-th game: the seed's key with the game's number
// worked in.
func (c *Config) chance(i int) engine.Rand {
	r := c.base
	for b := range 8 {
		r.Key[b] ^= byte(i >> (8 * b))
	}
	return r.Fork()
}

// playEager lets each seat's bot answer what its seat owes, and interject now
// and then.
func playEager(s *epidemic.State, dice ai.Dice, buf []engine.Move) (moves int) {
	bot := bots.Eager{Dice: dice}
	for {
		d := s.Decision()
		if d.Over {
			return moves
		}
		seat := d.Owing().First()
		for may := range d.May.Each {
			if bot.Dice.N(16) == 0 {
				seat = may
			}
		}
		list := s.AppendMoves(buf, seat)
		if len(list) == 0 {
			seat = d.Owing().First()
			list = s.AppendMoves(buf, seat)
		}
		v := s.Knows(engine.SeatsOf(seat))
		s.Play(bot.Choose(&v, list), nil)
		moves++
	}
}

// copyTime is how long an assignment of 1,024 bytes takes now. It is looked at
// between the batches, so that what else the machine does weighs on it as it
// weighs on the moves.
func copyTime() float64 {
	const copies = 4000
	var a, b [1024]byte
	start := time.Now()
	for range copies {
		copyKB(&a, &b)
	}
	return float64(time.Since(start).Nanoseconds()) / copies
}

//go:noinline
func copyKB(to, from *[1024]byte) { *to = *from }

// median is the middle of the batches: a moment in which the machine was busy
// with something else does not count.
func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	slices.Sort(x)
	return x[len(x)/2]
}
