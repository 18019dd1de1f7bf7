package engine

// Hash is the receipt of a position. Moves are the truth; a fold that does not
// arrive at the receipt is known to be wrong.
//
// It is taken over the position as Code writes it: named fields in a fixed
// order, zero values left out. It knows nothing of memory layout, so a position
// may gain fields without changing the hashes of games that do not use them.
type Hash [16]byte

// HashOf hashes what a coder is made to write.
func HashOf(code func(*Coder)) Hash {
	c := NewWriter()
	code(c)
	sum := sha256(c.Bytes())
	return Hash(sum[:16])
}

// Sum is the SHA-256 of a message, for who is built for the browser.
func Sum(message []byte) [32]byte { return sha256(message) }

// DataHash is how a header names the data that stands for a game's own: their
// SHA-256 in hexadecimal.
func DataHash(content []byte) string {
	sum := sha256(content)
	return hexText(sum[:])
}

// String is the hash in hexadecimal.
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

// String is the key in hexadecimal.
func (k Key) String() string { return hexText(k[:]) }

// ParseKey reads a key in hexadecimal.
func ParseKey(text string) (Key, bool) {
	var k Key
	ok := hexBytes(k[:], text)
	return k, ok
}
