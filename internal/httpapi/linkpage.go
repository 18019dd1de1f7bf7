package httpapi

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"theriac/games"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/pages"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/locale"
)

// pages serves the pages that links open. Viewing such a page does not use up the link, because
// email programs and messengers fetch every link. If the server has the web client, the client
// shows the page; ?plain selects a page without scripts.
func (a linksAPI) pages() {
	a.wire.Mux.HandleFunc("GET "+pages.LinkPath, func(w http.ResponseWriter, r *http.Request) {
		if a.client != nil && !r.URL.Query().Has("plain") {
			cards(a).page(w, r)
			return
		}
		lang := pages.Language(r.Header.Get("Accept-Language"))
		t := a.words[lang]
		pages.Write(w, http.StatusOK, pages.Page{Lang: lang, Title: t.Title, Says: t.Ask, Open: t.Open})
	})
	if a.client == nil { // without a client, /t/ redirects to the table's JSON
		a.wire.Mux.HandleFunc("GET /t/{id}", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/api/tables/"+url.PathEscape(r.PathValue("id")), http.StatusFound)
		})
	}
	a.wire.Mux.HandleFunc("POST "+pages.LinkPath, func(w http.ResponseWriter, r *http.Request) {
		lang := pages.Language(r.Header.Get("Accept-Language"))
		status, c := a.openPage(w, r, a.words[lang])
		c.Lang, c.Title = lang, a.words[lang].Title
		pages.Write(w, status, c)
	})
}

// openPage opens a link for a browser and returns the page to show. An unknown caller becomes a
// guest.
func (a linksAPI) openPage(w http.ResponseWriter, r *http.Request, t pages.Texts) (int, pages.Page) {
	ctx, cancel := context.WithTimeout(r.Context(), wire.Patience)
	defer cancel()
	who := admit.CallerOf(ctx)
	opened, token, err := a.openFor(ctx, who, r.PathValue("secret"), locale.Match(pages.Language(who.Lang)))
	if token != "" {
		cookie := who.SessionCookie(token)
		http.SetCookie(w, &cookie)
	}
	if err != nil {
		p := a.gate.Failed(ctx, err)
		for name, values := range p.GetHeaders() {
			w.Header()[name] = values
		}
		switch {
		case p.ID == lobby.LinkVoid:
			return p.Status, pages.Page{Says: t.Void}
		case p.Status == http.StatusForbidden || p.Status == http.StatusConflict:
			return p.Status, pages.Page{Says: t.Refused, ID: p.ID}
		}
		return p.Status, pages.Page{Says: t.Again, ID: p.ID, Open: t.Open}
	}
	c := pages.Page{Says: map[string]string{
		identity.KindDevice: t.Device, identity.KindSeat: t.Seat, identity.KindInvite: t.Invite,
	}[opened.Kind]}
	if opened.Table != nil {
		c.To, c.Table = t.To, opened.Table.ID
	}
	return http.StatusOK, c
}

// openFor opens a link for a browser. If it returns a session token, the browser must store it.
func (a linksAPI) openFor(ctx context.Context, who *admit.Caller, secret, lang string) (Opened, string, error) {
	if err := a.gate.Limit(who, admit.ByGuess); err != nil {
		return Opened{}, "", err
	}
	grant, _, err := a.conf.Identity.Inspect(ctx, secret)
	if err != nil {
		return Opened{}, "", unknownLink(err)
	}
	token := ""
	if grant.Kind != identity.KindDevice && who.Person.ID == "" {
		if err := a.gate.Shed(who, admit.ShedPeople); err != nil {
			return Opened{}, "", err
		}
		guest := *who
		if guest.Person, token, err = a.conf.Identity.Guest(ctx, identity.Newcomer{Lang: lang}); err != nil {
			return Opened{}, "", err
		}
		guest.Token = token
		ctx = admit.WithCaller(ctx, &guest)
	}
	opened, err := a.follow(ctx, Secret{Secret: secret})
	if opened.Token != "" {
		token = opened.Token
	}
	return opened, token, err
}

// cardPatience is how long a page waits for its table's record. Then it has the plain card.
const cardPatience = time.Second

// placeCards are the cards of pages that are the same for everybody, by address. Their texts are page.card.<name>.
var placeCards = map[string]string{
	"/": "home", "/hall": "hall", "/tables": "hall", "/today": "today", "/puzzles": "puzzles",
}

// cards serves the pages of the client with their cards.
type cards struct{ *core }

// page serves the client's page with the card of its address. Other programs show that card if a person passes the
// address on. They are strangers, so a card shows only what everyone may see, whoever asks.
func (a cards) page(w http.ResponseWriter, r *http.Request) {
	if ofTable(r.Pattern) {
		w.Header()["X-Robots-Tag"] = noRobots
	}
	a.client.ServePage(w, r, a.cardOf(r))
}

// cardOf returns the card of an address, in the language that the address or the request asks for.
func (a cards) cardOf(r *http.Request) pages.Card {
	lang := pages.Language(r.Header.Get("Accept-Language"))
	if own := r.URL.Query().Get("lang"); slices.Contains(locale.Languages(), own) {
		lang = own
	}
	c := a.words[lang].Cards
	if name := placeCards[r.URL.Path]; name != "" {
		return a.card(games.Default(), r.URL.Path, c.Text("page.card."+name), c.Text("page.card."+name+".text"))
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
				return a.card(t.Game, address, title, text)
			}
		}
	}
	return a.card("", "", c.Text("page.card.plain"), c.Text("page.card.plain.text"))
}

// ofTable reports whether a route leads to a table or its replay.
func ofTable(pattern string) bool {
	return slices.Contains([]string{"GET /t/{id}", "GET /t/{id}/{rest...}", "GET /replay/{id}", "GET /replay/{id}/{at}"}, pattern)
}

// card returns a card with the picture of a game, or with the icon. Without an address it is the same everywhere.
func (a cards) card(game, address, title, text string) pages.Card {
	path, wide := a.client.Picture(game)
	out := pages.Card{Title: title, Text: text, Picture: a.origin.Base + path, Wide: wide}
	if address != "" {
		out.Address = a.origin.Base + address
	}
	return out
}

// tableWords returns the title and the sentence of a table that everyone may see. They contain no
// names. They are empty if there is nothing to see at the table.
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
