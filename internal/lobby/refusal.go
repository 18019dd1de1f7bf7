package lobby

import (
	"errors"

	"theriac/internal/refusal"
)

// Refusal says why an operation is refused. The id is stable; the texts for players
// are elsewhere.
type Refusal struct{ ID string }

func (r Refusal) Error() string { return "lobby: " + r.ID }

// Problem returns the status of HTTP that a client is answered with, and the id.
func (r Refusal) Problem() (status int, id string) {
	switch r.ID {
	case NoSuchTable, NoSuchReport, NoSuchDeal, LinkVoid:
		return refusal.NotFound, r.ID
	case NotHost, NotHolder, NotSeated, NotOperator, BannedHere, TakenDownHere:
		return refusal.Forbidden, r.ID
	case NoSuchGame, NoSuchLesson, LessonAlone, NoSuchSeat, BadTitle, BadNonce, BadClock, BadCards, BadDeal, DealNotPublic, BadWatch, BadHook,
		BadText, NoTeams, UnknownLevel:
		return refusal.Invalid, r.ID
	}
	return refusal.Conflict, r.ID
}

// The refusals.
const (
	NoSuchTable    = "no-such-table" // also where a person may not know of it
	NoSuchGame     = "no-such-game"
	NoSuchLesson   = "no-such-lesson"
	LessonAlone    = "lesson-alone" // it brings its settings, and is one person's
	NoSuchSeat     = "no-such-seat"
	NoSuchReport   = "no-such-report"
	NotHost        = "not-host"
	NotHolder      = "not-holder"
	NotSeated      = "not-seated"
	NotOperator    = "not-operator"
	NotGathering   = "not-gathering"
	NotRunning     = "not-running" // neither gathering nor playing
	NotPlaying     = "not-playing"
	NotFinished    = "not-finished"
	NotHere        = "not-here" // that person is not at the table
	SeatTaken      = "seat-taken"
	SeatsEmpty     = "seats-empty"
	NoFreeSeat     = "no-free-seat"
	TooFewSeats    = "too-few-seats" // more people sit than would find a seat
	OnePersonOnly  = "one-person"
	OneTeam        = "one-team" // a person would sit on two sides, or opposite one who does
	NoTeams        = "no-teams"
	BannedHere     = "banned"
	TakenDownHere  = "taken-down"
	LinkVoid       = "link-void"
	GuestsFull     = "guests-full"
	ListFull       = "list-full"
	TooManyTables  = "too-many-tables"
	TooManyPublic  = "too-many-public"
	TooManyReports = "too-many-reports"
	BadTitle       = "bad-title"
	BadNonce       = "bad-nonce"
	BadClock       = "bad-clock"
	BadCards       = "bad-cards"
	BadDeal        = "bad-deal"
	DealNotPublic  = "deal-not-public"
	NoSuchDeal     = "no-such-deal" // none was made for that day, or it is too far off
	DealFixed      = "deal-fixed"   // others play the same cards: options and seats stay
	BadWatch       = "bad-watch"
	BadHook        = "bad-hook"
	BadText        = "bad-text"
	WatchNarrower  = "watch-only-narrower"
	HostStays      = "host-stays"  // the host cannot be kicked or muted
	KickedSeat     = "kicked-seat" // its holder was kicked: it is for somebody new
	UnknownLevel   = "unknown-level"
	BotLimit       = "bot-limit"   // the person has enough bots, or the server
	SeatActive     = "seat-active" // its holder is there and answers
	NoAdvice       = "no-advice"   // the table plays without
	NoAdviceDeal   = "no-advice-deal"
	NoAdviceBeside = "no-advice-beside" // a game that was running is tried out
	NoAdviceTask   = "no-advice-task"   // a lesson or a puzzle is for oneself to solve
	NoAdviceGame   = "no-advice-game"
	NoAdviceNow    = "no-advice-now"  // no actions of the person's own turn are open
	BroughtBefore  = "brought-before" // another person brought the game
	NotAlone       = "not-alone"      // others have a part in the table, or could come to it
	StaysHere      = "stays-here"     // a table of that kind is not taken along
	SeedKnown      = "seed-known"     // the host knows what is hidden: nobody else sits there
)

// Refusals lists them all, to check that each has a text.
func Refusals() []string {
	return []string{
		NoSuchTable, NoSuchGame, NoSuchLesson, LessonAlone, NoSuchSeat, NoSuchReport, NotHost, NotHolder, NotSeated, NotOperator,
		NotGathering, NotRunning, NotPlaying, NotFinished, NotHere, SeatTaken, SeatsEmpty, NoFreeSeat, TooFewSeats, OnePersonOnly, OneTeam, NoTeams,
		BannedHere, TakenDownHere, LinkVoid, GuestsFull, ListFull, TooManyTables, TooManyPublic, TooManyReports, BadTitle, BadNonce,
		BadClock, BadCards, BadDeal, DealNotPublic, DealFixed, NoSuchDeal, BadWatch, BadHook, BadText, WatchNarrower, HostStays, KickedSeat,
		UnknownLevel, BotLimit, SeatActive, NoAdvice, NoAdviceDeal, NoAdviceBeside, NoAdviceTask, NoAdviceGame, NoAdviceNow,
		BroughtBefore, SeedKnown, NotAlone, StaysHere,
	}
}

// ErrCards says that a group's own cards do not work with the game.
var ErrCards error = refusal.New(refusal.Invalid, "bad-cards", "the cards do not fit the game")

func refuse(id string) error { return Refusal{id} }

// Refused is the id of the refusal in an error, or the empty text.
func Refused(err error) string {
	var r Refusal
	if errors.As(err, &r) {
		return r.ID
	}
	return ""
}
