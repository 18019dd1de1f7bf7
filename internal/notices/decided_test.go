package notices

import (
	"errors"
	"strings"
	"testing"
	"time"

	"theriac/internal/notices/pushtest"
	"theriac/internal/store/memstore"
)

// News of a decision is told once on each device, in the person's language and after their quiet hours. It names nobody,
// opens the page of decisions, and leaves nothing in the store.
func TestDecided(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	ada, bob := n.guest("Ada", "fr"), n.guest("Bob", "en")
	n.subscribe(ada, push.Subscribe("phone"))
	n.subscribe(ada, push.Subscribe("desk"))
	if err := errors.Join(n.Decided(t.Context(), ada.ID, "abc"), n.Decided(t.Context(), bob.ID, "def")); err != nil {
		t.Fatal(err)
	}
	push.Wait(t, 2)
	n.told()
	for _, m := range push.Messages() {
		if m.Title != "Une décision vous concerne" || m.Path != "/decisions" || m.Table != "" || strings.Contains(m.Body, "abc") {
			t.Errorf("%+v", m)
		}
	}
	n.until("the notice is removed", func() bool {
		list, err := n.kv.debts.List(t.Context(), "")
		return err == nil && len(list) == 0
	})
	now := n.now()
	quiet := &Quiet{From: now.Hour()*60 + now.Minute(), To: (now.Hour()*60 + now.Minute() + 60) % (24 * 60), Zone: "UTC"}
	if _, err := n.SetQuiet(t.Context(), ada.ID, quiet); err != nil {
		t.Fatal(err)
	}
	if err := n.Decided(t.Context(), ada.ID, "abc"); err != nil { // lifted
		t.Fatal(err)
	}
	n.still()
	if got := len(push.Messages()); got != 2 {
		t.Fatalf("%d messages in quiet hours", got)
	}
	if owed, err := n.Owed(t.Context(), ada.ID); err != nil || len(owed) != 0 {
		t.Error("it is taken for a table", owed, err)
	}
	n.clock.pass(61 * time.Minute)
	push.Wait(t, 4)
	n.told()
	if err := push.Faults(); err != nil {
		t.Error(err)
	}
}
