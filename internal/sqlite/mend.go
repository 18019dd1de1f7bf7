package sqlite

import (
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"sync"

	"theriac/internal/store"
)

const (
	// sumRoom is how much SQLite leaves free at the end of each page, and sumSize how
	// much of it is the page's checksum.
	sumRoom = 16
	sumSize = 8
	// roomAt is where the first page says how much is left free.
	roomAt = 20
)

var polynomial = crc64.MakeTable(crc64.ECMA)

func sumOf(page []byte) uint64 { return crc64.Checksum(page[:pageSize-sumSize], polynomial) }

// seal writes the checksum of a page into its end.
func seal(page []byte) { binary.LittleEndian.PutUint64(page[pageSize-sumSize:], sumOf(page)) }

// verdict is what a page's checksum says.
type verdict int

const (
	sound verdict = iota
	mended
	damaged
)

// verify checks a page, and sets one flipped bit right. What a checksum is off by tells
// which bit it was: it differs for each bit that can be.
func verify(page []byte) verdict {
	off := sumOf(page) ^ binary.LittleEndian.Uint64(page[pageSize-sumSize:])
	switch {
	case off == 0:
		return sound
	case off&(off-1) == 0: // a bit of the checksum itself
		seal(page)
		return mended
	}
	for n, r := 1, uint64(1); n <= 8*(pageSize-sumSize); n++ {
		if r = r>>1 ^ crc64.ECMA*(r&1); r == off {
			bit := 8*(pageSize-sumSize) - n // counted from the beginning
			page[bit/8] ^= 1 << (bit % 8)
			return mended
		}
	}
	return damaged
}

// menders are told of pages that were mended, by the path of their file.
var menders sync.Map

func tellMended(path string, off int64) {
	if tell, ok := menders.Load(path); ok {
		tell.(func(store.Damage))(store.Damage{Where: path, What: fmt.Sprintf("a bit of page %d had flipped and was set right: do not trust this disk", off/pageSize+1)})
	}
}
