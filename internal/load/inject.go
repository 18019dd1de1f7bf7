package load

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"theriac/engine"
)

// Plants lists the leaks that can be injected into the recorded messages, as if the server had caused them. A
// check that finds no injected leak would prove nothing.
func Plants() []string {
	return []string{"view", "fact", "seed", "undo", "chances", "talk", "ghost", "whisper", "blocked"}
}

// CardPlants lists the further leaks that can be injected into the card game.
func CardPlants() []string {
	return []string{"risk-hand", "risk-face", "risk-dealt", "risk-sent", "pile", "next-card", "unseen"}
}

// injectLeak injects a leak into the recorded messages. It returns false if no message of the game can hold
// that leak.
func injectLeak(kind string, g *leakGame, o *oracle) bool {
	a, b := g.viewers[0], g.viewers[1]
	switch kind {
	case "view": // the view of a different viewer at the same entry
		views := map[int][]byte{}
		b.updates(func(r *received, l Glance) bool { views[r.n] = l.View; return true })
		return a.alter(func(r *received, l Glance) (old, leak []byte) {
			if r.n < 3 {
				return nil, nil
			}
			return l.View, views[r.n]
		})
	case "fact":
		return injectEntry(a, b, otherFacts)
	case "seed": // an update reveals the secret seed before the end
		return a.alter(func(*received, Glance) (old, leak []byte) {
			return []byte(`"step":"`), []byte(`"step":"` + o.secrets[0])
		})
	case "undo": // after an undo, the viewer still gets the view from before it
		return slices.ContainsFunc(g.viewers, func(v *viewer) bool {
			var before []byte
			return v.alter(func(_ *received, l Glance) (old, leak []byte) {
				if bytes.Contains(bytes.Join(l.Entries, nil), []byte(`"kind":"undo"`)) {
					leak = before
				}
				before = l.View
				return l.View, leak
			})
		})
	case "chances": // the odds that belong to the previous update
		var before []byte
		return a.alter(func(_ *received, l Glance) (old, leak []byte) {
			leak, before = before, l.Chances
			return l.Chances, leak
		})
	case "blocked":
		return g.injectBlocked()
	case "whisper":
		return g.injectWhisper()
	case "talk", "ghost":
		return g.injectTeam(kind)
	}
	return o.head.Game == "pharmacy" && g.injectCards(kind, o)
}

// updates calls f with each update that a viewer received while the game ran, until f returns false.
func (v *viewer) updates(f func(r *received, l Glance) bool) {
	for i := range v.log {
		r := &v.log[i]
		if r.kind != "update" || r.over {
			continue
		}
		if l, err := Look(r.data); err == nil && !f(r, l) {
			return
		}
	}
}

// alter injects a leak into one update. For each update, part returns the bytes to replace and the leak; alter
// replaces them in the first update in which the two differ.
func (v *viewer) alter(part func(r *received, l Glance) (old, leak []byte)) (planted bool) {
	v.updates(func(r *received, l Glance) bool {
		if old, leak := part(r, l); leak != nil && !bytes.Equal(old, leak) && bytes.Contains(r.data, old) {
			r.data, planted = bytes.Replace(r.data, old, leak, 1), true
		}
		return !planted
	})
	return planted
}

// injectEntry replaces an entry that viewer a received with the one that viewer b received. It picks the first
// entry whose two versions worth accepts.
func injectEntry(a, b *viewer, worth func(other, own Step) bool) bool {
	entries := map[int][]byte{}
	b.updates(func(_ *received, l Glance) bool {
		for _, e := range l.Entries {
			entries[entryN(e)] = e
		}
		return true
	})
	return a.alter(func(_ *received, l Glance) (old, leak []byte) {
		for _, e := range l.Entries {
			var x, y Step
			other := entries[entryN(e)]
			if json.Unmarshal(other, &x) == nil && json.Unmarshal(e, &y) == nil && len(x.Plays) == len(y.Plays) && worth(x, y) {
				return e, other
			}
		}
		return nil, nil
	})
}

// otherFacts reports whether two versions of an entry have different facts.
func otherFacts(other, own Step) bool {
	return !slices.EqualFunc(other.Plays, own.Plays, func(p, q Play) bool { return slices.Equal(p.Facts, q.Facts) })
}

// unveiled reports whether other names a card that is face down in own.
func unveiled(other, own Step) bool {
	return !slices.EqualFunc(other.Plays, own.Plays, func(p, q Play) bool { return p.Move == q.Move || !strings.Contains(q.Move, "?") })
}

// injectTeam gives a viewer a message that only a different team should receive.
func (g *leakGame) injectTeam(kind string) bool {
	if !g.teams {
		return false
	}
	for _, v := range g.viewers {
		at := slices.IndexFunc(g.viewers, func(other *viewer) bool { return g.side(other) != g.side(v) })
		for _, r := range v.log {
			if r.kind == kind && at >= 0 && (kind != "talk" || bytes.Contains(r.data, []byte(teamPrefix(g.side(v))))) {
				r.seats = g.viewers[at].seats // of the player who now has it
				g.viewers[at].log = append(g.viewers[at].log, r)
				return true
			}
		}
	}
	return false
}

// injectWhisper gives a player a message that only those who watch should receive.
func (g *leakGame) injectWhisper() bool {
	for _, r := range g.viewers[len(g.viewers)-1].log {
		if bytes.Contains(r.data, []byte(whisper)) {
			r.seats = g.viewers[0].seats
			g.viewers[0].log = append(g.viewers[0].log, r)
			return true
		}
	}
	return false
}

// injectCards injects a leak into the first update of the card game in which it is possible.
func (g *leakGame) injectCards(kind string, o *oracle) bool {
	for i, v := range g.viewers {
		other := g.viewers[(i+1)%len(g.viewers)]
		var planted bool
		switch kind {
		case "risk-dealt":
			planted = injectEntry(v, other, otherFacts)
		case "risk-sent":
			planted = injectEntry(v, other, unveiled)
		default:
			planted = v.alter(func(r *received, l Glance) (old, leak []byte) {
				return l.View, wholeOf(o.positions[r.n].pos).leak(kind, v, l.View)
			})
		}
		if planted {
			return true
		}
	}
	return false
}

// leak returns a view to which it has added a secret that the viewer may not know. It returns nil if the game
// has no secret of that kind.
func (w *whole) leak(kind string, v *viewer, view []byte) []byte {
	switch n := len(w.Left); {
	case kind == "risk-hand":
		for seat, h := range w.Hands {
			if len(h.Cards) > 0 && !v.seats.Has(engine.Seat(seat)) {
				return with(view, "hands", w.Hands)
			}
		}
	case kind == "risk-face" && w.Face != "" && !bytes.Contains(view, []byte(`"face":`)):
		return with(view, "face", w.Face)
	case kind == "pile" && n > 1:
		return with(view, "left-pile", w.Left)
	case kind == "next-card" && n > 1 && w.Left[n-1] != w.Left[n-2]:
		return with(view, "piles", map[string]any{"left": map[string]any{"size": n, "open": w.Left[n-2]}})
	case kind == "unseen" && len(w.Unseen) > 0:
		return with(view, "opened", w.Unseen)
	}
	return nil
}

// with returns a JSON object in which one field was added or replaced.
func with(object []byte, name string, value any) []byte {
	members := map[string]any{}
	fields(object, func(key string, value []byte) { members[key] = json.RawMessage(value) })
	members[name] = value
	return encode(members)
}
