package main

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"

	"theriac/games"
	"theriac/locale"
)

//go:embed look
var look embed.FS

// page is one page of the site.
type page struct {
	Path   string // below /docs, without the ending; "" is the first page
	Source string // the file that it is made of
	text   string // a chapter of a ledger, with what the file stands for
	Lang   string
	Title  string
	Group  string // where it stands in the navigation
	Order  int    // and before what there; then it goes by the path
	Body   template.HTML
	ids    map[string]bool
	parts  []section
}

// URL is where the page is.
func (p *page) URL() string { return strings.TrimSuffix("/docs/"+p.Path, "/") }

// section is what the search finds: a heading with the text below it.
type section struct {
	Page string `json:"p"`
	At   string `json:"u"`
	Lang string `json:"l"`
	Head string `json:"h"`
	Text string `json:"t"`
}

// The groups of the navigation, in order. What is not named here is about how it is built.
var groups = []string{"rules", "play", "host", "build", "proof", "decisions"}

var grouped = map[string]string{
	"rulings": "rules", "rulings-pharmacy": "rules",
	"glossary": "play", "notation": "play", "puzzles": "play", "story": "play", "advice": "play", "chance": "play",
	"operations": "host", "stability": "host", "releasing": "host", "api": "host", "reference": "host", "research": "host",
	"proof": "proof", "audit": "proof", "conformance": "proof", "pharmacy-balance": "proof", "strength": "proof",
	"strength-ways": "proof", "strength-pharmacy": "proof",
}

func groupOf(p string) string {
	switch {
	case grouped[p] != "":
		return grouped[p]
	case strings.Contains(p, "rules/"), strings.HasPrefix(p, "games/"):
		return "rules"
	case strings.HasPrefix(p, "suite-"):
		return "proof"
	case strings.HasPrefix(p, "decisions"):
		return "decisions"
	}
	return "build"
}

// build makes every file of the site from the repository.
func build(from fs.FS) (map[string][]byte, error) {
	pages, err := sources(from)
	if err != nil {
		return nil, err
	}
	s := &site{from: from, pages: pages, bySource: map[string]*page{}, files: map[string][]byte{}}
	for _, p := range pages {
		s.bySource[p.Source] = p
	}
	for _, p := range pages {
		if err := s.render(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Source, err)
		}
	}
	if err := s.reference(); err != nil {
		return nil, err
	}
	for _, p := range s.pages {
		if err := s.anchors(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Source, err)
		}
	}
	return s.files, s.finish()
}

// sources lists what becomes a page, by path.
func sources(from fs.FS) ([]*page, error) {
	var pages []*page
	add := func(source, at, lang string) {
		pages = append(pages, &page{Path: at, Source: source, Lang: lang, Group: groupOf(at)})
	}
	for _, pattern := range []string{"docs/*.md", "docs/decisions/*.md", "docs/games/*.md", "deploy/README.md"} {
		found, err := fs.Glob(from, pattern)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			at := strings.TrimSuffix(strings.TrimPrefix(f, "docs/"), ".md")
			lang := locale.Default
			switch name := path.Base(at); {
			case name == "README":
				at = path.Dir(at)
			case slices.Contains(locale.Languages(), name): // a page of its own in that language
				lang = name
			}
			add(f, at, lang)
		}
	}
	ledgers, err := fs.Glob(from, "games/*/rules/*.md")
	if err != nil {
		return nil, err
	}
	for _, f := range ledgers {
		game := strings.Split(f, "/")[1]
		lang, part, _ := strings.Cut(strings.TrimSuffix(path.Base(f), ".md"), "-")
		at := "rules/" + game
		if part != "" {
			at += "-" + part
		}
		if lang != locale.Default {
			at = lang + "/" + at
		}
		add(f, at, lang)
		if err := pages[len(pages)-1].chapter(game, lang, part); err != nil {
			return nil, err
		}
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("there is no documentation here")
	}
	slices.SortFunc(pages, func(a, b *page) int { return cmp.Or(cmp.Compare(a.Order, b.Order), strings.Compare(a.Path, b.Path)) })
	return pages, nil
}

// chapter fills in the text of a part of a ledger, and where it stands among all, below 0: as
// the games are listed, and in each as its ledger goes.
func (p *page) chapter(game, lang, part string) error {
	at := -farthest
	for _, e := range games.Entries {
		for _, c := range e.Ledger(lang) {
			if e.Rules.Name() == game && c.Part == part {
				p.text, p.Order = c.Text, at
				return nil
			}
			at++
		}
	}
	return fmt.Errorf("%s is in no ledger", p.Source)
}

// farthest is more chapters than all ledgers have.
const farthest = 1 << 30

// site is what is being made.
type site struct {
	from     fs.FS
	pages    []*page
	bySource map[string]*page
	files    map[string][]byte
	links    []link
}

// finish writes the pages in their frame, the first pages, the index and the look.
func (s *site) finish() error {
	frame, err := template.ParseFS(look, "look/page.html")
	if err != nil {
		return err
	}
	for _, lang := range locale.Languages() {
		at := ""
		if lang != locale.Default {
			at = lang
		}
		s.pages = append(s.pages, &page{Path: at, Lang: lang, Group: "home"})
	}
	var index []section
	for _, p := range s.pages {
		words, err := locale.For(p.Lang)
		if err != nil {
			return err
		}
		if p.Group == "home" {
			p.Title = words.Text("docs.title")
		}
		var text strings.Builder
		err = frame.Execute(&text, map[string]any{
			"Page": p, "Nav": s.navigation(p.Lang), "Others": s.translations(p), "Home": home(p.Lang), "Name": locale.NameOf,
			"T": func(key string) string { return words.Text("docs." + key) },
		})
		if err != nil {
			return err
		}
		s.files[strings.TrimPrefix(p.Path+".html", ".")] = []byte(text.String())
		if p.Path == "" {
			delete(s.files, "html")
			s.files["index.html"] = []byte(text.String())
		}
		index = append(index, p.parts...)
	}
	if s.files["search.json"], err = json.Marshal(index); err != nil {
		return err
	}
	for name, file := range map[string]string{
		"tokens.css": "web/src/ui/tokens.css", "inter.woff2": "web/src/ui/fonts/inter.woff2", "young-serif.woff2": "web/src/ui/fonts/young-serif.woff2",
	} {
		if s.files[name], err = fs.ReadFile(s.from, file); err != nil {
			return err
		}
	}
	for _, name := range []string{"docs.css", "docs.js", "theme.js"} {
		if s.files[name], err = look.ReadFile("look/" + name); err != nil {
			return err
		}
	}
	return nil
}

// group is a part of the navigation.
type group struct {
	Name  string
	Pages []*page
}

// navigation lists the pages for readers of a language: players find the rules in theirs.
func (s *site) navigation(lang string) []group {
	var out []group
	for _, name := range groups {
		g := group{Name: name}
		for _, p := range s.pages {
			if p.Group == name && (p.Lang == lang || name != "rules" && p.Lang == locale.Default) {
				g.Pages = append(g.Pages, p)
			}
		}
		out = append(out, g)
	}
	return out
}

// home is the first page in a language.
func home(lang string) string {
	if lang == locale.Default {
		return "/docs"
	}
	return "/docs/" + lang
}

// translations are the same page in the other languages that have it.
func (s *site) translations(p *page) (others []*page) {
	for _, q := range s.pages {
		if q.Lang != p.Lang && q.meaning() == p.meaning() {
			others = append(others, q)
		}
	}
	return others
}

// meaning is the path of a page without its language.
func (p *page) meaning() string {
	return strings.Trim(strings.TrimPrefix(p.Path+"/", p.Lang+"/"), "/")
}
