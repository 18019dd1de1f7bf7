package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	paths "path"
	"strconv"
	"strings"

	"theriac/internal/httpapi/wire"
)

// Values of Cache-Control. A file with a hash in its name never changes. Browsers revalidate other
// files on each use, by their entity tag.
const (
	KeepForEver = "public, max-age=31536000, immutable"
	AskAgain    = "no-cache"
)

// hashedFolder is the folder of files that have a hash in their names.
const hashedFolder = "assets"

// docsFolder is the folder of the built documentation.
const docsFolder = "docs"

// IndexFile is the HTML page that is served at all addresses of the client.
const IndexFile = "index.html"

// routesFile lists the addresses that the client handles itself (see web/src/routes.ts).
const routesFile = "routes.json"

// cardsFile lists the pictures of games for cards (see web/cards-plugin.ts).
const cardsFile = "cards.json"

// Client holds the built web client in memory.
type Client struct {
	files map[string]*clientFile
	// Version is the build id in the client's page. A running client compares it with its own, to
	// notice that the server has a newer client.
	Version string
	// pages lists the addresses of the client's pages, from routesFile.
	pages []string
	// before and after are the client's page around its card. pictures are the files of games' pictures.
	before, after []byte
	pictures      map[string]string
}

// clientFile is one file of the client, with its compressed forms.
type clientFile struct {
	kind   string
	cache  string
	worker bool
	forms  []clientForm // smallest first, uncompressed last; large files have no uncompressed form
}

// clientForm is a file's content in one encoding.
type clientForm struct {
	encoding string // empty if uncompressed
	tag      string
	body     []byte
}

// encodings maps the suffix of a compressed file to the name of its encoding.
var encodings = []struct{ suffix, name string }{{".br", "br"}, {".gz", "gzip"}}

// kinds maps file extensions to media types. The operating system's own table is not used, because
// it differs between machines.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp", ".ico": "image/vnd.microsoft.icon",
	".woff2": "font/woff2", ".wasm": "application/wasm", ".map": "application/json",
}

// Read reads the files of a built client. If there are none, it returns nil without an error.
func Read(from fs.FS) (*Client, error) {
	if from == nil {
		return nil, nil
	}
	c := &Client{files: map[string]*clientFile{}}
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(paths.Base(name), ".") {
			return err
		}
		for _, e := range encodings {
			name = strings.TrimSuffix(name, e.suffix) // a compressed file is read together with its uncompressed form
		}
		if c.files[name] == nil {
			c.files[name], err = readClientFile(from, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	index, ok := c.files[IndexFile]
	if !ok {
		return nil, nil
	}
	c.Version = index.build()
	routes, err := fs.ReadFile(from, routesFile)
	if err == nil {
		err = json.Unmarshal(routes, &c.pages)
	}
	if err != nil {
		return nil, fmt.Errorf("httpapi: the web client was built by another version (make build builds it): %w", err)
	}
	if list, missing := fs.ReadFile(from, cardsFile); missing == nil {
		if err := json.Unmarshal(list, &c.pictures); err != nil {
			return nil, fmt.Errorf("httpapi: pictures of games: %w", err)
		}
	}
	delete(c.files, routesFile)
	delete(c.files, cardsFile)
	c.before, c.after = around(index.forms[len(index.forms)-1].body)
	return c, nil
}

// build returns the build id that a page contains, or a hash of the page.
func (f *clientFile) build() string {
	plain := f.forms[len(f.forms)-1]
	if _, rest, ok := strings.Cut(string(plain.body), `<meta name="build" content="`); ok {
		if id, _, ok := strings.Cut(rest, `"`); ok && id != "" {
			return id
		}
	}
	return strings.Trim(plain.tag, `"`)
}

func readClientFile(from fs.FS, name string) (*clientFile, error) {
	f := &clientFile{kind: kinds[paths.Ext(name)], cache: AskAgain, worker: name == "sw.js"}
	if f.kind == "" {
		f.kind = "application/octet-stream"
	}
	if strings.HasPrefix(name, hashedFolder+"/") {
		f.cache = KeepForEver
	}
	body, err := fs.ReadFile(from, name)
	alone := errors.Is(err, fs.ErrNotExist) // only a compressed form exists
	if err != nil && !alone {
		return nil, err
	}
	for _, e := range encodings {
		if packed, err := fs.ReadFile(from, name+e.suffix); err == nil && (alone || len(packed) < len(body)) {
			f.forms = append(f.forms, clientForm{encoding: e.name, tag: tagOf(packed), body: packed})
		}
	}
	if !alone {
		f.forms = append(f.forms, clientForm{tag: tagOf(body), body: body})
	}
	return f, nil
}

// tagOf returns the entity tag of a file's content in one encoding.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}

// LinkPath is the route of the page that opens a link. It is served even without a client.
const LinkPath = "/j/{secret}"

// Mount adds the client's routes to a mux: the addresses of its pages, and its files. It serves
// only files of the build, and never a folder listing. The caller serves the pages.
func (c *Client) Mount(mux *http.ServeMux, page http.HandlerFunc) {
	for _, p := range c.pages {
		if p == LinkPath || p == AboutPath {
			continue
		}
		if strings.HasSuffix(p, "/") {
			p += "{$}"
		}
		mux.HandleFunc("GET "+p, page)
	}
	routes := map[string]bool{}
	for name := range c.files {
		folder, _, inside := strings.Cut(name, "/")
		route := "GET /" + folder
		if inside {
			route += "/{file...}"
		}
		if name == IndexFile || strings.ContainsAny(folder, "{} ") || routes[route] {
			continue
		}
		routes[route] = true
		if folder == docsFolder {
			mux.HandleFunc(route, c.ServeDocs)
			continue
		}
		mux.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) {
			c.Serve(w, r, strings.TrimPrefix(r.URL.Path, "/"))
		})
	}
}

// ServeDocs serves the documentation: a page, whose address has no extension, or another file.
func (c *Client) ServeDocs(w http.ResponseWriter, r *http.Request) {
	name := strings.Trim(r.URL.Path, "/")
	if name == docsFolder {
		name += "/index"
	}
	if _, ok := c.files[name]; !ok {
		name += ".html"
	}
	c.Serve(w, r, name)
}

// HasDocs reports whether the build contains the documentation.
func (c *Client) HasDocs() bool { return c != nil && c.files[docsFolder+"/index.html"] != nil }

// Serve sends a file in the smallest encoding that the browser accepts.
func (c *Client) Serve(w http.ResponseWriter, r *http.Request, name string) {
	f, ok := c.files[name]
	if !ok {
		wire.NewProblem(http.StatusNotFound, wire.FormID(http.StatusNotFound)).Write(w)
		return
	}
	form, ok := f.form(r.Header.Get("Accept-Encoding"))
	if !ok {
		wire.NewProblem(http.StatusNotAcceptable, wire.FormID(http.StatusNotAcceptable)).Write(w)
		return
	}
	header := w.Header()
	header.Set("Cache-Control", f.cache)
	header.Set("ETag", form.tag)
	if f.worker {
		header.Set("Service-Worker-Allowed", "/")
	}
	if hasTag(r.Header.Get("If-None-Match"), form.tag) {
		f.vary(header)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	f.vary(header)
	form.send(w, r, f.kind, http.StatusOK)
}

// ServeUnknown responds to an unknown path with the client, which shows a page for that case.
func (c *Client) ServeUnknown(w http.ResponseWriter, r *http.Request) {
	f := c.files[IndexFile]
	form, _ := f.form(r.Header.Get("Accept-Encoding")) // the page always has an uncompressed form
	f.vary(w.Header())
	form.send(w, r, f.kind, http.StatusNotFound)
}

func (f *clientFile) vary(header http.Header) {
	if f.forms[0].encoding != "" {
		header.Set("Vary", "Accept-Encoding")
	}
}

func (form clientForm) send(w http.ResponseWriter, r *http.Request, kind string, status int) {
	header := w.Header()
	header.Set("Content-Type", kind)
	header.Set("Content-Length", strconv.Itoa(len(form.body)))
	if form.encoding != "" {
		header.Set("Content-Encoding", form.encoding)
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(form.body) // an error means that the browser has disconnected
	}
}

// form returns the smallest form that the browser accepts, or false if there is none. The
// uncompressed form is always acceptable.
func (f *clientFile) form(accepts string) (clientForm, bool) {
	for _, form := range f.forms {
		if form.encoding == "" || accepted(accepts, form.encoding) {
			return form, true
		}
	}
	return clientForm{}, false
}

// accepted reports whether an Accept-Encoding header lists an encoding with a quality above 0.
func accepted(accepts, encoding string) bool {
	for entry := range strings.SplitSeq(accepts, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(entry), ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		q, given := strings.CutPrefix(strings.TrimSpace(weight), "q=")
		n, err := strconv.ParseFloat(q, 64)
		return !given || err == nil && n > 0
	}
	return false
}

// hasTag reports whether an If-None-Match header contains this entity tag.
func hasTag(known, tag string) bool {
	for entry := range strings.SplitSeq(known, ",") {
		if entry = strings.TrimSpace(entry); entry == "*" || strings.TrimPrefix(entry, "W/") == tag {
			return true
		}
	}
	return false
}
