package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"text/tabwriter"

	"theriac/internal/commands"
	"theriac/internal/lobby"
	"theriac/internal/serve"
)

// restoreCmd restores a server from a backup to a folder.
type restoreCmd struct {
	File     string `arg:"" type:"existingfile" help:"The backup."`
	Data     string `type:"path" required:"" help:"The folder to fill; it must be empty or not exist." placeholder:"DIR"`
	Identity string `type:"existingfile" env:"THERIAC_BACKUP_IDENTITY" help:"File with the age key of an encrypted backup." placeholder:"FILE"`
	LogLevel string `enum:"auto,debug,info,warn,error" default:"error" hidden:""`
}

// Run restores the backup, and then reads all restored data to check it.
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

// restore restores to the chosen target and returns the open storage, which the caller must close.
func (p restoreCmd) restore(ctx context.Context, in *os.File, log *slog.Logger) (st *serve.Storage, err error) {
	if err := emptyFolder(p.Data); err != nil {
		return nil, err
	}
	plain, err := decrypt(in, p.Identity, p.plain())
	if err != nil {
		return nil, err
	}
	if plain != "" {
		defer func() { _ = os.Remove(plain) }()
		if in, err = os.Open(plain); err != nil {
			return nil, err
		}
		defer func() { _ = in.Close() }()
	}
	st, err = serve.Restore(ctx, p.Data, in, log)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be restored: %w (%s is incomplete now: remove it)", p.File, err, p.Data)
	}
	return st, nil
}

// plain returns the name of the file into which an encrypted backup is decrypted. The file is next to the
// target folder, which will contain the same unencrypted data anyway.
func (p restoreCmd) plain() string { return filepath.Clean(p.Data) + ".restored" }

// emptyFolder returns an error if the folder is not empty.
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

// tellReport prints what a store contains, and returns an error if some of it is damaged.
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
	row("entries of the moderation log", r.Order.Entries)
	if len(r.Newer) > 0 {
		row("games of a newer version", len(r.Newer))
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
	for _, n := range r.Order.Broken {
		_, _ = fmt.Fprintf(out, "entry %d of the moderation log is missing or was changed\n", n)
	}
	if len(r.Broken) > 0 {
		return errors.New("some games are damaged: the tables above are read-only until an operator repairs them")
	}
	_, err := fmt.Fprintln(out, "Everything was restored and is intact.")
	return err
}
