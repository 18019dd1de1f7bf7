package engine

// Hash identifies a position. A stored game contains it as a receipt: replaying the moves must lead to a
// position with the same hash.
//
// It is the hash of what Code writes: named fields in a fixed order, without zero values. So it does not
// depend on the memory layout, and new fields do not change the hashes of games that do not use them.
type Hash [16]byte

// HashOf returns the hash of the fields that code writes.
func HashOf(code func(*Coder)) Hash {
	c := NewWriter()
	code(c)
	sum := sha256(c.Bytes())
	return Hash(sum[:16])
}

// Sum returns the SHA-256 of a message. It avoids crypto/sha256, which would enlarge the browser build.
func Sum(message []byte) [32]byte { return sha256(message) }

// DataHash returns the SHA-256, in hexadecimal, of data that replace a game's own.
func DataHash(content []byte) string {
	sum := sha256(content)
	return hexText(sum[:])
}

// String returns the hash in hexadecimal.
func (h Hash) String() string { return hexText(h[:]) }

const hexDigits = "0123456789abcdef"

func hexText(b []byte) string {
	out := make([]byte, 0, 2*len(b))
	for _, x := range b {
		out = append(out, hexDigits[x>>4], hexDigits[x&15])
	}
	return string(out)
}

func hexBytes(dst []byte, text string) bool {
	if len(text) != 2*len(dst) {
		return false
	}
	for i := range dst {
		hi, lo := nibble(text[2*i]), nibble(text[2*i+1])
		if hi < 0 || lo < 0 {
			return false
		}
		dst[i] = byte(hi<<4 | lo)
	}
	return true
}

func nibble(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// String returns the key in hexadecimal.
func (k Key) String() string { return hexText(k[:]) }

// ParseKey parses a key in hexadecimal.
func ParseKey(text string) (Key, bool) {
	var k Key
	ok := hexBytes(k[:], text)
	return k, ok
}
