package jetstream

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/minio/highwayhash"
)

// A store of years has more blocks than can be read at each start. So the check before
// a start (scrub) reads those that have changed since they were read last, and all blocks
// of a stream that the server is about to read itself. The others are read while the
// server runs, again and again (recheck).

// checkedFile remembers which blocks were read. Without it all of them are read.
const checkedFile = "checked.json"

// checkedForm is the form of the file; one of another form is not used.
const checkedForm = 1

// seenBlock is a block as it was when it was read and found sound.
type seenBlock struct {
	Size    int64 `json:"size"`
	Changed int64 `json:"changed"` // Unix time in ns
	Read    int64 `json:"read"`    // Unix time in s
}

// checked is what is known of the blocks in a folder.
type checked struct {
	dir     string
	foreign bool // another version of the NATS server has written here, maybe in another form

	mu     sync.Mutex
	blocks map[string]seenBlock // by their paths in the folder
}

// readChecked reads the file. One that cannot be read is as good as none.
func readChecked(dir string) *checked {
	c := &checked{dir: dir, blocks: map[string]seenBlock{}}
	var file struct {
		Form   int                  `json:"form"`
		Blocks map[string]seenBlock `json:"blocks"`
	}
	text, err := os.ReadFile(filepath.Join(dir, checkedFile))
	if err == nil && json.Unmarshal(text, &file) == nil && file.Form == checkedForm && file.Blocks != nil {
		c.blocks = file.Blocks
	}
	return c
}

// save writes the file, without blocks that are gone.
func (c *checked) save(there []string) error {
	if len(there) == 0 { // a new store, which has no folder yet
		return nil
	}
	c.mu.Lock()
	keep := make(map[string]seenBlock, len(there))
	for _, file := range there {
		if b, ok := c.blocks[c.name(file)]; ok {
			keep[c.name(file)] = b
		}
	}
	c.blocks = keep
	text, err := json.Marshal(map[string]any{"form": checkedForm, "blocks": keep})
	c.mu.Unlock()
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(c.dir, checkedFile), text)
}

func (c *checked) name(file string) string {
	name, err := filepath.Rel(c.dir, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(name)
}

// look is a file as it is now.
func look(file string) (seenBlock, error) {
	info, err := os.Stat(file)
	if err != nil {
		return seenBlock{}, err
	}
	return seenBlock{Size: info.Size(), Changed: info.ModTime().UnixNano()}, nil
}

// same says that a block is as it was when it was read.
func (c *checked) same(file string) (read time.Time, same bool) {
	now, err := look(file)
	if err != nil {
		return time.Time{}, false
	}
	c.mu.Lock()
	b, ok := c.blocks[c.name(file)]
	c.mu.Unlock()
	return time.Unix(b.Read, 0), ok && b.Size == now.Size && b.Changed == now.Changed
}

// note remembers that a block was read at some time and found sound.
func (c *checked) note(file string, b seenBlock, at time.Time) {
	b.Read = at.Unix()
	c.mu.Lock()
	c.blocks[c.name(file)] = b
	c.mu.Unlock()
}

// forget lets a block be read before the next start.
func (c *checked) forget(file string) {
	c.mu.Lock()
	delete(c.blocks, c.name(file))
	c.mu.Unlock()
}

// indexFits says that the server will take a stream's state from its index, and not read
// the blocks: the index is whole, and ends with the checksum that the newest block ends
// with. A server that was killed leaves an old one.
func indexFits(dir, stream, newest string) bool {
	body, ok := wholeIndex(dir, stream)
	if !ok {
		return false
	}
	last, err := lastBytes(newest, recordHash)
	return err == nil && bytes.Equal(last, body[len(body)-recordHash:])
}

// wholeIndex reads the index of a stream without its checksum, if that fits.
func wholeIndex(dir, stream string) (body []byte, ok bool) {
	index, err := os.ReadFile(filepath.Join(dir, "index.db"))
	if err != nil || len(index) < 2*recordHash {
		return nil, false
	}
	key := sha256.Sum256([]byte(stream))
	h, err := highwayhash.New64(key[:])
	if err != nil {
		panic(err) // the key is a SHA-256: it has the right length
	}
	body = index[:len(index)-recordHash]
	_, _ = h.Write(body)
	return body, bytes.Equal(h.Sum(nil), index[len(body):])
}

// lastBytes reads the end of a file: zeros where it is shorter.
func lastBytes(file string, n int64) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	out := make([]byte, n)
	if info.Size() < n {
		return out, nil
	}
	_, err = f.ReadAt(out, info.Size()-n)
	return out, err
}
