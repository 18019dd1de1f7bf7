package ai

import (
	"cmp"
	"slices"

	"theriac/engine"
)

// MaxSteps is the maximum number of moves in one complete action. For example, a pawn is first chosen and
// then moved, and a cure is paid card by card.
const MaxSteps = 12

// maxLevels is one more than the maximum number of actions in a turn.
const maxLevels = 12

// Key identifies a position within a search. Its words can represent parts of the position that change
// independently.
type Key struct{ A, B, C uint64 }

// Domain is what a beam search needs to know about a game with positions of type S.
type Domain[S any] interface {
	// Expand plays every complete action worth trying from a position, and passes each result to the beam's
	// Offer.
	Expand(s *S, b *Beam[S])
	// Key returns the position's key for the search.
	Key(s *S) Key
	// Value returns how good the position is; only comparisons matter.
	Value(s *S, k Key) float64
	// Left returns how many actions are left in the turn. Play makes a legal move.
	Left(s *S) int
	Play(s *S, m engine.Move)
}

// Beam searches the actions of one turn. For each number of actions left, it keeps the Width best positions,
// no matter how they were reached. It searches whole turns because a single action says little about a plan.
//
// Once its buffers have grown, it allocates no memory.
type Beam[S any] struct {
	Game  Domain[S]
	Width int
	// Nodes holds the positions that the search has kept. The first is the root.
	Nodes []Node[S]
	// Looked counts the positions that the last search evaluated, as a measure of its work.
	Looked int

	children [maxLevels][]child
	seen     keySet
	parent   int32
	picks    []int32
	order    []int32
}

// Node is a position that the search has kept, with the moves that lead to it.
type Node[S any] struct {
	State S
	Value float64
	Moves []engine.Move
}

// child is a position that was evaluated but not stored. Replaying its moves restores it.
type child struct {
	value  float64
	parent int32
	n      uint8
	moves  [MaxSteps]engine.Move
}

// Search finds the best final positions of a turn that begins at root. Every node counts as final, since a
// turn may leave actions unused. It returns indices into Nodes, best first.
func (b *Beam[S]) Search(root *S) []int32 {
	b.begin(root)
	start := min(b.Game.Left(root), maxLevels-1)
	b.parent = 0
	b.Game.Expand(&b.Nodes[0].State, b)
	// The search goes from many actions left to few. A position reached without spending an action, such as
	// by an event, is expanded only once.
	for left := maxLevels - 1; left >= 0; left-- {
		most := b.Width
		if left >= start {
			most = (b.Width + 1) / 2
		}
		list := b.children[left]
		b.picks = bestOf(list, min(most, cap(b.Nodes)-len(b.Nodes)), b.picks[:0])
		from := len(b.Nodes)
		for _, i := range b.picks {
			b.keep(&list[i])
		}
		if left == 0 {
			break
		}
		b.children[left] = list[:0]
		for i := from; i < len(b.Nodes); i++ {
			b.parent = int32(i)
			b.Game.Expand(&b.Nodes[i].State, b)
		}
	}
	b.order = b.order[:0]
	for i := range b.Nodes {
		b.order = append(b.order, int32(i))
	}
	slices.SortStableFunc(b.order, func(x, y int32) int { return cmp.Compare(b.Nodes[y].Value, b.Nodes[x].Value) })
	return b.order
}

// Order returns the result of the last search, best first.
func (b *Beam[S]) Order() []int32 { return b.order }

func (b *Beam[S]) begin(root *S) {
	b.seen.clear()
	for i := range b.children {
		b.children[i] = b.children[i][:0]
	}
	if most := 8*b.Width + 8; cap(b.Nodes) < most {
		b.Nodes = make([]Node[S], 0, most)
	}
	b.Nodes = b.Nodes[:1]
	n := &b.Nodes[0]
	n.State, n.Moves = *root, n.Moves[:0]
	k := b.Game.Key(root)
	b.seen.add(k)
	n.Value = b.Game.Value(root, k)
	b.Looked++
}

// Offer adds a position that a complete action leads to, from the node being expanded.
func (b *Beam[S]) Offer(s *S, moves []engine.Move) {
	k := b.Game.Key(s)
	if len(moves) > MaxSteps || !b.seen.add(k) {
		return
	}
	b.Looked++
	c := child{value: b.Game.Value(s, k), parent: b.parent, n: uint8(len(moves))}
	copy(c.moves[:], moves)
	at := min(b.Game.Left(s), maxLevels-1)
	b.children[at] = append(b.children[at], c)
}

// keep replays a child's moves and stores the result as a node.
func (b *Beam[S]) keep(c *child) {
	at := len(b.Nodes)
	b.Nodes = b.Nodes[:at+1]
	n, p := &b.Nodes[at], &b.Nodes[c.parent]
	n.State, n.Value = p.State, c.value
	n.Moves = append(append(n.Moves[:0], p.Moves...), c.moves[:c.n]...)
	for _, m := range c.moves[:c.n] {
		b.Game.Play(&n.State, m)
	}
}

// bestOf appends the indices of the n best children in a list, best first.
func bestOf(list []child, n int, to []int32) []int32 {
	if n <= 0 {
		return to
	}
	for i := range list {
		v := list[i].value
		if len(to) == n {
			if v <= list[to[n-1]].value {
				continue
			}
			to = to[:n-1]
		}
		low, high := 0, len(to)
		for low < high {
			if mid := (low + high) / 2; list[to[mid]].value >= v {
				low = mid + 1
			} else {
				high = mid
			}
		}
		to = append(to, 0)
		copy(to[low+1:], to[low:])
		to[low] = int32(i)
	}
	return to
}

// keySet is a set of keys that is fast to clear. If many keys collide, it forgets some, which only wastes
// time.
type keySet struct {
	key   [1 << 14]uint64
	epoch [1 << 14]uint32
	now   uint32
}

func (t *keySet) clear() { t.now++ }

// add adds a key and reports whether it was new.
func (t *keySet) add(k Key) bool {
	h := (k.A ^ k.B<<1 ^ k.B>>63 ^ k.C<<17 ^ k.C>>47) * 0x9e3779b97f4a7c15
	h ^= h >> 31
	i := h >> 50
	for range 8 {
		if t.epoch[i] != t.now {
			t.epoch[i], t.key[i] = t.now, h
			return true
		}
		if t.key[i] == h {
			return false
		}
		i = (i + 1) & (1<<14 - 1)
	}
	return true
}
