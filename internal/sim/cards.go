package sim

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// CardConfig is what to play of the card game.
type CardConfig struct {
	Rules *pharmacy.Rules
	Bot   string // "random" or "honest"
	// Lone is the style of one player among the others, who sits in each place in
	// turn; none: all play alike.
	Lone     string
	Games    int
	Seed     uint64
	Workers  int
	Progress func(done int)

	lone *bots.Style
}

// CardResult is what was counted. A place is counted from the first starter: the
// place 0 begins the first round. A shared win counts as parts of one.
type CardResult struct {
	Game           string    `json:"game"`
	Bot            string    `json:"bot"`
	Lone           string    `json:"lone,omitempty"`
	Players        int       `json:"players"`
	Seed           uint64    `json:"seed"`
	Workers        int       `json:"workers"`
	Games          int       `json:"games"`
	Wins           []float64 `json:"wins"`   // by place
	Points         []int     `json:"points"` // by place, of all games
	LoneWins       float64   `json:"lone_wins,omitempty"`
	Shared         int       `json:"shared"`
	Turns          int       `json:"turns"`
	Moves          int       `json:"moves"`
	Seconds        float64   `json:"seconds"`
	MovesPerSecond float64   `json:"moves_per_second"`
	StateBytes     int       `json:"state_bytes"`
}

// RunCards plays the games.
func RunCards(c CardConfig) (CardResult, error) {
	for i, s := range bots.Styles {
		if s.Name == c.Lone {
			c.lone = &bots.Styles[i].Style
		}
	}
	if c.Lone != "" && c.lone == nil {
		return CardResult{}, errors.New("no style is called " + c.Lone)
	}
	total := newCardResult(c)
	start := time.Now()
	var next, done atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	base := Config{}
	base.base, _ = engine.NumberedSeed(c.Seed).Rand()
	for range c.Workers {
		wg.Go(func() {
			part := newCardResult(c)
			for {
				from := int(next.Add(batch)) - batch
				if from >= c.Games {
					break
				}
				to := min(from+batch, c.Games)
				for i := from; i < to; i++ {
					c.play(i, base.chance(i), &part)
				}
				if n := int(done.Add(int64(to - from))); c.Progress != nil {
					c.Progress(n)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			total.add(part)
		})
	}
	wg.Wait()
	total.Seconds = time.Since(start).Seconds()
	total.MovesPerSecond = float64(total.Moves) / total.Seconds
	return total, nil
}

func newCardResult(c CardConfig) CardResult {
	return CardResult{
		Game: c.Rules.Name(), Bot: c.Bot, Lone: c.Lone, Players: c.Rules.Players, Seed: c.Seed, Workers: c.Workers,
		Wins: make([]float64, c.Rules.Players), Points: make([]int, c.Rules.Players), StateBytes: int(unsafe.Sizeof(pharmacy.State{})),
	}
}

func (r *CardResult) add(o CardResult) {
	r.Games += o.Games
	r.Shared += o.Shared
	r.Turns += o.Turns
	r.Moves += o.Moves
	r.LoneWins += o.LoneWins
	for i := range r.Wins {
		r.Wins[i] += o.Wins[i]
		r.Points[i] += o.Points[i]
	}
}

// play plays the i-th game. The lone player's seat goes round with the games, and
// so does who begins, which is drawn by lot: places and styles are not tied.
func (c *CardConfig) play(i int, chance engine.Rand, r *CardResult) {
	var s pharmacy.State
	var buf [engine.MaxMoves]engine.Move
	c.Rules.Deal(&s, chance, nil)
	first, lone := s.Starter, engine.Seat(i%c.Rules.Players)
	bot := bots.Pharmacist{Dice: ai.Dice(c.Seed<<32 + uint64(i))}
	for d := s.Decision(); !d.Over; d = s.Decision() {
		seat := d.Owing().First()
		list := s.AppendMoves(buf[:0], seat)
		var m engine.Move
		if c.Bot == "random" && (c.lone == nil || seat != lone) {
			m = list[bot.Dice.N(len(list))]
		} else {
			bot.Style = bots.Style{}
			if c.lone != nil && seat == lone {
				bot.Style = *c.lone
			}
			v := s.Knows(engine.SeatsOf(seat))
			m = bot.Choose(&v, list)
		}
		s.Play(m, nil)
		r.Moves++
	}
	result, _ := s.Outcome()
	r.Games++
	r.Turns += int(s.Turn)
	winners := float64(result.Won.Len())
	if winners > 1 {
		r.Shared++
	}
	for seat := range engine.Seat(c.Rules.Players) {
		place := (int(seat) - int(first) + c.Rules.Players) % c.Rules.Players
		r.Points[place] += int(result.Points[seat])
		if result.Won.Has(seat) {
			r.Wins[place] += 1 / winners
			if c.lone != nil && seat == lone {
				r.LoneWins += 1 / winners
			}
		}
	}
}
