package jetstream

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
)

// Filling is a game for FillPacks: a first line of its own, and entries that it may share with
// other games, as Compressed returns them.
type Filling struct {
	Table   string
	Head    []byte
	Entries []byte
}

// Compressed compresses what several games of FillPacks have in common.
func Compressed(entries []byte) ([]byte, error) { return pack(entries) }

// FillPacks writes finished games straight into packs. It is for who fills a store that nobody
// uses yet, and does not compress the same entries again for each game.
func (s *Store) FillPacks(ctx context.Context, games []Filling) error {
	var next []packedGame
	size := 0
	flush := func() error {
		defer func() { next, size = nil, 0 }()
		if len(next) == 0 {
			return nil
		}
		return s.writePack(ctx, next)
	}
	for _, g := range games {
		if len(g.Head) > math.MaxUint16 {
			return fmt.Errorf("jetstream: the first line of %s is too long", g.Table)
		}
		// A block that is stored as it is, and those that were compressed before: together they
		// are what compressing both would give, but for some bytes.
		data := binary.LittleEndian.AppendUint16([]byte{0}, uint16(len(g.Head)))
		data = binary.LittleEndian.AppendUint16(data, ^uint16(len(g.Head)))
		data = append(append(data, g.Head...), g.Entries...)
		if len(next) == s.packGames || size+len(data) > packBytes {
			if err := flush(); err != nil {
				return err
			}
		}
		next, size = append(next, packedGame{g.Table, data}), size+len(data)
	}
	return flush()
}
