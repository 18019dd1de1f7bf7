package pages

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"

	"theriac/locale"
)

// Texts is the texts of the plain page in one language.
type Texts struct {
	Title, Ask, Open         string
	Device, Seat, Invite, To string
	Void, Refused, Again     string
	SlowTitle, Slow          string
}

// AllTexts are the page's texts, by language. The page has no script and no style, so
// that it works in whatever opens a link.
func AllTexts() map[string]Texts {
	all := map[string]Texts{}
	for _, lang := range locale.Languages() {
		c, err := locale.For(lang)
		if err != nil {
			panic("httpapi: " + err.Error()) // the catalogues are part of the program
		}
		t := func(key string) string { return c.Text("page.link." + key) }
		all[lang] = Texts{
			Title: t("title"), Ask: t("ask"), Open: t("open"), Device: t("device"), Seat: t("seat"), Invite: t("invite"),
			To: t("to"), Void: t("void"), Refused: t("refused"), Again: t("again"),
			SlowTitle: c.Text("page.slow.title"), Slow: c.Text("page.slow.text"),
		}
	}
	return all
}

// Page is one state of the page.
type Page struct {
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

// Write sends a page.
func Write(w http.ResponseWriter, status int, c Page) {
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

// Language is the first language that the browser accepts and the page has.
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
