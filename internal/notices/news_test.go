package notices

import (
	"context"
	"slices"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/notices/pushtest"
	"theriac/internal/store/memstore"
)

// gathers opens a table for two people, at which only the host sits.
func gathers(n *node, host identity.Person) string {
	n.t.Helper()
	t, err := n.lobby.Create(context.Background(), host, lobby.Draft{
		Game: "world", Title: "Friday", Public: true, Settings: engine.Settings{{Name: "players", Value: "2"}},
		Clock: lobby.Clock{Kind: lobby.ClockSlow, Limit: 240 * time.Hour},
	})
	if err != nil {
		n.t.Fatal(err)
	}
	if t.Held(host.ID).Empty() {
		n.sits(host, t.ID)
	}
	return t.ID
}

func (n *node) sits(p identity.Person, id string) {
	n.t.Helper()
	if _, _, err := n.lobby.Sit(context.Background(), p, id, lobby.AnySeat, "nonce"); err != nil {
		n.t.Fatal(err)
	}
}

// titles returns the titles of the messages to a device, in order.
func titles(push *pushtest.Receiver, device string) (list []string) {
	for _, m := range push.Messages() {
		if m.Device == device {
			list = append(list, m.Title)
		}
	}
	return list
}

// The host of a full table gets one notice, however often people sit down and stand up. The others get one when the
// game begins without them, and none of them gets one twice.
func TestFullAndBegun(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	ada, bob := n.guest("Ada", "fr"), n.guest("Bob", "en")
	n.keen(ada, push.Subscribe("ada"))
	n.keen(bob, push.Subscribe("bob"))
	id := gathers(n, ada)
	n.Check(id)
	n.owes(ada, id, false)
	n.sits(bob, id)
	n.owes(ada, id, true)
	n.clock.pass(Grace)
	push.Wait(t, 1)
	n.told()
	if m := push.Messages()[0]; m.Device != "ada" || m.Title != "Votre table est complète" || m.Body != "Friday\u00a0: Toutes les places sont prises. Vous pouvez commencer." || m.Table != id {
		t.Errorf("%+v", m)
	}
	if _, err := n.lobby.Start(t.Context(), ada, id); err != nil {
		t.Fatal(err)
	}
	first, other := onTurn(n, id, ada, bob)
	n.until("what the game asks and begins with", func() bool {
		n.Notifier.mu.Lock()
		defer n.Notifier.mu.Unlock()
		asked, begun := n.debts.all[debtKey(first.ID, id)], n.debts.all[debtKey(other.ID, id)]
		return asked != nil && !isNews(asked.Call) && begun != nil && begun.Call == newsBegun
	})
	n.clock.pass(Grace)
	push.Wait(t, 3)
	n.told()
	n.clock.pass(time.Hour)
	n.Check(id)
	n.owes(other, id, false)
	n.still()
	turn, begun := map[string]string{ada.ID: "À vous de jouer", bob.ID: "Your turn"}, map[string]string{ada.ID: "La partie a commencé", bob.ID: "The game has begun"}
	want := map[string][]string{ada.ID: {"Votre table est complète"}}
	want[first.ID] = append(want[first.ID], turn[first.ID])
	want[other.ID] = append(want[other.ID], begun[other.ID])
	if a, b := titles(push, "ada"), titles(push, "bob"); !slices.Equal(a, want[ada.ID]) || !slices.Equal(b, want[bob.ID]) {
		t.Errorf("%q and %q, want %q", a, b, want)
	}
	// The notice of a beginning does not replace the one of the person's turn.
	for n.owing(id).Has(engine.Seat(seatOf(n, id, first))) {
		n.move(id)
	}
	n.owes(other, id, true)
	n.clock.pass(Grace)
	push.Wait(t, 4)
	n.told()
	if err := push.Faults(); err != nil {
		t.Error(err)
	}
}

// Those who are away get one notice of a rematch, unless they switched it off. Those who are there get none.
func TestRematch(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	ada, bob, cem, dina := n.guest("Ada", ""), n.guest("Bob", ""), n.guest("Cem", ""), n.guest("Dina", "")
	id := n.game("Friday", ada, bob, cem, dina)
	if _, err := n.lobby.Finish(t.Context(), id, lobby.Outcome{Cause: "end/cures"}, n.now()); err != nil {
		t.Fatal(err)
	}
	for _, p := range []identity.Person{ada, bob, cem, dina} {
		n.keen(p, push.Subscribe(p.Name))
	}
	if _, err := n.SetOff(t.Context(), cem.ID, []string{KindRematch}); err != nil {
		t.Fatal(err)
	}
	next, err := n.lobby.Rematch(t.Context(), bob, id)
	if err != nil {
		t.Fatal(err)
	}
	n.mu.Lock()
	n.here[next.ID] = next.Held(bob.ID)
	n.mu.Unlock()
	for _, p := range []identity.Person{ada, bob, cem, dina} {
		n.owes(p, next.ID, true)
	}
	n.clock.pass(Grace)
	push.Wait(t, 2)
	n.told()
	n.mu.Lock()
	n.here[next.ID] = 0 // who was there knows it
	n.mu.Unlock()
	n.clock.pass(time.Hour)
	n.Check(next.ID)
	n.still()
	if got := push.Messages(); len(got) != 2 || got[0].Title != "Play again?" || len(titles(push, "Ada")) != 1 || len(titles(push, "Dina")) != 1 {
		t.Errorf("%+v", got)
	}
}

// A person who is away learns that the talk names them: once an hour, without the words, and never from a person whose
// words are hidden from them.
func TestNamed(t *testing.T) {
	blocked := ""
	n := newNode(t, memstore.New(), newClock(), func(c *Config) {
		c.Hides = func(_ context.Context, _, other string) (bool, error) { return other == blocked, nil }
	})
	push := pushtest.New(t)
	ada, bob, cem := n.guest("Ada", ""), n.guest("Bob", "fr"), n.guest("Cem", "")
	blocked = cem.ID
	id := n.game("Friday", ada, bob, cem)
	n.subscribe(bob, push.Subscribe("bob"))
	if _, err := n.SetOff(t.Context(), bob.ID, []string{KindBegun}); err != nil {
		t.Fatal(err)
	}
	key := debtKey(bob.ID, namedPrefix+id)
	waits := func(want bool) {
		t.Helper()
		n.until("a notice that waits", func() bool {
			n.Notifier.mu.Lock()
			defer n.Notifier.mu.Unlock()
			k := n.debts.all[key]
			return (k != nil && k.Told.IsZero()) == want
		})
	}
	say := func(from identity.Person, text string, want bool) {
		t.Helper()
		if err := n.lookForNames(t.Context(), line{table: id, from: from.ID, text: text}); err != nil {
			t.Fatal(err)
		}
		waits(want)
	}
	say(cem, "Bob, you fool", false)
	say(bob, "I am Bob", false)
	say(ada, "Bobsleigh", false)
	n.Said(id, ada.ID, "The code is 1234, @bob!", nil)
	waits(true)
	say(ada, "Bob?", true)
	n.clock.pass(Grace)
	push.Wait(t, 1)
	n.told()
	if m := push.Messages()[0]; m.Title != "Votre nom est cité" || m.Body != "Friday\u00a0: Un message de la table parle de vous." || m.Table != id {
		t.Errorf("%+v", m)
	}
	if owed, err := n.Owed(t.Context(), bob.ID); err != nil || slices.Contains(owed, namedPrefix+id) {
		t.Error("it is taken for a table", owed, err)
	}
	n.clock.pass(namedPause / 2)
	say(ada, "Bob!", false)
	n.clock.pass(namedPause)
	// Those who have the table open read it there.
	n.mu.Lock()
	n.here[id] = engine.SeatsOf(engine.Seat(seatOf(n, id, bob)))
	n.mu.Unlock()
	say(ada, "Bob!", true)
	n.clock.pass(Grace)
	waits(false)
	n.mu.Lock()
	n.here[id] = 0
	n.mu.Unlock()
	if _, err := n.SetOff(t.Context(), bob.ID, allKinds); err != nil {
		t.Fatal(err)
	}
	say(ada, "Bob!", true)
	n.clock.pass(Grace)
	waits(false)
	n.still()
	if got := titles(push, "bob"); slices.Contains(got[1:], "Votre nom est cité") {
		t.Errorf("%q", got)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       bool
	}{
		{"Ada, treat Lagos", "Ada", true},
		{"ask @ada.", "Ada", true},
		{"Adagio", "Ada", false},
		{"Granada", "Ada", false},
		{"Granada or Ada", "Ada", true},
		{"ÉLÉONORE ?", "Éléonore", true},
		{"what does Ada L. think", "Ada L.", true},
		{"a card for me", "A", false},
		{"@a your turn", "A", true},
		{"hello", "", false},
	} {
		if names(c.text, c.name) != c.want {
			t.Errorf("%q names %q: not %v", c.text, c.name, c.want)
		}
	}
}
