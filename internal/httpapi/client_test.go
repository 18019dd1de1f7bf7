package httpapi

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/pages"
)

const (
	testIndex  = `<!doctype html><meta name="build" content="0123456789ab"><title>Theriac</title>` // a page so small that compression does not help
	testScript = "export const text = 'a text that is long enough, a text that is long enough, a text that is long enough';"
)

// built returns the files of a small web client.
func built(t testing.TB) fstest.MapFS {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(testScript))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{
		".gitkeep":                 {},
		"index.html":               {Data: []byte(testIndex)},
		"index.html.br":            {Data: []byte(testIndex + "longer")},
		"assets/main-12.js":        {Data: []byte(testScript)},
		"assets/main-12.js.br":     {Data: []byte("brotli")},
		"assets/main-12.js.gz":     {Data: packed.Bytes()},
		"assets/game.wasm.br":      {Data: []byte("brotli")},
		"assets/game.wasm.gz":      {Data: packed.Bytes()},
		"assets/deep/map.svg":      {Data: []byte("<svg/>")},
		"docs/index.html":          {Data: []byte("<title>docs</title>")},
		"docs/api.html":            {Data: []byte("<title>api</title>")},
		"docs/fr.html":             {Data: []byte("<title>fr</title>")},
		"docs/fr/rules/a.html":     {Data: []byte("<title>a</title>")},
		"docs/docs.css":            {Data: []byte("a{}")},
		"sw.js":                    {Data: []byte("self")},
		"manifest.webmanifest":     {Data: []byte("{}")},
		"icons/icon-192.png":       {Data: []byte("png")},
		"strange.xyz":              {Data: []byte("?")},
		"cards.json":               {Data: []byte(`{"world":"assets/card-world-1.webp"}`)},
		"assets/card-world-1.webp": {Data: []byte("webp")},
		"routes.json":              {Data: routes(t)},
	}
}

// isPage reports whether a body is the client's page with a card.
func isPage(body []byte) bool {
	before, _, _ := strings.Cut(testIndex, "<title>")
	return bytes.HasPrefix(body, []byte(before+"<title>")) && bytes.Contains(body, []byte(`<meta property="og:title" content="`))
}

func withClient(t testing.TB) func(*Config) {
	return func(c *Config) { c.Client, c.Version = built(t), "v1.2.3" }
}

// routes returns the client's routes.json, made from the routes that the client defines.
func routes(t testing.TB) []byte {
	t.Helper()
	code, err := os.ReadFile("../../web/src/routes.ts")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, list := range regexp.MustCompile(`\bat: \[([^\]]*)\]`).FindAllStringSubmatch(string(code), -1) {
		for _, at := range regexp.MustCompile(`'([^']+)'`).FindAllStringSubmatch(list[1], -1) {
			all = append(all, at[1])
		}
	}
	if len(all) < 15 {
		t.Fatalf("the client has the addresses %v", all)
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestClientPaths(t *testing.T) {
	b := raise(t, withClient(t))
	for _, path := range []string{
		"/", "/t/abc", "/t/abc/log/3", "/j/aaaaaaaaaaaaaaaaaaaaaa", "/new", "/hall", "/tables", "/mine", "/rules", "/rules/", "/rules/world", "/settings",
		"/replay/abc", "/replay/abc/12", "/?from=home", "/learn", "/puzzles", "/today", "/duplicate/abc", "/games", "/people/abc", "/device",
	} {
		got := b.send(http.MethodGet, path, nil).is(http.StatusOK)
		if !isPage(got.body) || got.header.Get("Content-Type") != "text/html; charset=utf-8" ||
			got.header.Get("Cache-Control") != "no-cache" || len(got.cookies) != 0 {
			t.Errorf("%s: %s %v", path, got.body, got.header)
		}
		csp := got.header.Get("Content-Security-Policy")
		if !strings.HasPrefix(csp, "default-src 'self';") || strings.Contains(strings.Replace(csp, " 'wasm-unsafe-eval'", "", 1), "unsafe") || got.header.Get("Cross-Origin-Opener-Policy") == "" {
			t.Errorf("%s: policy %q", path, csp)
		}
		tag := got.header.Get("ETag")
		same := b.send(http.MethodGet, path, nil, "If-None-Match", `"other", W/`+tag).is(http.StatusNotModified)
		if len(same.body) != 0 || same.header.Get("ETag") != tag {
			t.Errorf("%s again: %s %v", path, same.body, same.header)
		}
		head := b.send(http.MethodHead, path, nil).is(http.StatusOK)
		if len(head.body) != 0 || head.header.Get("Content-Length") != fmt.Sprint(len(got.body)) {
			t.Errorf("%s: head %v", path, head.header)
		}
	}
	var v Version
	b.ask("", http.MethodGet, "/api/version", nil).is(http.StatusOK, &v)
	if v.Version != "v1.2.3" || v.Client != "0123456789ab" {
		t.Errorf("version %+v", v)
	}
	for _, path := range []string{"/nowhere", "/replay", "/t/", "/new/", "/index.html", "/.gitkeep", "/rules/world/more", "/routes.json"} {
		b.send(http.MethodGet, path, nil).refused(http.StatusNotFound, "not-found")
	}
	b.send(http.MethodGet, "/cards.json", nil).refused(http.StatusNotFound, "not-found")
	// The client's routes do not affect other paths.
	b.send(http.MethodGet, "/api/people", nil).refused(http.StatusMethodNotAllowed, "wrong-method")
	b.send(http.MethodPost, "/new", nil).refused(http.StatusMethodNotAllowed, "wrong-method")
	b.send(http.MethodGet, "/openapi.json", nil).is(http.StatusOK)
	plain := b.send(http.MethodGet, "/j/aaaaaaaaaaaaaaaaaaaaaa?plain", nil).is(http.StatusOK)
	if !strings.Contains(string(plain.body), `<form method="post">`) {
		t.Errorf("the plain page: %s", plain.body)
	}
}

// If the client's page contains no build id, its hash is the client's version.
func TestClientVersionOfAPlainPage(t *testing.T) {
	files := built(t)
	versions := map[string]bool{}
	for _, page := range []string{"<title>a</title>", "<title>b</title>", `<meta name="build" content="">`, `<meta name="build" content="open`} {
		files["index.html"] = &fstest.MapFile{Data: []byte(page)}
		c, err := pages.Read(files)
		if err != nil || len(c.Version) != 16 {
			t.Errorf("%s: %+v, %v", page, c, err)
			continue
		}
		versions[c.Version] = true
	}
	if len(versions) != 4 {
		t.Errorf("%v", versions)
	}
}

// A client without routes.json was built for an older server. The error tells how to rebuild it.
func TestClientOfAnotherBuild(t *testing.T) {
	files := built(t)
	delete(files, "routes.json")
	if _, err := pages.Read(files); err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("%v", err)
	}
}

// A browser that opens an unknown path gets the client, which reports that the page does not exist.
// Programs get an error.
func TestClientAtUnknownPath(t *testing.T) {
	const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
	b := raise(t, withClient(t))
	for _, path := range []string{"/nowhere", "/replay", "/t/", "/new/", "/rules/world/more", "/.env"} {
		got := b.send(http.MethodGet, path, nil, "Accept", browser, "If-None-Match", "*").is(http.StatusNotFound)
		h := got.header
		if string(got.body) != testIndex || h.Get("Content-Type") != "text/html; charset=utf-8" || h.Get("Cache-Control") != "no-store" || h.Get("ETag") != "" {
			t.Errorf("%s: %s %v", path, got.body, h)
		}
		if head := b.send(http.MethodHead, path, nil, "Accept", browser).is(http.StatusNotFound); len(head.body) != 0 {
			t.Errorf("%s: head %s", path, head.body)
		}
		b.send(http.MethodGet, path, nil, "Accept", "*/*").refused(http.StatusNotFound, "not-found")
	}
	for _, path := range []string{"/api", "/api/nowhere", "/assets/none.js"} {
		b.send(http.MethodGet, path, nil, "Accept", browser).refused(http.StatusNotFound, "not-found")
	}
	b.send(http.MethodPost, "/nowhere", nil, "Accept", browser, "Origin", b.url).refused(http.StatusNotFound, "not-found")
	bare := raise(t)
	bare.send(http.MethodGet, "/nowhere", nil, "Accept", browser).refused(http.StatusNotFound, "not-found")
}

// If a rate limit is exceeded, a browser gets a page and a program gets a problem.
func TestLimitInABrowser(t *testing.T) {
	b := raise(t, withClient(t), func(c *Config) { c.Limits.Files = admit.Rate{PerSecond: 0.1, Burst: 1} })
	b.send(http.MethodGet, "/", nil).is(http.StatusOK)
	for lang, want := range map[string]string{"en": "Wait a moment", "fr": "Attendez un instant"} {
		got := b.send(http.MethodGet, "/new", nil, "Accept", "text/html", "Accept-Language", lang).is(http.StatusTooManyRequests)
		if !strings.Contains(string(got.body), want) || !strings.Contains(string(got.body), `<html lang="`+lang+`">`) ||
			got.header.Get("Content-Type") != "text/html; charset=utf-8" || got.header.Get("Retry-After") == "" {
			t.Errorf("%s: %s %v", lang, got.body, got.header)
		}
	}
	b.send(http.MethodGet, "/new", nil).refused(http.StatusTooManyRequests, "slow-down")
}

func TestClientLinkIsNotUsedUpByLooking(t *testing.T) {
	b := raise(t, withClient(t))
	_, adas := b.guest("Ada")
	there := "/j/" + secretOf(b.table(adas, func(n *NewTable) { n.Links = true }).Links.Seats[0].Link)
	for range 3 {
		b.send(http.MethodGet, there, nil).is(http.StatusOK)
	}
	_, bobs := b.guest("Bob")
	var opened Opened
	b.ask(bobs, http.MethodPost, "/api/links", Secret{Secret: secretOf(there)}).is(http.StatusOK, &opened)
	if opened.Seat == nil || *opened.Seat != 1 {
		t.Errorf("opened %+v", opened)
	}
}

func TestClientFiles(t *testing.T) {
	b := raise(t, withClient(t))
	b.clients.Transport = &http.Transport{DisableCompression: true}
	get := func(path string, headers ...string) answer { return b.send(http.MethodGet, path, nil, headers...) }
	for _, c := range []struct{ accepts, encoding string }{
		{"", ""}, {"gzip, deflate, br, zstd", "br"}, {"gzip", "gzip"}, {"br;q=0, gzip;q=0.5", "gzip"}, {"br;q=x", ""}, {"identity", ""},
	} {
		got := get("/assets/main-12.js", "Accept-Encoding", c.accepts).is(http.StatusOK)
		h := got.header
		if h.Get("Content-Encoding") != c.encoding || h.Get("Vary") != "Accept-Encoding" ||
			h.Get("Content-Type") != "text/javascript; charset=utf-8" || h.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%q: %v", c.accepts, h)
		}
		body := string(got.body)
		if c.encoding == "gzip" {
			z, err := gzip.NewReader(bytes.NewReader(got.body))
			if err != nil {
				t.Fatal(err)
			}
			var plain bytes.Buffer
			_, _ = plain.ReadFrom(z)
			body = plain.String()
		}
		if want := map[string]string{"": testScript, "gzip": testScript, "br": "brotli"}[c.encoding]; body != want {
			t.Errorf("%q: %s", c.accepts, body)
		}
		get("/assets/main-12.js", "Accept-Encoding", c.accepts, "If-None-Match", h.Get("ETag")).is(http.StatusNotModified)
	}
	// A file that is stored only in compressed form is sent only to browsers that accept the file's
	// encoding.
	for accepts, encoding := range map[string]string{"gzip, br": "br", "gzip": "gzip"} {
		h := get("/assets/game.wasm", "Accept-Encoding", accepts).is(http.StatusOK).header
		if h.Get("Content-Encoding") != encoding || h.Get("Content-Type") != "application/wasm" || h.Get("Vary") != "Accept-Encoding" ||
			h.Get("Cache-Control") != pages.KeepForEver {
			t.Errorf("%q: %v", accepts, h)
		}
	}
	get("/assets/game.wasm", "Accept-Encoding", "identity").refused(http.StatusNotAcceptable, "refused")
	for path, kind := range map[string]string{
		"/assets/deep/map.svg": "image/svg+xml", "/sw.js": "text/javascript; charset=utf-8", "/icons/icon-192.png": "image/png",
		"/manifest.webmanifest": "application/manifest+json", "/strange.xyz": "application/octet-stream",
	} {
		got := get(path).is(http.StatusOK)
		if got.header.Get("Content-Type") != kind || got.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, got.header)
		}
		if want := map[bool]string{true: pages.KeepForEver, false: "no-cache"}[strings.HasPrefix(path, "/assets/")]; got.header.Get("Cache-Control") != want {
			t.Errorf("%s: %v", path, got.header)
		}
		if (got.header.Get("Service-Worker-Allowed") == "/") != (path == "/sw.js") {
			t.Errorf("%s: %v", path, got.header)
		}
	}
	for _, path := range []string{"/assets/", "/assets", "/assets/deep", "/assets/none.js", "/icons/", "/assets/main-12.js.br", "/assets/game.wasm.br", "/assets/../index.html"} {
		if got := get(path); got.status != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
}

// Loading the page many times does not count against a person's request limits.
func TestClientFilesAreNotLimitedAsOperations(t *testing.T) {
	b := raise(t, withClient(t), func(c *Config) { c.Limits = admit.Limits{} })
	_, token := b.guest("Ada")
	for range 40 {
		for range 12 {
			b.send(http.MethodGet, "/assets/main-12.js", nil, "Cookie", "theriac="+token).is(http.StatusOK)
		}
	}
	b.ask(token, http.MethodGet, "/api/me", nil).is(http.StatusOK)
	if b.counts.times("address")+b.counts.times("session")+b.counts.times("files") != 0 {
		t.Error("something was limited")
	}
	few := raise(t, withClient(t), func(c *Config) { c.Limits.Files = admit.Rate{PerSecond: 0.1, Burst: 2} })
	few.send(http.MethodGet, "/", nil).is(http.StatusOK)
	few.send(http.MethodGet, "/", nil).is(http.StatusOK)
	if p := few.send(http.MethodGet, "/", nil).refused(http.StatusTooManyRequests, "slow-down"); p.What != "files" {
		t.Errorf("%+v", p)
	}
}

func TestWithoutClient(t *testing.T) {
	empty := func(c *Config) { c.Client = fstest.MapFS{".gitkeep": {}} }
	b := raise(t, empty)
	got := b.send(http.MethodGet, "/", nil).is(http.StatusOK)
	if !strings.Contains(string(got.body), "without the web\nclient") || !strings.Contains(string(got.body), "make build") {
		t.Errorf("%s", got.body)
	}
	b.send(http.MethodGet, "/new", nil).refused(http.StatusNotFound, "not-found")
	var v Version
	b.ask("", http.MethodGet, "/api/version", nil).is(http.StatusOK, &v)
	if v.Client != "" {
		t.Errorf("%+v", v)
	}
}
