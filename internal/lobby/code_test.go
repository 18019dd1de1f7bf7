package lobby_test

import (
	"testing"
	"time"

	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// People join a public table by its code. At a private one they knock, and are in once the host has said yes.
func TestCodes(t *testing.T) {
	h := newHarness(t, memstore.New())
	h.run()
	host, a, b := h.guest(), h.guest(), h.guest()
	open, home := h.table(lobby.Draft{Public: true}, host, host), h.table(lobby.Draft{}, host, host)
	code, until, err := h.ShowCode(t.Context(), host, open.ID)
	if err != nil || len(code) != 4 || lobby.CleanCode(" "+code[:2]+"-"+code[2:]) != code || !until.Equal(h.now().Add(lobby.CodeFor)) {
		t.Fatal(code, until, err)
	}
	_, _, err = h.ShowCode(t.Context(), a, open.ID)
	h.refused(err, lobby.NotSeated)
	if got, known, err := h.UseCode(t.Context(), a, inside, code); err != nil || !known || got.ID != open.ID {
		t.Fatal(got.ID, known, err)
	}
	private, _, err := h.ShowCode(t.Context(), host, home.ID)
	if err != nil || len(private) != 5 || private == code {
		t.Fatal(private, err)
	}
	for range 2 {
		got, known, err := h.UseCode(t.Context(), a, inside, private)
		if h.refused(err, lobby.Knocking); !known || got.ID != "" {
			t.Fatalf("a person who knocks is told %+v", got)
		}
	}
	_, err = h.Access(t.Context(), a, home.ID)
	h.refused(err, lobby.NoSuchTable)
	h.ok(h.AnswerKnock(t.Context(), host, home.ID, a.ID, true))
	if got, _, err := h.UseCode(t.Context(), a, inside, private); err != nil || got.ID != home.ID {
		t.Fatal(got.ID, err)
	}
	h.must(h.Sit(t.Context(), a, home.ID, lobby.AnySeat, ""))
	_, _, err = h.UseCode(t.Context(), b, inside, private)
	h.refused(err, lobby.Knocking)
	h.ok(h.AnswerKnock(t.Context(), host, home.ID, b.ID, false))
	_, known, err := h.UseCode(t.Context(), b, inside, private)
	if h.refused(err, lobby.RemovedHere); !known {
		t.Error("the code was right")
	}
	for _, wrong := range []string{"", "BBBB", "AEIO", "B", "bbbbbbb"} {
		if _, known, err := h.UseCode(t.Context(), b, inside, wrong); known || lobby.Refused(err) != lobby.NoSuchCode {
			t.Errorf("%q: %v, %v", wrong, known, err)
		}
	}
	// Showing a code prolongs it; one that is not shown expires.
	h.advance(6 * time.Minute)
	again, later, err := h.ShowCode(t.Context(), a, home.ID)
	if err != nil || again != private || !later.Equal(h.now().Add(lobby.CodeFor)) {
		t.Fatal(again, later, err)
	}
	h.advance(10 * time.Minute)
	_, _, err = h.UseCode(t.Context(), b, inside, code)
	h.refused(err, lobby.NoSuchCode)
	if _, _, err := h.UseCode(t.Context(), a, inside, private); err != nil {
		t.Error(err)
	}
	h.ok(h.Start(t.Context(), host, h.ok(h.GiveSeats(t.Context(), host, open.ID, []lobby.BotSeat{{Seat: 1, Level: "novice"}})).ID))
	h.ok(h.Finish(t.Context(), open.ID, lobby.Outcome{Cause: "end/cures"}, h.now()))
	_, _, err = h.ShowCode(t.Context(), host, open.ID)
	h.refused(err, lobby.NotRunning)
}

// However many tables have a code, a guess hits less than once in 100,000.
func TestCodesAreLongEnough(t *testing.T) {
	h := newHarness(t, memstore.New())
	host := h.guest()
	for n, lengths := 1, map[int]bool{}; n <= 36; n++ {
		if n%30 == 0 {
			host = h.guest() // one person can have only so many tables
		}
		code, _, err := h.ShowCode(t.Context(), host, h.table(lobby.Draft{}, host).ID)
		if err != nil {
			t.Fatal(err)
		}
		all := 1
		for range code {
			all *= 20
		}
		if all/n < 100_000 {
			t.Errorf("with %d codes, %s is too short", n, code)
		}
		if lengths[len(code)] = true; n == 36 && len(lengths) != 3 {
			t.Error("the codes did not become longer:", lengths)
		}
	}
}
