package httpapi

import (
	"context"
	"net/http"
	"net/url"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/pages"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/locale"
)

// pages serves the pages that links open. Viewing such a page does not use up the link, because
// email programs and messengers fetch every link. If the server has the web client, the client
// shows the page; ?plain selects a page without scripts.
func (a linksAPI) pages() {
	a.wire.Mux.HandleFunc("GET "+pages.LinkPath, func(w http.ResponseWriter, r *http.Request) {
		if a.client != nil && !r.URL.Query().Has("plain") {
			a.page(w, r)
			return
		}
		lang := pages.Language(r.Header.Get("Accept-Language"))
		t := a.words[lang]
		pages.Write(w, http.StatusOK, pages.Page{Lang: lang, Title: t.Title, Says: t.Ask, Open: t.Open})
	})
	if a.client == nil { // without a client, /t/ redirects to the table's JSON
		a.wire.Mux.HandleFunc("GET /t/{id}", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/api/tables/"+url.PathEscape(r.PathValue("id")), http.StatusFound)
		})
	}
	a.wire.Mux.HandleFunc("POST "+pages.LinkPath, func(w http.ResponseWriter, r *http.Request) {
		lang := pages.Language(r.Header.Get("Accept-Language"))
		status, c := a.openPage(w, r, a.words[lang])
		c.Lang, c.Title = lang, a.words[lang].Title
		pages.Write(w, status, c)
	})
}

// openPage opens a link for a browser and returns the page to show. An unknown caller becomes a
// guest.
func (a linksAPI) openPage(w http.ResponseWriter, r *http.Request, t pages.Texts) (int, pages.Page) {
	ctx, cancel := context.WithTimeout(r.Context(), wire.Patience)
	defer cancel()
	who := admit.CallerOf(ctx)
	opened, token, err := a.openFor(ctx, who, r.PathValue("secret"), locale.Match(pages.Language(who.Lang)))
	if token != "" {
		cookie := who.SessionCookie(token)
		http.SetCookie(w, &cookie)
	}
	if err != nil {
		p := a.gate.Failed(ctx, err)
		for name, values := range p.GetHeaders() {
			w.Header()[name] = values
		}
		switch {
		case p.ID == lobby.LinkVoid:
			return p.Status, pages.Page{Says: t.Void}
		case p.Status == http.StatusForbidden || p.Status == http.StatusConflict:
			return p.Status, pages.Page{Says: t.Refused, ID: p.ID}
		}
		return p.Status, pages.Page{Says: t.Again, ID: p.ID, Open: t.Open}
	}
	c := pages.Page{Says: map[string]string{
		identity.KindDevice: t.Device, identity.KindSeat: t.Seat, identity.KindInvite: t.Invite,
	}[opened.Kind]}
	if opened.Table != nil {
		c.To, c.Table = t.To, opened.Table.ID
	}
	return http.StatusOK, c
}

// openFor opens a link for a browser. If it returns a session token, the browser must store it.
func (a linksAPI) openFor(ctx context.Context, who *admit.Caller, secret, lang string) (Opened, string, error) {
	if err := a.gate.Limit(who, admit.ByGuess); err != nil {
		return Opened{}, "", err
	}
	grant, _, err := a.conf.Identity.Inspect(ctx, secret)
	if err != nil {
		return Opened{}, "", unknownLink(err)
	}
	token := ""
	if grant.Kind != identity.KindDevice && who.Person.ID == "" {
		if err := a.gate.Shed(who, admit.ShedPeople); err != nil {
			return Opened{}, "", err
		}
		guest := *who
		if guest.Person, token, err = a.conf.Identity.Guest(ctx, identity.Newcomer{Lang: lang}); err != nil {
			return Opened{}, "", err
		}
		guest.Token = token
		ctx = admit.WithCaller(ctx, &guest)
	}
	opened, err := a.follow(ctx, Secret{Secret: secret})
	if opened.Token != "" {
		token = opened.Token
	}
	return opened, token, err
}
