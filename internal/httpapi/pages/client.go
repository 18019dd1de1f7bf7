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

// Caching. A file with a hash in its name never changes; browsers revalidate the rest
// each time, by its tag.
const (
	KeepForEver = "public, max-age=31536000, immutable"
	AskAgain    = "no-cache"
)

// hashedFolder holds the files with a hash in their name.
const hashedFolder = "assets"

// docsFolder holds the documentation.
const docsFolder = "docs"

// IndexFile is the page at every path of the client.
const IndexFile = "index.html"

// routesFile lists the client's own addresses (web/src/routes.ts).
const routesFile = "routes.json"

// Client is the built web client, in memory.
type Client struct {
	files map[string]*clientFile
	// Version is the build that the page names, so that a client can tell from its own
	// page whether it is the one that is served.
	Version string
	// pages are the addresses of its pages, as the build wrote them.
	pages []string
}

// clientFile is one file with its compressed forms.
type clientFile struct {
	kind   string
	cache  string
	worker bool
	forms  []clientForm // the smallest first, the plain one last; large files have none
}

// clientForm is a file in one encoding.
type clientForm struct {
	encoding string // empty for the plain one
	tag      string
	body     []byte
}

// encodings are the compressed forms of a file, by their suffix.
var encodings = []struct{ suffix, name string }{{".br", "br"}, {".gz", "gzip"}}

// kinds are the media types of the client's files. The system's own list is not used:
// it differs from one machine to the next.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp", ".ico": "image/vnd.microsoft.icon",
	".woff2": "font/woff2", ".wasm": "application/wasm", ".map": "application/json",
}

// Read reads a built client. None is no error.
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
			name = strings.TrimSuffix(name, e.suffix) // it is read with the file that it is a form of
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
	delete(c.files, routesFile)
	return c, nil
}

// build is the build that a page names, or a hash of the page.
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
	alone := errors.Is(err, fs.ErrNotExist) // stored compressed only
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

// tagOf is the entity tag of a file in one form.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}

// LinkPath is where a link is opened, which may be done without the client.
const LinkPath = "/j/{secret}"

// Mount serves the client: its page at the address of every page that it has, and its
// files. Folders are not listed, and there is nothing but what was built.
func (c *Client) Mount(mux *http.ServeMux) {
	page := func(w http.ResponseWriter, r *http.Request) { c.Serve(w, r, IndexFile) }
	for _, p := range c.pages {
		if p == LinkPath {
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

// ServeDocs sends a page of the documentation, whose address has no ending, or a file of it.
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

// HasDocs says whether the documentation was built.
func (c *Client) HasDocs() bool { return c != nil && c.files[docsFolder+"/index.html"] != nil }

// Serve sends a file in the smallest form that the browser accepts.
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
	f.send(w, r, form, http.StatusOK)
}

// ServeUnknown serves the client at a path that it does not know: it has a page for that.
func (c *Client) ServeUnknown(w http.ResponseWriter, r *http.Request) {
	f := c.files[IndexFile]
	form, _ := f.form(r.Header.Get("Accept-Encoding")) // the page has a plain form
	f.send(w, r, form, http.StatusNotFound)
}

func (f *clientFile) vary(header http.Header) {
	if f.forms[0].encoding != "" {
		header.Set("Vary", "Accept-Encoding")
	}
}

func (f *clientFile) send(w http.ResponseWriter, r *http.Request, form clientForm, status int) {
	header := w.Header()
	f.vary(header)
	header.Set("Content-Type", f.kind)
	header.Set("Content-Length", strconv.Itoa(len(form.body)))
	if form.encoding != "" {
		header.Set("Content-Encoding", form.encoding)
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(form.body) // the client may have gone
	}
}

// form is the smallest form that is accepted, if there is one; a plain one always is.
func (f *clientFile) form(accepts string) (clientForm, bool) {
	for _, form := range f.forms {
		if form.encoding == "" || accepted(accepts, form.encoding) {
			return form, true
		}
	}
	return clientForm{}, false
}

// accepted says whether a browser accepts an encoding, and not with quality 0.
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

// hasTag says whether a browser has the file already.
func hasTag(known, tag string) bool {
	for entry := range strings.SplitSeq(known, ",") {
		if entry = strings.TrimSpace(entry); entry == "*" || strings.TrimPrefix(entry, "W/") == tag {
			return true
		}
	}
	return false
}
