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

	"theriac/internal/bus"
	"theriac/internal/replica"
	"theriac/internal/sqlite"
)

// The names of the files and folders in a data folder.
const (
	lockFile    = "lock"
	kindFile    = "kind"
	keyFile     = "operator-key"
	certFolder  = "certificates"
	storeFolder = bus.StateFolder
)

// errInUse reports that another process has locked the data folder.
var errInUse = errors.New("it is in use")

// InUseError reports which data folder another process has locked, and the process id if known.
type InUseError struct {
	Folder string
	PID    int // 0 if unknown
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

// OpenFolder locks a data folder, and creates it if needed. The caller must close it.
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
	// Writing the process id may fail, because it is only for people to read.
	_ = f.Truncate(0)
	_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return &Folder{path, f}, nil
}

// Close unlocks the data folder.
func (f *Folder) Close() error { return dropLock(f.lock) }

// Empty reports whether nothing was ever stored in the folder.
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

// HasStore reports whether a data folder has a store.
func HasStore(path string) bool {
	_, err := os.Stat(filepath.Join(path, storeFolder))
	return err == nil
}

// singleKind is the kind of the data folder of a single node.
const singleKind = "a single node"

// claimKind records in a data folder which kind of server uses it. The folder of a single node can become that of a
// cluster's node, and the other way round. claimKind returns an error for any other change.
func (f *Folder) claimKind(kind string) error {
	file := filepath.Join(f.Path, kindFile)
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unusable(f.Path, err)
	}
	switch was := strings.TrimSpace(string(text)); {
	case was == kind:
		return nil
	case was == "" || was == singleKind:
	case kind == singleKind:
		if err := f.leaveCluster(); err != nil {
			return err
		}
	default:
		return fmt.Errorf("the data folder %s is that of %s and cannot be opened as that of %s: start it as a single node once, or begin with an empty folder", f.Path, was, kind)
	}
	if err := os.WriteFile(file, []byte(kind+"\n"), 0o600); err != nil {
		return unusable(f.Path, err)
	}
	return nil
}

// leaveCluster makes the store forget the cluster to which it belonged. If it later joins a cluster again, it is not
// taken for a node that has only been away.
func (f *Folder) leaveCluster() error {
	dir := filepath.Join(f.Path, storeFolder)
	if _, err := os.Stat(filepath.Join(dir, sqlite.FileName)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	s, err := sqlite.Open(sqlite.Config{Dir: dir, Replicated: true})
	if err != nil {
		return fmt.Errorf("the store in %s cannot be opened: %w", f.Path, err)
	}
	defer s.Close()
	return errors.Join(s.Machine().SetSelf(replica.Self{}), s.Machine().Adopt(0))
}

func unusable(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("the data folder %s cannot be used: %w", path, err)
}

// holder returns the process id in the lock file, or 0.
func holder(lock string) int {
	text, err := os.ReadFile(lock)
	if err != nil {
		return 0
	}
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}

// operatorKey returns the operator's key from the configured file. Without such a file, a standalone server
// creates a key in its data folder. A cluster's nodes must share one key, so they need the file.
func operatorKey(o Options, folder *Folder) (string, error) {
	file := o.OperatorKeyFile
	if file == "" {
		if o.clustered() {
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
