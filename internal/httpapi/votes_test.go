package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// party is a table of several people. Each of them follows its stream.
type party struct {
	*testAPI
	id      string
	people  []Person
	tokens  []string
	streams []*tap
	keys    int
}

// party makes a table, seats people, and starts the game unless the change says otherwise.
func (b *testAPI) party(names []string, start bool, change ...func(*NewTable)) *party {
	b.t.Helper()
	b.stopHeartbeats()
	p := &party{testAPI: b}
	for _, name := range names {
		who, token := b.guest(name)
		p.people, p.tokens = append(p.people, who), append(p.tokens, token)
	}
	change = append([]func(*NewTable){func(n *NewTable) {
		n.Public, n.Clock = true, &wire.Clock{Kind: lobby.ClockLive, Seconds: 300}
		n.Settings = map[string]string{"players": strconv.Itoa(max(len(names), 2))}
	}}, change...)
	p.id = b.table(p.tokens[0], change...).ID
	for i, token := range p.tokens[1:] {
		b.sit(token, p.id, i+1).is(http.StatusOK)
	}
	if start {
		p.ask(p.tokens[0], http.MethodPost, p.at("start"), nil).is(http.StatusOK)
	}
	for _, token := range p.tokens {
		p.streams = append(p.streams, b.follow(token, p.id, ""))
	}
	for _, s := range p.streams {
		s.next("presence")
	}
	p.pass(0)
	return p
}

func (p *party) at(what string) string { return "/api/tables/" + p.id + "/" + what }

// pass lets time pass. Then the node checks which people are there.
func (p *party) pass(d time.Duration) {
	p.t.Helper()
	p.clock.pass(d)
	p.rounds(1)
}

// leaves ends a person's stream, and waits until they are away in the record, too.
func (p *party) leaves(who int) {
	p.t.Helper()
	p.streams[who].end()
	p.waitFor("the end of the stream", func() bool {
		seats, _ := p.api.Live.Connected(p.id)
		return seats&(1<<who) == 0
	})
	p.pass(lobby.Grace)
	p.waitFor("the absence", func() bool {
		t, err := p.lobby.Get(p.t.Context(), p.id)
		_, away := t.AwaySince(p.people[who].ID)
		return err == nil && away
	})
}

func (p *party) key() string {
	p.keys++
	return "k" + strconv.Itoa(p.keys)
}

func (p *party) propose(who int, m Motion) answer {
	p.t.Helper()
	m.Key = p.key()
	return p.ask(p.tokens[who], http.MethodPost, p.at("propose"), m)
}

func (p *party) answers(who int, agree bool) answer {
	p.t.Helper()
	return p.ask(p.tokens[who], http.MethodPost, p.at("answer"), Reply{Agree: agree, Key: p.key()})
}

// sees returns a person's whole update.
func (p *party) sees(who int) (u Update) {
	p.t.Helper()
	p.ask(p.tokens[who], http.MethodGet, p.at("view"), nil).is(http.StatusOK, &u)
	return u
}

func (p *party) host() string {
	t, err := p.lobby.Get(p.t.Context(), p.id)
	if err != nil {
		p.t.Fatal(err)
	}
	return t.Host
}

func three() []string { return []string{"Ada", "Ben", "Cho"} }

// When the host has been away for two minutes, the person longest present becomes host, in the game and in the lobby.
func TestHostingPasses(t *testing.T) {
	for name, start := range map[string]bool{"playing": true, "waiting": false} {
		t.Run(name, func(t *testing.T) {
			p := raise(t).party(three(), start)
			p.leaves(1) // Ben comes back later, so Cho has been here for longer
			p.streams[1] = p.follow(p.tokens[1], p.id, "")
			p.waitFor("Ben", func() bool {
				r, err := p.lobby.Get(t.Context(), p.id)
				_, away := r.AwaySince(p.people[1].ID)
				return err == nil && !away
			})
			p.leaves(0)
			p.pass(90 * time.Second)
			time.Sleep(50 * time.Millisecond)
			if p.host() != p.people[0].ID {
				t.Fatal("the host is replaced too early")
			}
			p.pass(30 * time.Second)
			p.waitFor("another host", func() bool { return p.host() == p.people[2].ID })
			p.ask(p.tokens[2], http.MethodPost, p.at("kick"), Kicking{Person: p.people[1].ID}).is(http.StatusOK)
			p.ask(p.tokens[0], http.MethodPost, p.at("kick"), Kicking{Person: p.people[2].ID}).refused(http.StatusForbidden, lobby.NotHost)
		})
	}
}

// At a slow table the host may be away for a day.
func TestHostingPassesSlowly(t *testing.T) {
	p := raise(t).party(three(), true, func(n *NewTable) { n.Clock = nil })
	p.leaves(0)
	for range 23 {
		p.pass(time.Hour)
		time.Sleep(5 * time.Millisecond)
	}
	if p.host() != p.people[0].ID {
		t.Fatal("the host is replaced too early")
	}
	p.pass(time.Hour)
	p.waitFor("another host", func() bool { return p.host() == p.people[1].ID })
}

// The host hands the table over to a person who sits there.
func TestMakeHost(t *testing.T) {
	p := raise(t).party(three(), true)
	eve, _ := p.guest("Eve")
	p.ask(p.tokens[1], http.MethodPost, p.at("host"), Naming{Person: p.people[1].ID}).refused(http.StatusForbidden, lobby.NotHost)
	p.ask(p.tokens[0], http.MethodPost, p.at("host"), Naming{Person: eve.ID}).refused(http.StatusConflict, lobby.NotHere)
	for range 2 { // a repeated request is harmless
		p.ask(p.tokens[0], http.MethodPost, p.at("host"), Naming{Person: p.people[1].ID}).is(http.StatusOK)
	}
	if p.host() != p.people[1].ID {
		t.Fatal("Ben is not the host")
	}
	p.ask(p.tokens[0], http.MethodPost, p.at("leave"), nil).is(http.StatusNoContent)
}

// Those present let a bot play for a person who has been away for a minute, and for no one else. The person takes the
// seat back.
func TestBotByVote(t *testing.T) {
	p := raise(t).party(three(), true)
	seat := 2
	bot := Motion{What: "bot", Seat: &seat}
	p.propose(0, bot).refused(http.StatusConflict, lobby.SeatActive)
	p.leaves(2)
	p.propose(0, bot).refused(http.StatusConflict, lobby.SeatActive)
	p.pass(time.Minute)
	p.propose(0, bot).is(http.StatusOK)
	a := p.sees(1).Ask
	if a == nil || a.What != "bot" || a.Seat == nil || *a.Seat != 2 || a.Missing != 1 || !slices.Equal(a.Present, []int{0, 1}) ||
		!slices.Equal(a.Agreed, []int{0}) || !slices.Equal(a.Needs, []int{1}) {
		t.Fatalf("%+v", a)
	}
	if s := p.record(p.tokens[0], p.id).Seats[2]; s.Standin != nil || s.Away.IsZero() {
		t.Fatalf("%+v", s)
	}
	p.propose(1, bot).is(http.StatusOK) // to propose the same is to agree
	if s := p.record(p.tokens[0], p.id).Seats[2]; s.Standin == nil || s.Standin.Level != lobby.UsualLevel("world") {
		t.Fatalf("%+v", s)
	}
	if u := p.sees(1); u.Ask != nil {
		t.Errorf("%+v", u.Ask)
	}
	p.ask(p.tokens[2], http.MethodDelete, p.at("seats/2/standin"), nil).is(http.StatusOK)
	p.pass(0)
	if s := p.record(p.tokens[2], p.id).Seats[2]; s.Standin != nil {
		t.Errorf("%+v: the decision is carried out twice", s)
	}
}

// A seat whose holder was removed is free, and those present give it to a bot.
func TestBotForAFreeSeat(t *testing.T) {
	p := raise(t).party(three(), true)
	p.kick(p.tokens[0], p.id, p.people[2].ID, nil)
	seat := 2
	p.propose(1, Motion{What: "bot", Seat: &seat, Level: "novice"}).is(http.StatusOK)
	p.answers(0, true).is(http.StatusOK)
	if s := p.record(p.tokens[0], p.id).Seats[2]; s.Bot == nil || s.Bot.Level != "novice" {
		t.Fatalf("%+v", s)
	}
	p.propose(1, Motion{What: "bot", Seat: &seat}).refused(http.StatusConflict, lobby.SeatTaken)
	p.propose(1, Motion{What: "bot"}).refused(http.StatusUnprocessableEntity, lobby.NoSuchSeat)
}

// A pause stops the clock and every move until those present resume the game.
func TestPause(t *testing.T) {
	p := raise(t).party(three(), true)
	if p.sees(0).Question.Deadline == 0 {
		t.Fatal("no clock runs")
	}
	p.propose(0, Motion{What: "resume"}).refused(http.StatusConflict, table.RefusedNotPaused)
	p.propose(0, Motion{What: "pause"}).is(http.StatusOK)
	if u := p.sees(0); u.Paused || u.Ask == nil {
		t.Fatal("one of three paused the game")
	}
	p.answers(1, true).is(http.StatusOK)
	u := p.sees(2)
	if !u.Paused || u.Question.Deadline != 0 || u.Resumes <= p.clock.Now().UnixMilli() {
		t.Fatalf("paused %v, deadline %d", u.Paused, u.Question.Deadline)
	}
	mover := append(u.Question.All, u.Question.Any...)[0]
	move := Move{Seat: mover, Question: u.Question.ID, Move: p.sees(mover).Moves[0].List[0], Key: "m"}
	p.ask(p.tokens[mover], http.MethodPost, p.at("moves"), move).refused(http.StatusConflict, table.RefusedPaused)
	p.propose(0, Motion{What: "pause"}).refused(http.StatusConflict, table.RefusedPaused)
	p.propose(2, Motion{What: "resume"}).is(http.StatusOK)
	p.answers(0, true).is(http.StatusOK)
	if u = p.sees(0); u.Paused || u.Question.Deadline == 0 {
		t.Fatalf("%+v", u)
	}
	p.ask(p.tokens[mover], http.MethodPost, p.at("moves"), move).is(http.StatusOK)
}

// Only a live clock can be paused.
func TestNoPauseOfASlowClock(t *testing.T) {
	p := raise(t).party(three(), true, func(n *NewTable) { n.Clock = nil })
	p.propose(0, Motion{What: "pause"}).refused(http.StatusConflict, table.RefusedNotLive)
}

// Those present end the game without the absent. The absent have a vote again when they are back.
func TestEndWithoutTheAbsent(t *testing.T) {
	p := raise(t).party(three(), true)
	p.leaves(0)
	p.leaves(1)
	p.pass(time.Minute)
	p.streams[1] = p.follow(p.tokens[1], p.id, "")
	p.waitFor("Ben", func() bool { return p.record(p.tokens[2], p.id).Seats[1].Away.IsZero() })
	p.propose(2, Motion{What: "end"}).is(http.StatusOK)
	if u := p.sees(2); u.Over != nil || u.Ask == nil || !slices.Equal(u.Ask.Present, []int{1, 2}) {
		t.Fatalf("%+v %+v", u.Over, u.Ask)
	}
	p.answers(1, false).is(http.StatusOK)
	if u := p.sees(2); u.Over != nil || u.Ask != nil {
		t.Fatalf("%+v", u.Ask)
	}
	p.propose(2, Motion{What: "end"}).is(http.StatusOK)
	p.leaves(1)
	p.pass(time.Minute) // now one person is present, and their earlier proposal suffices
	p.waitFor("the end", func() bool { return p.sees(2).Over != nil })
}

// A person has one vote, however many seats they hold.
func TestOnePersonOneVote(t *testing.T) {
	b := raise(t)
	p := b.party([]string{"Ada", "Ben"}, false, func(n *NewTable) {
		n.Sit, n.Bots, n.Settings = "one", nil, map[string]string{"players": "4"}
	})
	b.sit(p.tokens[0], p.id, 2).is(http.StatusOK)
	b.sit(p.tokens[0], p.id, 3).is(http.StatusOK)
	b.ask(p.tokens[0], http.MethodPost, p.at("start"), nil).is(http.StatusOK)
	p.propose(0, Motion{What: "end"}).is(http.StatusOK)
	if u := p.sees(1); u.Over != nil || u.Ask == nil || u.Ask.Missing != 1 {
		t.Fatalf("three of four seats ended the game: %+v", u.Ask)
	}
	p.answers(1, true).is(http.StatusOK)
	if p.sees(0).Over == nil {
		t.Fatal("both agree, and it is not over")
	}
}

// A person who plays alone with bots decides alone.
func TestAPersonAloneDecides(t *testing.T) {
	p := raise(t).party([]string{"Ada"}, true, func(n *NewTable) {
		n.Settings, n.Bots = map[string]string{"players": "3"}, []BotSeat{{Level: "novice"}, {Level: "novice"}}
	})
	p.propose(0, Motion{What: "pause"}).is(http.StatusOK)
	if !p.sees(0).Paused {
		t.Fatal("not paused")
	}
	p.propose(0, Motion{What: "end"}).is(http.StatusOK)
	if p.sees(0).Over == nil {
		t.Fatal("not over")
	}
}

// At a shared deal, nothing is decided without the absent, and there is no bot and no pause.
func TestNoVotesAtASharedDeal(t *testing.T) {
	b := raise(t)
	_, ada := b.guest("Ada")
	_, bens := b.guest("Ben")
	var made Duplicate
	b.ask(ada, http.MethodPost, "/api/duplicates", NewDuplicate{Game: "world", Settings: map[string]string{"players": "2"}, Teams: 2}).is(http.StatusCreated, &made)
	id := made.Teams[0].Table
	b.ask(ada, http.MethodPost, "/api/tables/"+id+"/sit", Sitting{}).is(http.StatusOK)
	b.ask(bens, http.MethodPost, "/api/links", Secret{Secret: secretOf(made.Teams[0].Invite)}).is(http.StatusOK)
	b.ask(bens, http.MethodPost, "/api/tables/"+id+"/sit", Sitting{}).is(http.StatusOK)
	b.ask(ada, http.MethodPost, "/api/tables/"+id+"/start", nil).is(http.StatusOK)
	b.clock.pass(100 * 24 * time.Hour)
	seat := 1
	for _, m := range []Motion{{What: "bot", Seat: &seat, Key: "a"}, {What: "pause", Key: "b"}} {
		b.ask(ada, http.MethodPost, "/api/tables/"+id+"/propose", m).refused(http.StatusConflict, lobby.DealFixed)
	}
	b.ask(ada, http.MethodPost, "/api/tables/"+id+"/propose", Motion{What: "end", Key: "c"}).is(http.StatusOK)
	var u Update
	b.ask(ada, http.MethodGet, "/api/tables/"+id+"/view", nil).is(http.StatusOK, &u)
	if u.Over != nil || u.Ask == nil || u.Ask.Missing != 1 {
		t.Fatalf("%+v", u.Ask)
	}
}

// A bot plays on for a person whose clock runs out, at a table where several people play live, unless the host
// decided otherwise.
func TestTakeoverByDefault(t *testing.T) {
	b := raise(t)
	_, ada := b.guest("Ada")
	live := func(n *NewTable) { n.Clock = &wire.Clock{Kind: lobby.ClockLive} }
	if got := b.table(ada, live); got.Takeover == nil || *got.Takeover != (wire.Takeover{Level: lobby.UsualLevel("world"), After: 1}) {
		t.Errorf("live: %+v", got.Takeover)
	}
	if got := b.table(ada); got.Takeover != nil {
		t.Errorf("slow: %+v", got.Takeover)
	}
	if got := b.table(ada, live, func(n *NewTable) { n.NoTakeover = true }); got.Takeover != nil {
		t.Errorf("off: %+v", got.Takeover)
	}
	if got := b.table(ada, live, func(n *NewTable) { n.Bots, n.Start = []BotSeat{{Level: "novice"}}, true }); got.Takeover != nil {
		t.Errorf("alone with a bot: %+v", got.Takeover)
	}
	table := b.table(ada, live)
	b.ask(ada, http.MethodDelete, "/api/tables/"+table.ID+"/takeover", nil).is(http.StatusOK, &table)
	if table.Takeover != nil {
		t.Errorf("switched off: %+v", table.Takeover)
	}
}

// Every field of an update with a vote is documented.
func TestVotesAreDocumented(t *testing.T) {
	p := raise(t).party(three(), true)
	seat := 2
	p.leaves(2)
	p.pass(time.Minute)
	p.propose(0, Motion{What: "bot", Seat: &seat}).is(http.StatusOK)
	for _, after := range []string{"?after=-1", ""} {
		d := json.NewDecoder(bytes.NewReader(p.ask(p.tokens[1], http.MethodGet, p.at("view")+after, nil).is(http.StatusOK).body))
		d.DisallowUnknownFields()
		var u Update
		if err := d.Decode(&u); err != nil {
			t.Error(err)
		}
	}
}
