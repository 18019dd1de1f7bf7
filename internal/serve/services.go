package serve

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"slices"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/advice"
	"theriac/internal/botseats"
	"theriac/internal/daily"
	"theriac/internal/doors"
	"theriac/internal/evenings"
	"theriac/internal/formats"
	"theriac/internal/httpapi"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/metrics"
	"theriac/internal/notices"
	"theriac/internal/order"
	"theriac/internal/puzzles"
	"theriac/internal/signin"
	"theriac/internal/store"
	"theriac/internal/stories"
	"theriac/internal/table"
	"theriac/internal/wire"
	"theriac/locale"
	"theriac/web"
)

// services holds the parts of one server, wired together.
type services struct {
	people   *identity.People
	lobby    *lobby.Lobby
	doors    *doors.Doors
	registry *table.Registry
	api      *httpapi.API
	observer *tableObserver
	bots     *botseats.Runner
	daily    *daily.Daily
	evenings *evenings.Evenings
	stories  *stories.Maker
	notices  *notices.Notifier
	order    *order.Order
	members  *signin.SignIn
	puzzles  *puzzles.Store
	talk     store.Chat
}

// newServices creates the services that use a store. The registry calls back into the lobby and the API, which
// are created after it. That is safe, because no table is used before all of them exist.
func newServices(ctx context.Context, o Options, storage *Storage, operatorKey, origin string, unready func() string, times *clusterClock, gate *formats.Gate, meters *metrics.Meters, log *slog.Logger) (*services, error) {
	s, r := storage.Store, &services{observer: newTableObserver(meters, log)}
	clock := o.clock
	played, astray, remark := clock, func() bool { return false }, gate.Remark
	if times != nil { // games use the time on which the nodes agree
		played, astray = times, times.apart
		remark = func() string { return remarks(times.remark(), gate.Remark()) }
	}
	mailer, err := o.mailer()
	if err != nil {
		return nil, err
	}
	if r.doors, err = doors.New(doors.Config{
		KV: s.KV, Now: clock.Now, Random: rand.Reader, Start: doors.Mode(o.Doors), Pages: o.pages(), Reserved: locale.Reserved(),
		Finished: func(ctx context.Context, person string, most int) (int, error) {
			return r.lobby.PlayedOut(ctx, person, most)
		},
	}); err != nil {
		return nil, err
	}
	r.people, err = identity.New(identity.Config{
		KV: s.KV, Do: s.Do, Now: clock.Now, Random: rand.Reader, OperatorKey: operatorKey, CleanName: r.doors.CleanName,
		Role: func(person string) string { return r.order.Role(person) },
		NoPublic: func(person string) bool {
			_, no := r.order.Forbidden(person, order.NoPublic)
			return no
		},
	})
	if err != nil {
		return nil, err
	}
	members, err := signin.New(signin.Config{KV: s.KV(signin.Bucket), People: r.people, Now: clock.Now, Random: rand.Reader, Origin: origin, Provider: o.Provider})
	if err != nil {
		return nil, err
	}
	if r.order, err = order.New(ctx, order.Config{
		Store: s, Now: clock.Now, Random: rand.Reader, Exists: r.people.Exists, Ways: members.Keys, Erase: o.EvidenceFor,
		OnError: func(err error) {
			meters.Failed("order")
			log.Warn("reports or decisions are behind", "err", err)
		},
	}); err != nil {
		return nil, err
	}
	r.members, r.puzzles, r.talk = members, &puzzles.Store{KV: s.KV(puzzles.Bucket), Now: clock.Now}, s.Chat()
	r.registry = table.NewRegistry(table.Config{
		Log: s.Log(), Feed: s.Feed(), Clock: played, ClockSuspect: astray, Observe: r.observer, Standalone: !o.clustered(),
		OnWrite: func(t *table.Live, before, after *table.State) {
			r.observer.wrote(t.ID)
			r.api.Hooks.EntryAppended(t, before, after)
			r.bots.EntryAppended(after)
			r.notices.TableChanged(t.ID)
		},
		OnEnd: r.ended, Wishes: r.wishes, Writes: gate.Enabled, Rank: times.rank,
		Fired: func(list []store.Reminder) {
			if times != nil {
				_ = wire.PublishFired(storage.peers, times.self, list) // if this message is lost, other nodes handle the same reminders again
			}
		},
	})
	r.lobby = lobby.New(lobby.Config{
		KV: s.KV, Do: s.Do, People: r.people, Now: clock.Now, Random: o.deals,
		Begin: func(ctx context.Context, t lobby.Table, h engine.Header, lead []string) error {
			err := r.registry.Begin(ctx, t.ID, h, table.Limit{Each: t.Clock.Limit, Live: t.Clock.Kind == lobby.ClockLive}, lead...)
			if err == nil {
				r.notices.TableChanged(t.ID)
			}
			return err
		},
		Admits: r.doors.Admits, CleanTitle: r.doors.CleanTitle, TablesOf: r.doors.MaxTables, Writes: gate.Enabled, Meets: r.order.MayMeet,
		OnChange: func(id string) {
			r.api.Live.Changed(id)
			r.notices.TableChanged(id)
		}, MaxBots: o.BotsPerPerson, BotsFull: func() bool { return r.bots.Full() },
		OnError: func(err error) {
			meters.Failed("lobby")
			log.Warn("a list of the lobby is behind", "err", err)
		},
	})
	r.daily = daily.New(daily.Config{
		KV: s.KV, Lobby: r.lobby, Now: clock.Now, Zone: o.zone(), Random: rand.Reader,
		OnError: func(err error) {
			meters.Failed("daily")
			log.Warn("a board of the day is behind", "err", err)
		},
	})
	r.bots = botseats.New(botseats.Config{
		Tables: r.registry, Lobby: r.lobby, Queue: storage.queue, Clock: played, Random: mathrand.Uint64,
		Attended: func(id string) bool { return r.api.Live.Attended(id) }, Thinking: func(id string, seats engine.Seats) { r.api.Live.Thinking(id, seats) },
		Reason: func(id string, why table.BotReason) { r.api.Live.Reason(id, why) }, Observe: botObserver{meters, log},
		MaxBots: o.BotsPerNode, MaxWaiting: o.BotsWaiting, PerMinute: o.BotTime, Rest: botseats.DefaultRest,
	})
	r.stories = stories.New(stories.Config{
		KV: s.KV(stories.Bucket), Queue: storage.queue, Now: clock.Now, Budget: o.storyBudget(),
		OnError: func(err error) {
			meters.Failed("stories")
			log.Warn("a story was not made", "err", err)
		},
	})
	if r.notices, err = notices.New(ctx, notices.Config{
		KV: s.KV, Identity: r.people, Lobby: r.lobby, Tables: r.registry, Clock: clock, Random: rand.Reader, Logger: log, Observe: meters,
		Present: func(ctx context.Context, id string) engine.Seats { return r.api.Live.Present(ctx, id) },
		Hides: func(ctx context.Context, person, other string) (bool, error) {
			return r.order.Hides(ctx, person, other)
		},
		Origin: origin, Grace: o.NoticeAfter, Standalone: !o.clustered(), Private: o.PrivateHooks, Mail: mailer,
	}); err != nil {
		r.stories.Close()
		r.registry.Close()
		return nil, err
	}
	if r.evenings, err = evenings.New(evenings.Config{
		KV: s.KV, Do: s.Do, Now: clock.Now, Random: rand.Reader, Lobby: r.lobby, Meets: r.order.MayMeet, Zone: o.zone(), Times: o.meetings(),
		Here: r.lobby.PeopleHere, Remind: r.notices.Remind,
	}); err != nil {
		r.stories.Close()
		r.registry.Close()
		return nil, err
	}
	adviser := advice.New(advice.Config{Queue: storage.queue, Now: clock.Now, Took: meters.Advised})
	trusted, err := o.trusted()
	if err != nil {
		return nil, err
	}
	conf := httpapi.Config{
		Identity: r.people, SignIn: members, Order: r.order, Lobby: r.lobby, Doors: r.doors, Daily: r.daily, Evenings: r.evenings, Tables: r.registry, Talk: r.talk, Puzzles: r.puzzles, Stories: r.stories, Feed: s.Feed(), Health: s.Health(),
		Now: clock.Now, Logger: log, Origin: origin, Trusted: trusted, TrustProxy: o.TrustProxy, Limits: o.Limits, Caps: o.Caps, Observe: meters,
		Buckets: r.buckets(), Unready: unready, Remark: remark, Nodes: gate, Broken: r.observer.list, Standalone: !o.clustered(), PrivateHooks: o.PrivateHooks,
		Version: o.Version, Bots: r.bots, Advice: adviser, Notices: r.notices,
	}
	if client, built := web.Client(); built {
		conf.Client = client
	}
	if o.PublicMetrics {
		conf.Metrics = meters.Handler()
	}
	if r.api, err = httpapi.New(conf); err != nil {
		r.stories.Close()
		r.registry.Close()
		return nil, err
	}
	return r, nil
}

// buckets returns all buckets of the server, in the order in which a person is removed from them. Identity
// comes last, so that the person can repeat the request if it fails halfway.
func (r *services) buckets() []store.Bucket {
	return slices.Concat(
		r.doors.Buckets(),
		r.stories.Buckets(),
		r.notices.Buckets(),
		r.puzzles.Buckets(),
		r.daily.Buckets(),
		r.evenings.Buckets(),
		r.lobby.Buckets(),
		[]store.Bucket{store.Talk(r.talk)},
		r.order.Buckets(),
		r.members.Buckets(),
		r.people.Buckets(),
	)
}

// ended records in the lobby that a game is over. A table that the lobby does not know needs no record, and its
// game is still archived.
func (r *services) ended(ctx context.Context, s *table.State) error {
	outcome := outcomeOf(s)
	r.api.Hooks.Ended(ctx, s)
	t, err := r.lobby.Finish(ctx, s.Table, outcome, time.UnixMilli(s.At))
	if lobby.Refused(err) == lobby.NoSuchTable {
		return nil
	}
	if err == nil {
		err = r.daily.Finish(ctx, t, outcome, time.UnixMilli(s.At))
	}
	if err != nil {
		return fmt.Errorf("serve: the end of %s: %w", s.Table, err)
	}
	return nil
}

// outcomeOf determines from a game's log alone how the game ended.
func outcomeOf(s *table.State) lobby.Outcome {
	outcome := lobby.Outcome{Cause: lobby.GivenUp}
	if result, _ := s.Pos.Outcome(); !s.GivenUp {
		outcome = lobby.OutcomeOf(result, s.Seats())
	}
	outcome.Turns = s.Turns()
	if e, ok := games.FindEntry(s.Game.Name()); ok && e.Tally != nil {
		tally := e.Tally(s.Pos)
		outcome.Cast = tally.Cast
		for _, f := range tally.Figures {
			outcome.Figures = append(outcome.Figures, lobby.Figure{Name: f.Name, Value: f.Value, Less: f.Less})
		}
	}
	return outcome
}

// wishes returns which questions the server may answer on behalf of the people at a table. It never does so for
// programs, stand-ins and empty seats, or for a person whose settings cannot be read.
func (r *services) wishes(ctx context.Context, id string) (out table.Wishes) {
	t, err := r.lobby.Known(ctx, id)
	if err != nil || len(t.Seats) == 0 {
		return out
	}
	out.Solo = true
	for i, seat := range t.Seats {
		who, err := r.people.Get(ctx, seat.Holder)
		if err != nil || who.Bot || seat.Standin != "" {
			out.Solo = false
			continue
		}
		if seat.Holder != t.Seats[0].Holder || who.AskAlone {
			out.Solo = false
		}
		if !who.AskEach {
			out.Once = out.Once.With(engine.Seat(i))
		}
	}
	return out
}
