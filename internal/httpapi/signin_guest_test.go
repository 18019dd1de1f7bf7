package httpapi

import (
	"net/http"
	"testing"

	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/signin/signintest"
)

// TestGuestSignsIn checks that a guest's tables move to the member, and that tables which cannot
// move are not lost.
func TestGuestSignsIn(t *testing.T) {
	b := raiseNamed(t)
	home, ada := b.guestAt("Ada")
	key := signintest.New(t, passkeyOrigin)
	home.add(key).is(http.StatusCreated)
	shared := b.table(home.session, func(n *NewTable) { n.Public = true })

	away, guest := b.guestAt("On the train")
	own := b.table(away.session)
	b.ask(away.session, http.MethodPost, "/api/tables/"+shared.ID+"/sit", Sitting{}).is(http.StatusOK)
	var in SignedIn
	away.signIn(key).is(http.StatusOK, &in)
	if in.Brought != 1 || in.Left != 1 || in.Back == nil {
		t.Fatalf("%+v", in)
	}
	var got wire.Table
	away.ask(http.MethodGet, "/api/tables/"+own.ID, nil).is(http.StatusOK, &got)
	if got.Host == nil || got.Host.ID != ada.ID || got.Seats[0].Holder == nil || got.Seats[0].Holder.ID != ada.ID {
		t.Errorf("the table is %+v", got)
	}
	away.ask(http.MethodGet, "/api/tables/"+shared.ID, nil).is(http.StatusOK, &got)
	if got.Seats[1].Holder == nil || got.Seats[1].Holder.ID != guest.ID {
		t.Errorf("the shared table is %+v", got.Seats)
	}
	var back Opened
	b.ask("", http.MethodPost, "/api/links", Secret{Secret: secretOf(in.Back.Link)}).is(http.StatusOK, &back)
	if back.Person.ID != guest.ID {
		t.Errorf("the link leads to %+v", back.Person)
	}
	// A guest can choose not to bring their tables. A member's tables never move.
	away, _ = b.guestAt("Passing by")
	b.table(away.session)
	options := away.ask(http.MethodPost, "/api/signin/options", nil).is(http.StatusOK)
	away.ask(http.MethodPost, "/api/signin", Answer{Credential: key.Get(options.body), Guest: "leave"}).is(http.StatusOK, &in)
	if in.Brought != 0 || in.Left != 1 || in.Back == nil {
		t.Errorf("%+v", in)
	}
	member, bob := b.guestAt("Bob")
	bobs := signintest.New(t, passkeyOrigin)
	member.add(bobs).is(http.StatusCreated)
	theirs := b.table(member.session)
	member.signIn(key).is(http.StatusOK, &in)
	if in.Brought != 0 || in.Left != 0 || in.Back != nil {
		t.Errorf("%+v", in)
	}
	member.signIn(bobs).is(http.StatusOK)
	member.ask(http.MethodGet, "/api/tables/"+theirs.ID, nil).is(http.StatusOK, &got)
	if got.Host == nil || got.Host.ID != bob.ID {
		t.Errorf("Bob's table is %+v", got.Host)
	}
}

// TestGuestBringsResults checks that a guest's daily result and solved puzzle move with their
// tables. If the member has their own result, that one counts.
func TestGuestBringsResults(t *testing.T) {
	b := raiseNamed(t)
	home, ada := b.guestAt("Ada")
	key := signintest.New(t, passkeyOrigin)
	home.add(key).is(http.StatusCreated)
	cure := puzzleOf(t, "cure")
	day := func(br *browser) (table string) {
		t.Helper()
		var begun DayTable
		br.ask(http.MethodPost, "/api/today/world", map[string]any{}).is(http.StatusCreated, &begun)
		seated, err := b.lobby.Finish(t.Context(), begun.Table, lobby.Outcome{Cause: "outbreaks", Turns: 4}, b.clock.Now())
		if err == nil {
			err = b.daily.Finish(t.Context(), seated, lobby.Outcome{Cause: "outbreaks", Turns: 4}, b.clock.Now())
		}
		if err != nil {
			t.Fatal(err)
		}
		return begun.Table
	}
	solve := func(br *browser) (table string) {
		t.Helper()
		var at Puzzle
		br.ask(http.MethodPost, "/api/puzzles/"+cure.ID+"/begin", nil).is(http.StatusCreated, &at)
		makeMoves(b, br.session, at.Table, cure.Plan...)
		br.ask(http.MethodGet, "/api/tables/"+at.Table+"/verdict", nil).is(http.StatusOK)
		return at.Table
	}
	export := func(br *browser) (out Export) {
		t.Helper()
		br.ask(http.MethodGet, "/api/me/export", nil).is(http.StatusOK, &out)
		return out
	}
	away, _ := b.guestAt("On the train")
	played, solved := day(away), solve(away)
	rating := export(away).Puzzles[0].After
	var in SignedIn
	away.signIn(key).is(http.StatusOK, &in)
	if in.Person.ID != ada.ID || in.Brought != 2 || in.Left != 0 {
		t.Errorf("%+v", in)
	}
	got := export(away)
	if len(got.Days) != 1 || got.Days[0].Table != played || got.Days[0].Result == nil || len(got.Puzzles) != 1 || got.Puzzles[0].Table != solved ||
		got.Puzzles[0].Verdict != "solved" || got.Puzzles[0].After != rating {
		t.Errorf("%+v, %+v", got.Days, got.Puzzles)
	}
	// Ada signs in on a browser whose guest has played the same deal and puzzle. She does not get a
	// second result for either.
	away, _ = b.guestAt("On the bus")
	day(away)
	solve(away)
	away.signIn(key).is(http.StatusOK, &in)
	if in.Brought != 0 || in.Left != 2 {
		t.Errorf("%+v", in)
	}
	if got := export(away); len(got.Days) != 1 || got.Days[0].Table != played || len(got.Puzzles) != 1 || got.Puzzles[0].After != rating {
		t.Errorf("%+v, %+v", got.Days, got.Puzzles)
	}
}
