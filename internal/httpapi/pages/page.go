package pages

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"

	"theriac/locale"

	"github.com/yuin/goldmark"
)

// Texts holds the texts of the plain pages in one language.
type Texts struct {
	Title, Ask, Open         string
	Device, Seat, Invite, To string
	Void, Refused, Again     string
	SlowTitle, Slow          string
	Draft                    string // the note on a host's page that is not confirmed yet
	// Cards words what other programs show of an address. It has all texts of the language, and those of a game.
	Cards *locale.Catalogue
}

// AboutPath is the route of a host's page. It is served even without a client.
const AboutPath = "/about/{page}"

// Markdown returns the safe HTML of a text: without raw HTML, and without links that run scripts.
func Markdown(text string) (string, error) {
	var b bytes.Buffer
	err := goldmark.Convert([]byte(text), &b)
	return b.String(), err
}

// AllTexts returns the texts of the plain pages, by language. These pages have no scripts and no
// styles, so they work in any program that opens links.
func AllTexts() map[string]Texts {
	all := map[string]Texts{}
	for _, lang := range locale.Languages() {
		c, err := locale.For(lang)
		if err != nil {
			panic("httpapi: " + err.Error()) // cannot happen: the catalogues are compiled in
		}
		t := func(key string) string { return c.Text("page.link." + key) }
		all[lang] = Texts{
			Title: t("title"), Ask: t("ask"), Open: t("open"), Device: t("device"), Seat: t("seat"), Invite: t("invite"),
			To: t("to"), Void: t("void"), Refused: t("refused"), Again: t("again"),
			SlowTitle: c.Text("page.slow.title"), Slow: c.Text("page.slow.text"),
			Draft: c.Text("page.host.draft"), Cards: c,
		}
	}
	return all
}

// Page is the content of a plain page.
type Page struct {
	Lang, Title string
	Says        string
	ID          string // id of the problem, if the link was refused
	Open        string // label of the button, if the link is not opened yet
	To, Table   string
	Text        template.HTML // more of the page, as HTML that is known to be safe
}

const pageHTML = `<!doctype html>
<html lang="{{.Lang}}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{{.Title}}</title></head>
<body>
<h1>{{.Title}}</h1>
<p>{{.Says}}{{with .ID}} <code>{{.}}</code>{{end}}</p>
{{with .Open}}<form method="post"><button type="submit">{{.}}</button></form>
{{end}}{{with .Table}}<p><a href="/t/{{.}}">{{$.To}}</a></p>
{{end}}{{.Text}}</body>
</html>
`

// plainPage is the template of the plain pages.
var plainPage = template.Must(template.New("page").Parse(pageHTML))

// Write sends a plain page.
func Write(w http.ResponseWriter, status int, c Page) {
	var b bytes.Buffer
	if err := plainPage.Execute(&b, c); err != nil {
		panic(err) // cannot happen: the template is compiled in
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	// Without a referrer, a browser submits a form with the origin "null". The server would reject
	// that as a request from another site.
	header.Set("Referrer-Policy", "same-origin")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// Language returns the first language in an Accept-Language header for which there are texts.
func Language(accepts string) string {
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
