package order_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/order"
)

func TestBlocks(t *testing.T) {
	h := newHarness(t)
	ada, bob, cleo := h.person(), h.person(), h.person()
	for range 2 {
		h.ok(h.Block(t.Context(), ada, bob))
	}
	h.refused(h.Block(t.Context(), ada, ada), order.ErrSelf)
	h.refused(h.Block(t.Context(), ada, "nobody"), order.ErrNobody)
	if list, err := h.Blocks(t.Context(), ada); err != nil || len(list) != 1 || list[0].Person != bob {
		t.Errorf("%+v, %v", list, err)
	}
	hides := func(person, other string, want bool) {
		t.Helper()
		if got, err := h.Hides(t.Context(), person, other); err != nil || got != want {
			t.Errorf("%v, %v", got, err)
		}
	}
	hides(ada, bob, true)
	hides(bob, ada, false)
	full := errors.New("full")
	for _, who := range [][2]string{{ada, bob}, {bob, ada}} { // they do not meet, whoever comes second
		h.refused(h.MayMeet(t.Context(), who[0], []string{cleo, who[1]}, full), full)
		h.ok(h.MayMeet(t.Context(), who[0], []string{cleo, who[0]}, full))
	}
	for range 2 {
		h.ok(h.Unblock(t.Context(), ada, bob))
	}
	hides(ada, bob, false)
	h.ok(h.MayMeet(t.Context(), bob, []string{ada}, full))
	h.traces(bob)
	for range order.MaxBlocks {
		h.ok(h.Block(t.Context(), ada, h.person()))
	}
	h.refused(h.Block(t.Context(), ada, bob), order.ErrManyBlocks)
	h.traces(bob) // not even a note
}

// A list that was read while the clock was ahead is not fresh for as long as that.
func TestBlocksAfterTheClockWasSetBack(t *testing.T) {
	h := newHarness(t)
	ada, bob := h.person(), h.person()
	other := h.node(h.st) // hears nothing of what the first node writes
	full := errors.New("full")
	h.pass(2 * time.Hour)
	h.ok(other.MayMeet(t.Context(), bob, []string{ada}, full))
	h.pass(-2 * time.Hour)
	h.ok(h.Block(t.Context(), ada, bob))
	h.refused(other.MayMeet(t.Context(), bob, []string{ada}, full), full)
}

func TestBlocksAreForgotten(t *testing.T) {
	h := newHarness(t)
	ada, bob := h.person(), h.person()
	h.ok(h.Block(t.Context(), ada, bob))
	h.ok(h.Block(t.Context(), bob, ada))
	h.forgets(ada)
	h.traces(ada)
	if list, err := h.Blocks(t.Context(), bob); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	h.refused(h.Block(t.Context(), bob, ada), order.ErrNobody)
}

// The queue has a person once, by the age of the oldest open report, whoever reported.
func TestQueue(t *testing.T) {
	h := newHarness(t)
	mod, ada, bob, cleo := h.person(), h.person(), h.person(), h.person()
	first := h.report(ada, bob)
	if again := h.report(ada, bob); again.ID != first.ID {
		t.Error("the same report twice")
	}
	h.pass(time.Minute)
	h.report(bob, cleo, func(r *order.Report) { r.Kind = "spam" })
	h.pass(time.Minute)
	h.report(cleo, bob, func(r *order.Report) { r.Kind = "name" })
	_, err := h.Report(t.Context(), order.Report{By: ada, About: ada, Kind: "spam"})
	h.refused(err, order.ErrSelf)
	_, err = h.Report(t.Context(), order.Report{By: ada, About: "nobody", Kind: "spam"})
	h.refused(err, order.ErrNobody)
	list, next := h.Queue("", 1)
	if len(list) != 1 || list[0].About != bob || list[0].Reports != 2 || !slices.Equal(list[0].Kinds, []string{"hurtful", "name"}) || next == "" {
		t.Fatalf("%+v %q", list, next)
	}
	if list, next = h.Queue(next, 5); len(list) != 1 || list[0].About != cleo || next != "" {
		t.Errorf("%+v %q", list, next)
	}
	h.ok(h.Take(t.Context(), mod, cleo))
	h.ok(h.Take(t.Context(), ada, cleo))
	if list, _ = h.Queue("", 5); list[1].Taken != mod {
		t.Errorf("%+v", list)
	}
	h.pass(time.Hour)
	if list, _ = h.Queue("", 5); list[1].Taken != "" {
		t.Errorf("%+v", list)
	}
	if people, reports, oldest := h.Waiting(); people != 2 || reports != 3 || !oldest.Equal(first.At) {
		t.Error(people, reports, oldest)
	}
	d := h.rule(mod, bob, order.None)
	if list, _ = h.Queue("", 5); len(list) != 1 || list[0].About != cleo {
		t.Errorf("%+v", list)
	}
	file, err := h.File(t.Context(), bob)
	if err != nil || len(file.Reports) != 2 || file.Reports[0].Decision != d.ID || len(file.Decisions) != 1 || file.Wrote != 1 {
		t.Errorf("%+v, %v", file, err)
	}
	if other := h.node(h.st); true { // another node has the same queue
		if list, _ := other.Queue("", 5); len(list) != 1 || list[0].About != cleo {
			t.Errorf("%+v", list)
		}
	}
	for range order.MaxReportsDay - 1 {
		h.report(ada, h.person())
	}
	_, err = h.Report(t.Context(), order.Report{By: ada, About: cleo, Kind: "spam"})
	h.refused(err, order.ErrManyReports)
}

func TestDecisions(t *testing.T) {
	h := newHarness(t)
	mod, ada, bob := h.person(), h.person(), h.person()
	h.report(ada, bob)
	for name, change := range map[string]func(*order.Ruling){
		"no end":       func(r *order.Ruling) { r.Until = time.Time{} },
		"two ends":     func(r *order.Ruling) { r.Open = true },
		"over already": func(r *order.Ruling) { r.Until = h.now() },
		"too long":     func(r *order.Ruling) { r.Until = h.now().AddDate(3, 0, 0) },
		"no reason":    func(r *order.Ruling) { r.Reason = "" },
		"lines":        func(r *order.Ruling) { r.Lines = []order.Line{{Table: "x"}} },
		"no such":      func(r *order.Ruling) { r.What = "banish" },
		"no key":       func(r *order.Ruling) { r.Key = "" },
	} {
		if _, err := h.Decide(t.Context(), mod, h.ruling(bob, order.Mute, change)); !errors.Is(err, order.ErrDecision) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := h.Decide(t.Context(), bob, h.ruling(bob, order.None))
	h.refused(err, order.ErrOwnCase)
	_, err = h.Decide(t.Context(), ada, h.ruling(bob, order.None)) // who reported it
	h.refused(err, order.ErrOwnCase)
	if len(h.Log(0, 9)) != 0 {
		t.Fatal("a refused decision is in the log")
	}
	ruling := h.ruling(bob, order.Mute)
	d, err := h.Decide(t.Context(), mod, ruling)
	h.ok(err)
	if again, err := h.Decide(t.Context(), mod, ruling); err != nil || again.ID != d.ID || len(h.Log(0, 9)) != 1 {
		t.Errorf("%+v, %v", again, err)
	}
	if got := limits(h.Order, bob); !slices.Equal(got, []string{order.Mute}) {
		t.Error(got)
	}
	h.rule(mod, bob, order.Suspend)
	h.pass(25 * time.Hour)
	if got := limits(h.Order, bob); len(got) != 0 {
		t.Error(got)
	}
	open := h.rule(mod, bob, order.NoPublic, func(r *order.Ruling) { r.Until, r.Open = time.Time{}, true })
	h.refused(h.MayMeet(t.Context(), bob, nil, nil), order.ErrNoPublic)
	h.pass(order.ReviewEvery)
	if due, _ := h.Due(); len(due) != 1 || due[0].ID != open.ID {
		t.Errorf("%+v", due)
	}
	_, err = h.Review(t.Context(), mod, open.ID)
	h.ok(err)
	if due, _ := h.Due(); len(due) != 0 {
		t.Errorf("%+v", due)
	}
	for range 2 {
		_, err = h.Lift(t.Context(), mod, open.ID, "good again")
		h.ok(err)
	}
	_, err = h.Lift(t.Context(), bob, open.ID, "")
	h.refused(err, order.ErrOwnCase)
	h.ok(h.MayMeet(t.Context(), bob, nil, nil))

	gone := h.rule(mod, bob, order.Remove)
	if !h.Removed("table", 7) || h.Removed("table", 8) {
		t.Error("the line stays")
	}
	_, err = h.Lift(t.Context(), mod, gone.ID, "")
	h.ok(err)
	if h.Removed("table", 7) {
		t.Error("the line does not come back")
	}
	h.rule(mod, bob, order.Rename, func(r *order.Ruling) { r.Name = "Bad Name" })
	for name, want := range map[string]bool{"bad name": false, "Bob": true} {
		if may, err := h.MayBeCalled(t.Context(), bob, name); err != nil || may != want {
			t.Errorf("%s: %v, %v", name, may, err)
		}
	}
}

// A report whose evidence names a forgotten person is stored without them. To send it again takes them out if an attempt
// without an answer did not.
func TestReportsNameNoForgottenPeople(t *testing.T) {
	h := newHarness(t)
	ada, bob, cleo := h.person(), h.person(), h.person()
	seen := func(r *order.Report) {
		r.Evidence.Seats = []order.Seat{{Person: ada}, {Seat: 1, Person: cleo}}
	}
	made := h.report(ada, bob, seen)
	before := h.records(order.BucketOrder)
	h.forgets(cleo)
	h.traces(cleo)
	for _, rec := range before { // as if the report had been written only now
		now, err := h.st.KV(order.BucketOrder).Get(t.Context(), rec.Key)
		if err != nil {
			now.Version = 0
		}
		_, err = h.st.KV(order.BucketOrder).Put(t.Context(), rec.Key, now.Version, rec.Data)
		h.ok(err)
	}
	if again := h.report(ada, bob, seen); again.ID != made.ID {
		t.Errorf("%s and %s are the same report", again.ID, made.ID)
	}
	h.traces(cleo)
	h.report(ada, bob, seen, func(r *order.Report) { r.Kind = "spam" })
	h.traces(cleo)
}

// What a moderator writes about a forgotten person is not stored, because it has no reader.
func TestWordsForForgottenPeople(t *testing.T) {
	h := newHarness(t)
	boss, mod, bob := h.person(), h.person(), h.person()
	h.ok(h.Claim(t.Context(), boss))
	h.ok(h.SetRole(t.Context(), boss, mod, order.Moderator))
	d := h.rule(mod, bob, order.Mute)
	_, err := h.Appeal(t.Context(), bob, d.ID, "it was a joke")
	h.ok(err)
	h.forgets(bob)
	if got, err := h.Answer(t.Context(), boss, d.ID, false, "fair enough"); err != nil || got.Lifted.IsZero() {
		t.Errorf("%+v, %v", got, err)
	}
	h.traces(bob, "fair enough")
}

// An appeal is made once, with a link too, and another moderator answers it if there is one.
func TestAppeals(t *testing.T) {
	h := newHarness(t)
	boss, mod, ada, bob := h.person(), h.person(), h.person(), h.person()
	h.ok(h.Claim(t.Context(), boss))
	h.report(ada, bob)
	d := h.rule(boss, bob, order.Suspend)
	_, err := h.Appeal(t.Context(), ada, d.ID, "not mine")
	h.refused(err, order.ErrNoDecision)
	_, err = h.Appeal(t.Context(), bob, d.ID, "")
	h.refused(err, identity.ErrText)
	_, err = h.Answer(t.Context(), boss, d.ID, false, "")
	h.refused(err, order.ErrNoDecision)
	said, err := h.WordsOf(t.Context(), order.KindDecide, bob, d.ID)
	h.ok(err)
	if opened, err := h.Opened(t.Context(), said.Secret); err != nil || opened.ID != d.ID || said.Text != "be kind" {
		t.Errorf("%+v, %v", opened, err)
	}
	_, err = h.Opened(t.Context(), strings.Repeat("a", 32))
	h.refused(err, order.ErrNoDecision)
	_, err = h.Appeal(t.Context(), bob, d.ID, "it was a joke")
	h.ok(err)
	_, err = h.Appeal(t.Context(), bob, d.ID, "once more")
	h.refused(err, order.ErrAppealed)
	if _, appeals := h.Due(); len(appeals) != 1 {
		t.Errorf("%+v", appeals)
	}
	h.ok(h.SetRole(t.Context(), boss, mod, order.Moderator))
	h.ok(h.SetRole(t.Context(), boss, ada, order.Moderator))
	_, err = h.Answer(t.Context(), boss, d.ID, true, "")
	h.refused(err, order.ErrOwnCase) // mod can
	_, err = h.Answer(t.Context(), ada, d.ID, true, "")
	h.refused(err, order.ErrOwnCase) // who reported it
	h.ok(h.SetRole(t.Context(), boss, mod, ""))
	if got, err := h.Answer(t.Context(), boss, d.ID, false, "fair enough"); err != nil || got.Upheld || got.Lifted.IsZero() {
		t.Errorf("only the reporter is left, so the decider may: %+v, %v", got, err)
	}
	if got := limits(h.Order, bob); len(got) != 0 {
		t.Error(got)
	}
	_, err = h.Answer(t.Context(), boss, d.ID, true, "")
	h.refused(err, order.ErrAnswered)
}

func TestRoles(t *testing.T) {
	h := newHarness(t)
	boss, next, mod := h.person(), h.person(), h.person()
	h.ok(h.Claim(t.Context(), boss))
	h.ok(h.Claim(t.Context(), boss))
	h.refused(h.SetRole(t.Context(), boss, boss, ""), order.ErrLastOperator)
	h.refused(h.SetRole(t.Context(), boss, mod, "queen"), order.ErrDecision)
	h.ok(h.SetRole(t.Context(), boss, mod, order.Moderator))
	h.ok(h.Claim(t.Context(), next)) // the last passkey is lost
	log := h.Log(0, 9)
	if len(log) != 3 || log[0].Cause != "again" || log[2].Cause != "key" {
		t.Errorf("%+v", log)
	}
	h.ok(h.SetRole(t.Context(), next, boss, ""))
	if list := h.Roles(); len(list) != 2 || list[0].Person != next || list[1].Person != mod || h.Role(boss) != "" {
		t.Errorf("%+v", list)
	}
	h.forgets(mod)
	if h.Role(mod) != "" {
		t.Error("somebody who was forgotten is a moderator")
	}
}

// A person who is forgotten leaves only ids in the log. A suspension outlives them with their sign-in.
func TestForget(t *testing.T) {
	h := newHarness(t)
	mod, ada, bob := h.person(), h.person(), h.person()
	h.ways[bob] = []string{"hash-of-a-passkey"}
	h.report(ada, bob)
	h.report(bob, ada)
	h.ok(h.Take(t.Context(), mod, ada))
	d := h.rule(mod, bob, order.Suspend, func(r *order.Ruling) { r.Until, r.Open = time.Time{}, true })
	_, err := h.Appeal(t.Context(), bob, d.ID, "it was a joke")
	h.ok(err)
	out, err := h.Export(t.Context(), bob)
	h.ok(err)
	text, err := json.Marshal(out)
	h.ok(err)
	for _, want := range []string{"be kind", "it was a joke", "their complaint", order.Suspend} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	if strings.Contains(string(text), mod) || strings.Contains(string(text), "an answer") {
		t.Errorf("somebody else is in %s", text)
	}
	h.forgets(bob)
	h.forgets(mod)
	h.traces(bob, mod, "be kind", "it was a joke", "an answer")
	found, err := order.Verify(h.records(order.BucketLog), h.records(order.BucketOrder))
	if err != nil || !found.Sound() || found.Erased == 0 {
		t.Errorf("%+v, %v", found, err)
	}
	again, other := h.person(), h.person()
	h.ok(h.Returned(t.Context(), other, []string{"another"}))
	for range 2 {
		h.ok(h.Returned(t.Context(), again, []string{"another", "hash-of-a-passkey"}))
	}
	if got := limits(h.Order, again); !slices.Equal(got, []string{order.Suspend}) || len(limits(h.Order, other)) != 0 {
		t.Error(got)
	}
}

// The hash of a forgotten person's passkey is kept as long as their suspension, and no longer.
func TestSuspensionEnds(t *testing.T) {
	h := newHarness(t)
	mod, bob := h.person(), h.person()
	h.ways[bob] = []string{"hash-of-a-passkey"}
	h.rule(mod, bob, order.Suspend)
	h.forgets(bob)
	h.ok(h.Maintain(t.Context()))
	kept := func() bool {
		for _, rec := range h.records(order.BucketOrder) {
			if strings.Contains(rec.Key, "hash-of-a-passkey") {
				return true
			}
		}
		return false
	}
	if !kept() {
		t.Error("it is gone while the suspension is in force")
	}
	h.pass(2 * 24 * time.Hour)
	h.ok(h.Maintain(t.Context()))
	if kept() {
		t.Error("it outlived the suspension")
	}
}

// Half a year after the end of a decision its words and its evidence are gone, and the log still verifies.
func TestErase(t *testing.T) {
	h := newHarness(t)
	mod, ada, bob := h.person(), h.person(), h.person()
	h.report(ada, bob)
	h.rule(mod, bob, order.Mute)
	h.report(ada, bob, func(r *order.Report) { r.Kind = "spam" })
	h.pass(order.Erase)
	h.ok(h.Maintain(t.Context()))
	if file, err := h.File(t.Context(), bob); err != nil || len(file.Reports) != 2 {
		t.Errorf("a day early: %+v, %v", file, err)
	}
	h.pass(24 * time.Hour)
	h.ok(h.Maintain(t.Context()))
	file, err := h.File(t.Context(), bob)
	if err != nil || len(file.Reports) != 1 || file.Reports[0].Kind != "spam" || len(file.Decisions) != 1 {
		t.Errorf("%+v, %v", file, err)
	}
	h.traces("be kind")
	found, err := order.Verify(h.records(order.BucketLog), h.records(order.BucketOrder))
	if err != nil || !found.Sound() || found.Words != 0 || found.Erased != 1 {
		t.Errorf("%+v, %v", found, err)
	}
}
