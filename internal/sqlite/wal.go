package sqlite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"theriac/internal/store"
)

// The write-ahead log as https://sqlite.org/walformat.html describes it.
const (
	walHeader   = 32
	frameHeader = 24
	walMagic    = 0x377f0682 // the lowest bit says that checksums are of big-endian words
)

// checkWAL looks for a frame that has rotted, before SQLite opens the file: it would drop
// that frame with all that were committed after it, and say nothing. A copy of the
// file is kept for a repair, and the damage is reported.
func (s *Store) checkWAL(path string) error {
	wal, err := os.ReadFile(path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	frame, rotten := rottenFrame(wal)
	if !rotten {
		return nil
	}
	kept := fmt.Sprintf("%s-wal.damaged-%s", path, time.Now().UTC().Format("20060102T150405Z"))
	if err := os.WriteFile(kept, wal, 0o600); err != nil {
		return err
	}
	s.damaged(store.Damage{Where: path + "-wal", What: fmt.Sprintf("frame %d is damaged, and what was committed after it is lost; the file was kept as %s", frame, kept)})
	return nil
}

// rottenFrame is the first frame with a wrong checksum, if a later transaction was
// committed: SQLite begins none before the one before it is on disk. Without one the
// frame is the torn end of a transaction that nobody was told of.
func rottenFrame(wal []byte) (frame int, rotten bool) {
	if len(wal) < walHeader {
		return 0, false
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if wal[3]&1 == 1 {
		order = binary.BigEndian
	}
	size := int(binary.BigEndian.Uint32(wal[8:]))
	if binary.BigEndian.Uint32(wal)&^1 != walMagic || size < 512 || size > 1<<16 {
		return 0, len(wal) > walHeader+frameHeader+pageSize // nothing of it can be read
	}
	before := walSum(order, [2]uint32{}, wal[:24])
	whole := sums(wal[24:]) == before
	salts := wal[16:24] // of this log, not of one before it
	if !whole && len(wal) >= walHeader+frameHeader {
		salts = wal[walHeader+8 : walHeader+16]
	}
	first, commits, after := -1, 0, 0 // after the first bad frame
	for at, n := walHeader, 0; at+frameHeader+size <= len(wal); at, n = at+frameHeader+size, n+1 {
		head, page := wal[at:at+frameHeader], wal[at+frameHeader:at+frameHeader+size]
		ours := bytes.Equal(head[8:16], salts)
		sound := ours && walSum(order, walSum(order, before, head[:8]), page) == sums(head[16:])
		before = sums(head[16:])
		if first < 0 && !sound {
			first = n
		}
		if ends := binary.BigEndian.Uint32(head[4:]) != 0; ends && (sound || ours && first == n) {
			commits++
			if first >= 0 {
				after++
			}
		}
	}
	if !whole {
		return 0, commits > 0
	}
	return first, after > 1
}

func sums(b []byte) [2]uint32 {
	return [2]uint32{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])}
}

func walSum(order binary.ByteOrder, s [2]uint32, b []byte) [2]uint32 {
	for ; len(b) >= 8; b = b[8:] {
		s[0] += order.Uint32(b) + s[1]
		s[1] += order.Uint32(b[4:]) + s[0]
	}
	return s
}
