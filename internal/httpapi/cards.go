package httpapi

import (
	"context"
	"net/http"
	"slices"
	"time"

	"theriac/games"
	"theriac/internal/httpapi/pages"
	"theriac/internal/lobby"
	"theriac/locale"
)

// cardPatience is how long a page waits for its table's record. Then it has the plain card.
const cardPatience = time.Second

// placeCards are the cards of pages that are the same for everybody, by address. Their texts are page.card.<name>.
var placeCards = map[string]string{
	"/": "home", "/hall": "hall", "/tables": "hall", "/today": "today", "/puzzles": "puzzles",
}

// page serves the client's page with the card of its address. Other programs show that card if a person passes the
// address on. They are strangers, so a card shows only what everyone may see, whoever asks.
func (a *core) page(w http.ResponseWriter, r *http.Request) {
	if ofTable(r.Pattern) {
		w.Header()["X-Robots-Tag"] = noRobots
	}
	a.client.ServePage(w, r, a.cardOf(r))
}

// cardOf returns the card of an address, in the language that the address or the request asks for.
func (a *core) cardOf(r *http.Request) pages.Card {
	lang := pages.Language(r.Header.Get("Accept-Language"))
	if own := r.URL.Query().Get("lang"); slices.Contains(locale.Languages(), own) {
		lang = own
	}
	c := a.words[lang].Cards
	if name := placeCards[r.URL.Path]; name != "" {
		return a.card(c, games.Default(), r.URL.Path, c.Text("page.card."+name), c.Text("page.card."+name+".text"))
	}
	if id := r.PathValue("id"); id != "" && ofTable(r.Pattern) {
		ctx, cancel := context.WithTimeout(r.Context(), cardPatience)
		defer cancel()
		if t, err := a.conf.Lobby.Seen(ctx, id); err == nil {
			if title, text := tableWords(c.Of(t.Game), t); title != "" {
				address := "/t/" + t.ID
				if t.Status == lobby.Finished {
					address = "/replay/" + t.ID
				}
				return a.card(c, t.Game, address, title, text)
			}
		}
	}
	return a.card(c, "", "", c.Text("page.card.plain"), c.Text("page.card.plain.text"))
}

// ofTable reports whether a route leads to a table or its replay.
func ofTable(pattern string) bool {
	return slices.Contains([]string{"GET /t/{id}", "GET /t/{id}/{rest...}", "GET /replay/{id}", "GET /replay/{id}/{at}"}, pattern)
}

// card returns a card with the picture of a game, or with the icon. Without an address it is the same everywhere.
func (a *core) card(c *locale.Catalogue, game, address, title, text string) pages.Card {
	path, wide := a.client.Picture(game)
	out := pages.Card{Title: title, Text: text, Picture: a.origin.Base + path, Wide: wide}
	if address != "" {
		out.Address = a.origin.Base + address
	}
	return out
}

// tableWords returns the title and the sentence of a table that everyone may see. They name nobody. They are empty if
// there is nothing to see at the table.
func tableWords(c *locale.Catalogue, t lobby.Table) (title, text string) {
	game := c.Name("game", t.Game)
	key := "page.card." + stage(t)
	if !c.Has(key) {
		return "", ""
	}
	return c.Text(key, "game", game, "turns", t.Outcome.Turns), c.Text(key+".text", "game", game, "taken", t.Taken(), "seats", len(t.Seats))
}

// stage returns how far a table's game is, and how it ended, as a part of a key.
func stage(t lobby.Table) string {
	switch {
	case t.Status == lobby.Playing && t.LetsIn() && t.Taken() > heldBy(t):
		return "joinable"
	case t.Status != lobby.Finished:
		return string(t.Status)
	case t.Outcome.Cause == lobby.GivenUp || t.Outcome.Turns == 0:
		return "finished"
	case t.Outcome.Won.Empty():
		return "lost"
	case t.Outcome.Won.Len() == len(t.Seats):
		return "won"
	}
	return "finished"
}

// heldBy returns how many seats people hold.
func heldBy(t lobby.Table) int {
	n := 0
	for _, s := range t.Seats {
		if s.Holder != "" {
			n++
		}
	}
	return n
}
