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

// These constants describe the format of the write-ahead log; see https://sqlite.org/walformat.html.
const (
	walHeader   = 32
	frameHeader = 24
	walMagic    = 0x377f0682 // if its lowest bit is set, checksums use big-endian words
)

// checkWAL looks for a damaged frame before SQLite opens the file. SQLite would silently drop that frame and
// all later ones. If checkWAL finds one, it copies the file for a manual repair. It returns the name of the copy
// and the damage.
func checkWAL(path string) (kept string, found store.Damage, err error) {
	wal, err := os.ReadFile(path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return "", found, nil
	}
	if err != nil {
		return "", found, err
	}
	frame, rotten := rottenFrame(wal)
	if !rotten {
		return "", found, nil
	}
	kept = fmt.Sprintf("%s-wal.damaged-%s", path, time.Now().UTC().Format("20060102T150405Z"))
	found = store.Damage{Where: path + "-wal", What: fmt.Sprintf("frame %d is damaged, and what was committed after it is lost; the file was kept as %s", frame, kept)}
	return kept, found, os.WriteFile(kept, wal, 0o600)
}

// rottenFrame returns the first frame with a wrong checksum if a later transaction was committed. In mode
// syncCommits, SQLite starts a transaction only when the previous one is on disk, so such a frame was damaged
// afterwards. Otherwise the frame is the torn end of a transaction that was never acknowledged.
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
		return 0, len(wal) > walHeader+frameHeader+pageSize // the header is damaged, so no frame can be read
	}
	before := walSum(order, [2]uint32{}, wal[:24])
	whole := sums(wal[24:]) == before
	salts := wal[16:24] // the salts distinguish the frames of this log from frames of an earlier one
	if !whole && len(wal) >= walHeader+frameHeader {
		salts = wal[walHeader+8 : walHeader+16]
	}
	first, commits, after := -1, 0, 0 // after counts the commits that follow the first damaged frame
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
