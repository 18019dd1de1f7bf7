package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"text/tabwriter"

	"theriac/internal/commands"
	"theriac/internal/lobby"
	"theriac/internal/serve"
)

// restoreCmd restores a server from a backup.
type restoreCmd struct {
	File string `arg:"" type:"existingfile" help:"The backup."`
	Data string `type:"path" xor:"where" help:"The folder to fill; it must be empty or not exist." placeholder:"DIR"`
	NATS string `name:"nats" xor:"where" help:"The NATS cluster to fill; it must hold no server data." placeholder:"URL"`
	peerFlags
	Archive  string `env:"THERIAC_ARCHIVE" help:"Bucket where packed games lie, so that those are read and checked too." placeholder:"URL"`
	Shards   int    `help:"Number of streams to spread tables over." placeholder:"N"`
	Replicas int    `help:"Replicas of all data; default 1 in a folder, 3 in a cluster." placeholder:"N"`
	LogLevel string `enum:"auto,debug,info,warn,error" default:"error" hidden:""`
}

// Validate asks for one place to fill.
func (p restoreCmd) Validate() error {
	if p.Data == "" && p.NATS == "" {
		return errors.New("say where to restore: --data=DIR or --nats=URL")
	}
	return nil
}

// Run fills the folder and then reads everything back.
func (p restoreCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), commands.Endings()...)
	defer stop()
	in, err := os.Open(p.File)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	log := newLogger(os.Stderr, commands.IsTerminal(os.Stderr), p.LogLevel)
	st, err := p.restore(ctx, in, log)
	if err != nil {
		return err
	}
	defer st.Close()
	show := commands.NewProgress("games", 0)
	report, err := serve.Check(ctx, st, log, func(done, total int) {
		show.Total = total
		show.Show(done)
	})
	show.Done()
	if err != nil {
		return fmt.Errorf("the restored data cannot be checked: %w", err)
	}
	return tellReport(os.Stdout, report)
}

// restore fills the place that was named. Close what it returns.
func (p restoreCmd) restore(ctx context.Context, in *os.File, log *slog.Logger) (st *serve.Storage, err error) {
	where := p.NATS
	if where == "" {
		where = p.Data
		if err := emptyFolder(p.Data); err != nil {
			return nil, err
		}
	}
	st, err = serve.Restore(ctx, serve.Options{Data: p.Data, NATS: p.NATS, Shards: p.Shards, Replicas: p.Replicas, Peers: p.files(), Archive: p.Archive}, in, p.File, log)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be restored: %w (%s is incomplete now: remove it)", p.File, err, where)
	}
	return st, nil
}

// emptyFolder refuses a folder that holds something already.
func emptyFolder(path string) error {
	f, err := serve.OpenFolder(path)
	if err != nil {
		return err
	}
	empty, err := f.Empty()
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil && !empty {
		err = fmt.Errorf("%s is not empty: a backup is restored into a new folder", path)
	}
	return err
}

// tellReport says what a store holds, and fails where some of it is not sound.
func tellReport(out io.Writer, r *serve.Report) error {
	w := tabwriter.NewWriter(out, 0, 0, 1, ' ', tabwriter.AlignRight)
	row := func(what string, n int) { _, _ = fmt.Fprintf(w, "%d\t  %s\n", n, what) }
	row("people", r.People)
	for _, s := range []lobby.Status{lobby.Gathering, lobby.Playing, lobby.Finished, lobby.Closed, lobby.TakenDown} {
		row("tables "+string(s), r.Tables[s])
	}
	row("games folded and intact", r.Games)
	row("entries in them", r.Entries)
	row("games broken", len(r.Broken))
	if len(r.Newer) > 0 {
		row("games of a newer version", len(r.Newer))
	}
	if r.Away > 0 {
		row("games in a bucket that was not reached", r.Away)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, n := range r.Newer {
		_, _ = fmt.Fprintf(out, "table %s was continued by a newer version of this program and is read-only here: %v\n", n.Table, n.Err)
	}
	for _, b := range r.Broken {
		_, _ = fmt.Fprintf(out, "table %s: %v\n", b.Table, b.Err)
	}
	if len(r.Broken) > 0 {
		return errors.New("some games are damaged: the tables above are read-only until an operator repairs them")
	}
	if r.Away > 0 {
		_, err := fmt.Fprintf(out, "What the backup holds was restored and is intact. Games in a bucket were not looked at: %v\n", r.AwayWhy)
		return err
	}
	_, err := fmt.Fprintln(out, "Everything was restored and is intact.")
	return err
}
