package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime"
	"time"

	"theriac/internal/commands"
	"theriac/internal/load"
)

// loadCmd measures a server from outside. Its own processes are a subcommand
// that nobody types.
type loadCmd struct {
	Run    loadRunCmd    `cmd:"" default:"withargs" help:"Load-test a server: with players, cold tables, finished games, idle streams, forged requests, silent webhooks, a full board of the day, or in search of leaked secrets."`
	Client loadClientCmd `cmd:"" hidden:""`
}

// loadRunCmd is what people type.
type loadRunCmd struct {
	Tables   int           `default:"200" help:"Tables to play at."`
	Players  int           `default:"4" help:"Players per table."`
	Duration time.Duration `default:"20s" help:"How long to play."`
	Rate     float64       `help:"Moves per second over all tables; default: as fast as possible." placeholder:"N"`
	Bare     bool          `name:"compare-bare" help:"Measure bare JetStream appends in the same run."`

	Cold  int `help:"Store N tables and start a server on them." placeholder:"N"`
	Ask   int `default:"5000" help:"With --cold or --archive, number of tables to request at once."`
	Moves int `default:"40" help:"With --cold, moves per table."`

	Archive int  `help:"Store N finished games and start a server on them." placeholder:"N"`
	Single  bool `help:"With --archive, leave the games as they are archived, and pack none."`

	Idle  int `help:"Open N idle streams." placeholder:"N"`
	Storm int `default:"5000" help:"With --idle, number of streams to cut at once."`
	Beats int `help:"With --idle, number of heartbeats to measure the processor time of; a beat takes 15 seconds." placeholder:"N"`

	Forge int `help:"Send N forged and malformed requests." placeholder:"N"`

	Worst time.Duration `help:"Let one guest do the worst that the default limits allow for this long, and measure how long others wait." placeholder:"TIME"`

	Bots        int    `help:"Seat bots at N tables, and measure what they cost and how long people wait beside them." placeholder:"N"`
	BotLevel    string `help:"With --bots, their level; default: steady, or the weakest." placeholder:"LEVEL"`
	BotPace     string `default:"normal" enum:"at-once,fast,normal,slow" help:"With --bots, how fast they move: ${enum}."`
	WorkerProcs int    `help:"With --bots, let N worker processes of the lowest priority think instead of the server." placeholder:"N"`
	KillWorkers int    `help:"With --bots, let two worker processes think, and kill one N times." placeholder:"N"`

	Hooks bool `help:"Play with webhooks, with and without two receivers that never answer."`

	Daily int `help:"Let N people play the deal of the day at real tables, one in twenty to the end; measure how fast its board is served, and what its writes cost moves at other tables." placeholder:"N"`

	Leaks int    `help:"Play N games and look for secrets in everything that clients received." placeholder:"N"`
	Plant string `hidden:"" help:"With --leaks, inject a leak that must be found: view, fact, seed, undo, chances, talk, ghost; of the card game risk-hand, risk-face, risk-dealt, risk-sent, pile, next-card or unseen."`

	URL   string   `help:"A running server; default: start one." placeholder:"URL"`
	Data  string   `type:"path" help:"Directory for temporary data." placeholder:"DIR"`
	Seed  uint64   `default:"1" help:"Seed of the players' random choices."`
	Serve []string `help:"Additional arguments for the started server." placeholder:"ARG"`
	JSON  bool     `help:"Print one JSON object."`
}

// peopleRate is how many moves a second people make beside bots.
const peopleRate = 40

// Run measures.
func (p loadRunCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), commands.Endings()...)
	defer stop()
	c := load.Config{URL: p.URL, Data: p.Data, Seed: p.Seed, Log: os.Stderr, Args: p.Serve}
	result, sound, err := p.measure(ctx, c)
	if result != nil {
		if err := load.Print(os.Stdout, result, p.JSON); err != nil {
			return err
		}
	}
	if err == nil && !sound {
		err = errors.New("the server failed the checks: see above")
	}
	return err
}

// measure does what was asked for. A result can come with an error: as far as it
// got.
func (p loadRunCmd) measure(ctx context.Context, c load.Config) (result any, sound bool, err error) {
	bots := load.BotsConfig{
		Config: c, Tables: p.Bots, Players: p.Players, Level: p.BotLevel, Pace: p.BotPace, Duration: p.Duration, Rate: cmp.Or(p.Rate, peopleRate),
		Kills: p.KillWorkers, Processes: p.WorkerProcs,
	}
	switch {
	case p.Bots > 0 && p.KillWorkers > 0:
		r, err := load.RunBotKills(ctx, bots)
		return r, r.Sound(), err
	case p.Bots > 0:
		r, err := load.RunBots(ctx, bots)
		return r, r.Sound(), err
	case p.Worst > 0:
		r, err := load.RunWorst(ctx, load.WorstConfig{Config: c, Duration: p.Worst})
		return r, r.Sound(), err
	case p.Leaks > 0:
		r, err := load.RunLeaks(ctx, load.LeaksConfig{Config: c, Games: p.Leaks, AtOnce: 4 * runtime.NumCPU(), Plant: p.Plant})
		return r, r.Sound(), err
	case p.Forge > 0:
		r, err := load.RunForge(ctx, load.ForgeConfig{Config: c, Requests: p.Forge, AtOnce: 16})
		return r, r.Sound(), err
	case p.Daily > 0:
		d := load.DailyConfig{Config: c, People: p.Daily, Tables: 8, Window: 1500 * time.Millisecond, Rounds: 20}
		if p.Daily < 5000 { // enough to see that everything works
			d.Window, d.Rounds = 500*time.Millisecond, 3
		}
		r, err := load.RunDaily(ctx, d)
		return r, r.Sound(), err
	case p.Hooks:
		r, err := load.RunHooks(ctx, load.HooksConfig{Config: c, Tables: 8, Mixed: 8, Duration: p.Duration, Pause: 50 * time.Millisecond})
		return r, r.Sound(), err
	case p.Idle > 0:
		r, err := load.RunIdle(ctx, load.IdleConfig{
			Config: c, Streams: p.Idle, Players: p.Players, Storm: min(p.Storm, p.Idle), Settle: 5 * time.Second, Beats: p.Beats,
		})
		return r, r.Sound(), err
	case p.Cold > 0, p.Archive > 0:
		r, err := load.RunCold(ctx, load.ColdConfig{
			Config: c, Tables: max(p.Cold, p.Archive), Ask: p.Ask, Moves: p.Moves, Ended: p.Archive > 0, Packed: !p.Single,
		})
		return r, r.Sound(), err
	}
	r, err := load.RunPlay(ctx, load.PlayConfig{
		Config: c, Tables: p.Tables, Players: p.Players, Duration: p.Duration, Rate: p.Rate, Compare: p.Bare,
	})
	return r, r.Sound(), err
}

type loadClientCmd struct{}

// Run is a client process.
func (loadClientCmd) Run() error { return load.RunClient(os.Stdin, os.Stdout) }
