package botseats

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/replica/replicatest"
	"theriac/internal/table"
	"theriac/internal/wire"
	"theriac/internal/wire/wiretest"
	"theriac/internal/work"
)

func slogDiscard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func players(n string, more ...string) engine.Settings {
	set := engine.Settings{{Name: "players", Value: n}}
	for i := 0; i < len(more); i += 2 {
		set = append(set, engine.Setting{Name: more[i], Value: more[i+1]})
	}
	return set
}

func (h *harness) queue() *wire.Worker {
	h.t.Helper()
	q, err := h.jobs.Worker()
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(q.Close)
	return q
}

// After each move, bots pause as long as the table's pace requires, even if their answer has already arrived.
func TestPace(t *testing.T) {
	h := newHarness(t)
	tab := h.start(lobby.Draft{Settings: players("2", "hands", "open"), BotPace: lobby.PaceNormal})
	live, q := h.open(tab.ID), h.queue()
	job, it := h.item(q)
	if it.Seats != engine.AllSeats(2) || it.Owing.Len() != 1 || it.Level != lobby.Levels("world")[0] || len(it.Moves) < 2 || it.Seed == 0 {
		t.Fatalf("%+v", it)
	}
	h.reply(job, work.Answer{ID: it.ID, Move: it.Moves[0], Memo: []byte("the plan")})
	h.never("a bot moved before its time", func() bool { return live.State().Moves() > 0 })
	h.clock.add(time.Second)
	h.never("a bot moved before its time", func() bool { return live.State().Moves() > 0 })
	h.clock.add(300 * time.Millisecond)
	h.soon("the bot moves", func() bool { return live.State().Moves() == 1 })
	// The next question to the bot contains the memo that it returned with its last answer.
	if _, it = h.item(q); string(it.Memo) != "the plan" {
		t.Errorf("memo %q", it.Memo)
	}
	h.soon("the seats are told to think", func() bool {
		h.seen.mu.Lock()
		defer h.seen.mu.Unlock()
		return len(h.seen.thinking) > 0 && h.seen.thinking[0].Len() == 1
	})
}

// If a question gets no valid answer, the game's default move is played, so that no game gets stuck.
func TestNoGameSticks(t *testing.T) {
	h := newHarness(t)
	tab := h.start(lobby.Draft{Settings: players("2", "hands", "open"), BotPace: lobby.PaceAtOnce})
	live, q := h.open(tab.ID), h.queue()
	made := func(n int) func() bool { return func() bool { return live.State().Moves() >= n } }
	defaults := func(n int) {
		t.Helper()
		h.soon("the default is played", func() bool { return h.seen.count("default") == n })
	}
	// If no worker answers in time, the default move is played, and a late answer does not count.
	job, late := h.item(q)
	h.never("anything moved", made(1))
	h.clock.add(DefaultGrace)
	defaults(1)
	h.soon("it moves", made(1))
	before := live.State().Moves()
	h.reply(job, work.Answer{ID: late.ID, Move: late.Moves[0]})
	h.never("a late answer counted", func() bool { return live.State().Moves() != before })
	// The first worker fails, the second answers nonsense, and the third moves for a different seat.
	for i, a := range []work.Answer{{Failed: "panic"}, {Move: work.Move{Move: "fly away"}}, {Move: work.Move{Seat: 5, Move: "pass"}}} {
		job, it := h.item(q)
		if it.Owing.Empty() {
			t.Fatalf("%+v", it)
		}
		a.ID = it.ID
		if a.Failed == "" && a.Move.Seat == 0 {
			a.Move.Seat = it.Owing.First()
		}
		h.reply(job, a)
		defaults(i + 2)
	}
	// If the queue has lost a question, the node first puts it back. Only after that does it play the default
	// move.
	job, it := h.item(q)
	h.reply(job, work.Answer{ID: "another question"}) // takes the item out of the queue without answering its question
	h.soon("the item is gone", func() bool {
		waits, err := h.jobs.Waits(t.Context(), tab.ID, part(it.Seats))
		return err == nil && !waits
	})
	h.clock.add(lostAfter + time.Second)
	if _, again := h.item(q); again.ID != it.ID {
		t.Errorf("asked %s after %s", again.ID, it.ID)
	}
}

// If two workers answer the same question, only one answer counts.
func TestOneAnswerCounts(t *testing.T) {
	h := newHarness(t)
	tab := h.start(lobby.Draft{Settings: players("2", "hands", "open")})
	live, q := h.open(tab.ID), h.queue()
	job, it := h.item(q)
	one := work.Answer{ID: it.ID, Move: it.Moves[0]}
	two := work.Answer{ID: it.ID, Move: it.Moves[1]}
	h.reply(job, one)
	h.reply(job, two)
	h.soon("it moves", func() bool { return live.State().Moves() == 1 })
	h.never("both counted", func() bool { return live.State().Moves() > 1 })
	if p := live.State().LastPlays()[0]; p.Move != one.Move.Move || p.Why != table.WhyBot {
		t.Errorf("%+v", p)
	}
	// The table also rejects the second answer if it is submitted as a command.
	c := table.BotAnswer{Seats: it.Seats, Question: "0", Made: 0, Seat: two.Move.Seat, Move: two.Move.Move}
	if _, err := live.Do(t.Context(), c.Key()+"x", c); err == nil {
		t.Error("a stale answer was taken")
	}
}

// Bots stop when no person is at the table, and continue when a person returns.
func TestBotsRest(t *testing.T) {
	h := newHarness(t)
	tab := h.start(lobby.Draft{Settings: players("2", "hands", "open"), BotPace: lobby.PaceSlow, Clock: lobby.Clock{Kind: lobby.ClockLive}})
	live := h.open(tab.ID)
	h.workers(1)
	awake := func() bool { n, _ := h.runner.Awake(); return n > 0 }
	h.soon("they wake at the start", awake)
	h.clock.add(3 * time.Second)
	h.soon("they play", func() bool { return live.State().Moves() > 0 })
	h.attend(false)
	h.clock.add(DefaultLinger + time.Minute)
	h.soon("they rest", func() bool { return !awake() })
	h.soon("nobody thinks", func() bool {
		h.seen.mu.Lock()
		defer h.seen.mu.Unlock()
		return h.seen.thinking[len(h.seen.thinking)-1] == 0
	})
	chosen := h.seen.count("chosen")
	h.clock.add(time.Minute)
	h.never("they play on", func() bool { return h.seen.count("chosen") != chosen })
	h.attend(true)
	h.runner.Wake(tab.ID)
	h.clock.add(3 * time.Second)
	h.soon("they play again", func() bool { return h.seen.count("chosen") > chosen })
}

// Bots agree immediately to an undo, and to ending the game if most people want that. They make no move while a
// proposal is open, because it would cancel the proposal.
func TestProposals(t *testing.T) {
	h := newHarness(t)
	ada, bob, cy := h.guest(), h.guest(), h.guest()
	tab := h.start(lobby.Draft{Settings: players("4", "hands", "open")}, ada, bob, cy)
	live := h.open(tab.ID)
	h.workers(1)
	turn := func() engine.Seat { return live.State().Pos.Decision().Owing().First() }
	h.soon("a person is on turn", func() bool { return turn() != 3 })
	on := turn()
	h.answer(live, on)
	to := live.State().Moves() - 1
	// All three people agree to the undo, so only the bot's vote is missing.
	if _, err := live.Do(t.Context(), "undo", table.Undo{By: engine.AllSeats(3), To: to}); err != nil {
		t.Fatal(err)
	}
	h.soon("it is taken back", func() bool { return live.State().Moves() <= to && live.State().Ask == nil })
	if !live.State().JustUndone() {
		t.Fatal("bots moved at once after an undo")
	}
	// One of three people cannot end the game, and bots have no vote. Two of three can.
	people := []engine.Seats{1, 2, 4}
	if _, err := live.Do(t.Context(), "end", table.Propose{By: engine.SeatsOf(0), What: table.ProposeEnd, Voters: people}); err != nil {
		t.Fatal(err)
	}
	h.never("a bot ends a game that most people play on", func() bool { return live.State().Over || live.State().Ask == nil })
	if _, err := live.Do(t.Context(), "agree", table.Agree{By: engine.SeatsOf(1), Voters: people}); err != nil {
		t.Fatal(err)
	}
	if !live.State().GivenUp {
		t.Fatal("two of three people did not end the game")
	}
}

// Seats of bots that see the same cards are played by one bot. With hidden hands, or between rivals, each seat
// has a bot of its own.
func TestWhoIsOnePlayer(t *testing.T) {
	for _, c := range []struct {
		game  string
		set   engine.Settings
		seats int
	}{
		{"world", players("4", "hands", "open"), 4}, {"world", players("4", "epidemics", "5", "hands", "hidden"), 1}, {"pharmacy", players("4"), 1},
	} {
		h := newHarness(t)
		h.start(lobby.Draft{Game: c.game, Settings: c.set})
		if _, it := h.item(h.queue()); it.Seats.Len() != c.seats {
			t.Errorf("%s %v: one bot plays %d seats", c.game, c.set, it.Seats.Len())
		}
	}
}

// A bot that may interject gets one chance to do so before the player whose turn it is moves.
func TestInterjections(t *testing.T) {
	h := newHarness(t)
	h.mixed = true // bots of different levels, so that each seat has its own
	for range 20 { // in at least one of these deals, a bot can interject with a card
		tab := h.start(lobby.Draft{Settings: players("3", "epidemics", "5", "hands", "hidden")})
		live, q := h.open(tab.ID), h.queue()
		s := live.State()
		interject := 0
		for seat := range s.Pos.Decision().May.Each {
			if len(s.Pos.AppendMoves(nil, seat)) > 0 {
				interject++
			}
		}
		if interject == 0 {
			continue
		}
		var silent []func()
		for range interject + 1 {
			job, it := h.itemOf(q, tab.ID)
			if it.Seats.Len() != 1 {
				t.Fatalf("%+v", it)
			}
			if it.Owing.Empty() {
				silent = append(silent, func() { h.reply(job, work.Answer{ID: it.ID, Silent: true}) })
			} else {
				h.reply(job, work.Answer{ID: it.ID, Move: it.Moves[0]})
			}
		}
		h.never("a bot moves before those that may interject", func() bool { return live.State().Moves() > 0 })
		for _, f := range silent {
			f()
		}
		h.soon("the one on turn moves", func() bool { return live.State().Moves() > 0 })
		return
	}
	t.Error("no bot could interject")
}

// The seats on a bot's side get the reasons for its moves. Spectators get them only if all hands are open.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		game string
		set  engine.Settings
		to   func(seat engine.Seat) engine.Seats
	}{
		{"world", players("2", "hands", "open"), func(engine.Seat) engine.Seats { return engine.AllSeats(2) | engine.Spectators }},
		{"world", players("2", "epidemics", "5", "hands", "hidden"), func(engine.Seat) engine.Seats { return engine.AllSeats(2) }},
		{"pharmacy", players("3"), func(seat engine.Seat) engine.Seats { return engine.SeatsOf(seat) }},
	} {
		h := newHarness(t)
		h.start(lobby.Draft{Game: c.game, Settings: c.set})
		q := h.queue()
		job, it := h.item(q)
		for ; it.Owing.Empty(); job, it = h.item(q) {
			h.reply(job, work.Answer{ID: it.ID, Silent: true})
		}
		h.reply(job, work.Answer{ID: it.ID, Move: it.Moves[0], Reason: "bot.reason", Args: [][2]string{{"city", "paris"}}})
		h.soon("the reason is told", func() bool {
			h.clock.add(interjections / 100) // let the other bot pass first if it may interject
			h.seen.mu.Lock()
			defer h.seen.mu.Unlock()
			return len(h.seen.reasons) > 0
		})
		if r := h.seen.reasons[0]; r.To != c.to(r.Seat) || r.Entry == 0 || r.Key != "bot.reason" || r.Args[0][1] != "paris" {
			t.Errorf("%s %v: %+v", c.game, c.set, r)
		}
	}
}

// If a seat's clock runs out, a bot takes over the seat, provided that the host has allowed that.
func TestTakeover(t *testing.T) {
	h := newHarness(t)
	level := lobby.Levels("world")[0]
	tab := h.start(lobby.Draft{
		Settings: players("2"), Clock: lobby.Clock{Kind: lobby.ClockLive, Limit: time.Minute}, Takeover: &lobby.Takeover{Level: level, After: 1},
	}, h.guest(), h.guest())
	live := h.open(tab.ID)
	late := live.State().Pos.Decision().Owing().First()
	h.clock.add(time.Minute + time.Second)
	h.soon("a bot stands in", func() bool {
		rec, err := h.lobby.Get(t.Context(), tab.ID)
		return err == nil && rec.Seats[late].Standin == level && rec.Seats[late].Holder != ""
	})
}

// Once the bots at a host's tables have used up the host's thinking time, they wait until there is more.
func TestThinkingTime(t *testing.T) {
	h := newHarness(t)
	tab := h.start(lobby.Draft{Settings: players("2", "hands", "open")})
	live, q := h.open(tab.ID), h.queue()
	job, it := h.item(q)
	h.reply(job, work.Answer{ID: it.ID, Move: it.Moves[0], Took: (DefaultPerMinute + 10*time.Second).Microseconds()})
	h.soon("it moves", func() bool { return live.State().Moves() == 1 })
	h.never("the next question comes at once", func() bool { h.seen.mu.Lock(); defer h.seen.mu.Unlock(); return h.seen.asked > 1 })
	h.clock.add(21 * time.Second)
	h.soon("the next question comes", func() bool { h.seen.mu.Lock(); defer h.seen.mu.Unlock(); return h.seen.asked > 1 })
}

// If two nodes play the bots of the same table, they make only one move for each question.
func TestTwoNodes(t *testing.T) {
	stores, jobs := replicatest.NewCluster(t, 3, 3), wiretest.Queues(t, 3)
	first := newClockOf()
	a, b := node(t, stores.Store(0), jobs[0], first, false), node(t, stores.Store(1), jobs[1], first, false)
	for _, h := range []*harness{a, b} {
		stop, err := h.jobs.Hand(nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(stop)
		h.workers(1)
	}
	tab := a.start(lobby.Draft{Game: "pharmacy", Settings: players("3")})
	live := a.open(tab.ID)
	b.runner.Wake(tab.ID)
	a.soon("the game is over", func() bool { return live.State().Over })
	moves := 0
	for _, h := range []*harness{a, b} {
		moves += h.seen.count("chosen") + h.seen.count("only")
		for _, why := range h.seen.failed {
			if !strings.Contains(why, "store") {
				t.Error(why)
			}
		}
		if h.seen.count("default") > 0 {
			t.Errorf("%d defaults", h.seen.count("default"))
		}
	}
	// Each entry must be a move. Both nodes may report that they wrote the same entry, because their clocks
	// show the same time; it still counts as one move.
	if s := live.State(); s.N != s.Moves() || moves < s.Moves() {
		t.Errorf("%d entries, %d moves, and the nodes made %d", s.N, s.Moves(), moves)
	}
}

func newClockOf() *fakeClock {
	return &fakeClock{now: time.Date(2026, 11, 16, 9, 0, 0, 0, time.UTC), calls: map[*call]struct{}{}}
}

// While too many questions wait for workers, hosts cannot seat more bots.
func TestQuestionsThatWait(t *testing.T) {
	h := newHarness(t, func(c *Config) { c.MaxWaiting = 1 })
	if h.runner.Full() {
		t.Fatal("full without a question")
	}
	h.start(lobby.Draft{Settings: players("2", "hands", "open"), BotPace: lobby.PaceNormal})
	q := h.queue()
	job, it := h.item(q)
	if !h.runner.Full() || h.runner.Waiting() != 1 {
		t.Fatalf("%d questions wait", h.runner.Waiting())
	}
	h.reply(job, work.Answer{ID: it.ID, Move: it.Moves[0]})
	h.soon("the question is answered", func() bool { return h.runner.Waiting() == 0 })
	if h.runner.Full() {
		t.Error("full although no question waits")
	}
}
