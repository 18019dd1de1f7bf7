package table

import (
	"errors"
	"time"

	"theriac/engine"
)

// Those who are present decide without the absent: whether a bot plays a seat, whether the clock stops, and
// whether the game ends here. A table does not know people. So each entry of a vote lists its voters: for each
// person who is present, the seats that they hold. That makes the count the same whenever the log is folded.

// maxPause is the longest pause. After it the game resumes by itself, so that no player can hold it up for ever.
const maxPause = time.Hour

// A proposal that has waited this long makes room for another one.
const (
	askLastsLive = time.Minute
	askLastsSlow = 24 * time.Hour
)

// voted reports whether those present decide a proposal of this kind. The entry that carries it out has the kind of
// the same name.
func voted(what string) bool {
	switch Kind(what) {
	case KindEnd, KindBot, KindPause, KindResume:
		return true
	}
	return false
}

// Propose proposes something that those present decide, or agrees to the same proposal of another seat. Without
// voters, each seat has a vote of its own.
type Propose struct {
	By     engine.Seats
	What   string
	Seat   engine.Seat // the seat that a bot gets
	Level  string      // the bot's level
	Voters []engine.Seats
}

func (c Propose) draft(s *State) (*Entry, error) {
	switch {
	case s.Over:
		return nil, &Refusal{ID: RefusedOver}
	case !voted(c.What):
		return nil, &Refusal{ID: RefusedNotation, What: c.What}
	case !s.Seats().Has(c.Seat):
		return nil, &Refusal{ID: RefusedSeat}
	}
	e := &Entry{Kind: KindAsk, What: c.What, By: SeatList(c.By), Voters: seatLists(c.Voters), Level: c.Level}
	if c.What == ProposeBot {
		e.Seat = int(c.Seat)
	}
	if a := s.Ask; a != nil && a.What == c.What && a.Seat == e.Seat {
		return Agree{By: c.By, Voters: c.Voters}.draft(s)
	}
	if err := s.mayPropose(c.What); err != nil {
		return nil, err
	}
	if missing, _ := s.tally(e.Voters, c.By, 0); missing == 0 {
		e.Kind, e.What = Kind(c.What), ""
		return e, nil
	}
	if s.tooManyNonMoves() {
		return nil, &Refusal{ID: RefusedTooManyNonMoves}
	}
	return e, nil
}

func (c Propose) matches(e *Entry) bool {
	switch e.Kind {
	case KindAsk:
		return e.What == c.What && engine.Seats(e.By) == c.By
	case KindAgree, Kind(c.What):
		return engine.Seats(e.By)&c.By != 0
	}
	return false
}

// mayPropose returns an error if a proposal makes no sense now.
func (s *State) mayPropose(what string) error {
	switch {
	case (what == ProposePause || what == ProposeResume) && (!s.live || s.limit == 0):
		return &Refusal{ID: RefusedNotLive}
	case what == ProposePause && s.Paused():
		return &Refusal{ID: RefusedPaused}
	case what == ProposeResume && !s.Paused():
		return &Refusal{ID: RefusedNotPaused}
	}
	return nil
}

// Recount carries out the open proposal if the voters who are present now suffice. That can happen without a
// command, because a person leaves. So the server sends a Recount by itself.
type Recount struct{ Voters []engine.Seats }

func (c Recount) draft(s *State) (*Entry, error) { //nolint:unparam // every Command may fail
	a := s.Ask
	if s.Over || a == nil || !voted(a.What) || a.Agreed.Empty() {
		return nil, nil
	}
	voters := seatLists(c.Voters)
	if missing, _ := s.tally(voters, a.Agreed, a.Refused); missing > 0 {
		return nil, nil
	}
	return a.outcome(a.Agreed, voters), nil
}

func (Recount) matches(*Entry) bool { return false }

// outcome returns the entry that carries out a proposal to which these seats agree.
func (a *Ask) outcome(agreed engine.Seats, voters []SeatList) *Entry {
	return &Entry{Kind: Kind(a.What), By: SeatList(agreed), Voters: voters, Seat: a.Seat, Level: a.Level}
}

// vote returns the entry for a vote on the open proposal.
func (s *State) vote(c Agree) (*Entry, error) {
	a, voters := s.Ask, seatLists(c.Voters)
	if !votes(voters, c.By) && len(voters) > 0 || c.By.Empty() {
		return nil, &Refusal{ID: RefusedNotNeeded}
	}
	agreed, refused := a.Agreed|c.By, a.Refused&^c.By
	kind := KindAgree
	if c.Refuse {
		agreed, refused, kind = a.Agreed&^c.By, a.Refused|c.By, KindRefuse
	}
	if missing, _ := s.tally(voters, agreed, refused); missing == 0 && !agreed.Empty() {
		return a.outcome(agreed, voters), nil
	}
	return &Entry{Kind: kind, By: SeatList(c.By), Voters: voters}, nil
}

// votes reports whether any of the seats belongs to a voter.
func votes(voters []SeatList, seats engine.Seats) bool {
	for _, v := range voters {
		if engine.Seats(v)&seats != 0 {
			return true
		}
	}
	return false
}

// tally returns how many more people have to agree, and whether a majority has become impossible. It takes more than
// half of those present, and with teams more than half of each team. A team without people who are present has no say.
func (s *State) tally(voters []SeatList, agreed, refused engine.Seats) (missing int, hopeless bool) {
	if len(voters) == 0 {
		for seat := range s.Seats().Each {
			voters = append(voters, SeatList(engine.SeatsOf(seat)))
		}
	}
	for _, camp := range s.camps() {
		all, yes, no := 0, 0, 0
		for _, v := range voters {
			switch seats := engine.Seats(v); {
			case seats&camp == 0:
				continue
			case seats&agreed != 0:
				yes++
			case seats&refused != 0:
				no++
			}
			all++
		}
		if all > 0 {
			missing += max(all/2+1-yes, 0)
			hopeless = hopeless || 2*(all-no) <= all
		}
	}
	return missing, hopeless
}

// camps returns the groups of seats that each need a majority: the teams, or all seats together.
func (s *State) camps() (list []engine.Seats) {
	var done engine.Seats
	for seat := range s.Seats().Each {
		if done.Has(seat) {
			continue
		}
		team := engine.TeamOf(s.Game, s.head.Settings, seat)
		if team.Empty() {
			return []engine.Seats{s.Seats()}
		}
		list, done = append(list, team), done|team
	}
	return list
}

// applyVote applies an entry by which seats agree to a proposal or refuse it.
func (s *State) applyVote(e *Entry, by engine.Seats) error {
	a := *s.Ask
	if len(e.Voters) > 0 && !votes(e.Voters, by) {
		return &Refusal{ID: RefusedNotNeeded}
	}
	if e.Kind == KindAgree {
		a.Agreed, a.Refused = a.Agreed|by, a.Refused&^by
	} else {
		a.Agreed, a.Refused = a.Agreed&^by, a.Refused|by
	}
	a.Voters = e.Voters
	a.Needs = s.deciding(&a) &^ (a.Agreed | a.Refused)
	s.Ask = &a
	if _, hopeless := s.tally(a.Voters, a.Agreed, a.Refused); hopeless || a.Agreed.Empty() {
		s.Ask = nil
	}
	return nil
}

// decide applies an entry that carries out what those present have decided.
func (s *State) decide(e *Entry, by engine.Seats) error {
	if missing, _ := s.tally(e.Voters, by, 0); missing > 0 {
		return errors.New("a decision without a majority")
	}
	what := string(e.Kind)
	if err := s.mayPropose(what); err != nil {
		return err
	}
	if s.Ask != nil && (s.Ask.What == what || e.Kind == KindEnd) {
		s.Ask = nil
	}
	switch e.Kind {
	case KindEnd:
		s.GivenUp = true
	case KindBot:
		if e.Seat < 0 || !s.Seats().Has(engine.Seat(e.Seat)) {
			return &Refusal{ID: RefusedSeat}
		}
		s.granted[e.Seat] = BotGrant{N: e.N, Level: e.Level}
	case KindPause:
		for seat := range s.Pos.Decision().Owing().Each {
			s.spent[seat] += s.At - s.since[seat]
		}
		s.pausedAt = s.At
	case KindResume:
		s.resume()
	}
	return nil
}

// BotGrant is the entry by which those present gave a seat to a bot, if they did.
type BotGrant struct {
	N     int
	Level string
}

// Granted returns the latest decision to let a bot play a seat.
func (s *State) Granted(seat engine.Seat) BotGrant { return s.granted[seat] }

// Paused reports whether those present have stopped the clock.
func (s *State) Paused() bool { return s.pausedAt != 0 }

// pauseEnds returns when a pause ends by itself, in milliseconds.
func (s *State) pauseEnds() int64 { return s.pausedAt + maxPause.Milliseconds() }

func (s *State) resume() {
	s.pausedAt = 0
	for seat := range s.Pos.Decision().Owing().Each {
		s.since[seat] = s.At
	}
}

func seatLists(voters []engine.Seats) (list []SeatList) {
	for _, v := range voters {
		list = append(list, SeatList(v))
	}
	return list
}

// askLasts returns for how long a proposal keeps others from being made, in milliseconds.
func (s *State) askLasts() int64 {
	if s.live {
		return askLastsLive.Milliseconds()
	}
	return askLastsSlow.Milliseconds()
}
