package engine

import (
	"strconv"
	"strings"
)

// Seed is the source of a game's chance. Neither the host nor the players can choose the deck, because the
// host commits to a secret before each seat adds a nonce. The host reveals the secret when the game is over.
type Seed struct {
	// Secret and Salt are known only to the host while the seed is sealed. Without Salt, anyone could test
	// guesses of Secret against the commitment.
	Secret, Salt Key
	// Nonces are the seats' contributions, in seat order. Each can be empty.
	Nonces []string
	// Sealed means that this copy of the seed contains only the commitment.
	Sealed bool
	// Commitment is H(secret, salt), published before the nonces are known.
	Commitment Key
	// Number is the seed if Counted is set, as in tests and simulations. It is public from the start.
	Number  uint64
	Counted bool
	// Deal names a deal that several tables share, such as the deal of the day. All of them have the same
	// cards, and no seat adds a nonce.
	Deal string
}

// NumberedSeed returns the public seed with the given number.
func NumberedSeed(n uint64) Seed { return Seed{Number: n, Counted: true} }

// NewSeed returns a seed that commits to a secret.
func NewSeed(secret, salt Key) Seed {
	s := Seed{Secret: secret, Salt: salt}
	s.Commitment = s.commit()
	return s
}

// SharedSeed returns a seed that commits to the secret of a shared deal. The commitment covers the deal's
// name, so the secret of one day cannot be passed off as another's.
func SharedSeed(deal string, secret, salt Key) Seed {
	s := Seed{Deal: deal, Secret: secret, Salt: salt}
	s.Commitment = s.commit()
	return s
}

// IsDeal reports whether a string is a valid name for a shared deal: lower-case letters, digits and dashes.
func IsDeal(name string) bool {
	for _, c := range []byte(name) {
		if c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return name != "" && len(name) <= 64
}

func (s Seed) commit() Key {
	if s.Deal != "" {
		return sha256(append(append([]byte("theriac deal\n"+s.Deal+"\n"), s.Secret[:]...), s.Salt[:]...))
	}
	return sha256(append(append([]byte("theriac seed\n"), s.Secret[:]...), s.Salt[:]...))
}

// Seal returns the seed without its secret and salt, so that it can be public while the game runs.
func (s Seed) Seal() Seed {
	if s.Counted {
		return s
	}
	s.Secret, s.Salt, s.Sealed = Key{}, Key{}, true
	return s
}

// Honest reports whether the revealed secret matches the commitment.
func (s Seed) Honest() bool { return s.Counted || (!s.Sealed && s.commit() == s.Commitment) }

// Rand returns the random stream derived from the seed and its nonces. It fails if the seed is sealed.
func (s Seed) Rand() (Rand, error) {
	if s.Counted {
		return Rand{Key: sha256([]byte("theriac numbered seed\n" + strconv.FormatUint(s.Number, 10)))}, nil
	}
	if s.Sealed {
		return Rand{}, ErrSealed
	}
	if s.Deal != "" {
		if len(s.Nonces) > 0 {
			return Rand{}, &ParseError{Text: s.Nonces[0], Why: "no seat adds to a deal that tables share"}
		}
		return Rand{Key: hmac256(s.Secret, []byte("theriac deal\n"+s.Deal+"\n"))}, nil
	}
	var nonces []byte
	for i, n := range s.Nonces {
		if n != strings.TrimSpace(n) || strings.ContainsAny(n, "\n\r") {
			return Rand{}, &ParseError{Text: n, Why: "a nonce is one line without spaces around it"}
		}
		nonces = append(nonces, strconv.Itoa(i)+" "+strconv.Itoa(len(n))+" "+n+"\n"...)
	}
	return Rand{Key: hmac256(s.Secret, nonces)}, nil
}
