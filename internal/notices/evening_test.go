package notices

import (
	"errors"
	"testing"
	"time"

	"theriac/internal/notices/pushtest"
	"theriac/internal/store/memstore"
)

// A person is reminded of an evening once, in their language, if they want notices by then. A person who has withdrawn
// and one in quiet hours are not, and nothing is left in the store.
func TestRemind(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	ada, bob, cho, dan := n.guest("Ada", "fr"), n.guest("Bob", "en"), n.guest("Cho", "en"), n.guest("Dan", "en")
	at := n.now().Add(2 * time.Hour)
	for range 2 {
		if err := errors.Join(n.Remind(t.Context(), ada.ID, "1", at), n.Remind(t.Context(), bob.ID, "1", at), n.Remind(t.Context(), cho.ID, "1", at), n.Remind(t.Context(), dan.ID, "1", at)); err != nil {
			t.Fatal(err)
		}
	}
	n.subscribe(ada, push.Subscribe("phone"))
	n.subscribe(bob, push.Subscribe("desk"))
	n.subscribe(cho, push.Subscribe("tablet"))
	n.until("the node knows who wants notices", func() bool { return n.isWanted(ada.ID) && n.isWanted(bob.ID) && n.isWanted(cho.ID) })
	if err := n.Remind(t.Context(), bob.ID, "1", time.Time{}); err != nil {
		t.Fatal(err)
	}
	local := at.UTC()
	minute := local.Hour()*60 + local.Minute()
	if _, err := n.SetQuiet(t.Context(), cho.ID, &Quiet{From: minute, To: (minute + 60) % minutesADay, Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	if owed, err := n.Owed(t.Context(), ada.ID); err != nil || len(owed) != 0 {
		t.Error("it is taken for a table", owed, err)
	}
	n.still()
	n.clock.pass(2 * time.Hour)
	push.Wait(t, 1)
	n.until("the reminders are removed", func() bool {
		list, err := n.kv.debts.List(t.Context(), "")
		return err == nil && len(list) == 0
	})
	n.clock.pass(3 * time.Hour)
	n.still()
	list := push.Messages()
	if len(list) != 1 || list[0].Title != "Theriac\u00a0: on joue dans dix minutes" || list[0].Path != "/hall" || list[0].Table != "" {
		t.Errorf("%+v", list)
	}
}

// After the evening has begun, no reminder is sent.
func TestRemindTooLate(t *testing.T) {
	n := newNode(t, memstore.New(), newClock())
	push := pushtest.New(t)
	ada := n.guest("Ada", "en")
	n.subscribe(ada, push.Subscribe("phone"))
	if err := n.Remind(t.Context(), ada.ID, "1", n.now().Add(-eveningFor-time.Minute)); err != nil {
		t.Fatal(err)
	}
	n.until("the reminder is removed", func() bool {
		list, err := n.kv.debts.List(t.Context(), "")
		return err == nil && len(list) == 0
	})
	if list := push.Messages(); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}
