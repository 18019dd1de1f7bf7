//go:build !unix

package serve

import (
	"errors"
	"io/fs"
	"os"
)

// takeLock creates the lock file. If the file exists, takeLock first removes it, which fails while a process
// has it open.
func takeLock(name string) (*os.File, error) {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errInUse
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, errInUse
	}
	return f, err
}

func dropLock(f *os.File) error {
	err := f.Close()
	_ = os.Remove(f.Name()) // if this fails, the next process can still replace the file
	return err
}
