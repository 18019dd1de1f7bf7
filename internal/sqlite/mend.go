package sqlite

import (
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"sync"

	"theriac/internal/store"
)

const (
	// sumRoom is the number of bytes that SQLite leaves free at the end of each page. The checksum uses
	// sumSize of them.
	sumRoom = 16
	sumSize = 8
	// roomAt is the offset, in the first page, of the header field in which SQLite stores sumRoom.
	roomAt = 20
)

var polynomial = crc64.MakeTable(crc64.ECMA)

func sumOf(page []byte) uint64 { return crc64.Checksum(page[:pageSize-sumSize], polynomial) }

// seal writes the checksum of a page into its last bytes.
func seal(page []byte) { binary.LittleEndian.PutUint64(page[pageSize-sumSize:], sumOf(page)) }

// verdict is the result of checking a page.
type verdict int

const (
	sound verdict = iota
	mended
	damaged
)

// verify checks a page and repairs a single flipped bit. Each bit changes the checksum in its own way, so the
// change identifies the bit.
func verify(page []byte) verdict {
	off := sumOf(page) ^ binary.LittleEndian.Uint64(page[pageSize-sumSize:])
	switch {
	case off == 0:
		return sound
	case off&(off-1) == 0: // the flipped bit is in the checksum itself
		seal(page)
		return mended
	}
	for n, r := 1, uint64(1); n <= 8*(pageSize-sumSize); n++ {
		if r = r>>1 ^ crc64.ECMA*(r&1); r == off {
			bit := 8*(pageSize-sumSize) - n // number of the bit, counted from the beginning
			page[bit/8] ^= 1 << (bit % 8)
			return mended
		}
	}
	return damaged
}

// menders holds, by file path, the functions to call after a page was repaired.
var menders sync.Map

func tellMended(path string, off int64) {
	if tell, ok := menders.Load(path); ok {
		tell.(func(store.Damage))(store.Damage{Where: path, What: fmt.Sprintf("a bit of page %d had flipped and was set right: do not trust this disk", off/pageSize+1)})
	}
}
