package maplab

import (
	"fmt"
	"io"
	"slices"
	"time"
	"unsafe"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/internal/sim"
)

// Result holds the counts and times of a simulation. Only the times depend on the machine and its load.
type Result struct {
	Game           string         `json:"game"`
	Bot            string         `json:"bot"`
	Players        int            `json:"players"`
	Epidemics      int            `json:"epidemics"`
	Seed           uint64         `json:"seed"`
	Workers        int            `json:"workers"`
	Games          int            `json:"games"`
	From           int            `json:"from,omitempty"`
	Wins           int            `json:"wins"`
	WinLow         float64        `json:"win_low"`  // Wilson's 95 % interval
	WinHigh        float64        `json:"win_high"` //
	Losses         map[string]int `json:"losses"`
	Cures          []int          `json:"cures"` // the number of games with each number of cures
	Turns          int            `json:"turns"`
	Moves          int            `json:"moves"`
	Seconds        float64        `json:"seconds"`
	MovesPerSecond float64        `json:"moves_per_second"`
	GamesPerSecond float64        `json:"games_per_second"`
	StateBytes     int            `json:"state_bytes"`
	NsPerKBCopy    float64        `json:"ns_per_kb_copy"`  // median over the batches, as are the next two
	NsPerMove      float64        `json:"ns_per_move"`     // listing the moves, choosing one and playing it
	NsPerDeal      float64        `json:"ns_per_deal"`     // setting up a new game, with its shuffles
	CopiesPerMove  float64        `json:"copies_per_move"` // the duration of a move, in copies of 1,024 bytes
	*Lone
	*Thought

	dealing, playing time.Duration
	think            sim.Thinking
	lost             []int
}

// Thought is the processor time that players used for thinking.
type Thought struct {
	Turn      float64 `json:"seconds_per_turn"`
	TurnMax   float64 `json:"seconds_per_turn_max"`
	Decision  float64 `json:"seconds_per_decision"` // counts only decisions with more than one possible answer
	Decisions int     `json:"decisions"`
	Thinking  float64 `json:"thinking_seconds"` // total
	Lost      []int   `json:"lost"`             // the numbers of the lost games
}

// simulate plays many games of a map game. It also compares the engine's speed with that of copying memory.
func simulate(g *epidemic.Ruleset, c sim.Config) (*Result, error) {
	rules, err := g.Compile(c.Header)
	if err != nil {
		return nil, err
	}
	seats, err := seating(g, &c)
	if err != nil {
		return nil, err
	}
	total, chances := newResult(rules, c), c.Chances()
	var copies, moves, deals []float64 // nanoseconds per batch
	start := time.Now()
	sim.Share(c, func() *worker {
		w := &worker{Config: c, rules: rules, chance: chances, part: newResult(rules, c)}
		if seats != nil {
			w.sit(seats)
		}
		return w
	}, func(w *worker) {
		copies, moves, deals = append(copies, w.copies...), append(moves, w.moves...), append(deals, w.deals...)
		total.add(w.part)
	})
	total.Seconds = time.Since(start).Seconds()
	total.MovesPerSecond = float64(total.Moves) / total.Seconds
	total.GamesPerSecond = float64(total.Games) / total.Seconds
	total.NsPerMove, total.NsPerDeal, total.NsPerKBCopy = median(moves), median(deals), median(copies)
	if total.NsPerKBCopy > 0 {
		total.CopiesPerMove = total.NsPerMove / total.NsPerKBCopy
	}
	total.WinLow, total.WinHigh = ai.Wilson(total.Wins, total.Games)
	total.finishLone()
	total.finishThought()
	return &total, nil
}

func newResult(r *epidemic.Rules, c sim.Config) Result {
	var lone *Lone
	if c.Lone != "" {
		lone = &Lone{LoneBot: c.Lone}
	}
	return Result{
		Lone: lone,
		Game: r.Game, Bot: c.Bot, Players: r.Players, Epidemics: r.Epidemics,
		Seed: c.Seed, From: c.From, Workers: c.Workers, Losses: map[string]int{},
		Cures: make([]int, len(r.Diseases)+1), StateBytes: int(unsafe.Sizeof(epidemic.State{})),
	}
}

func (r *Result) add(o Result) {
	r.think.Add(o.think)
	r.lost = append(r.lost, o.lost...)
	r.Games += o.Games
	r.Wins += o.Wins
	if r.Lone != nil {
		r.LoneWins += o.LoneWins
	}
	r.Turns += o.Turns
	r.Moves += o.Moves
	for k, n := range o.Losses {
		r.Losses[k] += n
	}
	for i, n := range o.Cures {
		r.Cures[i] += n
	}
}

// worker plays some of the games and counts their results, in memory of its own.
type worker struct {
	sim.Config
	rules                *epidemic.Rules
	chance               func(i int) engine.Rand
	part                 Result
	copies, moves, deals []float64 // nanoseconds per batch
	state                epidemic.State
	list                 [2 * engine.MaxMoves]engine.Move
	party                *sim.Party // nil if the bot has no levels
	lone                 ai.Player  // the different bot that plays one group's seats, or nil
}

// Play plays the games of one batch.
func (w *worker) Play(from, to int) {
	w.copies = append(w.copies, copyTime())
	before := w.part
	for i := from; i < to; i++ {
		w.play(i)
	}
	w.moves = append(w.moves, float64(w.part.playing-before.playing)/float64(w.part.Moves-before.Moves))
	w.deals = append(w.deals, float64(w.part.dealing-before.dealing)/float64(to-from))
}

// play plays game i.
func (w *worker) play(i int) {
	s, r := &w.state, &w.part
	start := time.Now()
	w.rules.Deal(s, w.chance(i), nil)
	dealt := time.Now()
	dice := ai.Dice(w.Seed<<32 + uint64(i))
	switch {
	case w.lone != nil:
		w.playLone(i)
	case w.party != nil:
		w.playParty(i)
	case w.Bot == "eager":
		r.Moves += playEager(s, dice, w.list[:0])
	default:
		r.Moves += ai.Playout[epidemic.State](s, &dice, w.list[:0])
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
		r.lost = append(r.lost, i)
	}
}

// playEager plays a game with eager bots, which answer whenever they must and sometimes make an optional
// move.
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

// copyTime measures how long it takes to copy 1,024 bytes. It runs between batches, so that other load on the
// machine affects it as much as the moves.
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

// median returns the median of x, which ignores the few batches that other work on the machine slowed down.
func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	slices.Sort(x)
	return x[len(x)/2]
}

// Print writes the result as a table.
func (r *Result) Print(w io.Writer, given engine.Settings) {
	players := "players"
	if r.Players == 1 {
		players = "player"
	}
	ways := ""
	for _, s := range given {
		if s.Name != "players" && s.Name != "epidemics" {
			ways += " · " + s.Name + " " + s.Value
		}
	}
	_, _ = fmt.Fprintf(w, "%s · %d %s · %d epidemics%s · %s · seed %d\n\n", r.Game, r.Players, players, r.Epidemics, ways, r.Bot, r.Seed)
	row := func(name string, format string, args ...any) {
		_, _ = fmt.Fprintf(w, "  %-22s "+format+"\n", append([]any{name}, args...)...)
	}
	share := func(n int) float64 { return 100 * float64(n) / float64(max(r.Games, 1)) }
	row("games", "%12d", r.Games)
	row("won", "%12d  %6.2f %%", r.Wins, share(r.Wins))
	if r.Lone != nil {
		row("won by "+r.LoneBot, "%12.1f  %6.2f %% [%.1f, %.1f]", r.LoneWins, 100*r.LoneWins/float64(max(r.Games, 1)), 100*r.LoneLow, 100*r.LoneHigh)
	}
	for _, cause := range []string{"end/outbreaks", "end/cubes", "end/cards"} {
		row("lost: "+cause, "%12d  %6.2f %%", r.Losses[cause], share(r.Losses[cause]))
	}
	for n, games := range r.Cures {
		row(fmt.Sprintf("cures found: %d", n), "%12d  %6.2f %%", games, share(games))
	}
	row("turns per game", "%12.1f", float64(r.Turns)/float64(max(r.Games, 1)))
	row("moves per game", "%12.1f", float64(r.Moves)/float64(max(r.Games, 1)))
	row("moves per second", "%12.0f", r.MovesPerSecond)
	row("ns per move", "%12.0f  %6.1f copies of 1,024 bytes (%.1f ns each)", r.NsPerMove, r.CopiesPerMove, r.NsPerKBCopy)
	row("ns per deal", "%12.0f", r.NsPerDeal)
	row("bytes per position", "%12d", r.StateBytes)
}
