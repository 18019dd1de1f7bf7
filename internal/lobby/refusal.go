package lobby

import (
	"errors"

	"theriac/internal/refusal"
)

// Refusal is the reason why an operation is rejected. The id is stable. The texts that players read are in the
// catalogues.
type Refusal struct{ ID string }

func (r Refusal) Error() string { return "lobby: " + r.ID }

// Problem returns the HTTP status and the id for the response.
func (r Refusal) Problem() (status int, id string) {
	switch r.ID {
	case NoSuchTable, NoSuchDeal, LinkVoid, NoSuchCode:
		return refusal.NotFound, r.ID
	case NotHost, NotHolder, NotSeated, NeedsRole, BannedHere, RemovedHere, TakenDownHere:
		return refusal.Forbidden, r.ID
	case NoSuchGame, NoSuchLesson, LessonAlone, NoSuchSeat, BadTitle, BadNonce, BadClock, BadCards, BadDeal, DealNotPublic, BadWatch, BadHook,
		BadText, NoTeams, UnknownLevel, BadWish:
		return refusal.Invalid, r.ID
	}
	return refusal.Conflict, r.ID
}

// The ids of the lobby's refusals.
const (
	NoSuchTable          = "no-such-table" // also used if the person must not learn that the table exists
	NoSuchGame           = "no-such-game"
	NoSuchLesson         = "no-such-lesson"
	LessonAlone          = "lesson-alone" // a lesson has fixed settings and is for one person
	NoSuchSeat           = "no-such-seat"
	NotHost              = "not-host"
	NotHolder            = "not-holder"
	NotSeated            = "not-seated"
	NeedsRole            = "needs-role"
	NotGathering         = "not-gathering"
	NotRunning           = "not-running" // the table is closed, or its game has ended
	NotPlaying           = "not-playing"
	NotFinished          = "not-finished"
	NoRelease            = "no-release" // the replay of such a table cannot be opened to everyone
	NotHere              = "not-here"   // the person that the operation names is not at the table
	SeatTaken            = "seat-taken"
	SeatsEmpty           = "seats-empty"
	NoFreeSeat           = "no-free-seat"
	TooFewSeats          = "too-few-seats" // there would be fewer seats than people who hold one
	OnePersonOnly        = "one-person"
	OneTeam              = "one-team" // a person would hold seats in two teams, or play against someone who does
	NoTeams              = "no-teams"
	BannedHere           = "banned"
	RemovedHere          = "removed-here" // the host removed the person, who needs a new invitation
	Knocking             = "knocking"     // the host must first let the person sit
	TakenDownHere        = "taken-down"
	LinkVoid             = "link-void"
	GuestsFull           = "guests-full"
	ListFull             = "list-full"
	TooManyTables        = "too-many-tables"
	TooManyPublic        = "too-many-public"
	BadTitle             = "bad-title"
	BadNonce             = "bad-nonce"
	BadClock             = "bad-clock"
	BadCards             = "bad-cards"
	BadDeal              = "bad-deal"
	DealNotPublic        = "deal-not-public"
	NoSuchDeal           = "no-such-deal" // the day has no deal, or is too far away
	DealFixed            = "deal-fixed"   // other tables play the same cards, so options and seats are fixed
	BadWatch             = "bad-watch"
	BadHook              = "bad-hook"
	BadText              = "bad-text"
	WatchNarrower        = "watch-only-narrower"
	HostStays            = "host-stays"  // the host cannot be kicked or muted
	KickedSeat           = "kicked-seat" // the seat's holder was kicked, so only a person new to the table can take it
	UnknownLevel         = "unknown-level"
	BotLimit             = "bot-limit"   // the person, or the server, has the maximum number of bots
	SeatActive           = "seat-active" // the seat's holder is present and answers
	NoAdvice             = "no-advice"   // the table offers no advice
	NoAdviceDeal         = "no-advice-deal"
	NoAdviceWhileRunning = "no-advice-beside" // the table continues a game that was still running
	NoAdviceTask         = "no-advice-task"   // a lesson or a puzzle is for the player to solve alone
	NoAdviceGame         = "no-advice-game"
	NoAdviceNow          = "no-advice-now"   // it is not the person's turn, or they have no action to choose
	BroughtBefore        = "brought-before"  // another person has already uploaded the game
	NotAlone             = "not-alone"       // other people have a part in the table, or could get one
	NoDropIn             = "no-drop-in"      // no person may take a bot's seat during this game
	SeatKept             = "seat-kept"       // the seat is kept for another person for a short time
	WatchersClosed       = "watchers-closed" // those who watch cannot talk, or the person does not watch
	NotKept              = "not-kept"        // the seat is not kept for the person, or not any more
	Asking               = "asking"          // those present can still refuse
	MembersOnly          = "members-only"    // the table is not for guests, because hands are hidden
	CameBefore           = "came-before"     // the person had a seat at the table before, or was refused one
	BotMoves             = "bot-moves"       // the seat's bot has to answer first
	NoSuchCode           = "no-such-code"    // no table has the code, or it has expired
	CodesFull            = "codes-full"      // more codes would be too easy to guess
	BadWish              = "bad-wish"
	StaysHere            = "stays-here" // players cannot move a game of that kind to a device
	SeedKnown            = "seed-known" // the host knows what is hidden, so no other person may sit there
)

// Refusals lists all ids. A test checks that each has a text.
func Refusals() []string {
	return []string{
		NoSuchTable, NoSuchGame, NoSuchLesson, LessonAlone, NoSuchSeat, NotHost, NotHolder, NotSeated, NeedsRole,
		NotGathering, NotRunning, NotPlaying, NotFinished, NoRelease, NotHere, SeatTaken, SeatsEmpty, NoFreeSeat, TooFewSeats, OnePersonOnly, OneTeam, NoTeams,
		BannedHere, RemovedHere, Knocking, TakenDownHere, LinkVoid, GuestsFull, ListFull, TooManyTables, TooManyPublic, BadTitle, BadNonce,
		BadClock, BadCards, BadDeal, DealNotPublic, DealFixed, NoSuchDeal, BadWatch, BadHook, BadText, WatchNarrower, HostStays, KickedSeat,
		UnknownLevel, BotLimit, SeatActive, NoAdvice, NoAdviceDeal, NoAdviceWhileRunning, NoAdviceTask, NoAdviceGame, NoAdviceNow,
		BroughtBefore, SeedKnown, NotAlone, StaysHere, NoDropIn, WatchersClosed, SeatKept, NotKept, Asking, MembersOnly, CameBefore, BotMoves, NoSuchCode, CodesFull, BadWish,
	}
}

// ErrCards reports that a group's own cards are not valid for the game.
var ErrCards error = refusal.New(refusal.Invalid, "bad-cards", "the cards do not fit the game")

func refuse(id string) error { return Refusal{id} }

// Refused returns the id of the refusal that err wraps, or "".
func Refused(err error) string {
	var r Refusal
	if errors.As(err, &r) {
		return r.ID
	}
	return ""
}
