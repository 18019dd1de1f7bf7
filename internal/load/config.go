package load

import (
	"context"
	"fmt"
	"io"
	"time"
)

// Config selects what to measure, and on which server.
type Config struct {
	Tables   int           `default:"200" help:"Tables to play at."`
	Players  int           `default:"4" help:"Players per table."`
	Duration time.Duration `default:"20s" help:"How long to play."`
	Rate     float64       `help:"Moves per second over all tables; default: as fast as possible." placeholder:"N"`
	Bare     bool          `name:"compare-bare" help:"Measure bare appends to the store in the same run."`

	Cold  int `help:"Store N tables and start a server on them." placeholder:"N"`
	Ask   int `default:"5000" help:"With --cold or --archive, number of tables to request at once."`
	Moves int `default:"40" help:"With --cold, moves per table."`

	Archive int `help:"Store N finished games and start a server on them." placeholder:"N"`

	Idle  int `help:"Open N idle streams." placeholder:"N"`
	Storm int `default:"5000" help:"With --idle, number of streams to cut at once."`
	Beats int `help:"With --idle, number of heartbeats to measure the processor time of; a beat takes 15 seconds." placeholder:"N"`

	Forge int `help:"Send N forged and malformed requests." placeholder:"N"`

	Worst time.Duration `help:"Let one guest do the worst that the default limits allow for this long, and measure how long others wait." placeholder:"TIME"`

	Flood float64 `help:"Let N new guests a second come to an open server, each from an address of its own, for the duration, and measure how long people inside wait." placeholder:"N"`

	Hall int `help:"Let N strangers come to the hall of three nodes within the duration, one of which is killed, and check that nobody loses a seat." placeholder:"N"`

	Bots        int    `help:"Seat bots at N tables, and measure what they cost and how long people wait beside them." placeholder:"N"`
	BotLevel    string `default:"steady" help:"With --bots, their level." placeholder:"LEVEL"`
	BotPace     string `default:"normal" enum:"at-once,fast,normal,slow" help:"With --bots, how fast they move: ${enum}."`
	WorkerProcs int    `help:"With --bots, let N worker processes of the lowest priority think instead of the server." placeholder:"N"`
	KillWorkers int    `help:"With --bots, let two worker processes think, and kill one N times." placeholder:"N"`

	Hooks bool `help:"Play with webhooks, with and without two receivers that never answer."`

	Daily int `help:"Let N people play the deal of the day at real tables, one in twenty to the end; measure how fast its board is served, and what its writes cost moves at other tables." placeholder:"N"`

	Leaks int    `help:"Play N games and look in everything that clients received for secrets, and for what blocked people say." placeholder:"N"`
	Plant string `hidden:"" help:"With --leaks, inject a leak that must be found: view, fact, seed, undo, chances, talk, ghost, blocked; of the card game risk-hand, risk-face, risk-dealt, risk-sent, pile, next-card or unseen."`

	URL   string    `help:"A running server; default: start one." placeholder:"URL"`
	Data  string    `type:"path" help:"Directory for temporary data." placeholder:"DIR"`
	Seed  uint64    `default:"1" help:"Seed of the players' random choices."`
	Serve []string  `help:"Additional arguments for the started server." placeholder:"ARG"`
	Log   io.Writer `kong:"-"` // where to report progress
}

// Result is the result of a measurement.
type Result interface {
	// Sound reports whether the server passed the measurement's checks.
	Sound() bool
}

// Run runs the configured measurement. If it fails, it may return the result so far together with the error.
func (c Config) Run(ctx context.Context) (Result, error) {
	switch {
	case c.Bots > 0 && c.KillWorkers > 0:
		return c.runBotKills(ctx)
	case c.Bots > 0:
		return c.runBots(ctx)
	case c.Hall > 0:
		return c.runHall(ctx)
	case c.Worst > 0:
		return c.runWorst(ctx)
	case c.Flood > 0:
		return c.runFlood(ctx)
	case c.Leaks > 0:
		return c.runLeaks(ctx)
	case c.Forge > 0:
		return c.runForge(ctx)
	case c.Daily > 0:
		return c.runDaily(ctx)
	case c.Hooks:
		return c.runHooks(ctx)
	case c.Idle > 0:
		return c.runIdle(ctx)
	case c.Cold > 0, c.Archive > 0:
		return c.runCold(ctx)
	}
	return c.runPlay(ctx)
}

func (c Config) progress(format string, args ...any) {
	if c.Log != nil {
		_, _ = fmt.Fprintf(c.Log, format+"\n", args...)
	}
}
