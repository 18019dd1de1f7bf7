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
	// Number is set for a seed that is just a number: a test or a simulation, open to
	// everybody from the start.
	Number  uint64
	Counted bool
	// Deal names a deal that several tables share, such as that of a day: the same
	// cards at each of them. No seat adds a nonce to it.
	Deal string
}

// NumberedSeed is the open seed with the given number.
func NumberedSeed(n uint64) Seed { return Seed{Number: n, Counted: true} }

// NewSeed commits to a secret.
func NewSeed(secret, salt Key) Seed {
	s := Seed{Secret: secret, Salt: salt}
	s.Commitment = s.commit()
	return s
}

// SharedSeed commits to the secret of a deal that several tables share. The name is
// part of the commitment: a secret cannot be passed off as another day's.
func SharedSeed(deal string, secret, salt Key) Seed {
	s := Seed{Deal: deal, Secret: secret, Salt: salt}
	s.Commitment = s.commit()
	return s
}

// IsDeal says whether a text can name a shared deal: lower-case letters, digits and
// dashes.
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
