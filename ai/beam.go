package ai

import (
	"cmp"
	"slices"

	"theriac/engine"
)

// MaxSteps is how many moves a complete action can have: a pawn that is dispatched is
// chosen, then steered; a cure is paid card by card.
const MaxSteps = 12

// maxLevels is one more than the actions that can be left at once.
const maxLevels = 12

// Key tells a position from the others of a search. Its words can stand for parts of
// the position that change apart from each other.
type Key struct{ A, B, C uint64 }

// Domain is what a beam has to know of a game, whose positions are S.
type Domain[S any] interface {
	// Expand plays every complete action of a position that is worth a look, and offers
	// the beam what each leads to.
	Expand(s *S, b *Beam[S])
	// Key tells the position from others of the search.
	Key(s *S) Key
	// Value is how good the position is.
	Value(s *S, k Key) float64
	// Left is how many actions are left, and Play makes a listed move.
	Left(s *S) int
	Play(s *S, m engine.Move)
}

// Beam searches the actions of one turn: of all positions with the same number of
// actions left it keeps the Width best, whichever way they were reached. It searches
// whole turns because single actions are worth little by themselves.
//
// It allocates while its memory grows, and then no more.
type Beam[S any] struct {
	Game  Domain[S]
	Width int
	// Nodes is the positions that were kept; the first is the root.
	Nodes []Node[S]
	// Looked counts the positions that were valued.
	Looked int

	children [maxLevels][]child
	seen     keySet
	parent   int32
	picks    []int32
	order    []int32
}

// Node is a position that a beam kept, and the moves that lead to it.
type Node[S any] struct {
	State S
	Value float64
	Moves []engine.Move
}

// child is a position that was looked at and can be played again.
type child struct {
	value  float64
	parent int32
	n      uint8
	moves  [MaxSteps]engine.Move
}

// Search looks for the best ends of a turn that begins at root. Every node is such an
// end: actions can be left over. The order, best first, is of places in Nodes.
func (b *Beam[S]) Search(root *S) []int32 {
	b.begin(root)
	start := min(b.Game.Left(root), maxLevels-1)
	b.parent = 0
	b.Game.Expand(&b.Nodes[0].State, b)
	// What adds actions comes first, then the levels downwards; what leaves as many
	// as there were, such as an event, is expanded once.
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

// Order is what the last search found, best first.
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

// Offer hands the beam a position that a complete action of the position being expanded
// leads to.
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

// keep plays a child again and makes it a node.
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

// bestOf adds the places of the n best of a list, best first.
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

// keySet is a set of keys that is emptied at once. Where many keys fall together it
// forgets some, which costs time and nothing else.
type keySet struct {
	key   [1 << 14]uint64
	epoch [1 << 14]uint32
	now   uint32
}

func (t *keySet) clear() { t.now++ }

// add puts a key in and says whether it was new.
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
