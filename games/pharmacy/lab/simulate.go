package lab

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"time"
	"unsafe"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/internal/cpu"
	"theriac/internal/sim"
)

// Result holds the counts of a simulation. Seats are counted by their place in the first round: place 0 begins
// it. A shared win counts as a fraction.
type Result struct {
	Game           string    `json:"game"`
	Bot            string    `json:"bot"`
	Players        int       `json:"players"`
	Seed           uint64    `json:"seed"`
	Workers        int       `json:"workers"`
	Games          int       `json:"games"`
	Wins           []float64 `json:"wins"`   // by place
	Points         []int     `json:"points"` // by place, summed over all games
	Shared         int       `json:"shared"`
	Turns          int       `json:"turns"`
	Moves          int       `json:"moves"`
	Seconds        float64   `json:"seconds"`
	MovesPerSecond float64   `json:"moves_per_second"`
	StateBytes     int       `json:"state_bytes"`
	// Decisions counts the questions with more than one answer for which processor time is measured. Only bots
	// that search are measured: the lone player, or all players if there is none.
	Decisions          int     `json:"decisions,omitempty"`
	SecondsPerDecision float64 `json:"seconds_per_decision,omitempty"`
	*Lone                      // nil if all seats use the same bot
	thought            time.Duration
}

// Lone holds the results of the one player that uses a different bot from the others.
type Lone struct {
	LoneBot  string  `json:"lone"`
	LoneWins float64 `json:"lone_wins"`
	LoneLow  float64 `json:"lone_low"`  // the lower bound of Wilson's 95 % interval for the chance to win
	LoneHigh float64 `json:"lone_high"` //
}

// simulate plays many games and counts the wins.
func simulate(c sim.Config) (*Result, error) {
	rules, err := pharmacy.Game.Compile(c.Header)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{c.Bot, c.Lone} {
		who := newChooser(name)
		if name != "" && who == nil {
			return nil, errNoChooser(name)
		}
		if who != nil && who.player != nil {
			c.Batch = 1 // a bot that searches is slow, so every game is a batch of its own
		}
	}
	total, chances := newResult(rules, c), c.Chances()
	start := time.Now()
	sim.Share(c, func() *worker {
		w := &worker{Config: c, rules: rules, chance: chances, part: newResult(rules, c)}
		w.others, w.lone = newChooser(c.Bot), newChooser(c.Lone)
		return w
	}, func(w *worker) { total.add(w.part) })
	total.Seconds = time.Since(start).Seconds()
	total.MovesPerSecond = float64(total.Moves) / total.Seconds
	total.SecondsPerDecision = total.thought.Seconds() / float64(max(total.Decisions, 1))
	if total.Lone != nil {
		total.LoneLow, total.LoneHigh = ai.Wilson(int(math.Round(total.LoneWins)), total.Games)
	}
	return &total, nil
}

// worker plays a share of the games and counts their results.
type worker struct {
	sim.Config
	rules  *pharmacy.Rules
	others *chooser
	lone   *chooser // the lone player, who takes each place in turn; nil if all seats use the same bot
	chance func(i int) engine.Rand
	part   Result
	buf    [engine.MaxMoves]engine.Move
}

// Play plays the games of a batch. It stays on one thread, because processor time is measured per thread.
func (w *worker) Play(from, to int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for i := from; i < to; i++ {
		w.play(i, w.chance(i), &w.part)
	}
}

func newResult(r *pharmacy.Rules, c sim.Config) Result {
	var lone *Lone
	if c.Lone != "" {
		lone = &Lone{LoneBot: c.Lone}
	}
	return Result{
		Game: r.Name(), Bot: c.Bot, Lone: lone, Players: r.Players, Seed: c.Seed, Workers: c.Workers,
		Wins: make([]float64, r.Players), Points: make([]int, r.Players), StateBytes: int(unsafe.Sizeof(pharmacy.State{})),
	}
}

func (r *Result) add(o Result) {
	r.Games += o.Games
	r.Shared += o.Shared
	r.Turns += o.Turns
	r.Moves += o.Moves
	if o.Lone != nil {
		r.LoneWins += o.LoneWins
	}
	r.Decisions += o.Decisions
	r.thought += o.thought
	for i := range r.Wins {
		r.Wins[i] += o.Wins[i]
		r.Points[i] += o.Points[i]
	}
}

// play plays the i-th game. The lone player's seat changes from game to game. The seat that begins is chosen at
// random, so that places and styles are independent.
func (w *worker) play(i int, chance engine.Rand, r *Result) {
	var s pharmacy.State
	w.rules.Deal(&s, chance, nil)
	first, lone := s.Starter, engine.Seat(i%w.rules.Players)
	dice := ai.Dice(w.Seed<<32 + uint64(i))
	var memos [engine.MaxSeats][]byte
	for d := s.Decision(); !d.Over; d = s.Decision() {
		seat := d.Owing().First()
		list := s.AppendMoves(w.buf[:0], seat)
		bot := w.others
		if w.lone != nil && seat == lone {
			bot = w.lone
		}
		measured := bot.player != nil && len(list) > 1 && (w.lone == nil || seat == lone)
		var began time.Duration
		if measured {
			began = cpu.ThreadTime()
		}
		m := bot.choose(&s, list, &dice, &memos[seat])
		if measured {
			r.Decisions++
			r.thought += cpu.ThreadTime() - began
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
	for seat := range engine.Seat(w.rules.Players) {
		place := (int(seat) - int(first) + w.rules.Players) % w.rules.Players
		r.Points[place] += int(result.Points[seat])
		if result.Won.Has(seat) {
			r.Wins[place] += 1 / winners
			if w.lone != nil && seat == lone {
				r.LoneWins += 1 / winners
			}
		}
	}
}

// Print writes the result as a table.
func (r *Result) Print(w io.Writer, _ engine.Settings) {
	title := r.Bot
	if r.Lone != nil {
		title = r.LoneBot + " against " + r.Bot
	}
	_, _ = fmt.Fprintf(w, "%s · %d players · %s · seed %d\n\n", r.Game, r.Players, title, r.Seed)
	_, _ = fmt.Fprintf(w, "  %-22s %12d\n", "games", r.Games)
	share := func(n float64) float64 { return 100 * n / float64(max(r.Games, 1)) }
	for seat := range r.Players {
		_, _ = fmt.Fprintf(w, "  %-22s %12.1f  %6.2f %%  %6.2f points\n", fmt.Sprintf("wins from place %d", seat), r.Wins[seat], share(r.Wins[seat]), float64(r.Points[seat])/float64(max(r.Games, 1)))
	}
	if r.Lone != nil {
		_, _ = fmt.Fprintf(w, "  %-22s %12.1f  %6.2f %% [%.1f, %.1f], fair share %.2f %%\n", "wins of "+r.LoneBot, r.LoneWins, share(r.LoneWins),
			100*r.LoneLow, 100*r.LoneHigh, 100/float64(r.Players))
	}
	_, _ = fmt.Fprintf(w, "  %-22s %12.2f\n", "turns per round", float64(r.Turns)/float64(3*max(r.Games, 1)))
	_, _ = fmt.Fprintf(w, "  %-22s %12.1f\n", "moves per game", float64(r.Moves)/float64(max(r.Games, 1)))
	_, _ = fmt.Fprintf(w, "  %-22s %12d\n", "shared wins", r.Shared)
	if r.Decisions > 0 {
		_, _ = fmt.Fprintf(w, "  %-22s %12.4f\n", "seconds per decision", r.SecondsPerDecision)
	}
	_, _ = fmt.Fprintf(w, "  %-22s %12.0f\n", "moves per second", r.MovesPerSecond)
	_, _ = fmt.Fprintf(w, "  %-22s %12d\n", "bytes per position", r.StateBytes)
}
