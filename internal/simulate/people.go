package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/order"
	"theriac/internal/store"
	"theriac/internal/table"
)

// person is a player at one table.
type person struct {
	*world
	table  *tableInfo
	who    identity.Person
	node   *node
	held   *table.Live  // the person's table, while it is open on the node
	run    int          // number of the node's start since which held is open
	seats  engine.Seats // the person's seats
	keys   int
	absent bool // whether the person comes late or never, so that their time runs out
	lines  int
	exempt bool // whether a suspension does not count for what the person asks for
}

// planTable plans what happens at a table. Most games are short, some are against bots, and some last longer
// than the day.
func (w *world) planTable() {
	game := w.rng.IntN(len(games.All) + 5)
	if game >= len(games.All) {
		game = 0 // most tables play the first game in the list
	}
	rules := games.All[game]
	d := lobby.Draft{Game: rules.Name(), Public: w.chance(50)}
	players := 2
	for _, o := range rules.Options() {
		if o.Name == "players" {
			least := max(o.Min, 2)
			players = least + w.rng.IntN(max(min(o.Max, 4)-least, 0)+1)
		}
	}
	d.Settings = engine.Settings{{Name: "players", Value: strconv.Itoa(players)}}
	if w.chance(40) { // play with hidden cards, if the game allows that
		hidden := append(slices.Clone(d.Settings), engine.Setting{Name: "hands", Value: "hidden"}, engine.Setting{Name: "epidemics", Value: "5"})
		if _, err := engine.Resolve(rules.Options(), hidden); err == nil {
			d.Settings = hidden
		}
	}
	switch w.rng.IntN(4) {
	case 0:
		d.Clock = lobby.Clock{Kind: lobby.ClockSlow, Limit: time.Duration(1+w.rng.IntN(48)) * time.Hour}
	default:
		d.Clock = lobby.Clock{Kind: lobby.ClockLive, Limit: time.Duration(1+w.rng.IntN(10)) * time.Minute}
	}
	people := players
	if w.chance(25) {
		people = 1 + w.rng.IntN(players-1)
	}
	if w.chance(30) {
		d.Takeover = &lobby.Takeover{Level: lobby.Levels(d.Game)[0], After: 1 + w.rng.IntN(3)}
	}
	d.BotPace = lobby.Paces()[w.rng.IntN(len(lobby.Paces()))]
	t := &tableInfo{draft: d, audit: audit{keys: map[string]int{}, refused: map[string]bool{}, leaving: map[string]bool{}, gone: map[string]bool{}, lines: map[uint64]string{}}}
	w.tables = append(w.tables, t)
	w.plan(w.between(0, w.length*4/5), func() {
		t.processes = append(t.processes, w.start(nil, func() { w.gather(t, people) }))
	})
}

// on runs f on a node, as a request would. It returns an error if the node crashes before f has ended.
func (p *person) on(f func(ctx context.Context, n *node) error) error {
	if p.node == nil || !p.node.up || p.held == nil && p.chance(10) {
		p.disconnect()
		p.node = p.nodes[p.rng.IntN(len(p.nodes))]
	}
	n := p.node
	if !n.up || n.order == nil {
		p.sleep(p.between(100*time.Millisecond, 2*time.Second))
		return store.ErrUnavailable
	}
	ctx := p.within(20 * time.Second)
	done := false
	var err error
	q := p.start(n, func() {
		if !p.exempt {
			err = n.permits(p.who.ID, order.Suspend)
		}
		if err == nil {
			err = f(ctx, n)
		}
		done = true
	})
	p.Wait(context.Background(), func() bool { return done || q.over })
	ctx.end()
	if !done {
		return store.ErrUncertain
	}
	return err
}

// insist repeats a request, on any node, until it is answered.
func (p *person) insist(f func(ctx context.Context, n *node) error) error {
	for try := 0; ; try++ {
		err := p.on(f)
		if !unanswered(err) || try >= 60 {
			return err
		}
		p.disconnect()
		p.node = nil
		p.sleep(p.between(100*time.Millisecond, 3*time.Second))
	}
}

// unanswered reports whether a request got no answer, so that it may be repeated.
func unanswered(err error) bool {
	return errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrUncertain) || errors.Is(err, store.ErrConflict)
}

// unexpected fails the simulation if the server refused a request that it had to accept. It tolerates a request
// without an answer.
func (w *world) unexpected(t *tableInfo, doing string, err error) {
	id := ""
	if t != nil {
		id = t.id
	}
	switch {
	case unanswered(err):
		w.count("no answer")
		w.tell(id, "no answer when asked %s: %v", doing, err)
	case isKept(err):
		w.tell(id, "forbidden %s: %v", doing, err)
	default:
		w.fail("table %s refused %s: %v", id, doing, err)
	}
}

// live plays at a table until the game is over.
func (p *person) live() {
	defer p.disconnect()
	for {
		p.sleep(p.thinking())
		if p.calm {
			return
		}
		if p.table.over && p.chance(90) {
			p.disconnect()
			p.lookBack()
			return
		}
		if err := p.connect(); err != nil {
			if !unanswered(err) && lobby.Refused(err) == "" && !(errors.Is(err, table.ErrNoTable) && p.table.state == nil) {
				p.unexpected(p.table, "to open it", err)
			}
			continue
		}
		p.act()
		if slow := p.table.draft.Clock.Kind == lobby.ClockSlow; p.absent || slow || p.chance(1) {
			p.disconnect()
		}
	}
}

// thinking returns how long a person waits before they act.
func (p *person) thinking() time.Duration {
	limit := p.table.draft.Clock.Limit
	switch {
	case p.absent:
		return p.between(0, 4*limit)
	case p.table.draft.Clock.Kind == lobby.ClockSlow:
		return p.between(time.Minute, min(limit, time.Hour))
	}
	return p.between(time.Second, 25*time.Second)
}

// connect opens the table, as the stream of a browser does.
func (p *person) connect() error {
	if p.held != nil && p.node.up && p.run == p.node.runs {
		return nil
	}
	p.held = nil
	return p.on(func(ctx context.Context, n *node) error {
		a, err := n.lobby.Access(ctx, p.who, p.table.id)
		if err != nil {
			return err
		}
		p.seats = a.Seats
		t, err := n.registry.Open(ctx, p.table.id)
		if err != nil {
			return err
		}
		p.held, p.run, p.node = t, n.runs, n
		n.open[p.table.id] = t
		n.attended[p.table.id]++
		n.bots.Wake(p.table.id)
		p.check(n, t.State())
		return nil
	})
}

// disconnect closes the table.
func (p *person) disconnect() {
	if p.held != nil && p.node.up && p.run == p.node.runs {
		p.held.Release()
		if p.node.attended[p.table.id]--; p.node.attended[p.table.id] == 0 {
			delete(p.node.open, p.table.id)
		}
	}
	p.held = nil
}

// act lets the person do one random action.
func (p *person) act() {
	s := p.held.State()
	if s.Over {
		return
	}
	own := p.seats
	if own.Empty() {
		p.sitAgain()
		return
	}
	if p.chance(4) {
		p.checkView(s, own)
	}
	switch r := p.rng.Float64() * 100; {
	case r < 2.5 && s.Moves() > 0:
		p.command(own, table.Undo{By: own, To: s.Moves() - 1 - p.rng.IntN(min(3, s.Moves()))})
	case s.Paused() && p.chance(50):
		p.vote(own, table.Propose{What: table.ProposeResume})
	case r < 2.7:
		p.vote(own, table.Propose{What: table.ProposeEnd})
	case r < 3.2:
		p.vote(own, table.Propose{What: table.ProposePause})
	case r < 3.3:
		p.remove()
	case r < 4.2:
		p.say()
	case r < 4.6:
		p.standUp(own.First())
	case r < 5.2:
		p.standIn(own.First())
	case r < 5.5:
		p.complain()
	case r < 6:
		p.promise(s, own.First())
	case s.Ask != nil && !(s.Ask.Needs & own).Empty() && p.chance(60):
		p.answer(own, p.chance(30))
	case p.chance(5):
		p.callBot(s, own)
	default:
		p.move(s, own)
	}
}

// move makes a move, if the person can make one.
func (p *person) move(s *table.State, own engine.Seats) {
	d := s.Pos.Decision()
	asked := d.Owing() & own
	if asked.Empty() && p.chance(20) {
		asked = d.May & own
	}
	if asked.Empty() {
		return
	}
	seat := asked.First()
	list := s.Pos.AppendMoves(nil, seat)
	if len(list) == 0 {
		return
	}
	m := list[p.rng.IntN(len(list))]
	p.command(engine.SeatsOf(seat), table.Answer{Seat: seat, Question: s.Question(), Move: s.Pos.Vocabulary().Move(m)})
}

// command sends a command. It repeats the command with the same key until the server answers.
func (p *person) command(seats engine.Seats, c table.Command) {
	p.keys++
	// Each seat has its own keys, as in the API.
	key := strconv.Itoa(int(seats.First())) + "-" + p.who.ID[:6] + "-" + strconv.Itoa(p.keys)
	t := p.table
	again := p.chance(3) // pretend that the response was lost on its way to the browser
	for try := 0; ; try++ {
		if try > 0 {
			p.result.Repeated++
		}
		var got table.Receipt
		err := p.connect()
		if err == nil {
			held := p.held
			err = p.on(func(ctx context.Context, n *node) (err error) {
				if p.run != n.runs {
					return store.ErrUnavailable // the node has restarted since
				}
				got, err = held.Do(ctx, key, c)
				return err
			})
		}
		switch no := (*table.Refusal)(nil); {
		case err == nil:
			if e := t.entries[min(got.N, len(t.entries)-1)]; e.Key != key && isStand(c) {
				return // the server wrote no entry, because the command would have changed nothing
			}
			p.acked(t, key, got.N)
			p.check(p.node, got.State)
			if !again {
				return
			}
			again = false
		case errors.As(err, &no):
			p.refuse(t, key, no.ID)
			return
		case isKept(err):
			return
		case p.table.leaving[p.who.ID] && lobby.Refused(err) != "":
			return // the host has removed the person
		case unanswered(err) && try < 60:
		case unanswered(err):
			p.result.Unsure++
			return
		default:
			p.fail("table %s: %T: %v", t.id, c, err)
			return
		}
		p.disconnect()
		p.node = nil
		p.sleep(p.between(50*time.Millisecond, 4*time.Second))
	}
}

func isStand(c table.Command) bool { _, is := c.(table.StandingPasses); return is }

// promise sets or withdraws a standing pass.
func (p *person) promise(s *table.State, seat engine.Seat) {
	var passes []string
	v := s.Pos.Vocabulary()
	for _, m := range s.Pos.AppendMoves(nil, seat) {
		if v.Verbs[m.Verb].Standing {
			passes = append(passes, v.Move(m))
			break
		}
	}
	p.command(engine.SeatsOf(seat), table.StandingPasses{Seat: seat, Passes: passes})
}

// say sends a message and checks that it is stored.
func (p *person) say() {
	p.lines++
	text := fmt.Sprintf("%s %d", p.who.ID, p.lines)
	var at uint64
	if err := p.on(func(ctx context.Context, n *node) (err error) {
		if err := n.permits(p.who.ID, order.Mute); err != nil {
			return err
		}
		at, err = n.chat.Post(ctx, p.table.id, p.who.ID, []byte(text))
		return err
	}); err == nil {
		p.table.lines[at] = text
	}
}

// standUp gives up a seat. Usually the person takes it again later.
func (p *person) standUp(seat engine.Seat) {
	p.table.leaving[p.who.ID] = true
	_ = p.insist(func(ctx context.Context, n *node) error {
		_, err := n.lobby.StandUp(ctx, p.who, p.table.id, int(seat))
		return err
	})
	p.disconnect()
}

// sitAgain takes a seat again, or leaves it free.
func (p *person) sitAgain() {
	if p.chance(70) {
		_ = p.insist(func(ctx context.Context, n *node) error {
			_, _, err := n.lobby.Sit(ctx, p.who, p.table.id, lobby.AnySeat, "")
			return err
		})
	}
	p.disconnect()
}

// standIn lets a bot play for the person for a while, or ends that.
func (p *person) standIn(seat engine.Seat) {
	_ = p.insist(func(ctx context.Context, n *node) (err error) {
		if p.chance(50) {
			_, err = n.lobby.StandIn(ctx, p.who, p.table.id, int(seat), lobby.Levels(p.table.draft.Game)[0], false)
		} else {
			_, err = n.lobby.TakeBack(ctx, p.who, p.table.id, int(seat))
		}
		return err
	})
}
