package engine

import "math/bits"

// Key is the secret that determines all chance in one game. It has 32 bytes, because a shuffled deck of 53
// cards has more possible orders than 128 bits can distinguish.
type Key [32]byte

// Rand is a stream of random numbers: the ChaCha8 block function with a secret key and a word counter. It is
// a plain value in a position, so a copy of the position continues with the same numbers. They do not depend
// on the Go version, so the key is enough for a replay.
type Rand struct {
	Key Key
	// Next is the index of the next 32-bit word in the stream.
	Next uint32
}

const wordsPerBlock = 16

// Lot identifies one random decision in a game: its kind of shuffle or draw, which each game numbers from 1,
// and how often that has happened. Rand itself uses the zero Lot.
type Lot struct{ Kind, Time uint8 }

// Shuffle puts distinct cards in a random order. A card's place depends on a number computed only from the
// key, the lot and the card. So adding or removing a card does not reorder the rest, and tables that share a
// deal keep its order even if their discards differ.
func (k *Key) Shuffle(l Lot, cards []uint8) {
	const perBlock = wordsPerBlock / 2
	var order [1 << 8]uint64 // for each card: 56 random bits, then the card
	var words [wordsPerBlock]uint32
	at := -1
	for i, c := range cards {
		if b := int(c / perBlock); b != at {
			chacha8(k, uint32(b), l, &words)
			at = b
		}
		w := c % perBlock * 2
		x, j := uint64(words[w])<<32|uint64(words[w+1])&^0xff|uint64(c), i
		for ; j > 0 && order[j-1] > x; j-- {
			order[j] = order[j-1]
		}
		order[j] = x
	}
	for i := range cards {
		cards[i] = uint8(order[i])
	}
}

// N returns a uniformly random number below n, which must be at least 1. It depends only on the key and the
// lot.
func (k *Key) N(l Lot, n int) int {
	d := draws{from: &Rand{Key: *k}, lot: l, block: ^uint32(0)}
	return d.N(n)
}

// N returns a uniformly random number below n, which must be at least 1.
func (r *Rand) N(n int) int {
	d := r.draw()
	return d.N(n)
}

// Shuffle puts the items in a uniformly random order.
func (r *Rand) Shuffle(items []uint8) {
	d := r.draw()
	d.Shuffle(items)
}

// Word returns the next 32 random bits.
func (r *Rand) Word() uint32 {
	d := r.draw()
	return d.word()
}

// Fork returns an independent stream. Guesses about hidden cards use it, so that they do not repeat the real
// random numbers.
func (r *Rand) Fork() Rand {
	d := r.draw()
	var k Key
	for i := 0; i < len(k); i += 4 {
		w := d.word()
		k[i], k[i+1], k[i+2], k[i+3] = byte(w), byte(w>>8), byte(w>>16), byte(w>>24)
	}
	return Rand{Key: k}
}

// draw begins a series of draws from the stream. The numbers are the same as in single draws, but each block
// of the stream is computed only once.
func (r *Rand) draw() draws { return draws{from: r, block: ^uint32(0)} }

// draws is a series of draws that computes each block of a stream only once.
type draws struct {
	from  *Rand
	lot   Lot
	block uint32 // the index of the block that the field words holds
	words [wordsPerBlock]uint32
}

// N returns a uniformly random number below n, which must be at least 1.
func (d *draws) N(n int) int { return int(d.below(uint32(n))) }

// Shuffle puts the items in a uniformly random order. Each draw decides two swaps: a number below the product
// of two bounds yields one number below each.
func (d *draws) Shuffle(items []uint8) {
	i := uint32(len(items))
	for ; i > 2; i -= 2 {
		both := d.below(i * (i - 1))
		j, k := both/(i-1), both%(i-1)
		items[i-1], items[j] = items[j], items[i-1]
		items[i-2], items[k] = items[k], items[i-2]
	}
	if i == 2 && d.below(2) == 0 {
		items[0], items[1] = items[1], items[0]
	}
}

// below returns a random number from 0 to n-1 by multiplication. It rejects the few words that would make
// some numbers more likely than others.
func (d *draws) below(n uint32) uint32 {
	p := uint64(d.word()) * uint64(n)
	if low := uint32(p); low < n {
		for floor := -n % n; low < floor; low = uint32(p) {
			p = uint64(d.word()) * uint64(n)
		}
	}
	return uint32(p >> 32)
}

func (d *draws) word() uint32 {
	r := d.from
	if n := r.Next / wordsPerBlock; n != d.block {
		chacha8(&r.Key, n, d.lot, &d.words)
		d.block = n
	}
	w := d.words[r.Next%wordsPerBlock]
	r.Next++
	return w
}

// chacha8 computes the ChaCha block function of RFC 8439 with eight rounds. The lot is the nonce, and n is
// the block number. It uses separate variables instead of an array, so that the compiler keeps them in
// registers.
func chacha8(key *Key, n uint32, l Lot, out *[wordsPerBlock]uint32) {
	const c0, c1, c2, c3 = 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574
	k0, k1, k2, k3 := key.word(0), key.word(1), key.word(2), key.word(3)
	k4, k5, k6, k7 := key.word(4), key.word(5), key.word(6), key.word(7)
	x0, x1, x2, x3 := uint32(c0), uint32(c1), uint32(c2), uint32(c3)
	x4, x5, x6, x7 := k0, k1, k2, k3
	x8, x9, x10, x11 := k4, k5, k6, k7
	nonce := uint32(l.Kind) | uint32(l.Time)<<8
	x12, x13, x14, x15 := n, nonce, uint32(0), uint32(0)
	for range 4 {
		x0, x4, x8, x12 = quarter(x0, x4, x8, x12)
		x1, x5, x9, x13 = quarter(x1, x5, x9, x13)
		x2, x6, x10, x14 = quarter(x2, x6, x10, x14)
		x3, x7, x11, x15 = quarter(x3, x7, x11, x15)
		x0, x5, x10, x15 = quarter(x0, x5, x10, x15)
		x1, x6, x11, x12 = quarter(x1, x6, x11, x12)
		x2, x7, x8, x13 = quarter(x2, x7, x8, x13)
		x3, x4, x9, x14 = quarter(x3, x4, x9, x14)
	}
	*out = [wordsPerBlock]uint32{
		x0 + c0, x1 + c1, x2 + c2, x3 + c3,
		x4 + k0, x5 + k1, x6 + k2, x7 + k3,
		x8 + k4, x9 + k5, x10 + k6, x11 + k7,
		x12 + n, x13 + nonce, x14, x15,
	}
}

func quarter(a, b, c, d uint32) (uint32, uint32, uint32, uint32) {
	a += b
	d = bits.RotateLeft32(d^a, 16)
	c += d
	b = bits.RotateLeft32(b^c, 12)
	a += b
	d = bits.RotateLeft32(d^a, 8)
	c += d
	b = bits.RotateLeft32(b^c, 7)
	return a, b, c, d
}

// word returns the i-th little-endian word of the key.
func (k *Key) word(i int) uint32 {
	return uint32(k[4*i]) | uint32(k[4*i+1])<<8 | uint32(k[4*i+2])<<16 | uint32(k[4*i+3])<<24
}
