package httpapi

import (
	"bytes"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"theriac/internal/httpapi/admit"
	"theriac/internal/lobby"
)

// cardAt returns the card of an address as an anonymous program with this language reads it, by name.
func (b *testAPI) cardAt(path, lang string) map[string]string {
	b.t.Helper()
	got := b.send(http.MethodGet, path, nil, "Accept-Language", lang).is(http.StatusOK)
	card := map[string]string{}
	for _, m := range regexp.MustCompile(`<meta (?:name|property)="([a-z:_]+)" content="([^"]*)">`).FindAllStringSubmatch(string(got.body), -1) {
		card[m[1]] = html.UnescapeString(m[2])
	}
	_, rest, _ := strings.Cut(string(got.body), "<title>")
	title, _, _ := strings.Cut(rest, "</title>")
	if card["title"] = html.UnescapeString(title); card["title"] != card["og:title"] || card["description"] != card["og:description"] {
		b.t.Errorf("%s: %v", path, card)
	}
	return card
}

// A page that is the same for everybody has a card of its own, in the language of the address or the request.
func TestCardsOfPlaces(t *testing.T) {
	b := raise(t, withClient(t))
	seen := map[string]string{}
	for path, want := range map[string][2]string{
		"/": {"outbreak games", "jeux d’épidémie"}, "/hall": {"hall", "salle"}, "/today": {"deal", "donne"}, "/puzzles": {"Puzzles", "problèmes"},
		"/settings": {"Theriac", "Theriac"},
	} {
		for i, lang := range []string{"en", "fr"} {
			card := b.cardAt(path, lang)
			if !strings.Contains(card["og:title"], want[i]) || card["og:description"] == "" || strings.Contains(card["og:description"], "page.card") {
				t.Errorf("%s in %s: %v", path, lang, card)
			}
			seen[card["og:description"]] = path
		}
		if own := b.cardAt(path+"?lang=fr", "en"); own["og:title"] != b.cardAt(path, "fr")["og:title"] {
			t.Errorf("%s: %v", path, own)
		}
		if odd := b.cardAt(path+"?lang=xx", "fr"); odd["og:title"] != b.cardAt(path, "fr")["og:title"] {
			t.Errorf("%s: %v", path, odd)
		}
	}
	if len(seen) != 10 {
		t.Errorf("%v", seen)
	}
	home := b.cardAt("/", "en")
	if home["og:image"] != b.url+"/assets/card-world-1.webp" || home["twitter:card"] != "summary_large_image" || home["og:url"] != b.url+"/" {
		t.Errorf("%v", home)
	}
	b.send(http.MethodGet, strings.TrimPrefix(home["og:image"], b.url), nil).is(http.StatusOK)
	if plain := b.cardAt("/settings", "en"); plain["og:image"] != b.url+"/icons/icon-512.png" || plain["twitter:card"] != "summary" || plain["og:url"] != "" {
		t.Errorf("%v", plain)
	}
}

// A public table's card tells what game it is and how far it is. It contains no names.
func TestCardsOfTables(t *testing.T) {
	b := raise(t, withClient(t))
	_, adas := b.guest("Ada<b>")
	table := b.table(adas, func(n *NewTable) { n.Public, n.Title = true, "Adas Abend" })
	check := func(want, fr string) {
		t.Helper()
		for _, path := range []string{"/t/", "/replay/"} {
			card, french := b.cardAt(path+table.ID, "en"), b.cardAt(path+table.ID+"/3", "fr")
			if card["og:title"] != "The world: "+want || french["og:title"] != "Le monde : "+fr || !strings.HasSuffix(card["og:image"], "card-world-1.webp") {
				t.Errorf("%v %v", card, french)
			}
			for _, text := range card {
				if strings.Contains(text, "Ada") || strings.Contains(text, "{") {
					t.Errorf("%v", card)
				}
			}
		}
	}
	check("a table waits for players", "une table attend du monde")
	if text := b.cardAt("/t/"+table.ID, "en")["og:description"]; !strings.HasPrefix(text, "1 of 2 seats are taken.") {
		t.Error(text)
	}
	b.ask(adas, http.MethodPost, "/api/tables/"+table.ID+"/sit", Sitting{}).is(http.StatusOK)
	b.ask(adas, http.MethodPost, "/api/tables/"+table.ID+"/start", nil).is(http.StatusOK)
	check("a game in progress", "une partie en cours")
	if _, err := b.lobby.Finish(t.Context(), table.ID, lobby.Outcome{Cause: "end/cures", Won: 3, Turns: 12}, b.clock.Now()); err != nil {
		t.Fatal(err)
	}
	check("won in 12 turns", "victoire en 12 tours")
	if url := b.cardAt("/t/"+table.ID, "en")["og:url"]; url != b.url+"/replay/"+table.ID {
		t.Error(url)
	}
	if got := b.send(http.MethodGet, "/t/"+table.ID, nil); !strings.Contains(got.header.Get("X-Robots-Tag"), "noindex") {
		t.Errorf("%v", got.header)
	}
}

// A private table and one that does not exist have the same page, byte for byte, for everybody.
// So no card tells that a table exists.
func TestCardsOfPrivateTables(t *testing.T) {
	b := raise(t, withClient(t))
	_, adas := b.guest("Ada")
	open := b.table(adas, func(n *NewTable) { n.Title = "Thursday" })
	over := b.table(adas, func(n *NewTable) { n.Sit, n.Start = "all", true })
	down := b.table(adas, func(n *NewTable) { n.Public = true })
	b.ask(b.operator(), http.MethodPost, "/api/console/tables/"+down.ID+"/takedown", Takedown{Reason: "rude"}).is(http.StatusOK)
	b.end(adas, over.ID)
	plain := b.send(http.MethodGet, "/settings", nil)
	for _, path := range []string{"/t/%", "/t/%/log/3", "/replay/%", "/replay/%/12"} {
		for _, id := range []string{open.ID, over.ID, down.ID, "zzzzzzzzzzzz", "x", strings.Repeat("a", 200)} {
			for _, token := range []string{"", adas} {
				got := b.ask(token, http.MethodGet, strings.ReplaceAll(path, "%", id), nil).is(http.StatusOK)
				if !bytes.Equal(got.body, plain.body) || got.header.Get("ETag") != plain.header.Get("ETag") || got.header.Get("Content-Length") != plain.header.Get("Content-Length") {
					t.Errorf("%s of %s: %s", path, id, got.body)
				}
			}
		}
	}
	b.ask(adas, http.MethodPost, "/api/tables/"+over.ID+"/release", Releasing{Released: true}).is(http.StatusOK)
	if card := b.cardAt("/replay/"+over.ID, "en"); card["og:title"] != "The world: a finished game" {
		t.Errorf("%v", card)
	}
	b.setDoors("invite")
	if got := b.send(http.MethodGet, "/replay/"+over.ID, nil); !bytes.Equal(got.body, plain.body) {
		t.Errorf("behind the doors: %s", got.body)
	}
}

// BenchmarkPage measures a page with a card against a page that has the plain one.
func BenchmarkPage(b *testing.B) {
	api := raise(b, withClient(b), func(c *Config) { c.Limits.Files = admit.Rate{PerSecond: 1e9, Burst: 1e9} })
	_, adas := api.guest("Ada")
	public := api.table(adas, func(n *NewTable) { n.Public = true })
	private := api.table(adas)
	handler := api.api.Handler()
	for name, path := range map[string]string{
		"plain": "/settings", "file": "/icons/icon-192.png", "home": "/", "public": "/t/" + public.ID, "private": "/t/" + private.ID, "unknown": "/t/zzzzzzzzzzzz",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
				if w.Code != http.StatusOK {
					b.Fatal(w.Code)
				}
			}
		})
	}
}
