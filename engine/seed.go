package engine

import (
	"strconv"
	"strings"
)

// Seed is where a game's chance comes from, so made that neither the host nor
// the players can choose the deck: the host commits to a secret, the seats add
// nonces of their own, and the secret is shown when the game is over.
type Seed struct {
	// Secret and Salt are what the host keeps sealed. Salt keeps a guessed
	// secret from being tried against the commitment.
	Secret, Salt Key
	// Nonces are the seats' own contributions, in seat order; they may be empty.
	Nonces []string
	// Sealed says that only the commitment is known here.
	Sealed bool
	// Commitment is H(secret, salt), published before the nonces are known.
	Commitment Key
	// Number is set for a seed that is just a number: a test, a simulation or
	// a daily deal, open to everybody from the start.
	Number  uint64
	Counted bool
}

// NumberedSeed is the open seed with the given number.
func NumberedSeed(n uint64) Seed { return Seed{Number: n, Counted: true} }

// NewSeed commits to a secret.
func NewSeed(secret, salt Key) Seed {
	s := Seed{Secret: secret, Salt: salt}
	s.Commitment = s.commit()
	return s
}

func (s Seed) commit() Key {
	return sha256(append(append([]byte("theriac seed\n"), s.Secret[:]...), s.Salt[:]...))
}

// Seal is the form of a seed that may be shown while the game runs.
func (s Seed) Seal() Seed {
	if s.Counted {
		return s
	}
	s.Secret, s.Salt, s.Sealed = Key{}, Key{}, true
	return s
}

// Honest says whether the revealed secret is the one that was committed to.
func (s Seed) Honest() bool { return s.Counted || (!s.Sealed && s.commit() == s.Commitment) }

// Rand is the stream of chance that the seed and the nonces give. A sealed
// seed has none.
func (s Seed) Rand() (Rand, error) {
	if s.Counted {
		return Rand{Key: sha256([]byte("theriac numbered seed\n" + strconv.FormatUint(s.Number, 10)))}, nil
	}
	if s.Sealed {
		return Rand{}, ErrSealed
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
