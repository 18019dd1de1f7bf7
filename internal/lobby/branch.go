package lobby

import (
	"encoding/hex"
	"slices"

	"theriac/engine"
)

// Branch says that a table plays on from another game: after some number of its moves,
// with the same cards, or with those drawn anew that were not known.
type Branch struct {
	Table string `json:"table"` // the game that it goes on from
	At    int    `json:"at"`    // how many of its moves stand
	// Fresh says that the cards which nobody knew are drawn anew.
	Fresh bool `json:"fresh,omitempty"`
	// Beside says that the game ran when the table was made: something is tried out
	// beside it.
	Beside bool `json:"beside,omitempty"`
	// Deal and Nonces are of that game's seed, where its cards are the same.
	Deal   string   `json:"deal,omitempty"`
	Nonces []string `json:"nonces,omitempty"`
}

// BranchDeal is a branch with what it begins from, for a draft. Only the server makes one.
type BranchDeal struct {
	Table string
	At    int
	// Seed is that of the game, and only of a game whose seed is shown to everybody who
	// may see it; none where Fresh says that the table draws cards by a seed of its own.
	Seed  engine.Seed
	Fresh bool
	// Beside is as in Branch.
	Beside bool
	// Known is what is known of the position that the table begins with; nil: its set-up.
	Known    []byte
	Revision int // of the rules that the game is played by
}

// branch gives a new record the cards of another game. It is not public: whoever has
// seen that game knows them.
func (r *record) branch(d *BranchDeal) error {
	if d == nil {
		return nil
	}
	if r.Public {
		return refuse(DealNotPublic)
	}
	r.Revision, r.Known = d.Revision, string(d.Known)
	if d.Fresh {
		r.Branch = &Branch{Table: d.Table, At: d.At, Fresh: true, Beside: d.Beside}
		return nil
	}
	r.Branch = &Branch{Table: d.Table, At: d.At, Beside: d.Beside, Deal: d.Seed.Deal, Nonces: slices.Clone(d.Seed.Nonces)}
	if d.Seed.Counted {
		r.Deal = d.Seed.Number
		return nil
	}
	r.Secret, r.Salt = hex.EncodeToString(d.Seed.Secret[:]), hex.EncodeToString(d.Seed.Salt[:])
	r.Commitment = hex.EncodeToString(d.Seed.Commitment[:])
	return nil
}

// seed is the seed of the game that a branch goes on from.
func (b *Branch) seed(secret, salt engine.Key) engine.Seed {
	if b.Deal != "" {
		return engine.SharedSeed(b.Deal, secret, salt)
	}
	s := engine.NewSeed(secret, salt)
	s.Nonces = slices.Clone(b.Nonces)
	return s
}
