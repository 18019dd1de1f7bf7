// Package arena compares agents by having them play the same deals on a server, through its API.
// Agents are levels of the server's bots, or programs that join a table by an invitation.
//
// By design it refuses to play: the agents play, and the server reports how each game ended.
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

// Agent is a player to compare: either a level of the server's bots or a program.
type Agent struct {
	Name  string
	Level string // empty for a program
	// Command is a program with its arguments. {server} is replaced by the server's URL, and {link}
	// by an invitation to the table. Without {link}, both are appended. The program is started once
	// for each seat, and must end when its game ends.
	Command []string
}

// ReadAgent parses an agent: a level such as "steady", or a named program such as "mine=python3
// agent.py {server} {link}".
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

// Config describes the agents to compare, and the server and deals to use.
type Config struct {
	Server   string // the server's URL
	Game     string
	Settings map[string]string
	Agents   []Agent
	Deals    int
	First    uint64 // number of the first deal
	Tables   int    // largest number of tables played at the same time
	// Limit is the longest time that a game may take. A longer game counts as lost.
	Limit    time.Duration
	Client   *http.Client
	Log      io.Writer // receives the agents' standard error
	Progress func(done int)
}

// Result is the result of a comparison.
type Result struct {
	Server   string            `json:"server"`
	Game     string            `json:"game"`
	Settings map[string]string `json:"settings"`
	Deals    int               `json:"deals"`
	First    uint64            `json:"first"`
	Agents   []AgentResult     `json:"agents"`
	Pairs    []Pair            `json:"pairs"`
}

// AgentResult is the result of one agent over all deals.
type AgentResult struct {
	Name  string  `json:"name"`
	Wins  int     `json:"wins"`
	Low   float64 `json:"win_low"`
	High  float64 `json:"win_high"`
	Games []Game  `json:"games"` // ordered by deal
}

// Game is one agent's game with one deal.
type Game struct {
	Deal  uint64 `json:"deal"`
	Table string `json:"table"`
	Link  string `json:"link"` // an invitation, by which anyone can watch the game
	Won   bool   `json:"won"`
	Cause string `json:"cause"` // the rule that ended the game; empty if it was not over in time
	Moves int    `json:"moves"`
}

// Pair compares two agents by counting the deals that only one of them won.
type Pair struct {
	A     string `json:"a"`
	B     string `json:"b"`
	OnlyA int    `json:"only_a"`
	OnlyB int    `json:"only_b"`
	// Chance is the probability that two equally strong agents differ by at least this much.
	Chance float64 `json:"chance"`
}

// Run has every agent play every deal, and returns the result.
func Run(ctx context.Context, c Config) (Result, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	host, err := c.arrive(ctx)
	if err != nil {
		return Result{}, err
	}
	r := Result{Server: c.Server, Game: c.Game, Settings: c.Settings, Deals: c.Deals, First: c.First}
	for _, a := range c.Agents {
		r.Agents = append(r.Agents, AgentResult{Name: a.Name, Games: make([]Game, c.Deals)})
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
				at := n % len(c.Agents) // deal by deal, so that a cancelled run still has comparable results
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

// count computes the totals and the comparisons from the games.
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

// play has one agent play one deal.
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
			return g, nil // the game was not over in time
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

// start starts the programs of an agent, one for each free seat of a table. The returned function
// ends them.
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
		wait.Go(func() { _ = cmd.Wait() }) // its exit status does not matter
	}
	return end, nil
}

// words returns the command line that runs the program for one seat.
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

// pause waits for d or until the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// percent formats a probability in per cent.
func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) }
