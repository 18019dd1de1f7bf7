package load

import (
	"bytes"
	"encoding/json"

	"theriac/engine"
)

// CardPlants are the leaks of the card game that can be injected.
func CardPlants() []string {
	return []string{"risk-hand", "risk-face", "risk-dealt", "risk-sent", "pile", "next-card", "unseen"}
}

// injectCards injects one of them into the first update that gives an occasion.
func (g *leakGame) injectCards(kind string, o *oracle) (planted bool) {
	for i, v := range g.viewers {
		other := g.viewers[(i+1)%len(g.viewers)]
		switch kind {
		case "risk-dealt":
			planted = injectEntry(v, other, otherFacts)
		case "risk-sent":
			planted = injectEntry(v, other, unveiled)
		}
		v.updates(func(r *received, l Glance) bool {
			whole := wholeOf(o.moments[r.n].pos)
			if leaked := whole.leak(kind, v, l.View); leaked != nil {
				r.data, planted = bytes.Replace(r.data, l.View, leaked, 1), true
			}
			return !planted
		})
		if planted {
			return true
		}
	}
	return false
}

// whole is the hidden part of a position of the card game.
type whole struct {
	Hands []struct {
		Cards []string `json:"cards"`
	} `json:"hands"`
	Unseen []string `json:"unseen"`
	Face   string   `json:"face"`
	Left   []string `json:"left-pile"`
}

func wholeOf(pos engine.Session) (w whole) {
	_ = json.Unmarshal(engine.AppendCode(nil, pos.Code), &w) // what cannot be read gives no occasion
	return w
}

// leak is a view with something in it that its viewer may not know, or nil where
// there is no such thing.
func (w *whole) leak(kind string, v *viewer, view []byte) []byte {
	switch kind {
	case "risk-hand":
		for seat := range w.Hands {
			if cards := w.Hands[seat].Cards; len(cards) > 0 && !v.seats.Has(engine.Seat(seat)) {
				return with(view, "hands", w.Hands)
			}
		}
	case "risk-face":
		if w.Face != "" && !bytes.Contains(view, []byte(`"face":`)) {
			return with(view, "face", w.Face)
		}
	case "pile":
		if len(w.Left) > 1 {
			return with(view, "left-pile", w.Left)
		}
	case "next-card":
		if n := len(w.Left); n > 1 && w.Left[n-1] != w.Left[n-2] {
			return with(view, "piles", map[string]any{"left": map[string]any{"size": n, "open": w.Left[n-2]}})
		}
	case "unseen":
		if len(w.Unseen) > 0 {
			return with(view, "opened", w.Unseen)
		}
	}
	return nil
}

// with is an object with one more member, or another value of one.
func with(object []byte, name string, value any) []byte {
	members := map[string]any{}
	fields(object, func(key, value []byte) { members[string(key)] = json.RawMessage(value) })
	members[name] = value
	text, _ := json.Marshal(members)
	return text
}
