// Package arena compares agents on the same deals, over the API of a server: levels of
// its bots, and programs that join a table by an invitation.
//
// It refuses to play: agents do, and the server says how each game ended.
package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"theriac/ai"
)

// Agent is who plays: a level of the server's bots, or a program.
type Agent struct {
	Name  string
	Level string // empty for a program
	// Command is a program and its words. {server} stands for the server's address, and
	// {link} for an invitation; where there is no {link}, both are added at the end. It
	// is started once for each seat, and ends when its game does.
	Command []string
}

// ReadAgent reads "steady", a level, or "mine=python3 agent.py {server} {link}".
func ReadAgent(text string) (Agent, error) {
	name, command, program := strings.Cut(text, "=")
	words := strings.Fields(command)
	if name == "" || program && len(words) == 0 {
		return Agent{}, fmt.Errorf("not an agent, which is a level or NAME=PROGRAM: %q", text)
	}
	if !program {
		return Agent{Name: name, Level: name}, nil
	}
	return Agent{Name: name, Command: words}, nil
}

// Config is what is compared, and where.
type Config struct {
	Server   string // its address
	Game     string
	Settings map[string]string
	Agents   []Agent
	Deals    int
	First    uint64 // the number of the first deal
	Tables   int    // that are played at the same time
	// Limit is how long a game may take. A game that takes longer counts as lost.
	Limit    time.Duration
	Client   *http.Client
	Log      io.Writer // what agents write to their standard error
	Progress func(done int)
}

// Result is how the agents did.
type Result struct {
	Server   string            `json:"server"`
	Game     string            `json:"game"`
	Settings map[string]string `json:"settings"`
	Deals    int               `json:"deals"`
	First    uint64            `json:"first"`
	Agents   []Record          `json:"agents"`
	Pairs    []Pair            `json:"pairs"`
}

// Record is how one agent did.
type Record struct {
	Name  string  `json:"name"`
	Wins  int     `json:"wins"`
	Low   float64 `json:"win_low"`
	High  float64 `json:"win_high"`
	Games []Game  `json:"games"` // by deal
}

// Game is one agent's game of a deal.
type Game struct {
	Deal  uint64 `json:"deal"`
	Table string `json:"table"`
	Link  string `json:"link"` // an invitation: whoever has it may see the game
	Won   bool   `json:"won"`
	Cause string `json:"cause"` // the rule that ended it; empty: it was not over in time
	Moves int    `json:"moves"`
}

// Pair compares two agents by the deals that only one of them won.
type Pair struct {
	A     string `json:"a"`
	B     string `json:"b"`
	OnlyA int    `json:"only_a"`
	OnlyB int    `json:"only_b"`
	// Chance is how likely two of the same strength differ at least so much.
	Chance float64 `json:"chance"`
}

// Run plays every deal with every agent.
func Run(ctx context.Context, c Config) (Result, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	host, err := c.arrive(ctx)
	if err != nil {
		return Result{}, err
	}
	r := Result{Server: c.Server, Game: c.Game, Settings: c.Settings, Deals: c.Deals, First: c.First}
	for _, a := range c.Agents {
		r.Agents = append(r.Agents, Record{Name: a.Name, Games: make([]Game, c.Deals)})
	}
	var mu sync.Mutex
	var wait sync.WaitGroup
	next, done := 0, 0
	var failed error
	for range max(1, c.Tables) {
		wait.Go(func() {
			for {
				mu.Lock()
				n := next
				next++
				mu.Unlock()
				if n >= c.Deals*len(c.Agents) || ctx.Err() != nil {
					return
				}
				at := n % len(c.Agents) // deal by deal: a run that is stopped has compared something
				g, err := c.play(ctx, host, c.Agents[at], c.First+uint64(n/len(c.Agents)))
				mu.Lock()
				if err != nil && failed == nil {
					failed = fmt.Errorf("%s, deal %d: %w", c.Agents[at].Name, g.Deal, err)
					stop()
				}
				r.Agents[at].Games[n/len(c.Agents)] = g
				if done++; c.Progress != nil {
					c.Progress(done)
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	r.count()
	return r, failed
}

// count adds up what was played.
func (r *Result) count() {
	for i := range r.Agents {
		a := &r.Agents[i]
		for _, g := range a.Games {
			if g.Won {
				a.Wins++
			}
		}
		a.Low, a.High = ai.Wilson(a.Wins, r.Deals)
		for j := range i {
			b := &r.Agents[j]
			p := Pair{A: b.Name, B: a.Name}
			for n := range a.Games {
				switch {
				case b.Games[n].Won && !a.Games[n].Won:
					p.OnlyA++
				case a.Games[n].Won && !b.Games[n].Won:
					p.OnlyB++
				}
			}
			p.Chance = ai.SignTest(p.OnlyA, p.OnlyB)
			r.Pairs = append(r.Pairs, p)
		}
	}
}

// play has one deal played by an agent.
func (c *Config) play(ctx context.Context, host string, a Agent, deal uint64) (Game, error) {
	ctx, cancel := context.WithTimeout(ctx, c.Limit)
	defer cancel()
	g := Game{Deal: deal}
	t, err := c.open(ctx, host, a, deal)
	if err != nil {
		return g, err
	}
	g.Table, g.Link = t.ID, t.Links.Invite
	left, err := c.start(ctx, a, t)
	if err != nil {
		return g, err
	}
	defer left()
	for {
		u, err := c.look(ctx, host, t.ID)
		switch {
		case errors.Is(ctx.Err(), context.DeadlineExceeded):
			return g, nil // not over in time
		case err != nil:
			return g, err
		case u.Over != nil:
			seats := len(t.Seats)
			if len(u.Over.Won) != 0 && len(u.Over.Won) != seats {
				return g, errors.New("its players play against each other: a game of one agent on all seats compares nothing")
			}
			g.Moves, g.Won, g.Cause = u.Made, len(u.Over.Won) == seats, u.Over.Cause
			return g, nil
		}
		if t.started || c.full(ctx, host, &t) {
			t.started = true
		}
		pause(ctx, 250*time.Millisecond)
	}
}

// start starts the programs of an agent, one for each seat. What it returns ends them.
func (c *Config) start(ctx context.Context, a Agent, t table) (end func(), err error) {
	ctx, stop := context.WithCancel(ctx)
	var wait sync.WaitGroup
	end = func() { stop(); wait.Wait() }
	if a.Level != "" {
		return end, nil
	}
	for range t.Seats {
		words := a.words(c.Server, t.Links.Invite)
		cmd := exec.CommandContext(ctx, words[0], words[1:]...) //nolint:gosec // the program that the caller named
		cmd.Stderr = c.Log
		if err := cmd.Start(); err != nil {
			end()
			return nil, err
		}
		wait.Go(func() { _ = cmd.Wait() }) // how its game ended says all
	}
	return end, nil
}

// words is the command for one seat.
func (a *Agent) words(server, link string) []string {
	var out []string
	placed := false
	for _, w := range a.Command {
		placed = placed || strings.Contains(w, "{link}")
		out = append(out, strings.NewReplacer("{server}", server, "{link}", link).Replace(w))
	}
	if !placed {
		out = append(out, server, link)
	}
	return out
}

// pause waits for a while.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// percent writes a chance in per cent.
func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) }
