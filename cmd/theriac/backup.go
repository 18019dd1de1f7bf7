package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"theriac/internal/commands"
	"theriac/internal/serve"
	"theriac/internal/store"
)

// backupCmd writes everything that a server stores into one file.
type backupCmd struct {
	File string `arg:"" type:"path" help:"The file to write; it must not exist. With --keep, a folder."`
	Keep int    `help:"Name the file by the time, and keep so many of the newest in the folder." placeholder:"N"`
	storeFlags
	Archive  string `env:"THERIAC_ARCHIVE" help:"Bucket where packed games lie: they are copied into the backup too, which otherwise only notes where they are." placeholder:"URL"`
	Replicas int    `help:"Replicas in the NATS cluster; default 3." placeholder:"N"`
	LogLevel string `enum:"auto,debug,info,warn,error" default:"warn" hidden:""`
}

// Run writes a backup, and removes old ones once it is there.
func (p backupCmd) Run() error {
	if p.Keep < 0 {
		return errors.New("--keep needs a number above 0")
	}
	if p.Keep == 0 {
		return p.write()
	}
	folder := p.File
	p.File = filepath.Join(folder, backupName(time.Now()))
	if err := p.write(); err != nil {
		return err // old ones may be all that there is
	}
	return removeOld(folder, p.Keep)
}

// write writes beside the file and puts it in its place once it is whole.
func (p backupCmd) write() error {
	if _, err := os.Stat(p.File); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s already exists: a backup does not overwrite files", p.File)
	}
	ctx, stop := signal.NotifyContext(context.Background(), commands.Endings()...)
	defer stop()
	if p.NATS == "" && p.Archive == "" {
		return p.writeNode(ctx)
	}
	st, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	// Seeds of running games are in it: it is nobody else's to read.
	out, err := os.OpenFile(p.File+".part", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	counted := newCounted("written", 0)
	noted, err := st.Shared.Backup(ctx, io.MultiWriter(out, counted))
	counted.done()
	// What cannot be read is no reason to have no backup of the rest.
	var lost error
	if errors.Is(err, store.ErrDamaged) {
		lost, err = err, nil
	}
	if err == nil {
		err = out.Sync()
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(out.Name(), p.File)
	}
	if err != nil {
		_ = os.Remove(out.Name()) // the reason is the one to tell
		return fmt.Errorf("no backup was written: %w", err)
	}
	if lost != nil {
		return fmt.Errorf("%s was written, but not everything could be read: %w", p.File, lost)
	}
	if noted.Packs > 0 {
		fmt.Printf("%d finished games lie in %s and are NOT in the backup, which only knows where: keep that bucket, or name it with --archive.\n",
			noted.Games, strings.Join(noted.Where, ", "))
	}
	p.written(counted.n)
	return nil
}

func (p backupCmd) written(size int64) {
	fmt.Printf("%s: %s. Keep it where nobody else reads it: it holds secret seeds and personal data.\n", p.File, bytesText(size))
}

// writeNode copies the store of a single node, which may be running.
func (p backupCmd) writeNode(ctx context.Context) error {
	data, err := p.folder()
	if err != nil {
		return err
	}
	counted := newCounted("copied", 0)
	part := p.File + ".part"
	err = serve.Backup(ctx, data, part, counted.show)
	counted.done()
	if errors.Is(err, serve.ErrNoNode) {
		return fmt.Errorf("no backup was written: %w: name a cluster with --nats, and a bucket with --archive", err)
	}
	if err == nil {
		err = os.Rename(part, p.File)
	}
	if err != nil {
		_ = os.Remove(part)
		return fmt.Errorf("no backup was written: %w", err)
	}
	p.written(counted.n)
	return nil
}

// open opens the store of a cluster, or of a stopped server with a bucket.
func (p backupCmd) open(ctx context.Context) (*serve.Storage, error) {
	data, err := p.folder()
	if err != nil {
		return nil, err
	}
	o := serve.Options{Data: data, Archive: p.Archive}
	if p.NATS != "" {
		o = serve.Options{NATS: p.NATS, Replicas: p.Replicas, Peers: p.files(), Archive: p.Archive}
	} else if !serve.HasStore(data) {
		return nil, fmt.Errorf("there is no server data in %s", data)
	}
	return serve.OpenStorage(ctx, o, newLogger(os.Stderr, commands.IsTerminal(os.Stderr), p.LogLevel))
}

// counted counts bytes and shows how many, on a terminal.
type counted struct {
	what  string
	total int64
	n     int64
	on    bool
	last  time.Time
}

func newCounted(what string, total int64) *counted {
	return &counted{what: what, total: total, on: commands.IsTerminal(os.Stderr)}
}

// Write counts.
func (c *counted) Write(p []byte) (int, error) {
	c.show(c.n+int64(len(p)), c.total)
	return len(p), nil
}

// show shows how many bytes there are of how many.
func (c *counted) show(n, total int64) {
	c.n, c.total = n, total
	if c.on && time.Since(c.last) >= 200*time.Millisecond {
		c.last = time.Now()
		of := ""
		if c.total > 0 {
			of = " of " + bytesText(c.total)
		}
		fmt.Fprintf(os.Stderr, "\r%s%s %s\x1b[K", bytesText(c.n), of, c.what)
	}
}

// done wipes the line.
func (c *counted) done() {
	if c.on {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}

// bytesText is a size for people.
func bytesText(n int64) string {
	if n < 10_000 {
		return fmt.Sprintf("%d bytes", n)
	}
	if n < 10_000_000 {
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%d MB", n/1_000_000)
}

// The names of backups by their time: in the order of names the oldest is first.
const backupLayout = "theriac-20060102T150405Z.backup"

func backupName(at time.Time) string { return at.UTC().Format(backupLayout) }

// removeOld removes all but the newest backups of a folder. Whatever has another name is
// not its business.
func removeOld(folder string, keep int) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if _, err := time.Parse(backupLayout, e.Name()); err == nil && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	for _, name := range names[:max(0, len(names)-keep)] {
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			return err
		}
		fmt.Printf("%s: removed, %d newer ones are kept.\n", name, keep)
	}
	return nil
}
