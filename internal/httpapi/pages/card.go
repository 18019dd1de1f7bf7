package pages

import (
	"bytes"
	"html"
	"net/http"
)

// Card is what other programs show of an address that a person passes on.
type Card struct {
	Title, Text string
	// Address is the whole address, or empty if the card is the same at many addresses. Picture is the
	// whole address of the picture. Wide means that it has the size of a game's picture.
	Address, Picture string
	Wide             bool
}

// Picture returns the path of a game's picture, or of the icon if the game has none.
func (c *Client) Picture(game string) (path string, wide bool) {
	if file := c.pictures[game]; file != "" {
		return "/" + file, true
	}
	return "/icons/icon-512.png", false
}

// around cuts the client's page at its title. A card replaces the title.
func around(page []byte) (before, after []byte) {
	before, rest, found := bytes.Cut(page, []byte("<title>"))
	_, after, closed := bytes.Cut(rest, []byte("</title>"))
	if !found || !closed {
		return page, nil
	}
	return before, after
}

// ServePage sends the client's page with a card.
func (c *Client) ServePage(w http.ResponseWriter, r *http.Request, card Card) {
	var b bytes.Buffer
	b.Grow(len(c.before) + len(c.after) + 2048)
	b.Write(c.before)
	card.write(&b)
	b.Write(c.after)
	f, form := c.files[IndexFile], clientForm{tag: tagOf(b.Bytes()), body: b.Bytes()}
	header := w.Header()
	header.Set("Cache-Control", f.cache)
	header.Set("ETag", form.tag)
	header.Set("Vary", "Accept-Language")
	if hasTag(r.Header.Get("If-None-Match"), form.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	form.send(w, r, f.kind, http.StatusOK)
}

// write writes the card as the title and meta elements of a page.
func (card Card) write(b *bytes.Buffer) {
	title, text := html.EscapeString(card.Title), html.EscapeString(card.Text)
	tag := func(kind, name, content string) {
		for _, s := range []string{"\n<meta ", kind, `="`, name, `" content="`, content, `">`} {
			b.WriteString(s)
		}
	}
	b.WriteString("<title>" + title + "</title>")
	tag("name", "description", text)
	tag("property", "og:type", "website")
	tag("property", "og:title", title)
	tag("property", "og:description", text)
	if card.Address != "" {
		tag("property", "og:url", html.EscapeString(card.Address))
	}
	tag("property", "og:image", html.EscapeString(card.Picture))
	kind := "summary"
	if card.Wide {
		tag("property", "og:image:width", "1200")
		tag("property", "og:image:height", "630")
		kind = "summary_large_image"
	}
	tag("name", "twitter:card", kind)
}
