package main

import (
	"context"
	"errors"
	"net/url"
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"theriac/internal/commands"
	"theriac/internal/serve"
)

// workerCmd runs bot workers for a server.
type workerCmd struct {
	NATS     string `name:"nats" required:"" env:"THERIAC_NATS" help:"Where the server's queue is: its --nats-listen." placeholder:"URL"`
	KeyFile  string `env:"THERIAC_WORKER_KEY_FILE" type:"path" help:"File with the worker's key, as the server has it." placeholder:"FILE"`
	CA       string `name:"nats-ca" env:"THERIAC_NATS_CA" type:"path" help:"Certificate authorities to believe, where the connection is encrypted." placeholder:"FILE"`
	Workers  int    `env:"THERIAC_WORKERS" help:"Bots that may think at once; default: one less than there are processors." placeholder:"N"`
	LogLevel string `env:"THERIAC_LOG_LEVEL" enum:"auto,debug,info,warn,error" default:"auto" help:"Log level: ${enum}; auto is warn on a terminal and info elsewhere."`
}

// Run serves requests until the worker is stopped.
func (p workerCmd) Run() error {
	log := newLogger(os.Stderr, commands.IsTerminal(os.Stderr), p.LogLevel)
	ctx, stop := signal.NotifyContext(context.Background(), commands.Endings()...)
	defer stop()
	if p.Workers < 0 {
		return errors.New("a worker needs at least one bot that thinks")
	}
	key, err := readKey(p.KeyFile)
	if err != nil {
		return err
	}
	address := p.NATS
	if key != "" {
		u, err := url.Parse(address)
		if err != nil {
			return errors.New("--nats is no URL")
		}
		u.User = url.UserPassword(serve.WorkerUser, key)
		address = u.String()
	}
	var answers, micros atomic.Int64
	log.Info("working", "version", version())
	err = serve.Work(ctx, serve.WorkOptions{NATS: address, Peers: serve.PeerFiles{Authorities: p.CA}, Workers: p.Workers, Answered: func(took time.Duration) {
		answers.Add(1)
		micros.Add(took.Microseconds())
	}}, log)
	log.Info("stopped", "answers", answers.Load(), "seconds", time.Duration(micros.Load()*1000).Seconds())
	return err
}
