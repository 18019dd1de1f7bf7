package wire

import (
	"context"
	"slices"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
)

// Names shows tables, with the names that people have now.
type Names struct{ People *identity.People }

// Table is a table as a caller may see it who may know of it at all.
func (n Names) Table(ctx context.Context, t lobby.Table, by identity.Person) Table {
	held := t.Held(by.ID)
	out := Table{
		ID: t.ID, Game: t.Game, Revision: t.Revision, Settings: make(map[string]string, len(t.Settings)), Cards: t.Cards, Deal: t.Deal, Lesson: t.Lesson, Puzzle: t.Puzzle, Shared: shownShared(t.Shared), Branch: shownBranch(t.Branch), Carried: t.Carried != nil, Title: t.Title,
		Status: string(t.Status), Public: t.Public, OnePerson: t.OnePerson, Watch: string(t.Watch), Clock: shownClock(t.Clock),
		Created: t.Created, Updated: t.Updated, Started: t.Started, Finished: t.Finished, Outcome: shownOutcome(t.Outcome),
		Reason: t.Reason, Host: n.Player(ctx, t.Host), Seats: make([]Seat, len(t.Seats)), Commitment: t.Commitment,
		Previous: t.Previous, Next: t.Next, Listen: t.Listen, BotPace: shownPace(t.BotPace), Takeover: shownTakeover(t.Takeover), Advice: t.Advice(),
		You: You{
			Seats: SeatList(held), Host: by.ID != "" && by.ID == t.Host, Watch: string(t.Watch),
			Muted: by.ID != "" && slices.Contains(t.Muted, by.ID), Operator: by.Operator && !t.Knows(by.ID),
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
			Seat: i, ID: s.ID, Holder: n.Player(ctx, s.Holder), Nonce: s.Nonce, Bot: shownBot(s.Bot), Standin: shownBot(s.Standin),
		}
	}
	for _, h := range t.Webhooks {
		if held.Has(engine.Seat(h.Seat)) {
			out.You.Webhooks = append(out.You.Webhooks, ShownHook(h))
		}
	}
	if out.You.Host {
		out.Kept = &Kept{Guests: n.players(ctx, t.Guests), Muted: n.players(ctx, t.Muted), Banned: n.players(ctx, t.Banned)}
	}
	return out
}

// Summary is a table in a list.
func (n Names) Summary(ctx context.Context, s lobby.Summary) TableSummary {
	return TableSummary{
		ID: s.Table, Game: s.Game, Title: s.Title, Lesson: s.Lesson, Puzzle: s.Puzzle, Status: string(s.Status), Host: n.Player(ctx, s.Host), Seats: s.Seats,
		Taken: s.Taken, Watch: string(s.Watch), Clock: shownClock(s.Clock), Created: s.Created, Updated: s.Updated,
		Finished: s.Finished, Outcome: shownOutcome(s.Outcome),
	}
}

// Player is a person with their name. A person who is forgotten, or cannot be read
// now, has none.
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

// ShownHook is a webhook as its owner sees it.
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

// SeatList is seats as numbers, in order.
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

// The decks of a branch.
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

// Lobby is the takeover as the lobby has it.
func (t *Takeover) Lobby() *lobby.Takeover {
	if t == nil {
		return nil
	}
	return &lobby.Takeover{Level: t.Level, After: max(t.After, 1)}
}

// shownBot is the bot of a level, or none.
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

// shownPace is a table's pace. A table of an older server has none, and a newer one
// may have one that is not known here.
func shownPace(pace string) string {
	for _, p := range lobby.Paces() {
		if p == pace {
			return pace
		}
	}
	return lobby.PaceNormal
}
