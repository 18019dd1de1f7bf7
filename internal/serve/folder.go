package serve

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// The contents of a data folder.
const (
	lockFile    = "lock"
	kindFile    = "kind"
	keyFile     = "operator-key"
	certFolder  = "certificates"
	storeFolder = "store"
)

// errInUse says that another process has the folder.
var errInUse = errors.New("it is in use")

// InUseError says that another process has locked a data folder.
type InUseError struct {
	Folder string
	PID    int // 0 where unknown
}

func (e *InUseError) Error() string {
	by := "another process"
	if e.PID != 0 {
		by = "process " + strconv.Itoa(e.PID)
	}
	return fmt.Sprintf("the data folder %s is in use by %s: stop that one first, or choose another folder", e.Folder, by)
}

// Folder is a data folder that this process has locked.
type Folder struct {
	Path string
	lock *os.File
}

// OpenFolder creates the folder if needed and locks it. Close it.
func OpenFolder(path string) (*Folder, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, unusable(path, err)
	}
	f, err := takeLock(filepath.Join(path, lockFile))
	if errors.Is(err, errInUse) {
		return nil, &InUseError{Folder: path, PID: holder(filepath.Join(path, lockFile))}
	}
	if err != nil {
		return nil, unusable(path, err)
	}
	// For people who look for the process; nothing depends on it.
	_ = f.Truncate(0)
	_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return &Folder{path, f}, nil
}

// Close unlocks the folder.
func (f *Folder) Close() error { return dropLock(f.lock) }

// Empty says whether nothing was ever stored in the folder.
func (f *Folder) Empty() (bool, error) {
	list, err := os.ReadDir(f.Path)
	if err != nil {
		return false, err
	}
	for _, e := range list {
		if e.Name() != lockFile {
			return false, nil
		}
	}
	return true, nil
}

// HasStore says whether there is a store in a folder.
func HasStore(path string) bool {
	_, err := os.Stat(filepath.Join(path, storeFolder))
	return err == nil
}

// claimKind makes the folder that of some kind of server, or refuses where it belongs
// to another kind.
func (f *Folder) claimKind(kind string) error {
	file := filepath.Join(f.Path, kindFile)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		err = os.WriteFile(file, []byte(kind+"\n"), 0o600)
		text = []byte(kind)
	}
	if err != nil {
		return unusable(f.Path, err)
	}
	if was := strings.TrimSpace(string(text)); was != kind {
		return fmt.Errorf("the data folder %s is that of %s and cannot be opened as that of %s: make a backup there and restore it", f.Path, was, kind)
	}
	return nil
}

func unusable(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("the data folder %s cannot be used: %w", path, err)
}

// holder is the process that wrote its number into the lock.
func holder(lock string) int {
	text, err := os.ReadFile(lock)
	if err != nil {
		return 0
	}
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}

// operatorKey reads the operator's key. Where no file is named, a server without a
// cluster makes one in its folder; the nodes of a cluster must share theirs.
func operatorKey(o Options, folder *Folder) (string, error) {
	file := o.OperatorKeyFile
	if file == "" {
		if folder == nil || !o.alone() {
			return "", nil
		}
		file = filepath.Join(folder.Path, keyFile)
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			var raw [18]byte
			if _, err := rand.Read(raw[:]); err != nil {
				return "", err
			}
			text := base64.RawURLEncoding.EncodeToString(raw[:])
			if err := os.WriteFile(file, []byte(text+"\n"), 0o600); err != nil {
				return "", fmt.Errorf("cannot store the operator’s key: %w", err)
			}
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("cannot read the operator’s key: %w", err)
	}
	key := strings.TrimSpace(string(text))
	if key == "" {
		return "", fmt.Errorf("the operator’s key in %s is empty", file)
	}
	return key, nil
}
