package httpapi

import (
	"bytes"
	"context"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/locale"
)

// pageTexts is the texts of the plain page in one language.
type pageTexts struct {
	Title, Ask, Open         string
	Device, Seat, Invite, To string
	Void, Refused, Again     string
	SlowTitle, Slow          string
}

// texts are the page's texts, by language. The page has no script and no style, so
// that it works in whatever opens a link.
func texts() map[string]pageTexts {
	all := map[string]pageTexts{}
	for _, lang := range locale.Languages() {
		c, err := locale.For(lang)
		if err != nil {
			panic("httpapi: " + err.Error()) // the catalogues are part of the program
		}
		t := func(key string) string { return c.Text("page.link." + key) }
		all[lang] = pageTexts{
			Title: t("title"), Ask: t("ask"), Open: t("open"), Device: t("device"), Seat: t("seat"), Invite: t("invite"),
			To: t("to"), Void: t("void"), Refused: t("refused"), Again: t("again"),
			SlowTitle: c.Text("page.slow.title"), Slow: c.Text("page.slow.text"),
		}
	}
	return all
}

// pageContent is one state of the page.
type pageContent struct {
	Lang, Title string
	Says        string
	ID          string // of a refusal
	Open        string // the button, while the link is not opened
	To, Table   string
}

const pageHTML = `<!doctype html>
<html lang="{{.Lang}}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{{.Title}}</title></head>
<body>
<h1>{{.Title}}</h1>
<p>{{.Says}}{{with .ID}} <code>{{.}}</code>{{end}}</p>
{{with .Open}}<form method="post"><button type="submit">{{.}}</button></form>
{{end}}{{with .Table}}<p><a href="/t/{{.}}">{{$.To}}</a></p>
{{end}}</body>
</html>
`

// plainPage is the page that needs no client.
var plainPage = template.Must(template.New("page").Parse(pageHTML))

// limitPage shows a rate limit to a person with a browser.
func (a *API) limitPage(rec *recorder, p *Problem) {
	for name, values := range p.GetHeaders() {
		rec.Header()[name] = values
	}
	lang := language(rec.r.Header.Get("Accept-Language"))
	t := a.words[lang]
	rec.own = true
	writePage(rec, p.Status, pageContent{Lang: lang, Title: t.SlowTitle, Says: t.Slow})
}

// linkPath is where a link is opened.
const linkPath = "/j/{secret}"

// pages serves links to people who open one. To look at the page uses nothing up:
// mail programs and messengers fetch every link. Where there is a client, it is
// shown, and ?plain asks for the page that needs no script.
func (a *API) pages() {
	a.words = texts()
	a.mux.HandleFunc("GET "+linkPath, func(w http.ResponseWriter, r *http.Request) {
		if a.client != nil && !r.URL.Query().Has("plain") {
			a.client.serve(w, r, indexFile)
			return
		}
		lang := language(r.Header.Get("Accept-Language"))
		t := a.words[lang]
		writePage(w, http.StatusOK, pageContent{Lang: lang, Title: t.Title, Says: t.Ask, Open: t.Open})
	})
	if a.client == nil { // without a table's own page, its record
		a.mux.HandleFunc("GET /t/{id}", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/api/tables/"+url.PathEscape(r.PathValue("id")), http.StatusFound)
		})
	}
	a.mux.HandleFunc("POST "+linkPath, func(w http.ResponseWriter, r *http.Request) {
		lang := language(r.Header.Get("Accept-Language"))
		status, c := a.openPage(w, r, a.words[lang])
		c.Lang, c.Title = lang, a.words[lang].Title
		writePage(w, status, c)
	})
}

// openPage uses a link for a browser, and makes a guest of a caller who is nobody
// yet.
func (a *API) openPage(w http.ResponseWriter, r *http.Request, t pageTexts) (int, pageContent) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	who := callerOf(ctx)
	opened, token, err := a.openFor(ctx, who, r.PathValue("secret"), locale.Match(language(who.lang)))
	if token != "" {
		cookie := who.sessionCookie(token)
		http.SetCookie(w, &cookie)
	}
	if err != nil {
		p := a.failed(ctx, err)
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
func (a *API) openFor(ctx context.Context, who *caller, secret, lang string) (Opened, string, error) {
	if err := a.limit(who, byGuess); err != nil {
		return Opened{}, "", err
	}
	grant, _, err := a.conf.Identity.Inspect(ctx, secret)
	if err != nil {
		return Opened{}, "", unknownLink(err)
	}
	token := ""
	if grant.Kind != identity.KindDevice && who.person.ID == "" {
		if err := a.shed(who, "create-person"); err != nil {
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

func writePage(w http.ResponseWriter, status int, c pageContent) {
	var b bytes.Buffer
	if err := plainPage.Execute(&b, c); err != nil {
		panic(err) // the template is part of the program
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	// A browser that sends no referrer gives a form the origin "null", which would be
	// refused as if another site had sent it.
	header.Set("Referrer-Policy", "same-origin")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// language is the first language that the browser accepts and the page has.
func language(accepts string) string {
	for _, entry := range strings.Split(accepts[:min(len(accepts), 200)], ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(entry), ";")
		tag, _, _ = strings.Cut(tag, "-")
		for _, lang := range locale.Languages() {
			if strings.EqualFold(tag, lang) {
				return lang
			}
		}
	}
	return locale.Match("")
}
