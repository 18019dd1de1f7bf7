package replica

import (
	"fmt"

	"theriac/internal/state"
)

// Hello is the message with which a node asks to vote. Each other node that receives it calls Admit to decide.
type Hello struct {
	Member, Boot, Nonce uint64
	Durable             uint64 // the position up to which the node has its state on disk
}

// Admit returns ErrCopied if a node's folder lacks something that the node has shown to others: the folder was
// copied, or restored from an earlier time. Such a node must not vote under its old name. w is the admitting
// node's record of that member's frames.
//
// Admit cannot detect a folder that was restored to an earlier moment of the same start if there was no
// checkpoint since.
func Admit(w state.Window, h Hello) error {
	switch {
	case h.Boot < w.Boot, h.Boot == w.Boot && h.Nonce != w.Nonce:
		return fmt.Errorf("%w: start %d after start %d", ErrCopied, h.Boot, w.Boot)
	case h.Durable < w.Claimed:
		return fmt.Errorf("%w: it is at %d and was at %d", ErrCopied, h.Durable, w.Claimed)
	}
	return nil
}
