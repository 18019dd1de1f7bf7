package engine

import "math/bits"

// Key is the secret that all chance of one game comes from. 32 bytes, because
// a shuffled deck of 53 cards has more orders than 128 bits can tell apart.
type Key [32]byte

// Rand is a stream of chance: the ChaCha8 block function keyed by a secret and
// counted by position. It lives inside a position as a plain value, so a copy
// of the position continues with the same chance, and a replay needs only the
// key. Its numbers are defined here, not by a Go release.
type Rand struct {
	Key Key
	// Next is the index of the next 32-bit word of the stream.
	Next uint32
}

const wordsPerBlock = 16

// N draws a number below n, uniformly. n must be at least 1.
func (r *Rand) N(n int) int {
	var b block
	b.n = ^uint32(0)
	return int(r.below(&b, uint32(n)))
}

// Shuffle puts the items in a uniformly random order.
func (r *Rand) Shuffle(items []uint8) {
	var b block
	b.n = ^uint32(0)
	for i := len(items) - 1; i > 0; i-- {
		j := r.below(&b, uint32(i+1))
		items[i], items[j] = items[j], items[i]
	}
}

// Fork derives an independent stream, so that a guess about hidden cards does
// not share the chance of the real ones.
func (r *Rand) Fork() Rand {
	var k Key
	for i := 0; i < len(k); i += 4 {
		w := r.Word()
		k[i], k[i+1], k[i+2], k[i+3] = byte(w), byte(w>>8), byte(w>>16), byte(w>>24)
	}
	return Rand{Key: k}
}

// Word draws 32 random bits.
func (r *Rand) Word() uint32 {
	var b block
	b.n = ^uint32(0)
	return r.word(&b)
}

// below draws from 0..n-1 by multiplication, rejecting the few words that
// would make some numbers likelier than others.
func (r *Rand) below(b *block, n uint32) uint32 {
	p := uint64(r.word(b)) * uint64(n)
	if low := uint32(p); low < n {
		for floor := -n % n; low < floor; low = uint32(p) {
			p = uint64(r.word(b)) * uint64(n)
		}
	}
	return uint32(p >> 32)
}

// block caches the block of the stream that the last word came from.
type block struct {
	n     uint32
	words [wordsPerBlock]uint32
}

func (r *Rand) word(b *block) uint32 {
	n := r.Next / wordsPerBlock
	if n != b.n {
		chacha8(&r.Key, n, &b.words)
		b.n = n
	}
	w := b.words[r.Next%wordsPerBlock]
	r.Next++
	return w
}

// chacha8 is the ChaCha block function of RFC 8439 with eight rounds, a zero
// nonce and block number n.
func chacha8(key *Key, n uint32, out *[wordsPerBlock]uint32) {
	x := [wordsPerBlock]uint32{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}
	for i := range 8 {
		x[4+i] = uint32(key[4*i]) | uint32(key[4*i+1])<<8 | uint32(key[4*i+2])<<16 | uint32(key[4*i+3])<<24
	}
	x[12] = n
	start := x
	for range 4 {
		quarter(&x[0], &x[4], &x[8], &x[12])
		quarter(&x[1], &x[5], &x[9], &x[13])
		quarter(&x[2], &x[6], &x[10], &x[14])
		quarter(&x[3], &x[7], &x[11], &x[15])
		quarter(&x[0], &x[5], &x[10], &x[15])
		quarter(&x[1], &x[6], &x[11], &x[12])
		quarter(&x[2], &x[7], &x[8], &x[13])
		quarter(&x[3], &x[4], &x[9], &x[14])
	}
	for i := range x {
		out[i] = x[i] + start[i]
	}
}

func quarter(a, b, c, d *uint32) {
	*a += *b
	*d = bits.RotateLeft32(*d^*a, 16)
	*c += *d
	*b = bits.RotateLeft32(*b^*c, 12)
	*a += *b
	*d = bits.RotateLeft32(*d^*a, 8)
	*c += *d
	*b = bits.RotateLeft32(*b^*c, 7)
}
