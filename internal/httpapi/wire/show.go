package wire

import (
	"context"
	"slices"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
)

// Names converts tables to the API's form, with people's current names.
type Names struct{ People *identity.People }

// Table returns the caller's view of a table. It assumes that the caller may see the table at all.
func (n Names) Table(ctx context.Context, t lobby.Table, by identity.Person) Table {
	held := t.Held(by.ID)
	out := Table{
		ID: t.ID, Game: t.Game, Revision: t.Revision, Settings: make(map[string]string, len(t.Settings)), Cards: t.Cards, Deal: t.Deal, Lesson: t.Lesson, Puzzle: t.Puzzle, Shared: shownShared(t.Shared), Branch: shownBranch(t.Branch), Carried: t.Carried != nil, Title: t.Title,
		Status: string(t.Status), Public: t.Public, OnePerson: t.OnePerson, Watch: string(t.Watch), Clock: shownClock(t.Clock),
		Created: t.Created, Updated: t.Updated, Started: t.Started, Finished: t.Finished, Outcome: shownOutcome(t.Outcome),
		Reason: t.Reason, Host: n.Player(ctx, t.Host), Seats: make([]Seat, len(t.Seats)), Commitment: t.Commitment,
		Previous: t.Previous, Next: t.Next, Listen: t.Listen, Gallery: t.WatchersTalk(), HostInvites: t.HostInvites, LetsIn: t.LetsIn(), Shut: t.Shut, Released: t.Released, BotPace: shownPace(t.BotPace), Takeover: shownTakeover(t.TakesOver()), Advice: t.Advice(), Helpers: t.Helpers,
		You: You{
			Seats: SeatList(held), Host: by.ID != "" && by.ID == t.Host, Helper: slices.Contains(t.Helpers, by.ID), Watch: string(t.Watch),
			Muted: by.ID != "" && slices.Contains(t.Muted, by.ID), Operator: by.Moderates() && !t.Knows(by.ID),
			Releases: by.ID != "" && by.ID == t.Host && t.Releasable(),
		},
	}
	if !held.Empty() || out.You.Operator {
		out.You.Watch = string(lobby.WatchNobody)
	}
	if back := t.Back(by.ID); !back.Empty() {
		out.You.Back = SeatList(back)
	}
	for _, team := range t.Teams() {
		out.Teams = append(out.Teams, SeatList(team))
	}
	if side, ok := t.Side(held); ok {
		out.You.Team = &side
	}
	for _, s := range t.Settings {
		out.Settings[s.Name] = s.Value
	}
	for i, s := range t.Seats {
		out.Seats[i] = Seat{
			Seat: i, ID: s.ID, Holder: n.Player(ctx, s.Holder), Nonce: s.Nonce, Bot: shownBot(s.Bot), Standin: shownBot(s.Standin), Ready: t.IsReady(s.Holder),
		}
	}
	for i, s := range t.Seats {
		out.Seats[i].Away, _ = t.AwaySince(s.Holder)
		if k := s.Kept; k != nil && s.Holder == "" {
			out.Seats[i].Kept = &Keep{Person: *n.Player(ctx, k.Person), Until: k.Until, Asked: k.Asked}
		}
	}
	for _, h := range t.Webhooks {
		if held.Has(engine.Seat(h.Seat)) {
			out.You.Webhooks = append(out.You.Webhooks, ShownHook(h))
		}
	}
	if out.You.Host {
		out.Kept = &Kept{Guests: n.players(ctx, t.Guests), Muted: n.players(ctx, t.Muted), Banned: n.players(ctx, t.Banned), Removed: []Player{}}
		for _, m := range t.Removed {
			if m.Person != "" && !slices.Contains(t.Banned, m.Person) {
				out.Kept.Removed = append(out.Kept.Removed, *n.Player(ctx, m.Person))
			}
		}
		for _, k := range t.Knocks {
			out.Knocks = append(out.Knocks, *n.Player(ctx, k.Person))
		}
	}
	return out
}

// Summary converts a table to the form that lists of tables use.
func (n Names) Summary(ctx context.Context, s lobby.Summary) TableSummary {
	return TableSummary{
		ID: s.Table, Game: s.Game, Title: s.Title, Lesson: s.Lesson, Puzzle: s.Puzzle, Status: string(s.Status), Host: n.Player(ctx, s.Host), Seats: s.Seats,
		Taken: s.Taken, Watch: string(s.Watch), Clock: shownClock(s.Clock), Created: s.Created, Updated: s.Updated,
		Finished: s.Finished, Outcome: shownOutcome(s.Outcome),
	}
}

// Player returns a person with their name. The name is empty if the person was forgotten or cannot
// be read now.
func (n Names) Player(ctx context.Context, id string) *Player {
	if id == "" {
		return nil
	}
	who, err := n.People.Get(ctx, id)
	if err != nil {
		return &Player{ID: id}
	}
	return &Player{ID: id, Name: who.Name, Bot: who.Bot}
}

func (n Names) players(ctx context.Context, ids []string) []Player {
	list := make([]Player, 0, len(ids))
	for _, id := range ids {
		list = append(list, *n.Player(ctx, id))
	}
	return list
}

// ShownHook converts a webhook to the form that its owner sees.
func ShownHook(h lobby.Hook) Webhook {
	return Webhook{Seat: h.Seat, URL: h.URL, Form: h.Form, On: h.On}
}

func shownClock(c lobby.Clock) Clock { return Clock{Kind: c.Kind, Seconds: int(c.Limit / time.Second)} }

func shownOutcome(o lobby.Outcome) *Outcome {
	if o.Cause == "" && o.Won.Empty() {
		return nil
	}
	return &Outcome{Cause: o.Cause, Won: SeatList(o.Won), Ranks: o.Ranks, Points: o.Points}
}

// SeatList returns a set of seats as a sorted list of numbers.
func SeatList(set engine.Seats) []int {
	list := []int{}
	for s := range set.Each {
		list = append(list, int(s))
	}
	return list
}

func shownShared(s *lobby.Shared) *SharedDeal {
	if s == nil {
		return nil
	}
	return &SharedDeal{Deal: s.Deal, Opens: s.Opens, Group: s.Group}
}

// The API's names for the deck that a branch uses.
const (
	sameDeck = "same"
	NewDeck  = "new"
)

func shownBranch(b *lobby.Branch) *Branch {
	if b == nil {
		return nil
	}
	shown := &Branch{Table: b.Table, At: b.At, Deck: sameDeck}
	if b.Fresh {
		shown.Deck = NewDeck
	}
	return shown
}

// Lobby converts the takeover to the lobby's form.
func (t *Takeover) Lobby() *lobby.Takeover {
	if t == nil {
		return nil
	}
	return &lobby.Takeover{Level: t.Level, After: max(t.After, 1)}
}

// shownBot returns the bot that plays at this level, or nil if the level is empty.
func shownBot(level string) *Bot {
	if level == "" {
		return nil
	}
	return &Bot{Level: level}
}

func shownTakeover(t *lobby.Takeover) *Takeover {
	if t == nil {
		return nil
	}
	return &Takeover{Level: t.Level, After: t.After}
}

// shownPace returns the pace of a table's bots. A table from an older server has no pace, and one
// from a newer server may have an unknown pace; both get a default.
func shownPace(pace string) string {
	for _, p := range lobby.Paces() {
		if p == pace {
			return pace
		}
	}
	return lobby.PaceNormal
}
