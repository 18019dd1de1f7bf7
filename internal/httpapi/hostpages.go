package httpapi

import (
	"cmp"
	"context"
	"html/template"
	"net/http"
	"strings"
	"time"

	"theriac/internal/doors"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/pages"
	"theriac/internal/httpapi/wire"
	"theriac/locale"
)

// HostPage is a page of this host, such as its terms.
type HostPage struct {
	Page  string `json:"page" enum:"contact,terms,privacy,rules"`
	Lang  string `json:"lang" doc:"The language of the text, which may differ from the one asked for."`
	Title string `json:"title"`
	Text  string `json:"text" doc:"HTML made from Markdown, without scripts, styles and raw HTML."`
	Draft bool   `json:"draft" doc:"The operator has not confirmed it."`
	// Source is what the operator edits.
	Source    map[string]string `json:"source,omitempty" doc:"For operators: the Markdown of each language, as written in the console or in the folder of pages."`
	Confirmed time.Time         `json:"confirmed,omitzero" doc:"When the operator confirmed it."`
}

// HostPageChange is the request to write a page.
type HostPageChange struct {
	Text      map[string]string `json:"text" maxProperties:"20" doc:"Markdown of each language, such as en. Empty: the file in the folder of pages, or the draft that comes with Theriac."`
	Confirmed bool              `json:"confirmed" doc:"The page is yours now, and no draft."`
}

// hostPagesAPI holds the operations on the pages that hosts are usually asked for.
type hostPagesAPI struct{ *core }

func (a hostPagesAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "host-page", Method: http.MethodGet, Path: "/api/pages/{page}", Tag: tagDoors, Summary: "Get a page of this host", Anyone: true,
		Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		Page string `path:"page" maxLength:"20"`
		Lang string `query:"lang" maxLength:"35" doc:"Such as fr. Without a text in it, another language."`
	}) (*reply[HostPage], error) {
		p, err := a.hostPage(ctx, in.Page, in.Lang)
		return &reply[HostPage]{p}, err
	})
	wire.Register(a.wire, console("set-page", http.MethodPut, "pages/{page}", "Write a page of this host, and confirm it"),
		func(ctx context.Context, in *struct {
			Page string `path:"page" maxLength:"20"`
			Body HostPageChange
		}) (*reply[HostPage], error) {
			if _, err := a.conf.Doors.SetPage(ctx, in.Page, in.Body.Text, in.Body.Confirmed); err != nil {
				return nil, err
			}
			p, err := a.hostPage(ctx, in.Page, admit.PersonOf(ctx).Lang)
			return &reply[HostPage]{p}, err
		})
	a.wire.Mux.HandleFunc("GET "+pages.AboutPath, a.plainPage)
	a.wire.Mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		wire.Plain(w, http.StatusOK, robots[a.listed()])
	})
}

// robots are the texts for search engines, by whether they may list this server. They never need a link. A table's page
// says itself that it is not to be listed, since programs that show its card obey this file, too.
var robots = map[bool]string{
	false: "User-agent: *\nDisallow: /\n",
	true:  "User-agent: *\nDisallow: /api/\nDisallow: /j/\nDisallow: /settings\nDisallow: /console\n",
}

// listed reports whether search engines may list this server: only if it is open to everyone. Every request calls it,
// also those that ask whether the node is ready, so it never waits for the store.
func (a *core) listed() bool {
	return a.conf.Doors != nil && a.conf.Doors.Known().Mode == doors.Open
}

// hostPage returns a page in the caller's language, or in another one in which the operator has written it.
func (a *core) hostPage(ctx context.Context, name, lang string) (HostPage, error) {
	p, err := a.conf.Doors.Page(ctx, name, locale.Languages())
	if err != nil {
		return HostPage{}, err
	}
	lang = locale.Match(lang)
	for _, other := range append([]string{lang}, locale.Languages()...) {
		if p.Text[other] != "" {
			lang = other
			break
		}
	}
	title, text := headed(locale.HostDraft(lang, name))
	if own := p.Text[lang]; own != "" {
		headline, rest := headed(own)
		title, text = cmp.Or(headline, title), rest
	}
	html, err := pages.Markdown(text)
	if err != nil {
		return HostPage{}, err
	}
	out := HostPage{
		Page: name, Lang: lang, Title: title, Text: html, Draft: p.Confirmed.IsZero(), Confirmed: p.Confirmed,
	}
	if admit.PersonOf(ctx).Operates() {
		out.Source = p.Text
	}
	return out, nil
}

// headed splits a text into its first line, if that is a headline, and the rest.
func headed(text string) (headline, rest string) {
	first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if headline, ok := strings.CutPrefix(first, "# "); ok {
		return strings.TrimSpace(headline), rest
	}
	return "", text
}

// plainPage serves a page of this host. If the server has the web client, the client shows it; ?plain selects a page
// without scripts.
func (a hostPagesAPI) plainPage(w http.ResponseWriter, r *http.Request) {
	if a.client != nil && !r.URL.Query().Has("plain") {
		cards(a).page(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), wire.Patience)
	defer cancel()
	p, err := a.hostPage(ctx, r.PathValue("page"), pages.Language(r.Header.Get("Accept-Language")))
	if err != nil {
		a.gate.Refuse(w, r, err)
		return
	}
	says := ""
	if p.Draft {
		says = a.words[p.Lang].Draft
	}
	pages.Write(w, http.StatusOK, pages.Page{Lang: p.Lang, Title: p.Title, Says: says, Text: template.HTML(p.Text)}) //nolint:gosec // Markdown without raw HTML
}
