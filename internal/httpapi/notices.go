package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/pages"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/notices"
	"theriac/internal/order"
	"theriac/locale"
)

// Notices are a person's settings for notifications: how to reach the person when a table waits for
// them.
type Notices struct {
	Key     string         `json:"key" doc:"The server's public key: a browser subscribes to push messages with it."`
	Devices []NoticeDevice `json:"devices" doc:"Browsers that get push messages."`
	Quiet   *QuietHours    `json:"quiet,omitempty" doc:"When nobody is told."`
	Mail    NoticeMail     `json:"mail"`
	Off     []string       `json:"off" enum:"begun,rematch,named" doc:"The kinds of news that you do not want."`
}

// NoticeKinds is the request to choose which kinds of news a person does not want.
type NoticeKinds struct {
	Off []string `json:"off" enum:"begun,rematch,named" maxItems:"3" doc:"begun: a table is full, or its game has begun; rematch: the same people play again; named: a line of the talk has your name."`
}

// NoticeDevice is a browser that receives push messages.
type NoticeDevice struct {
	ID      string    `json:"id"`
	Label   string    `json:"label"`
	Created time.Time `json:"created"`
	Service string    `json:"service" doc:"The host of its push service."`
}

// NewNoticeDevice is a push subscription in the browser's own form.
type NewNoticeDevice struct {
	Endpoint string `json:"endpoint" minLength:"1" maxLength:"1000" doc:"An https address of the browser's push service."`
	P256dh   string `json:"p256dh" maxLength:"100" doc:"The browser's public key, base64url."`
	Auth     string `json:"auth" maxLength:"40" doc:"The browser's authentication secret, base64url."`
	Label    string `json:"label,omitempty" maxLength:"640" doc:"At most 64 characters."`
	Replaces string `json:"replaces,omitempty" maxLength:"64" doc:"The id of a device of yours whose subscription this one takes the place of: the browser renewed it. It keeps its id."`
}

// QuietHours are the hours of a day without notifications, in a time zone. If the end time is
// earlier than the start time, they end on the next day.
type QuietHours struct {
	From string `json:"from" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" example:"22:00"`
	To   string `json:"to" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" example:"08:00"`
	Zone string `json:"zone" maxLength:"64" example:"Europe/Zurich"`
}

// NoticeMail is a person's email address, and whether it is confirmed.
type NoticeMail struct {
	Available bool   `json:"available" doc:"This server sends mail."`
	Address   string `json:"address,omitempty"`
	Confirmed bool   `json:"confirmed,omitempty" doc:"Its owner has opened the link that was sent there. Nothing else goes there before."`
}

// NewNoticeMail is the request to add an email address, which must then be confirmed.
type NewNoticeMail struct {
	Address string `json:"address" minLength:"3" maxLength:"254"`
}

// ExportNotices is the part of a person's data export that concerns notifications.
type ExportNotices struct {
	Devices []ExportDevice `json:"devices"`
	Quiet   *QuietHours    `json:"quiet,omitempty"`
	Mail    *ExportMail    `json:"mail,omitempty"`
	Off     []string       `json:"off" doc:"The kinds of news that they do not want."`
	Owed    []string       `json:"owed" doc:"Tables that wait for them, of which they were told or will be."`
}

// ExportDevice is a push subscription in a person's data export.
type ExportDevice struct {
	Label    string    `json:"label"`
	Created  time.Time `json:"created"`
	Endpoint string    `json:"endpoint"`
}

// ExportMail is an email address in a person's data export.
type ExportMail struct {
	Address   string    `json:"address"`
	Asked     time.Time `json:"asked"`
	Confirmed bool      `json:"confirmed"`
}

// noticesAPI holds the operations for notifications to people who are away.
type noticesAPI struct{ *core }

// noticesAPI returns the operations for notifications, for use by the operations of other
// resources.
func (a *core) noticesAPI() noticesAPI { return noticesAPI{a} }

func (a noticesAPI) register() {
	const path = "/api/me/notices"
	bad := []int{http.StatusUnprocessableEntity}
	wire.Register(a.wire, wire.Operation{
		ID: "get-notices", Method: http.MethodGet, Path: path, Tag: tagPeople, Summary: "Get how I am told that a table waits for me",
	}, a.getNotices)
	wire.Register(a.wire, wire.Operation{
		ID: "add-notice-device", Method: http.MethodPost, Path: path + "/devices", Tag: tagPeople, Status: http.StatusCreated, Errors: bad,
		Summary: "Send push messages to this browser", Limit: admit.ByMake,
		About: "A person has at most 10; with one more the oldest goes. The same subscription again changes its keys and its label.",
	}, a.addDevice)
	wire.Register(a.wire, wire.Operation{
		ID: "remove-notice-device", Method: http.MethodDelete, Path: path + "/devices/{device}", Tag: tagPeople, Status: http.StatusNoContent,
		Summary: "Send no more push messages to a browser",
	}, a.removeDevice)
	wire.Register(a.wire, wire.Operation{
		ID: "set-quiet-hours", Method: http.MethodPut, Path: path + "/quiet", Tag: tagPeople, Errors: bad,
		Summary: "Set the hours in which I am not told", About: "What happens then is told afterwards, if it still waits.",
	}, a.setQuiet)
	wire.Register(a.wire, wire.Operation{
		ID: "clear-quiet-hours", Method: http.MethodDelete, Path: path + "/quiet", Tag: tagPeople, Status: http.StatusNoContent,
		Summary: "Have no quiet hours",
	}, a.clearQuiet)
	wire.Register(a.wire, wire.Operation{
		ID: "set-notice-kinds", Method: http.MethodPut, Path: path + "/kinds", Tag: tagPeople, Errors: bad,
		Summary: "Choose the news of which I am not told", About: "That a table waits for an answer is always told.",
	}, a.setKinds)
	wire.Register(a.wire, wire.Operation{
		ID: "set-notice-mail", Method: http.MethodPut, Path: path + "/mail", Tag: tagPeople, Limit: admit.ByMake,
		Errors:  append(bad, http.StatusConflict),
		Summary: "Ask for mail at an address", About: "Sends a link there that its owner has to open within a day.",
	}, a.setMail)
	wire.Register(a.wire, wire.Operation{
		ID: "remove-notice-mail", Method: http.MethodDelete, Path: path + "/mail", Tag: tagPeople, Status: http.StatusNoContent,
		Summary: "Remove my mail address",
	}, a.removeMail)
	a.mailPages()
}

func (a noticesAPI) shownNotices(p notices.Person) *reply[Notices] {
	out := Notices{Key: a.conf.Notices.PublicKey(), Devices: make([]NoticeDevice, 0, len(p.Devices)), Mail: NoticeMail{Available: a.conf.Notices.SendsMail()}}
	for _, d := range p.Devices {
		out.Devices = append(out.Devices, shownDevice(d))
	}
	out.Quiet, out.Off = shownQuiet(p.Quiet), append([]string{}, p.Off...)
	if p.Mail != nil {
		out.Mail.Address, out.Mail.Confirmed = p.Mail.Address, p.Mail.Confirmed
	}
	return &reply[Notices]{out}
}

func shownDevice(d notices.Device) NoticeDevice {
	out := NoticeDevice{ID: d.ID, Label: d.Label, Created: d.Created}
	if u, err := url.Parse(d.Endpoint); err == nil {
		out.Service = u.Hostname()
	}
	return out
}

func shownQuiet(q *notices.Quiet) *QuietHours {
	if q == nil {
		return nil
	}
	text := func(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
	return &QuietHours{From: text(q.From), To: text(q.To), Zone: q.Zone}
}

func (a noticesAPI) getNotices(ctx context.Context, _ *nothing) (*reply[Notices], error) {
	p, err := a.conf.Notices.Get(ctx, admit.PersonOf(ctx).ID)
	if err != nil {
		return nil, err
	}
	return a.shownNotices(p), nil
}

func (a noticesAPI) addDevice(ctx context.Context, in *struct{ Body NewNoticeDevice }) (*reply[NoticeDevice], error) {
	d, err := a.conf.Notices.AddDevice(ctx, admit.PersonOf(ctx).ID, notices.Device{
		Session: identity.SessionID(admit.CallerOf(ctx).Token),
		ID:      in.Body.Replaces, Endpoint: in.Body.Endpoint, P256dh: in.Body.P256dh, Auth: in.Body.Auth, Label: in.Body.Label,
	})
	if err != nil {
		return nil, err
	}
	return &reply[NoticeDevice]{shownDevice(d)}, nil
}

func (a noticesAPI) removeDevice(ctx context.Context, in *struct {
	Device string `path:"device" maxLength:"64"`
}) (*noContent, error) {
	return &noContent{}, a.conf.Notices.RemoveDevice(ctx, admit.PersonOf(ctx).ID, in.Device)
}

func (a noticesAPI) setQuiet(ctx context.Context, in *struct{ Body QuietHours }) (*reply[Notices], error) {
	minutes := func(text string) int {
		t, err := time.Parse("15:04", text)
		if err != nil {
			return -1 // cannot happen: the pattern was checked before
		}
		return t.Hour()*60 + t.Minute()
	}
	p, err := a.conf.Notices.SetQuiet(ctx, admit.PersonOf(ctx).ID, &notices.Quiet{From: minutes(in.Body.From), To: minutes(in.Body.To), Zone: in.Body.Zone})
	if err != nil {
		return nil, err
	}
	return a.shownNotices(p), nil
}

func (a noticesAPI) clearQuiet(ctx context.Context, _ *nothing) (*noContent, error) {
	_, err := a.conf.Notices.SetQuiet(ctx, admit.PersonOf(ctx).ID, nil)
	return &noContent{}, err
}

func (a noticesAPI) setKinds(ctx context.Context, in *struct{ Body NoticeKinds }) (*reply[Notices], error) {
	p, err := a.conf.Notices.SetOff(ctx, admit.PersonOf(ctx).ID, in.Body.Off)
	if err != nil {
		return nil, err
	}
	return a.shownNotices(p), nil
}

func (a noticesAPI) setMail(ctx context.Context, in *struct{ Body NewNoticeMail }) (*reply[Notices], error) {
	p, err := a.conf.Notices.SetMail(ctx, admit.PersonOf(ctx), in.Body.Address)
	if err != nil {
		return nil, err
	}
	return a.shownNotices(p), nil
}

func (a noticesAPI) removeMail(ctx context.Context, _ *nothing) (*noContent, error) {
	return &noContent{}, a.conf.Notices.RemoveMail(ctx, admit.PersonOf(ctx).ID)
}

// show fills in the stored notification settings of a person.
func (e *ExportNotices) show(p notices.Export) {
	for _, d := range p.Devices {
		e.Devices = append(e.Devices, ExportDevice{Label: d.Label, Created: d.Created, Endpoint: d.Endpoint})
	}
	e.Quiet = shownQuiet(p.Quiet)
	if p.Mail != nil {
		e.Mail = &ExportMail{Address: p.Mail.Address, Asked: p.Mail.Asked, Confirmed: p.Mail.Confirmed}
	}
	e.Off, e.Owed = append([]string{}, p.Off...), append(e.Owed, p.Owed...)
}

// decided tells a person that there is news of a decision about them. If that fails, they read it when they next come.
func (a noticesAPI) decided(ctx context.Context, d order.Decision) {
	if a.conf.Notices == nil || d.What == order.None {
		return
	}
	if err := a.conf.Notices.Decided(ctx, d.About, d.ID); err != nil {
		a.conf.Logger.Warn("could not tell a person of a decision", "err", err)
	}
}

// endDevices removes the push subscriptions of a person's ended sessions. The given function
// reports whether a session has ended.
func (a noticesAPI) endDevices(ctx context.Context, person string, ended func(session string) bool) error {
	if a.conf.Notices == nil {
		return nil
	}
	return a.conf.Notices.EndSessions(ctx, person, ended)
}

// renewDevices moves this browser's push subscription to the browser's new session. If another
// person used the browser before, that person's subscription ends, and the browser then subscribes
// again by itself. Subscriptions also end for sessions that were ended to admit the new one.
func (a noticesAPI) renewDevices(ctx context.Context, before *admit.Caller, person, token string) error {
	if a.conf.Notices == nil {
		return nil
	}
	if err := a.renewDevice(ctx, before, person, token); err != nil {
		return err
	}
	list, err := a.conf.Identity.Sessions(ctx, person, "")
	if err != nil {
		return err
	}
	return a.endDevices(ctx, person, func(session string) bool {
		return session != "" && !slices.ContainsFunc(list, func(s identity.Session) bool { return s.ID == session })
	})
}

func (a noticesAPI) renewDevice(ctx context.Context, before *admit.Caller, person, token string) error {
	if before.Person.ID == "" {
		return nil
	}
	was := identity.SessionID(before.Token)
	if before.Person.ID == person {
		return a.conf.Notices.RenewSession(ctx, person, was, identity.SessionID(token))
	}
	return a.endDevices(ctx, before.Person.ID, func(session string) bool { return session == was })
}

// fetchNotices moves a guest's notification settings to the member that the guest has signed in as,
// if that is safe. An attacker may have planted the guest's session in this browser, and must not
// receive notifications about the member's tables. So quiet hours move only if the member has no
// settings yet, and an email address is only suggested to the member. A browser subscribes to push
// messages again by itself.
func (a noticesAPI) fetchNotices(ctx context.Context, guest, person string, out *SignedIn) error {
	if a.conf.Notices == nil {
		return nil
	}
	theirs, err := a.conf.Notices.Get(ctx, guest)
	if err != nil {
		return err
	}
	own, err := a.conf.Notices.Get(ctx, person)
	if err != nil {
		return err
	}
	if theirs.Quiet != nil && own.Quiet == nil && own.Mail == nil && len(own.Devices) == 0 {
		if _, err := a.conf.Notices.SetQuiet(ctx, person, theirs.Quiet); err != nil {
			return err
		}
	}
	if theirs.Mail != nil && theirs.Mail.Confirmed && own.Mail == nil {
		out.Mail = theirs.Mail.Address
	}
	return nil
}

// forgetLost deletes the notification settings of a guest who has no way left to sign in.
func (a noticesAPI) forgetLost(ctx context.Context, guest string) error {
	left, err := a.conf.Identity.Sessions(ctx, guest, "")
	if err != nil || len(left) > 0 {
		return err
	}
	return a.forgetNotices(ctx, guest)
}

// forgetNotices deletes a person's notification settings.
func (a noticesAPI) forgetNotices(ctx context.Context, person string) error {
	if a.conf.Notices == nil {
		return nil
	}
	return a.conf.Notices.Forget(ctx, person)
}

// mailPages serves the pages that links in emails open. Viewing such a page changes nothing,
// because email programs fetch every link. An email program with its own unsubscribe button submits
// the form directly.
func (a noticesAPI) mailPages() {
	says := func(lang, key string) string {
		words, err := locale.For(lang)
		if err != nil {
			panic("httpapi: " + err.Error()) // cannot happen: the catalogues are compiled in
		}
		return words.Text("page.mail." + key)
	}
	for _, kind := range []string{notices.LinkConfirm, notices.LinkStop} {
		path := "/mail/" + kind + "/{secret}"
		a.wire.Mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			lang := pages.Language(r.Header.Get("Accept-Language"))
			pages.Write(w, http.StatusOK, pages.Page{Lang: lang, Title: says(lang, "title"), Says: says(lang, kind+".ask"), Open: says(lang, kind)})
		})
		a.wire.Mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), wire.Patience)
			defer cancel()
			lang := pages.Language(r.Header.Get("Accept-Language"))
			c := pages.Page{Lang: lang, Title: says(lang, "title"), Says: says(lang, kind+".done")}
			err := a.gate.Limit(admit.CallerOf(ctx), admit.ByGuess)
			if err == nil {
				err = notices.ErrVoid
				if a.conf.Notices != nil {
					err = a.conf.Notices.OpenLink(ctx, kind, r.PathValue("secret"))
				}
			}
			status := http.StatusOK
			if err != nil {
				p := a.gate.Failed(ctx, err)
				for name, values := range p.GetHeaders() {
					w.Header()[name] = values
				}
				status, c.Says, c.ID = p.Status, says(lang, "again"), p.ID
				if errors.Is(err, notices.ErrVoid) {
					c.Says, c.ID = says(lang, "void"), ""
				}
			}
			pages.Write(w, status, c)
		})
	}
}
