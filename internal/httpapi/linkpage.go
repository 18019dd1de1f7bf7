package httpapi

import (
	"context"
	"net/http"
	"net/url"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/locale"
)

// pages serves links to people who open one. To look at the page uses nothing up:
// mail programs and messengers fetch every link. Where there is a client, it is
// shown, and ?plain asks for the page that needs no script.
func (a linksAPI) pages() {
	a.wire.mux.HandleFunc("GET /j/{secret}", func(w http.ResponseWriter, r *http.Request) {
		if a.client != nil && !r.URL.Query().Has("plain") {
			a.client.serve(w, r, indexFile)
			return
		}
		lang := language(r.Header.Get("Accept-Language"))
		t := a.words[lang]
		writePage(w, http.StatusOK, pageContent{Lang: lang, Title: t.Title, Says: t.Ask, Open: t.Open})
	})
	if a.client == nil { // without a table's own page, its record
		a.wire.mux.HandleFunc("GET /t/{id}", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/api/tables/"+url.PathEscape(r.PathValue("id")), http.StatusFound)
		})
	}
	a.wire.mux.HandleFunc("POST /j/{secret}", func(w http.ResponseWriter, r *http.Request) {
		lang := language(r.Header.Get("Accept-Language"))
		status, c := a.openPage(w, r, a.words[lang])
		c.Lang, c.Title = lang, a.words[lang].Title
		writePage(w, status, c)
	})
}

// openPage uses a link for a browser, and makes a guest of a caller who is nobody
// yet.
func (a linksAPI) openPage(w http.ResponseWriter, r *http.Request, t pageTexts) (int, pageContent) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	who := callerOf(ctx)
	opened, token, err := a.openFor(ctx, who, r.PathValue("secret"), locale.Match(language(who.lang)))
	if token != "" {
		cookie := who.sessionCookie(token)
		http.SetCookie(w, &cookie)
	}
	if err != nil {
		p := a.gate.failed(ctx, err)
		for name, values := range p.GetHeaders() {
			w.Header()[name] = values
		}
		switch {
		case p.ID == lobby.LinkVoid:
			return p.Status, pageContent{Says: t.Void}
		case p.Status == http.StatusForbidden || p.Status == http.StatusConflict:
			return p.Status, pageContent{Says: t.Refused, ID: p.ID}
		}
		return p.Status, pageContent{Says: t.Again, ID: p.ID, Open: t.Open}
	}
	c := pageContent{Says: map[string]string{
		identity.KindDevice: t.Device, identity.KindSeat: t.Seat, identity.KindInvite: t.Invite,
	}[opened.Kind]}
	if opened.Table != nil {
		c.To, c.Table = t.To, opened.Table.ID
	}
	return http.StatusOK, c
}

// openFor follows a link for a browser. The token is a new one to keep, if there is
// one.
func (a linksAPI) openFor(ctx context.Context, who *caller, secret, lang string) (Opened, string, error) {
	if err := a.gate.limit(who, byGuess); err != nil {
		return Opened{}, "", err
	}
	grant, _, err := a.conf.Identity.Inspect(ctx, secret)
	if err != nil {
		return Opened{}, "", unknownLink(err)
	}
	token := ""
	if grant.Kind != identity.KindDevice && who.person.ID == "" {
		if err := a.gate.shed(who, shedPeople); err != nil {
			return Opened{}, "", err
		}
		guest := *who
		if guest.person, token, err = a.conf.Identity.Guest(ctx, identity.Newcomer{Lang: lang}); err != nil {
			return Opened{}, "", err
		}
		guest.token = token
		ctx = context.WithValue(ctx, callerKey{}, &guest)
	}
	opened, err := a.follow(ctx, Secret{Secret: secret})
	if opened.Token != "" {
		token = opened.Token
	}
	return opened, token, err
}
