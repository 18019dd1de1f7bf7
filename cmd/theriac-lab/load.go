package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/signal"

	"theriac/internal/commands"
	"theriac/internal/load"
)

// loadCmd measures a server from outside. It starts client processes, which run a hidden subcommand of this
// program.
type loadCmd struct {
	Run    loadRunCmd    `cmd:"" default:"withargs" help:"Load-test a server: with players, cold tables, finished games, idle streams, forged requests, silent webhooks, a full board of the day, or in search of leaked secrets."`
	Client loadClientCmd `cmd:"" hidden:""`
}

// loadRunCmd is the subcommand that users call.
type loadRunCmd struct {
	load.Config
	JSON bool `help:"Print the result on one line."`
}

// Run measures the server.
func (p loadRunCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), commands.Endings()...)
	defer stop()
	p.Log = os.Stderr
	result, err := p.Config.Run(ctx)
	out := json.NewEncoder(os.Stdout)
	if !p.JSON {
		out.SetIndent("", "  ")
	}
	if err == nil && !result.Sound() {
		err = errors.New("the server failed the checks: see above")
	}
	return errors.Join(out.Encode(result), err)
}

type loadClientCmd struct{}

// Run runs one client process, controlled through its standard input and output.
func (loadClientCmd) Run() error { return load.RunClient(os.Stdin, os.Stdout) }
