package load

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Plants are the leaks that can be injected into what was recorded, as if the server
// had made them: a check that finds none of them would not be one. CardPlants are
// those of the card game.
func Plants() []string { return []string{"view", "fact", "seed", "undo", "chances", "talk", "ghost"} }

// injectLeak injects a leak, where the game gives an occasion.
func injectLeak(kind string, g *leakGame, o *oracle) bool {
	switch kind {
	case "view":
		return g.injectView()
	case "fact":
		return injectEntry(g.viewers[0], g.viewers[1], otherFacts)
	case "seed":
		return g.injectSeed(o)
	case "undo":
		return g.injectUndo()
	case "chances":
		return g.injectChances()
	case "talk", "ghost":
		return g.injectTeam(kind)
	}
	return o.head.Game == "pharmacy" && g.injectCards(kind, o)
}

// updates calls f with the updates of a viewer that came while the game ran, until f
// returns false.
func (v *viewer) updates(f func(r *received, l Glance) bool) {
	for i := range v.log {
		r := &v.log[i]
		if r.kind != "update" || r.over {
			continue
		}
		if l, ok := glance(r.data); ok && !f(r, l) {
			return
		}
	}
}

// injectView gives a viewer the view of another at the same entry.
func (g *leakGame) injectView() (planted bool) {
	a, b := g.viewers[0], g.viewers[1]
	views := map[int][]byte{}
	b.updates(func(r *received, l Glance) bool { views[r.n] = l.View; return true })
	a.updates(func(r *received, l Glance) bool {
		other, ok := views[r.n]
		if !ok || r.n < 3 || bytes.Equal(other, l.View) {
			return true
		}
		r.data, planted = bytes.Replace(r.data, l.View, other, 1), true
		return false
	})
	return planted
}

// injectChances gives a viewer the odds of another entry.
func (g *leakGame) injectChances() (planted bool) {
	var before []byte
	g.viewers[0].updates(func(r *received, l Glance) bool {
		if before != nil && !bytes.Equal(before, l.Chances) {
			r.data, planted = bytes.Replace(r.data, l.Chances, before, 1), true
		}
		before = l.Chances
		return !planted
	})
	return planted
}

// injectEntry gives a viewer an entry as another read it, where they differ.
func injectEntry(a, b *viewer, worth func(other, own Step) bool) (planted bool) {
	steps := map[int][]byte{}
	b.updates(func(_ *received, l Glance) bool {
		elements(l.StepList, func(st []byte) { steps[stepN(st)] = st })
		return true
	})
	a.updates(func(r *received, l Glance) bool {
		elements(l.StepList, func(st []byte) {
			other, ok := steps[stepN(st)]
			if planted || !ok || !compared(other, st, worth) {
				return
			}
			r.data, planted = bytes.Replace(slices.Clone(r.data), st, other, 1), true
		})
		return !planted
	})
	return planted
}

// compared compares two entries; false for those that cannot be compared.
func compared(other, own []byte, by func(other, own Step) bool) bool {
	var x, y Step
	if json.Unmarshal(other, &x) != nil || json.Unmarshal(own, &y) != nil || len(x.Plays) != len(y.Plays) {
		return false
	}
	return by(x, y)
}

// otherFacts says whether two entries have different facts.
func otherFacts(other, own Step) bool {
	return !slices.EqualFunc(other.Plays, own.Plays, func(p, q Play) bool { return slices.Equal(p.Facts, q.Facts) })
}

// unveiled says whether an entry names a card that is face down in one's own.
func unveiled(other, own Step) bool {
	return !slices.EqualFunc(other.Plays, own.Plays, func(p, q Play) bool { return p.Move == q.Move || !strings.Contains(q.Move, "?") })
}

// injectSeed shows the secret early, where an update has room for it.
func (g *leakGame) injectSeed(o *oracle) (planted bool) {
	g.viewers[0].updates(func(r *received, _ Glance) bool {
		r.data = bytes.Replace(r.data, []byte(`"step":"`), []byte(`"step":"`+o.secrets[0]), 1)
		planted = bytes.Contains(r.data, []byte(o.secrets[0]))
		return !planted
	})
	return planted
}

// injectUndo leaves a viewer with what it saw before moves were taken back.
func (g *leakGame) injectUndo() (planted bool) {
	for _, v := range g.viewers {
		var before []byte
		v.updates(func(r *received, l Glance) bool {
			undone := bytes.Contains(l.StepList, []byte(`"kind":"undo"`))
			if undone && before != nil && !bytes.Equal(before, l.View) {
				r.data, planted = bytes.Replace(r.data, l.View, before, 1), true
			}
			before = l.View
			return !planted
		})
		if planted {
			return true
		}
	}
	return false
}
