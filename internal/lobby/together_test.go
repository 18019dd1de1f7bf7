package lobby_test

import (
	"errors"
	"testing"

	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// People who come together sit at one table with bots. After a failure the next call begins the game, and later calls
// change nothing.
func TestSeatTogether(t *testing.T) {
	h := newHarness(t, memstore.New()).node(memstore.New())
	a, b, banned := h.guest(), h.guest(), h.guest()
	h.meets = func(person string) error {
		if person == banned.ID {
			return lobby.Refusal{ID: lobby.NoFreeSeat}
		}
		return nil
	}
	id, err := h.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	people := []string{banned.ID, a.ID, "somebodywhoisgone123", b.ID}
	wish := lobby.Wish{Game: "world", Level: "standard", Languages: []string{"fr"}}
	if n, err := h.SeatsFor(wish); n != 4 || err != nil {
		t.Fatal(n, err)
	}
	h.begun.fail = errors.New("the disk is slow")
	if _, err := h.SeatTogether(t.Context(), id, people, wish); err == nil {
		t.Fatal("no error")
	}
	h.begun.fail = nil
	for range 2 {
		got := h.ok(h.SeatTogether(t.Context(), id, people, wish))
		if got.Status != lobby.Playing || !got.Public || got.Host != a.ID || got.Seats[0].Holder != a.ID || got.Seats[1].Holder != b.ID ||
			got.Seats[2].Bot == "" || got.Taken() != 4 || got.Hall.Level != "standard" {
			t.Fatalf("%+v", got)
		}
	}
	if len(h.begun.headers) != 1 {
		t.Error("more games began")
	}
	h.ok(h.GiveToBot(t.Context(), a, id, 0))
	if got := h.ok(h.SeatTogether(t.Context(), id, people, wish)); !got.Held(a.ID).Empty() {
		t.Errorf("a person who has left sits again: %+v", got.Seats)
	}
	for _, bad := range []lobby.Wish{{Game: "chess"}, {Level: "easy"}, {Languages: make([]string, lobby.MaxLanguages+1)}} {
		if _, err := h.SeatsFor(bad); lobby.Refused(err) == "" {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	empty, err := h.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.SeatTogether(t.Context(), empty, []string{banned.ID}, wish)
	h.refused(err, lobby.NoFreeSeat)
	_, err = h.Get(t.Context(), empty)
	h.refused(err, lobby.NoSuchTable)
}
