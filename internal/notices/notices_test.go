package notices

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/notices/pushtest"
	"theriac/internal/store/memstore"
)

// onTurn returns the person whose turn it is, and the other one.
func onTurn(n *node, id string, people ...identity.Person) (first, other identity.Person) {
	if n.owing(id).Has(0) {
		return people[0], people[1]
	}
	return people[1], people[0]
}

// A person who owes an answer gets one notice after the grace period, on each device and in their language.
// They get another notice only if they owe another answer.
func TestToldOnce(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	ada, bob := n.guest("Ada", "fr"), n.guest("Bob", "en")
	id := n.game("Friday", ada, bob)
	first, other := onTurn(n, id, ada, bob)
	n.subscribe(first, push.Subscribe("phone"))
	n.subscribe(first, push.Subscribe("desk"))
	n.subscribe(other, push.Subscribe("other"))
	n.owes(first, id, true)
	n.clock.pass(Grace - time.Second)
	n.still()
	if got := push.Messages(); len(got) > 0 {
		t.Fatalf("told before the grace: %+v", got)
	}
	n.clock.pass(time.Second)
	push.Wait(t, 2)
	n.told()
	words := map[string][2]string{
		ada.ID: {"À vous de jouer", "Friday\u00a0: Ada, que faites-vous\u00a0?"},
		bob.ID: {"Your turn", "Friday: Bob, what do you do?"},
	}
	for _, m := range push.Messages() {
		if m.Title != words[first.ID][0] || m.Body != words[first.ID][1] || m.Table != id || m.Topic == "" || m.TTL != "86400" || m.Device == "other" {
			t.Errorf("%+v, want %q", m, words[first.ID])
		}
	}
	// Neither the passing of time nor other entries cause a second notice.
	n.clock.pass(48 * time.Hour)
	n.Check(id)
	n.still()
	// The person's own moves cause no notice either. The next one comes after the other person's turn.
	for n.owing(id).Has(engine.Seat(seatOf(n, id, first))) {
		n.move(id)
	}
	n.owes(first, id, false)
	n.owes(other, id, true)
	n.clock.pass(Grace)
	got := push.Wait(t, 3)
	n.told()
	if len(got) != 3 || got[2].Device != "other" || got[2].Title != words[other.ID][0] {
		t.Errorf("%+v", got)
	}
	if err := push.Faults(); err != nil {
		t.Error(err)
	}
	if keys := push.Signers(); len(keys) != 1 || keys[0] != n.PublicKey() {
		t.Errorf("signed by %v, not %s", keys, n.PublicKey())
	}
}

func seatOf(n *node, id string, p identity.Person) int {
	t, err := n.lobby.Get(context.Background(), id)
	if err != nil {
		n.t.Fatal(err)
	}
	return int(t.Held(p.ID).First())
}

// People who answer in time, have the table open, or play alone get no notice.
func TestNotTold(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	ada, bob := n.guest("Ada", ""), n.guest("Bob", "")
	n.subscribe(ada, push.Subscribe("ada"))
	n.subscribe(bob, push.Subscribe("bob"))
	alone := n.game("Alone", ada, ada)
	id := n.game("Two", ada, bob)
	first, other := onTurn(n, id, ada, bob)
	n.owes(first, id, true)
	n.clock.pass(Grace / 2)
	for n.owing(id).Has(engine.Seat(seatOf(n, id, first))) {
		n.move(id)
	}
	n.owes(first, id, false)
	n.owes(other, id, true)
	seat := engine.SeatsOf(engine.Seat(seatOf(n, id, other)))
	open := func(seats engine.Seats) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.here[id] = seats
	}
	open(seat)
	for range 5 {
		n.clock.pass(Grace)
		n.still()
	}
	if got := push.Messages(); len(got) > 0 {
		t.Fatalf("told: %+v", got)
	}
	open(0) // the person closes the table without having answered
	n.clock.pass(Grace)
	got := push.Wait(t, 1)
	n.told()
	if len(got) != 1 || got[0].Table != id {
		t.Errorf("%+v", got)
	}
	n.owes(ada, alone, false)
}

// During quiet hours people get no notice. They get it afterwards, if the table still waits for them.
func TestQuietHours(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	ada, bob := n.guest("Ada", ""), n.guest("Bob", "")
	id := n.game("Two", ada, bob)
	first, _ := onTurn(n, id, ada, bob)
	n.subscribe(first, push.Subscribe("first"))
	n.owes(first, id, true)
	// It is now 12:00 UTC, which is 21:00 in Tokyo.
	if _, err := n.SetQuiet(t.Context(), first.ID, &Quiet{From: 21 * 60, To: 7*60 + 30, Zone: "Asia/Tokyo"}); err != nil {
		t.Fatal(err)
	}
	n.clock.pass(10 * time.Hour)
	n.still()
	n.clock.pass(29 * time.Minute)
	n.still()
	if got := push.Messages(); len(got) > 0 {
		t.Fatalf("told at night: %+v", got)
	}
	n.clock.pass(time.Minute)
	push.Wait(t, 1)
	n.told()
}

// If a person removes their quiet hours, notices that these had delayed are sent immediately.
func TestQuietHoursEndEarly(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	ada, bob := n.guest("Ada", ""), n.guest("Bob", "")
	id := n.game("Two", ada, bob)
	first, _ := onTurn(n, id, ada, bob)
	if _, err := n.SetQuiet(t.Context(), first.ID, &Quiet{From: 11 * 60, To: 20 * 60, Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	n.subscribe(first, push.Subscribe("first"))
	n.owes(first, id, true)
	n.clock.pass(Grace)
	n.still()
	if _, err := n.SetQuiet(t.Context(), first.ID, nil); err != nil {
		t.Fatal(err)
	}
	push.Wait(t, 1)
}

// A node's subscription may have reported newer settings than a read of the store returns. The node then waits
// until a read returns them, because the person may have changed their mind.
func TestReadBehindTheWatch(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	ada, bob := n.guest("Ada", ""), n.guest("Bob", "")
	id := n.game("Two", ada, bob)
	first, _ := onTurn(n, id, ada, bob)
	n.subscribe(first, push.Subscribe("first"))
	n.owes(first, id, true)
	seen := func(more int) {
		n.Notifier.mu.Lock()
		defer n.Notifier.mu.Unlock()
		n.wanted[first.ID] += uint64(more)
	}
	seen(1)
	n.clock.pass(Grace)
	n.still()
	if got := push.Messages(); len(got) > 0 {
		t.Fatalf("told by what may be old: %+v", got)
	}
	seen(-1)
	n.clock.pass(watchPause)
	push.Wait(t, 1)
}

// A device that no longer exists is removed. If a push service fails, sending is retried with growing pauses.
// Devices that already have the message do not get it again.
func TestRefusals(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	var failing atomic.Int32
	failing.Store(2)
	push.Take = func(m pushtest.Message) int {
		if m.Device == "flaky" && failing.Add(-1) >= 0 {
			return http.StatusServiceUnavailable
		}
		if m.Device == "strict" {
			return http.StatusForbidden
		}
		return 0
	}
	ada, bob := n.guest("Ada", ""), n.guest("Bob", "")
	id := n.game("Two", ada, bob)
	first, _ := onTurn(n, id, ada, bob)
	gone := push.Subscribe("gone")
	gone.Endpoint = push.URL + "/push/nobody"
	for _, d := range []*pushtest.Device{gone, push.Subscribe("flaky"), push.Subscribe("sound"), push.Subscribe("strict")} {
		n.subscribe(first, d)
	}
	n.owes(first, id, true)
	n.clock.pass(Grace)
	n.until("the first try", func() bool { return n.counts.of("push retried") == 1 })
	n.still()
	n.clock.pass(firstRetry)
	n.until("the second try", func() bool { return n.counts.of("push retried") == 2 })
	n.still()
	n.clock.pass(2 * firstRetry)
	n.told()
	got := map[string]int{}
	for _, m := range push.Messages() {
		got[m.Device]++
	}
	if got["flaky"] != 1 || got["sound"] != 1 || len(got) != 2 {
		t.Errorf("%v", got)
	}
	if n.counts.of("push expired") != 1 || n.counts.of("push failed") != 1 || n.counts.of("push sent") != 2 {
		t.Errorf("%v", n.counts.n)
	}
	p, err := n.Get(t.Context(), first.ID)
	if err != nil || len(p.Devices) != 3 {
		t.Errorf("%d devices, %v", len(p.Devices), err)
	}
}

// A person may subscribe up to ten devices, with https addresses and valid keys. If another person subscribes
// with the same browser, it no longer belongs to the first person.
func TestDevices(t *testing.T) {
	st := memstore.New()
	n := newNode(t, st, newClock(), func(c *Config) { c.Private = false })
	push := pushtest.New(t)
	ada, bob := n.guest("Ada", ""), n.guest("Bob", "")
	sound := push.Subscribe("x")
	for name, d := range map[string]Device{
		"plain":    {Endpoint: "http://push.example/1", P256dh: sound.P256dh, Auth: sound.Auth},
		"inside":   {Endpoint: "https://127.0.0.1/1", P256dh: sound.P256dh, Auth: sound.Auth},
		"inside 6": {Endpoint: "https://[::ffff:0:10.0.0.1]/1", P256dh: sound.P256dh, Auth: sound.Auth},
		"user":     {Endpoint: "https://a:b@push.example/1", P256dh: sound.P256dh, Auth: sound.Auth},
		"file":     {Endpoint: "file:///etc/passwd", P256dh: sound.P256dh, Auth: sound.Auth},
		"control":  {Endpoint: "https://push.example/\r\nX: y", P256dh: sound.P256dh, Auth: sound.Auth},
		"long":     {Endpoint: "https://push.example/" + strings.Repeat("x", MaxEndpoint), P256dh: sound.P256dh, Auth: sound.Auth},
		"no key":   {Endpoint: "https://push.example/1", P256dh: "AAAA", Auth: sound.Auth},
		"no curve": {Endpoint: "https://push.example/1", P256dh: "B" + strings.Repeat("A", 86), Auth: sound.Auth},
		"no auth":  {Endpoint: "https://push.example/1", P256dh: sound.P256dh, Auth: "AAAA"},
	} {
		if _, err := n.AddDevice(t.Context(), ada.ID, d); !errors.Is(err, ErrDevice) {
			t.Errorf("%s: %v", name, err)
		}
	}
	add := func(p identity.Person, i int) Device {
		d, err := n.AddDevice(t.Context(), p.ID, Device{Endpoint: fmt.Sprint("https://push.example/", i), P256dh: sound.P256dh, Auth: sound.Auth})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for i := range MaxDevices + 2 {
		add(ada, i)
	}
	p, err := n.Get(t.Context(), ada.ID)
	if err != nil || len(p.Devices) != MaxDevices || p.Devices[0].Endpoint != "https://push.example/2" {
		t.Errorf("%+v, %v", p, err)
	}
	if again := add(ada, 5); again.ID != p.Devices[3].ID {
		t.Error("the same subscription is another one")
	}
	add(bob, 5)
	if p, _ = n.Get(t.Context(), ada.ID); len(p.Devices) != MaxDevices-1 {
		t.Errorf("%d devices are left", len(p.Devices))
	}
	for _, who := range []identity.Person{ada, bob} {
		if err := n.Forget(t.Context(), who.ID); err != nil {
			t.Fatal(err)
		}
	}
	for _, bucket := range []string{"notices", "endpoints", "owed"} {
		if left, err := st.KV(bucket).List(t.Context(), ""); err != nil || len(left) > 0 {
			t.Errorf("%s has %d records, %v", bucket, len(left), err)
		}
	}
}

// Once one device has received the message, the node records that, even while it waits for another device. If
// the node is then killed, the first device does not get the message twice.
func TestNotedAtOnce(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	answer := make(chan struct{})
	push.Take = func(m pushtest.Message) int {
		if m.Device == "slow" {
			<-answer
		}
		return 0
	}
	ada, bob := n.guest("Ada", ""), n.guest("Bob", "")
	id := n.game("", ada, bob)
	first, _ := onTurn(n, id, ada, bob)
	fast := n.subscribe(first, push.Subscribe("fast"))
	slow := n.subscribe(first, push.Subscribe("slow"))
	n.owes(first, id, true)
	n.clock.pass(Grace)
	noted := func(want ...string) func() bool {
		return func() bool {
			d, _, err := n.debt(t.Context(), debtKey(first.ID, id))
			return err == nil && slices.Equal(d.Sent, want)
		}
	}
	n.until("the note", noted(fast.ID))
	close(answer)
	n.told()
	n.until("the last note", noted(fast.ID, slow.ID))
}

// If a browser renews its subscription, the new one replaces the old one and keeps its id. No renewal can
// replace another person's subscription.
func TestRenewedDevice(t *testing.T) {
	st := memstore.New()
	n := newNode(t, st, newClock())
	push := pushtest.New(t)
	ada, bob := n.guest("Ada", ""), n.guest("Bob", "")
	add := func(p identity.Person, name, replaces string) Device {
		t.Helper()
		d := push.Subscribe(name)
		got, err := n.AddDevice(t.Context(), p.ID, Device{ID: replaces, Endpoint: d.Endpoint, P256dh: d.P256dh, Auth: d.Auth})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	first, other := add(ada, "first", ""), add(ada, "other", "")
	devices := func(want ...string) {
		t.Helper()
		p, err := n.Get(t.Context(), ada.ID)
		var got []string
		for _, d := range p.Devices {
			got = append(got, d.ID+" "+strings.TrimPrefix(d.Endpoint, push.URL+"/push/"))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
	}
	add(ada, "second", first.ID)
	devices(first.ID+" second", other.ID+" other")
	add(ada, "second", first.ID) // repeat the request, as a browser would if the response was lost
	devices(first.ID+" second", other.ID+" other")
	add(ada, "second", other.ID) // the second device takes over the other one's id, so that one device remains
	devices(other.ID + " second")
	if theirs := add(bob, "bob", other.ID); theirs.ID == other.ID {
		t.Error("the place of somebody else's device was taken")
	}
	devices(other.ID + " second")
	left, err := st.KV("endpoints").List(t.Context(), "")
	if err != nil || len(left) != 2 {
		t.Errorf("%d subscriptions are noted, %v", len(left), err)
	}
}

// All nodes have the same keys, whichever starts first. They keep them after a restart.
func TestSharedKeys(t *testing.T) {
	st := memstore.New()
	a := newNode(t, st, newClock())
	b := newNode(t, st, newClock())
	if a.PublicKey() == "" || a.PublicKey() != b.PublicKey() {
		t.Errorf("%q and %q", a.PublicKey(), b.PublicKey())
	}
}
