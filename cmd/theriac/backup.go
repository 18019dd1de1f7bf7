package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"time"

	"theriac/internal/commands"
	"theriac/internal/serve"
)

// backupCmd writes everything that a node stores to one file.
type backupCmd struct {
	File string `arg:"" type:"path" help:"The file to write; it must not exist. With --keep, a folder."`
	Keep int    `help:"Name the file by the time, and keep so many of the newest in the folder." placeholder:"N"`
	encryption
	storeFlags
}

// Run writes a backup, and removes old backups once it is complete.
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
		return err // keep the old backups, because there is no newer one
	}
	return removeOld(folder, p.Keep)
}

// write copies the node's store, which may be in use, to a temporary file next to p.File, and renames that file once
// it is complete. To encrypt the backup, it first copies the store within the data folder, so that no other folder
// ever contains unencrypted data.
func (p backupCmd) write() error {
	if _, err := os.Stat(p.File); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s already exists: a backup does not overwrite files", p.File)
	}
	ctx, stop := signal.NotifyContext(context.Background(), commands.Endings()...)
	defer stop()
	to, err := p.recipients()
	if err != nil {
		return err
	}
	data, err := p.folder()
	if err != nil {
		return err
	}
	show := copied{on: commands.IsTerminal(os.Stderr)}
	part := p.File + ".part"
	if len(to) == 0 {
		err = serve.Backup(ctx, data, part, show.show)
	} else {
		plain := filepath.Join(data, "backup.part")
		if err = serve.Backup(ctx, data, plain, show.show); err == nil {
			err = errors.Join(encryptFile(plain, part, to), os.Remove(plain))
		}
	}
	show.done()
	if err == nil {
		err = os.Rename(part, p.File)
	}
	if err != nil {
		_ = os.Remove(part)
		return fmt.Errorf("no backup was written: %w", err)
	}
	p.written(show.bytes)
	if err := serve.NoteBackup(data); err != nil {
		fmt.Fprintf(os.Stderr, "The metrics of the server cannot know of this backup: %v\n", err)
	}
	return nil
}

func (p backupCmd) written(size int64) {
	if len(p.Recipient) > 0 {
		fmt.Printf("%s: %s, encrypted. Keep the key elsewhere: without it this backup cannot be restored.\n", p.File, bytesText(size))
		return
	}
	fmt.Printf("%s: %s. Keep it where nobody else reads it: it holds secret seeds and personal data.\n", p.File, bytesText(size))
}

// copied shows on a terminal how many bytes have been copied.
type copied struct {
	bytes int64
	on    bool
	last  time.Time
}

// show prints how many bytes have been copied, and how many there are in total.
func (c *copied) show(n, total int64) {
	c.bytes = n
	if c.on && time.Since(c.last) >= 200*time.Millisecond {
		c.last = time.Now()
		fmt.Fprintf(os.Stderr, "\r%s of %s copied\x1b[K", bytesText(n), bytesText(total))
	}
}

// done clears the progress line when the backup is complete.
func (c *copied) done() {
	if c.on {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}

// bytesText formats a size for people.
func bytesText(n int64) string {
	if n < 10_000 {
		return fmt.Sprintf("%d bytes", n)
	}
	if n < 10_000_000 {
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%d MB", n/1_000_000)
}

// backupLayout is the time format of backup file names. It makes names sort by time, oldest first.
const backupLayout = "theriac-20060102T150405Z.backup"

func backupName(at time.Time) string { return at.UTC().Format(backupLayout) }

// removeOld removes all backups in a folder except the newest keep, and no other files.
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
