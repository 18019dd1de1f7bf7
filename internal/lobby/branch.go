package lobby

import (
	"encoding/hex"
	"slices"

	"theriac/engine"
)

// Branch says that a table plays on from a game that is over: with the same cards, and
// the same moves up to some number.
type Branch struct {
	Table string `json:"table"` // the game that it goes on from
	At    int    `json:"at"`    // how many of its moves stand
	// Deal and Nonces are of that game's seed.
	Deal   string   `json:"deal,omitempty"`
	Nonces []string `json:"nonces,omitempty"`
}

// BranchDeal is a branch with the seed of its game, for a draft. Only the server makes
// one, and only of a game whose seed is shown to everybody who may see it.
type BranchDeal struct {
	Table    string
	At       int
	Seed     engine.Seed
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
	r.Branch = &Branch{Table: d.Table, At: d.At, Deal: d.Seed.Deal, Nonces: slices.Clone(d.Seed.Nonces)}
	r.Revision = d.Revision
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
