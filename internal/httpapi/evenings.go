package httpapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	"theriac/internal/evenings"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/locale"
)

// Evening is a time at which people meet in the hall.
type Evening struct {
	ID     string        `json:"id"`
	At     time.Time     `json:"at"`
	Coming int           `json:"coming" doc:"How many people come."`
	Mine   bool          `json:"mine,omitempty" doc:"You come."`
	Wish   *Wishes       `json:"wish,omitempty" doc:"What you wish to play there."`
	Hours  []EveningHour `json:"hours" doc:"The hours around it."`
}

// EveningHour is how many people usually are here in an hour.
type EveningHour struct {
	At     time.Time `json:"at"`
	People int       `json:"people" doc:"Rounded. 0: nobody, or not known yet."`
}

// Evenings are the next times at which people meet in the hall.
type Evenings struct {
	Now      time.Time  `json:"now" doc:"The server's time."`
	Evenings []Evening  `json:"evenings"`
	Calendar *time.Time `json:"calendar,omitempty" doc:"When you got the address of your calendar. Left out: you have none."`
}

// EveningSeat is what a person learns who waits for an evening.
type EveningSeat struct {
	Begun bool   `json:"begun"`
	Table string `json:"table,omitempty" doc:"Where you sit."`
}

// CalendarAddress is a secret address.
type CalendarAddress struct {
	Address string `json:"address" doc:"Whoever knows it sees when you come, and nothing else. It is shown once."`
}

// EveningPath names an evening.
type EveningPath struct {
	ID string `path:"id" maxLength:"10"`
}

// eveningsAPI holds the operations by which people meet at an hour.
type eveningsAPI struct{ *core }

func (a eveningsAPI) register() {
	e := a.conf.Evenings
	wire.Register(a.wire, wire.Operation{
		ID: "get-evenings", Method: http.MethodGet, Path: "/api/evenings", Tag: tagHall, Anyone: true, Summary: "Get the next times at which people meet in the hall",
	}, a.list)
	wire.Register(a.wire, wire.Operation{
		ID: "come", Method: http.MethodPut, Path: "/api/evenings/{id}", Tag: tagHall, Summary: "Come to an evening", Errors: append(refusals(), http.StatusUnprocessableEntity),
		About: "Again changes what you wish. You are reminded ten minutes before, if you get notices.",
	}, a.come)
	wire.Register(a.wire, wire.Operation{
		ID: "withdraw", Method: http.MethodDelete, Path: "/api/evenings/{id}", Tag: tagHall, Summary: "Do not come after all", Errors: refusals(),
	}, func(ctx context.Context, in *EveningPath) (*noContent, error) {
		return &noContent{}, e.Withdraw(ctx, admit.PersonOf(ctx), in.ID)
	})
	wire.Register(a.wire, wire.Operation{
		ID: "wait-for-evening", Shed: admit.ShedPlay, Method: http.MethodPost, Path: "/api/evenings/{id}/wait", Tag: tagHall, Errors: refusals(),
		Summary: "Wait for an evening in the hall", About: "Ask every twenty seconds from ten minutes before. Those who did so within 90 seconds get a seat at the hour, and learn the table here.",
	}, func(ctx context.Context, in *EveningPath) (*reply[EveningSeat], error) {
		if err := a.mayEnter(ctx); err != nil {
			return nil, err
		}
		w, err := e.Wait(ctx, admit.PersonOf(ctx), in.ID)
		return &reply[EveningSeat]{EveningSeat(w)}, err
	})
	wire.Register(a.wire, wire.Operation{
		ID: "new-calendar", Method: http.MethodPost, Path: "/api/me/calendar", Tag: tagHall, Limit: admit.ByMake, Status: http.StatusCreated,
		Summary: "Get the address of your calendar", About: "It is secret, and opens without a session. An earlier address opens nothing any more.",
	}, func(ctx context.Context, _ *nothing) (*reply[CalendarAddress], error) {
		secret, err := e.NewCalendar(ctx, admit.PersonOf(ctx).ID)
		if err != nil {
			return nil, err
		}
		return &reply[CalendarAddress]{CalendarAddress{a.origin.Base + "/calendar/" + secret + calendarSuffix}}, nil
	})
	wire.Register(a.wire, wire.Operation{
		ID: "remove-calendar", Method: http.MethodDelete, Path: "/api/me/calendar", Tag: tagHall, Summary: "Make the address of your calendar void",
	}, func(ctx context.Context, _ *nothing) (*noContent, error) {
		return &noContent{}, e.RemoveCalendar(ctx, admit.PersonOf(ctx).ID)
	})
	wire.Register(a.wire, wire.Operation{
		ID: "get-calendar", Method: http.MethodGet, Path: "/calendar/{file}", Tag: tagHall, Anyone: true, Summary: "Get a calendar by its address",
		Errors: []int{http.StatusNotFound}, About: "The evenings to which its person comes, without names (RFC 5545).",
	}, a.calendar)
}

func (a eveningsAPI) list(ctx context.Context, _ *nothing) (*reply[Evenings], error) {
	who := admit.PersonOf(ctx)
	if err := a.mayEnter(ctx); err != nil {
		return nil, err
	}
	list, err := a.conf.Evenings.List(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	out := Evenings{Now: a.conf.Now().UTC(), Evenings: make([]Evening, 0, len(list))}
	for _, ev := range list {
		out.Evenings = append(out.Evenings, shownEvening(ev))
	}
	if who.ID != "" {
		made, err := a.conf.Evenings.Calendar(ctx, who.ID)
		if err != nil {
			return nil, err
		}
		if !made.IsZero() {
			out.Calendar = &made
		}
	}
	return &reply[Evenings]{out}, nil
}

func (a eveningsAPI) come(ctx context.Context, in *struct {
	EveningPath
	Body Wishes
}) (*reply[Evening], error) {
	if err := a.mayEnter(ctx); err != nil {
		return nil, err
	}
	ev, err := a.conf.Evenings.Come(ctx, admit.PersonOf(ctx), in.ID, in.Body.lobby())
	if err != nil {
		return nil, err
	}
	return &reply[Evening]{shownEvening(ev)}, nil
}

func shownEvening(ev evenings.Evening) Evening {
	out := Evening{ID: evenings.ID(ev.At), At: ev.At, Coming: ev.Coming, Mine: ev.Mine, Hours: make([]EveningHour, 0, len(ev.Hours))}
	for _, h := range ev.Hours {
		out.Hours = append(out.Hours, EveningHour(h))
	}
	if ev.Mine {
		w := wishesOf(ev.Wish)
		out.Wish = &w
	}
	return out
}

// wishesOf returns a wish as the person wrote it.
func wishesOf(w lobby.Wish) Wishes {
	out := Wishes{Game: w.Game, Level: w.Level, Languages: w.Languages, Pace: w.Pace, Hidden: w.Hidden}
	if w.Quiet != nil {
		out.Talk = talkFree
		if *w.Quiet {
			out.Talk = talkQuiet
		}
	}
	return out
}

const (
	calendarSuffix = ".ics"
	calendarTime   = "20060102T150405Z" // of RFC 5545, in UTC
	eveningLength  = time.Hour
)

// calendar serves a person's calendar to a program that knows its secret.
func (a eveningsAPI) calendar(ctx context.Context, in *struct {
	File string `path:"file" maxLength:"64"`
}) (*rawBody, error) {
	secret, ok := strings.CutSuffix(in.File, calendarSuffix)
	if !ok {
		return nil, evenings.ErrNoCalendar
	}
	person, list, err := a.conf.Evenings.OpenCalendar(ctx, secret)
	if err != nil {
		return nil, err
	}
	who, err := a.conf.Identity.Get(ctx, person)
	if err != nil {
		return nil, evenings.ErrNoCalendar
	}
	words, err := locale.For(locale.Match(who.Lang))
	if err != nil {
		return nil, err
	}
	_, host, _ := strings.Cut(a.origin.Base, "://")
	lines := []string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Theriac//Theriac//EN", "X-WR-CALNAME:" + icalText(words.Text("calendar.name"))}
	for _, one := range list {
		lines = append(lines,
			"BEGIN:VEVENT", "UID:"+evenings.ID(one.At)+"@"+host, "DTSTAMP:"+one.Since.UTC().Format(calendarTime),
			"DTSTART:"+one.At.UTC().Format(calendarTime), "DTEND:"+one.At.Add(eveningLength).UTC().Format(calendarTime),
			"SUMMARY:"+icalText(words.Text("calendar.evening")), "URL:"+a.origin.Base+"/hall", "END:VEVENT")
	}
	lines = append(lines, "END:VCALENDAR", "")
	return &rawBody{ContentType: "text/calendar; charset=utf-8", Body: []byte(strings.Join(lines, "\r\n"))}, nil
}

// icalText returns a short text with the characters escaped that have a meaning in a calendar.
func icalText(text string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(text)
}
