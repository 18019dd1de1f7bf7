package engine

import (
	"encoding/hex"
	"math"
	"slices"
	"testing"
)

// chacha8 matches the published test vector of ChaCha8 for a 256-bit key of zeros.
func TestChaCha8Vector(t *testing.T) {
	var words [wordsPerBlock]uint32
	chacha8(&Key{}, 0, Lot{}, &words)
	var got []byte
	for _, w := range words {
		got = append(got, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
	}
	const want = "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e" +
		"984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
	if hex.EncodeToString(got) != want {
		t.Errorf("got %x", got)
	}
}

// A stored game is just its seed and its moves, so the random numbers must never change.
func TestChanceIsFrozen(t *testing.T) {
	r, _ := NumberedSeed(1).Rand()
	items := make([]uint8, 10)
	for i := range items {
		items[i] = uint8(i)
	}
	r.Shuffle(items)
	got := slices.Concat(items, []uint8{uint8(r.N(100)), uint8(r.N(100))})
	if want := []uint8{9, 2, 1, 8, 4, 7, 0, 6, 3, 5, 94, 4}; !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestDrawsAreTheSameAsSingleDraws(t *testing.T) {
	a, _ := NumberedSeed(5).Rand()
	b := a
	d := b.draw()
	for i := 1; i < 200; i++ {
		if x, y := a.N(i), d.N(i); x != y {
			t.Fatalf("draw %d: %d and %d", i, x, y)
		}
	}
	if a != b {
		t.Error("the streams stand at different places")
	}
}

// Shuffle produces every order of four items equally often.
func TestShuffleIsUniform(t *testing.T) {
	r, _ := NumberedSeed(9).Rand()
	const games = 120000
	seen := map[[4]uint8]int{}
	for range games {
		x := [4]uint8{0, 1, 2, 3}
		r.Shuffle(x[:])
		seen[x]++
	}
	chi := 0.0
	for _, n := range seen {
		d := float64(n) - games/24.0
		chi += d * d / (games / 24.0)
	}
	if len(seen) != 24 || chi > 60 { // with 23 degrees of freedom, one seed in 30,000 fails
		t.Errorf("%d orders, chi² %.1f", len(seen), chi)
	}
}

// A shuffle by key must never change its order, because shared deals depend on it.
func TestLotsAreFrozen(t *testing.T) {
	r, _ := NumberedSeed(1).Rand()
	cards := []uint8{0, 1, 2, 3, 4, 5, 6, 7, 60, 255}
	r.Key.Shuffle(Lot{Kind: 1}, cards)
	got := slices.Concat(cards, []uint8{uint8(r.Key.N(Lot{Kind: 2}, 100)), uint8(r.Key.N(Lot{Kind: 2, Time: 1}, 100))})
	if want := []uint8{255, 3, 0, 1, 6, 60, 4, 7, 2, 5, 14, 48}; !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// Over many keys, kinds and times, a shuffle by key produces every order of four cards equally often.
func TestLotsAreUniform(t *testing.T) {
	const games = 120000
	seen := map[[4]uint8]int{}
	r, _ := NumberedSeed(10).Rand()
	k := r.Key
	for i := range games {
		if i%400 == 0 {
			k = r.Fork().Key
		}
		x := [4]uint8{3, 9, 10, 47}
		k.Shuffle(Lot{Kind: uint8(1 + i%20), Time: uint8(i / 20 % 20)}, x[:])
		seen[x]++
	}
	chi := 0.0
	for _, n := range seen {
		d := float64(n) - games/24.0
		chi += d * d / (games / 24.0)
	}
	if len(seen) != 24 || chi > 60 { // with 23 degrees of freedom, one key in 30,000 fails
		t.Errorf("%d orders, chi² %.1f", len(seen), chi)
	}
}

// If a card is added or removed, a shuffle by key keeps the other cards in the same order. A different lot
// gives a different order.
func TestShuffleMovesNoOtherCard(t *testing.T) {
	r, _ := NumberedSeed(4).Rand()
	all := make([]uint8, 48)
	for i := range all {
		all[i] = uint8(i)
	}
	few := slices.DeleteFunc(slices.Clone(all), func(c uint8) bool { return c%5 == 0 })
	slices.Reverse(few)
	later := slices.Clone(all)
	l := Lot{Kind: 2, Time: 3}
	r.Key.Shuffle(l, all)
	r.Key.Shuffle(l, few)
	l.Time++
	r.Key.Shuffle(l, later)
	if slices.Equal(all, later) {
		t.Error("two shuffles of one deal are the same")
	}
	all = slices.DeleteFunc(all, func(c uint8) bool { return c%5 == 0 })
	if !slices.Equal(all, few) {
		t.Errorf("without every fifth card:\n%v\n%v", all, few)
	}
}

func TestSeedCommitment(t *testing.T) {
	secret, salt := sha256([]byte("a")), sha256([]byte("b"))
	s := NewSeed(secret, salt)
	if !s.Honest() || s.Seal().Secret != (Key{}) || s.Seal().Commitment != s.Commitment {
		t.Error("a fresh seed is not honest, or its sealed form tells too much")
	}
	if _, err := s.Seal().Rand(); err == nil {
		t.Error("a sealed seed gave chance")
	}
	lie := s
	lie.Secret[0]++
	if lie.Honest() {
		t.Error("another secret passes for the one committed to")
	}
	with := s
	with.Nonces = []string{"x", "y"}
	a, _ := s.Rand()
	b, _ := with.Rand()
	with.Nonces = []string{"xy", ""}
	c, _ := with.Rand()
	if a.Key == b.Key || b.Key == c.Key {
		t.Error("the seats' nonces do not matter")
	}
	for _, n := range []string{"a ", " a", "a\nb"} {
		with.Nonces = []string{n}
		if _, err := with.Rand(); err == nil {
			t.Errorf("the nonce %q cannot be written in a transcript, and is taken", n)
		}
	}
}

func TestBelowIsUnbiased(t *testing.T) {
	r, _ := NumberedSeed(2).Rand()
	sum := 0.0
	const n = 100000
	for range n {
		sum += float64(r.N(7))
	}
	if mean := sum / n; math.Abs(mean-3) > 0.03 {
		t.Errorf("mean %.3f", mean)
	}
}

func BenchmarkKeyShuffle(b *testing.B) {
	var k Key
	cards := make([]uint8, 48)
	for i := range cards {
		cards[i] = uint8(i)
	}
	for b.Loop() {
		slices.Sort(cards)
		k.Shuffle(Lot{Kind: 1}, cards)
	}
}

func BenchmarkKeyN(b *testing.B) {
	var k Key
	for b.Loop() {
		k.N(Lot{Kind: 1}, 10)
	}
}
