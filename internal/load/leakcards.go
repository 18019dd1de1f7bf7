package load

import (
	"encoding/json"
	"strings"

	"theriac/engine"
)

// This file checks the secrets of the card game. It derives them from the cards that a round has dealt,
// revealed and passed on, without the code that makes views.

// onTable holds the cards that the current round has shown up to a certain entry.
type onTable struct {
	seen   map[string]bool                 // cards that have been face up
	opened map[string]int                  // risk cards that were revealed
	dealt  map[engine.Seat]map[string]bool // risk cards that a seat was dealt
	open   map[string]string               // the newest revealed card of each pile
	sender engine.Seat                     // the seat whose risk card is not yet revealed, if any
}

const nobody engine.Seat = 0xff

// onTable returns the cards that entry n and earlier entries of its round have shown, ignoring undone moves.
func (o *oracle) onTable(n int) *onTable {
	if t := o.tables[n]; t != nil {
		return t
	}
	var t onTable
	for _, d := range o.positions[0].done {
		t.hear(o.vocab, d.facts)
	}
	for _, l := range o.positions[n].lines {
		if !l.undone {
			t.hear(o.vocab, l.facts)
		}
	}
	o.tables[n] = &t
	return &t
}

// hear adds the cards that the facts of a move reveal.
func (t *onTable) hear(vocab *engine.Vocabulary, facts []engine.Fact) {
	for _, f := range facts {
		words := strings.Fields(vocab.Fact(f))
		switch words[0] {
		case "round-began":
			*t = onTable{
				seen: map[string]bool{}, opened: map[string]int{}, dealt: map[engine.Seat]map[string]bool{},
				open: map[string]string{}, sender: nobody,
			}
		case "card-turned":
			t.open[words[1]] = words[2]
			t.seen[words[2]] = true
		case "pile-emptied":
			delete(t.open, words[1])
		case "risk-dealt":
			seat := seatOf(words[1])
			if t.dealt[seat] == nil {
				t.dealt[seat] = map[string]bool{}
			}
			t.dealt[seat][words[2]] = true
		case "risk-sent":
			t.sender = seatOf(words[1])
		case "risk-opened":
			t.sender = nobody
			t.seen[words[2]] = true
			t.opened[words[2]]++
		}
	}
}

func seatOf(word string) engine.Seat {
	seat, _ := engine.SeatKind.Parse(word)
	return engine.Seat(seat)
}

// cardSecrets checks a view of the card game. It must not show other players' risk cards, or a risk card being
// passed on. Of each pile it may show only the newest revealed card, and of discarded risk cards only the
// revealed ones. It may name only cards that the viewer was shown in this round.
func (o *oracle) cardSecrets(v *viewer, n int, view []byte, f *findings) {
	if !only(view, "seats", "serial", "turn", "step", "asked", "round", "starter", "active", "piles", "pharmacy",
		"seats-at-table", "opened", "travel", "open-risk", "opened-by", "collects", "guesses", "rounds", "over",
		"hands", "face", "replaced") {
		f.add("a member of the view that is not known")
	}
	var got struct {
		Piles map[string]json.RawMessage
		hands
		Face   string
		Opened []string
	}
	if json.Unmarshal(view, &got) != nil {
		f.add("the view cannot be read")
	}
	t := o.onTable(n)
	for seat, h := range got.Hands {
		if len(h.Cards) > 0 && !v.seats.Has(engine.Seat(seat)) {
			f.add("the risk cards of seat %d: %v", seat, h.Cards)
		}
	}
	if got.Face != "" && (t.sender == nobody || !v.seats.Has(t.sender)) {
		f.add("the risk card that goes round: %s", got.Face)
	}
	for name, raw := range got.Piles {
		var pile struct{ Open string }
		if json.Unmarshal(raw, &pile) != nil || !only(raw, "size", "open") || pile.Open != t.open[name] {
			f.add("of the %s pile more than %q, which lies open: %s", name, t.open[name], raw)
		}
	}
	opened := map[string]int{}
	for _, card := range got.Opened {
		if opened[card]++; opened[card] > t.opened[card] {
			f.add("as opened a card that nobody has turned over: %s", card)
		}
	}
	fields(view, func(key string, value []byte) {
		for card := range o.names(string(value)) {
			dealt := false
			for seat := range v.seats.Each {
				dealt = dealt || t.dealt[seat][card]
			}
			if !dealt && !t.seen[card] {
				f.add("%s names %s, which nobody has shown", key, card)
			}
		}
	})
}

// cardTold checks an entry of the card game. It must not name cards that other players were dealt, or that they
// passed on face down.
func (o *oracle) cardTold(v *viewer, step []byte, f *findings) {
	var st Step
	if json.Unmarshal(step, &st) != nil {
		f.add("an entry that cannot be read")
	}
	for _, p := range st.Plays {
		if words := strings.Fields(p.Move); len(words) > 1 && words[0] == "risk" && words[1] != "?" && !v.seats.Has(engine.Seat(p.Seat)) {
			f.add("entry %d names the risk card that seat %d sends: %s", st.N, p.Seat, words[1])
		}
		for _, fact := range p.Facts {
			if words := strings.Fields(fact.Fact); words[0] == "risk-dealt" && !v.seats.Has(seatOf(words[1])) {
				f.add("entry %d reveals what seat %s was dealt: %s", st.N, words[1], words[2])
			}
		}
	}
}
