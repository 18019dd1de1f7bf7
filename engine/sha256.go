package engine

import "math/bits"

// This is SHA-256 and HMAC as defined by FIPS 180-4 and RFC 2104. The packages of the standard library also
// link file access and self-tests, which would be a third of the browser build. A test compares the results
// with the standard library's.

var shaStart = [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}

var shaRound = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// sha256 returns the hash of a message.
func sha256(message []byte) Key {
	h := shaStart
	length := uint64(len(message)) * 8
	for ; len(message) >= 64; message = message[64:] {
		shaBlock(&h, message[:64])
	}
	// The remaining bytes, a one bit, zeros and the message's length fill one or two blocks.
	var tail [128]byte
	n := copy(tail[:], message)
	tail[n] = 0x80
	end := 64
	if n >= 56 {
		end = 128
	}
	for i := range 8 {
		tail[end-1-i] = byte(length >> (8 * i))
	}
	for i := 0; i < end; i += 64 {
		shaBlock(&h, tail[i:i+64])
	}
	var out Key
	for i, w := range h {
		out[4*i], out[4*i+1], out[4*i+2], out[4*i+3] = byte(w>>24), byte(w>>16), byte(w>>8), byte(w)
	}
	return out
}

func shaBlock(h *[8]uint32, p []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = uint32(p[4*i])<<24 | uint32(p[4*i+1])<<16 | uint32(p[4*i+2])<<8 | uint32(p[4*i+3])
	}
	rot := func(x uint32, n int) uint32 { return bits.RotateLeft32(x, -n) }
	for i := 16; i < 64; i++ {
		a, b := w[i-15], w[i-2]
		w[i] = w[i-16] + (rot(a, 7) ^ rot(a, 18) ^ a>>3) + w[i-7] + (rot(b, 17) ^ rot(b, 19) ^ b>>10)
	}
	a, b, c, d, e, f, g, k := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
	for i := range 64 {
		t1 := k + (rot(e, 6) ^ rot(e, 11) ^ rot(e, 25)) + (e&f ^ ^e&g) + shaRound[i] + w[i]
		t2 := (rot(a, 2) ^ rot(a, 13) ^ rot(a, 22)) + (a&b ^ a&c ^ b&c)
		a, b, c, d, e, f, g, k = t1+t2, a, b, c, d+t1, e, f, g
	}
	for i, x := range [8]uint32{a, b, c, d, e, f, g, k} {
		h[i] += x
	}
}

// hmac256 returns the HMAC of a message under a key.
func hmac256(key Key, message []byte) Key {
	var inner, outer [64]byte
	copy(inner[:], key[:])
	copy(outer[:], key[:])
	for i := range inner {
		inner[i] ^= 0x36
		outer[i] ^= 0x5c
	}
	sum := sha256(append(inner[:], message...))
	return sha256(append(outer[:], sum[:]...))
}
