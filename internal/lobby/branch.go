package lobby

import (
	"encoding/hex"
	"slices"

	"theriac/engine"
)

// Branch records that a table continues another game after one of its moves. The table plays with the same
// cards, or draws the unknown cards again.
type Branch struct {
	Table string `json:"table"` // id of the table whose game this table continues
	At    int    `json:"at"`    // how many of that game's moves this table starts with
	// Fresh means that the cards unknown at that move were drawn again.
	Fresh bool `json:"fresh,omitempty"`
	// WhileRunning means that the other game was still running when this table was made. A player uses such a
	// table to try something out.
	WhileRunning bool `json:"beside,omitempty"`
	// Deal and Nonces complete the seed of the other game. They are empty if the cards are drawn again.
	Deal   string   `json:"deal,omitempty"`
	Nonces []string `json:"nonces,omitempty"`
}

// BranchDeal is a branch together with all data that its game needs to begin, as part of a Draft. Only the
// server makes a BranchDeal.
type BranchDeal struct {
	Table string
	At    int
	// Seed is the seed of the continued game. The caller makes sure that everyone who may see that game may
	// also know its seed. With Fresh it is empty, because the table uses its own seed to draw cards.
	Seed  engine.Seed
	Fresh bool
	// WhileRunning means that the other game was still running when this table was made, as in Branch.
	WhileRunning bool
	// Known is the knowledge from which the initial position is drawn; nil means the game's set-up.
	Known    []byte
	Revision int // revision of the game's rules
}

// branch gives a new record the cards of the continued game. The table is not public, because people who have
// seen that game know the cards.
func (r *tableRecord) branch(d *BranchDeal) error {
	if d == nil {
		return nil
	}
	if r.Public {
		return refuse(DealNotPublic)
	}
	r.Revision, r.Known = d.Revision, string(d.Known)
	if d.Fresh {
		r.Branch = &Branch{Table: d.Table, At: d.At, Fresh: true, WhileRunning: d.WhileRunning}
		return nil
	}
	r.Branch = &Branch{Table: d.Table, At: d.At, WhileRunning: d.WhileRunning, Deal: d.Seed.Deal, Nonces: slices.Clone(d.Seed.Nonces)}
	if d.Seed.Counted {
		r.Deal = d.Seed.Number
		return nil
	}
	r.Secret, r.Salt = hex.EncodeToString(d.Seed.Secret[:]), hex.EncodeToString(d.Seed.Salt[:])
	r.Commitment = hex.EncodeToString(d.Seed.Commitment[:])
	return nil
}

// seed returns the seed of the continued game.
func (b *Branch) seed(secret, salt engine.Key) engine.Seed {
	if b.Deal != "" {
		return engine.SharedSeed(b.Deal, secret, salt)
	}
	s := engine.NewSeed(secret, salt)
	s.Nonces = slices.Clone(b.Nonces)
	return s
}
