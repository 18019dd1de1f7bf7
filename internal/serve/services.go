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
	"theriac/internal/forms"
	"theriac/internal/httpapi"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/metrics"
	"theriac/internal/notices"
	"theriac/internal/puzzles"
	"theriac/internal/signin"
	"theriac/internal/store"
	"theriac/internal/stories"
	"theriac/internal/table"
	"theriac/web"
)

// services are the parts of one server, wired together.
type services struct {
	people   *identity.People
	lobby    *lobby.Lobby
	registry *table.Registry
	api      *httpapi.API
	observer *tableObserver
	bots     *botseats.Runner
	daily    *daily.Daily
	stories  *stories.Maker
	notices  *notices.Notifier
	members  *signin.SignIn
	puzzles  *puzzles.Store
	talk     store.Chat
}

// newServices builds them on a store. The registry calls the lobby and the API, which
// are made after it: nothing happens at a table before all of them are there.
func newServices(ctx context.Context, o Options, storage *Storage, operatorKey, origin string, unready func() string, times *clusterClock, gate *forms.Gate, meters *metrics.Meters, log *slog.Logger) (*services, error) {
	s, r := storage.Store, &services{observer: newTableObserver(meters, log)}
	clock := o.clock
	played, astray, remark := clock, func() bool { return false }, func() string { return remarks(gate.Remark(), storage.remark()) }
	if times != nil { // games go by the time of all nodes
		played, astray = times, times.apart
		remark = func() string { return remarks(times.remark(), gate.Remark(), storage.remark()) }
	}
	mailer, err := o.mailer()
	if err != nil {
		return nil, err
	}
	r.people, err = identity.New(identity.Config{
		KV: s.KV, Now: clock.Now, Random: rand.Reader, OperatorKey: operatorKey, OperatorTime: o.OperatorFor,
	})
	if err != nil {
		return nil, err
	}
	members, err := signin.New(signin.Config{KV: s.KV(signin.Bucket), People: r.people, Now: clock.Now, Random: rand.Reader, Origin: origin, Provider: o.Provider})
	if err != nil {
		return nil, err
	}
	r.members, r.puzzles, r.talk = members, &puzzles.Store{KV: s.KV(puzzles.Bucket), Now: clock.Now}, s.Chat()
	r.registry = table.NewRegistry(table.Config{
		Log: s.Log(), Feed: s.Feed(), Clock: played, ClockSuspect: astray, Observe: r.observer, Alone: o.alone(),
		OnWrite: func(t *table.Table, before, after *table.State) {
			r.observer.wrote(t.ID)
			r.api.Hooks.Wrote(t, before, after)
			r.bots.Wrote(after)
			r.notices.Wrote(t.ID)
		},
		OnEnd: r.ended, Wishes: r.wishes, Writes: gate.On, Rank: times.rank,
		Fired: func(list []store.Reminder) {
			if times != nil {
				_ = storage.Shared.PublishFired(times.self, list) // unheard, the others fire them too, a little later
			}
		},
	})
	r.lobby = lobby.New(lobby.Config{
		KV: s.KV, People: r.people, Now: clock.Now, Random: o.deals,
		Begin: func(ctx context.Context, t lobby.Table, h engine.Header, lead []string) error {
			err := r.registry.Begin(ctx, t.ID, h, t.Clock.Limit, lead...)
			if err == nil {
				r.notices.Wrote(t.ID)
			}
			return err
		},
		Writes: gate.On,
		OnChange: func(id string) {
			r.api.Live.Changed(id)
			r.notices.Wrote(id)
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
		Tables: r.registry, Lobby: r.lobby, Queue: s.Work(), Clock: played, Random: mathrand.Uint64,
		Attended: func(id string) bool { return r.api.Live.Attended(id) }, Thinking: func(id string, seats engine.Seats) { r.api.Live.Thinking(id, seats) },
		Reason: func(id string, why table.BotReason) { r.api.Live.Reason(id, why) }, Observe: botObserver{meters, log},
		MaxBots: o.BotsPerNode, MaxWaiting: o.BotsWaiting, PerMinute: o.BotTime, Rest: botseats.DefaultRest,
	})
	r.stories = stories.New(stories.Config{
		KV: s.KV(stories.Bucket), Queue: s.Work(), Now: clock.Now, Budget: o.storyBudget(),
		OnError: func(err error) {
			meters.Failed("stories")
			log.Warn("a story was not made", "err", err)
		},
	})
	if r.notices, err = notices.New(ctx, notices.Config{
		KV: s.KV, Identity: r.people, Lobby: r.lobby, Tables: r.registry, Clock: clock, Random: rand.Reader, Logger: log, Observe: meters,
		Present: func(ctx context.Context, id string) engine.Seats { return r.api.Live.Present(ctx, id) },
		Origin:  origin, Grace: o.NoticeAfter, Alone: o.alone(), Private: o.PrivateHooks, Mail: mailer,
	}); err != nil {
		r.stories.Close()
		r.registry.Close()
		return nil, err
	}
	desk := advice.New(advice.Config{Queue: s.Work(), Now: clock.Now, Took: meters.Advised})
	trusted, err := o.trusted()
	if err != nil {
		return nil, err
	}
	conf := httpapi.Config{
		Identity: r.people, SignIn: members, Lobby: r.lobby, Daily: r.daily, Tables: r.registry, Talk: r.talk, Puzzles: r.puzzles, Stories: r.stories, Feed: s.Feed(), Health: s.Health(),
		Now: clock.Now, Logger: log, Origin: origin, Trusted: trusted, TrustProxy: o.TrustProxy, Limits: o.Limits, Caps: o.Caps, Observe: meters,
		Buckets: r.buckets(), Unready: unready, Remark: remark, Nodes: gate, Broken: r.observer.list, Alone: o.alone(), PrivateHooks: o.PrivateHooks,
		Version: o.Version, Bots: r.bots, Advice: desk, Notices: r.notices,
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

// buckets is every kind of record of the server. People are forgotten in this order: who
// they are comes last, so that they can repeat a request that failed.
func (r *services) buckets() []store.Bucket {
	return slices.Concat(
		[]store.Bucket{{Name: bucketLeases, Impersonal: "it says which node does a task"}},
		r.stories.Buckets(),
		r.notices.Buckets(),
		r.puzzles.Buckets(),
		r.daily.Buckets(),
		r.lobby.Buckets(),
		[]store.Bucket{store.Talk(r.talk)},
		r.members.Buckets(),
		r.people.Buckets(),
	)
}

// ended records in the lobby that a game is over. A game that the lobby does not know
// is archived all the same.
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

// outcomeOf is how a game ended, from its log alone.
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

// wishes is what the people at a table want it to answer for them. Programs, stand-ins
// and empty seats are asked everything; where nobody can be read, everybody is.
func (r *services) wishes(ctx context.Context, id string) (out table.Wishes) {
	t, err := r.lobby.Known(ctx, id)
	if err != nil || len(t.Seats) == 0 {
		return out
	}
	out.Alone = true
	for i, seat := range t.Seats {
		who, err := r.people.Get(ctx, seat.Holder)
		if err != nil || who.Bot || seat.Standin != "" {
			out.Alone = false
			continue
		}
		if seat.Holder != t.Seats[0].Holder || who.AskAlone {
			out.Alone = false
		}
		if !who.AskEach {
			out.Once = out.Once.With(engine.Seat(i))
		}
	}
	return out
}
