package jetstream

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"theriac/internal/store"
)

func somePack() ([]packedGame, []byte) {
	var games []packedGame
	for i := range 40 {
		games = append(games, packedGame{fmt.Sprintf("table%02d", (i*7)%40), bytes.Repeat([]byte{byte(i)}, i)})
	}
	data := encodePack(games)
	return games, data
}

// Whatever bit of a pack goes bad, it takes at most one game with it, and no game is read
// that was not packed so.
func TestPackLosesOneGameABit(t *testing.T) {
	games, data := somePack()
	for i := range data {
		for bit := range 8 {
			bad := bytes.Clone(data)
			bad[i] ^= 1 << bit
			p, err := decodePack(bad)
			if errors.Is(err, store.ErrNewer) && i < len(packMark) {
				continue // the number of its form
			}
			if err != nil {
				t.Fatalf("bit %d of byte %d of %d: %v", bit, i, len(data), err)
			}
			lost := 0
			for _, g := range games {
				got, err := p.game(g.table)
				switch {
				case err != nil:
					is := errors.Is(err, store.ErrDamaged)
					if lost++; !is {
						t.Fatalf("bit %d of byte %d: %v", bit, i, err)
					}
				case !bytes.Equal(got, g.data):
					t.Fatalf("bit %d of byte %d: another game", bit, i)
				}
			}
			if lost > 1 {
				t.Fatalf("bit %d of byte %d takes %d games", bit, i, lost)
			}
		}
	}
}

func FuzzDecodePack(f *testing.F) {
	_, data := somePack()
	f.Add(data)
	f.Add([]byte(packMark))
	f.Add(data[:len(data)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := decodePack(data)
		if err != nil {
			return
		}
		for _, table := range p.tables {
			if _, err := p.game(table); err != nil && !errors.Is(err, store.ErrDamaged) {
				t.Fatal(err)
			}
		}
	})
}

// The index finds every table of every pack, also where two tables have one hash, and
// keeps its runs few.
func TestPackIndex(t *testing.T) {
	var x packIndex
	for n := range 300 {
		var tables []string
		for i := range 7 {
			tables = append(tables, fmt.Sprintf("t%d-%d", n, i))
		}
		x.add(fmt.Sprint("pack", n), hashesOf(append(tables, "everywhere")))
		x.add(fmt.Sprint("pack", n), hashesOf(tables)) // known already
	}
	if len(x.runs) > 12 {
		t.Errorf("%d runs", len(x.runs))
	}
	for n := range 300 {
		for i := range 7 {
			if got := x.find(fmt.Sprintf("t%d-%d", n, i)); len(got) != 1 || got[0] != n {
				t.Fatalf("table %d-%d lies in %v", n, i, got)
			}
		}
	}
	if got := x.find("everywhere"); len(got) != 300 {
		t.Error(len(got))
	}
	if got := x.find("nowhere"); got != nil {
		t.Error(got)
	}
}
