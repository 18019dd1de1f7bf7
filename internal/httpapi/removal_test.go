package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/order"
)

func (b *testAPI) kick(host, table, person string, ban *bool) {
	b.t.Helper()
	b.ask(host, http.MethodPost, "/api/tables/"+table+"/kick", Kicking{Person: person, Ban: ban}).is(http.StatusOK)
}

func (b *testAPI) record(token, id string) (t wire.Table) {
	b.t.Helper()
	b.ask(token, http.MethodGet, "/api/tables/"+id, nil).is(http.StatusOK, &t)
	return t
}

// three makes a public table with three seats. The host and another person have one each.
func (b *testAPI) three() (table wire.Table, ada, ben string, who Person) {
	_, ada = b.guest("Ada")
	who, ben = b.guest("Ben")
	table = b.table(ada, func(n *NewTable) { n.Public, n.Links, n.Settings = true, true, map[string]string{"players": "3"} })
	b.sit(ben, table.ID, 1).is(http.StatusOK)
	return table, ada, ben, who
}

// A removal ends the person's stream with its reason. It holds at a public table and against every link from before,
// until the host makes a new invitation. A new guest from the same address sits only with the host's yes.
func TestRemovalHolds(t *testing.T) {
	b := raise(t)
	table, ada, ben, who := b.three()
	at := "/api/tables/" + table.ID
	stream := b.follow(ben, table.ID, "")
	b.kick(ada, table.ID, who.ID, nil)
	if id := stream.gone(); id != lobby.RemovedHere {
		t.Errorf("the stream ended with %q", id)
	}
	for _, try := range []answer{
		b.sit(ben, table.ID, 1), b.ask(ben, http.MethodGet, at, nil), b.ask(ben, http.MethodGet, at+"/events", nil),
		b.ask(ben, http.MethodPost, at+"/sit", Sitting{Secret: secretOf(table.Links.Invite)}),
		b.ask(ben, http.MethodPost, "/api/links", Secret{Secret: secretOf(table.Links.Invite)}),
		b.ask(ben, http.MethodPost, "/api/links", Secret{Secret: secretOf(table.Links.Seats[0].Link)}),
	} {
		try.refused(http.StatusForbidden, lobby.RemovedHere)
	}
	eve, eves := b.guest("Eve")
	fay, fays := b.guest("Fay")
	for _, token := range []string{eves, fays} {
		b.sit(token, table.ID, 1).refused(http.StatusConflict, lobby.Knocking)
		b.ask(token, http.MethodPost, "/api/links", Secret{Secret: secretOf(table.Links.Seats[0].Link)}).refused(http.StatusConflict, lobby.Knocking)
		b.ask(token, http.MethodPost, "/api/links", Secret{Secret: secretOf(table.Links.Invite)}).is(http.StatusOK) // they may look on
		b.sit(token, table.ID, 1).refused(http.StatusConflict, lobby.Knocking)
	}
	if r := b.record(ada, table.ID); len(r.Knocks) != 2 || r.Knocks[0].ID != eve.ID || len(b.record(eves, table.ID).Knocks) != 0 {
		t.Errorf("the host hears %+v", r.Knocks)
	}
	b.ask(eves, http.MethodPost, at+"/admit", Admission{Person: eve.ID, Yes: true}).refused(http.StatusForbidden, lobby.NotHost)
	b.ask(ada, http.MethodPost, at+"/admit", Admission{Person: eve.ID}).is(http.StatusOK)
	b.sit(eves, table.ID, 1).refused(http.StatusForbidden, lobby.RemovedHere)
	b.ask(ada, http.MethodPost, at+"/admit", Admission{Person: fay.ID, Yes: true}).is(http.StatusOK)
	b.sit(fays, table.ID, 1).is(http.StatusOK)

	// A person who is forgotten and returns as a new guest has to knock, too.
	b.ask(ben, http.MethodDelete, "/api/me", nil)
	_, again := b.guest("Ben")
	b.sit(again, table.ID, 2).refused(http.StatusConflict, lobby.Knocking)

	var link Link
	b.ask(ada, http.MethodPost, at+"/links", NewLink{Kind: identity.KindInvite}).is(http.StatusOK, &link)
	b.ask(eves, http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).is(http.StatusOK)
	b.sit(eves, table.ID, 2).is(http.StatusOK)
}

// A person who is banned from a lobby immediately reads that they are banned.
func TestBanInALobby(t *testing.T) {
	b := raise(t)
	table, ada, ben, who := b.three()
	stream, ban := b.follow(ben, table.ID, ""), true
	b.kick(ada, table.ID, who.ID, &ban)
	if id := stream.gone(); id != lobby.BannedHere {
		t.Errorf("the stream ended with %q", id)
	}
	b.sit(ben, table.ID, 1).refused(http.StatusForbidden, lobby.BannedHere)
	lift := false
	b.kick(ada, table.ID, who.ID, &lift)
	b.sit(ben, table.ID, 1).is(http.StatusOK)
}

// After a removal or a ban, no operation of the API seats or admits the person, whatever link they have.
func TestNoWayBackAfterRemoval(t *testing.T) {
	data, err := Document()
	if err != nil {
		t.Fatal(err)
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	for _, ban := range []bool{false, true} {
		for _, start := range []bool{false, true} {
			t.Run(fmt.Sprint("ban ", ban, ", playing ", start), func(t *testing.T) { noWayBack(t, doc, ban, start) })
		}
	}
}

func noWayBack(t *testing.T, doc document, ban, start bool) {
	b := raise(t)
	table, ada, ben, who := b.three()
	cho, chos := b.guest("Cho")
	b.sit(chos, table.ID, 2).is(http.StatusOK)
	if start {
		b.ask(ada, http.MethodPost, "/api/tables/"+table.ID+"/start", nil).is(http.StatusOK)
	}
	secrets := []string{secretOf(table.Links.Invite), secretOf(table.Links.Seats[0].Link), secretOf(table.Links.Seats[1].Link)}
	var forGood *bool
	if ban {
		forGood = &ban
	}
	b.kick(ada, table.ID, who.ID, forGood)
	if table.Status == "" || len(b.record(ada, table.ID).Seats) != 3 {
		t.Fatal("there is no table to come back to")
	}
	var offer Link // another player would let the person in
	b.ask(chos, http.MethodPost, "/api/tables/"+table.ID+"/handover", SeatOnly{Seat: 2}).is(http.StatusOK, &offer)
	secrets = append(secrets, secretOf(offer.Link))
	want := map[bool]string{false: lobby.RemovedHere, true: lobby.BannedHere}[ban]
	tried := 0
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(doc.Paths[path])) {
			if method == "delete" && strings.HasPrefix(path, "/api/me") || path == "/api/tables/{id}/events" {
				continue // these end the session or forget the person; TestRemovalHolds tries the stream
			}
			for _, secret := range secrets {
				at := path
				for name, value := range map[string]string{"id": table.ID, "secret": secret, "person": who.ID, "seat": "1", "at": "0"} {
					at = strings.ReplaceAll(at, "{"+name+"}", value)
				}
				var op struct {
					RequestBody struct {
						Content map[string]struct {
							Schema map[string]any `json:"schema"`
						} `json:"content"`
					} `json:"requestBody"`
				}
				if err := json.Unmarshal(doc.Paths[path][method], &op); err != nil {
					t.Fatal(err)
				}
				headers := []string{"Authorization", "Bearer " + ben}
				var body []byte
				if c, ok := op.RequestBody.Content["application/json"]; ok {
					s := sample{doc: doc, words: map[string]any{"secret": secret, "seat": 1, "person": who.ID, "game": "world", "what": "end", "table": table.ID}}
					body, _ = json.Marshal(s.of("", c.Schema))
					headers = append(headers, "Content-Type", "application/json")
				}
				_ = b.send(strings.ToUpper(method), at, bytes.NewReader(body), headers...)
				tried++
				r := b.record(ada, table.ID)
				in := r.Host.ID == who.ID || slices.Contains(r.Helpers, who.ID) || slices.ContainsFunc(r.Kept.Guests, func(p wire.Player) bool { return p.ID == who.ID })
				for _, s := range r.Seats {
					in = in || s.Holder != nil && s.Holder.ID == who.ID
				}
				if in {
					t.Fatalf("%s %s %s let the person in", method, at, body)
				}
				b.ask(ben, http.MethodGet, "/api/tables/"+table.ID, nil).refused(http.StatusForbidden, want)
				if !strings.Contains(string(doc.Paths[path][method])+path, "secret") {
					break // the operation takes no link
				}
			}
		}
	}
	if tried < 100 || cho.ID == "" {
		t.Errorf("only %d requests were tried", tried)
	}
	b.ask(ben, http.MethodGet, "/api/me", nil).is(http.StatusOK)
}

// sample makes bodies of requests from the schemas of the API's document, with words that make them plausible.
type sample struct {
	doc   document
	words map[string]any
}

func (s sample) of(name string, schema map[string]any) any {
	if ref, ok := schema["$ref"].(string); ok {
		schema, _ = s.doc.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")].(map[string]any)
	}
	if word, ok := s.words[name]; ok {
		return word
	}
	if values, ok := schema["enum"].([]any); ok {
		return values[0]
	}
	kind := fmt.Sprint(schema["type"])
	switch {
	case strings.Contains(kind, "object"):
		out := map[string]any{}
		fields, _ := schema["properties"].(map[string]any)
		for field, sub := range fields {
			if sub, ok := sub.(map[string]any); ok && field != "$schema" {
				out[field] = s.of(field, sub)
			}
		}
		return out
	case strings.Contains(kind, "array"):
		return []any{}
	case strings.Contains(kind, "string"):
		return "a"
	case strings.Contains(kind, "boolean"):
		return true
	}
	return 0
}

// At a public table one person takes one seat, and only the host starts the game, unless the host lets others help.
func TestHelpers(t *testing.T) {
	b := raise(t)
	table, ada, ben, who := b.three()
	at := "/api/tables/" + table.ID
	b.sit(ben, table.ID, 2).refused(http.StatusConflict, lobby.OnePersonOnly)
	b.ask(ben, http.MethodPost, at+"/start", nil).refused(http.StatusForbidden, lobby.NotHost)
	b.ask(ben, http.MethodPost, at+"/help", Helping{Person: who.ID, On: true}).refused(http.StatusForbidden, lobby.NotHost)
	b.ask(ada, http.MethodPost, at+"/help", Helping{Person: who.ID, On: true}).is(http.StatusOK)
	if r := b.record(ben, table.ID); !r.You.Helper || !slices.Equal(r.Helpers, []string{who.ID}) {
		t.Errorf("%+v %v", r.You, r.Helpers)
	}
	b.sit(ben, table.ID, 2).is(http.StatusOK)
	b.ask(ada, http.MethodPost, at+"/help", Helping{Person: who.ID}).is(http.StatusOK)
	b.ask(ben, http.MethodPost, at+"/start", nil).refused(http.StatusForbidden, lobby.NotHost)
	b.ask(ada, http.MethodPost, at+"/help", Helping{Person: who.ID, On: true}).is(http.StatusOK)
	b.ask(ben, http.MethodPost, at+"/start", nil).is(http.StatusOK)
}

// A spectator's stream ends at once when they may no longer watch: after a removal, a ban or a moderator's decision, or when
// the host closes the table to spectators. After the decision it gives no reason, and the next attempt is refused.
func TestShutOutSpectators(t *testing.T) {
	b := raise(t)
	_, mods := b.staff(order.Moderator)
	yes := true
	for want, shut := range map[string]func(who Person, table, host string){
		lobby.RemovedHere: func(who Person, table, host string) { b.kick(host, table, who.ID, nil) },
		lobby.BannedHere:  func(who Person, table, host string) { b.kick(host, table, who.ID, &yes) },
		lobby.NotSeated: func(_ Person, table, host string) {
			b.ask(host, http.MethodPost, "/api/tables/"+table+"/watch", Watching{Watch: "nobody"}).is(http.StatusOK)
		},
		"": func(who Person, _, _ string) {
			b.ask(mods, http.MethodPost, "/api/console/decisions", b.ruling(who, order.NoPublic)).is(http.StatusCreated)
		},
	} {
		t.Run(want, func(t *testing.T) {
			id, tokens := b.pair(func(n *NewTable) { n.Public = true })
			who, token := b.guest("Eve")
			stream := b.follow(token, id, "")
			stream.next("presence")
			shut(who, id, tokens[0])
			if got := stream.gone(); got != want {
				t.Errorf("the stream ended with %q", got)
			}
			if again := b.ask(token, http.MethodGet, "/api/tables/"+id+"/events", nil); again.status < 400 {
				t.Errorf("they watch again: %d", again.status)
			}
		})
	}
}
