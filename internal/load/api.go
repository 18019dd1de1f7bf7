package load

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"theriac/games"
)

// Person is a player on the measured server.
type Person struct {
	ID    string `json:"id"`
	Token string `json:"token"`
}

// Addr returns the host and port of a server's URL.
func Addr(base string) (string, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "http" {
		return "", fmt.Errorf("load: not an address such as http://127.0.0.1:8080: %q", base)
	}
	return u.Host, nil
}

// NewPerson registers a new guest on the server.
func NewPerson(c *Conn) (Person, error) {
	var got struct {
		Person Person `json:"person"`
		Token  string `json:"token"`
	}
	err := c.fetch(http.MethodPost, "/api/people", "", map[string]any{"bot": true}, &got)
	return Person{got.Person.ID, got.Token}, err
}

// newPeople registers n guests.
func newPeople(c *Conn, n int) (people []Person, err error) {
	for len(people) < n && err == nil {
		var who Person
		who, err = NewPerson(c)
		people = append(people, who)
	}
	return people, err
}

// Wish describes the table that NewTable should make.
type Wish struct {
	Game     string // empty means the default
	Settings map[string]string
	Cards    string // a group's own cards, if any
	Watch    string
	Advice   bool
}

// NewTable creates a table, gives each person in the list a seat, and starts the game.
func NewTable(c *Conn, people []Person, w Wish) (string, error) {
	settings := map[string]string{"players": strconv.Itoa(len(people))}
	maps.Copy(settings, w.Settings)
	ask := map[string]any{"game": cmp.Or(w.Game, games.Default()), "settings": settings, "public": true, "sit": "one", "advice": w.Advice}
	if w.Cards != "" {
		ask["cards"] = w.Cards
	}
	if w.Watch != "" {
		ask["watch"] = w.Watch
	}
	id, err := newTable(c, people[0].Token, ask)
	for seat := 1; seat < len(people) && err == nil; seat++ {
		_, err = c.succeed(http.MethodPost, "/api/tables/"+id+"/sit", people[seat].Token, map[string]any{"seat": seat})
	}
	if err == nil {
		_, err = c.succeed(http.MethodPost, "/api/tables/"+id+"/start", people[0].Token, map[string]any{})
	}
	return id, err
}

// newTable creates a table. ask is the body of the request; it may also tell the server to start the game.
func newTable(c *Conn, token string, ask map[string]any) (string, error) {
	var made struct {
		ID string `json:"id"`
	}
	err := c.fetch(http.MethodPost, "/api/tables", token, ask, &made)
	return made.ID, err
}

// Post is the body of the request that answers a game's question with a move.
type Post struct {
	Seat     int    `json:"seat"`
	Question string `json:"question"`
	Move     string `json:"move"`
	Key      string `json:"key"`
}

// Posted is the server's response to a command: the number of the entry that records it, and whether the server
// had already applied the command.
type Posted struct {
	N     int  `json:"n"`
	Again bool `json:"again"`
}

// Move makes a move at a table.
func Move(c *Conn, table, token string, p Post) (got Posted, a Answer, err error) {
	a, err = c.Do(http.MethodPost, "/api/tables/"+table+"/moves", token, p)
	if err == nil && a.OK() {
		err = json.Unmarshal(a.Body, &got)
	}
	return got, a, err
}

// View returns the newest update of a table.
func View(c *Conn, table, token string) (Glance, error) {
	return view(c, table, token, "?fresh=1")
}

// view returns the update that a query such as "?after=3" selects.
func view(c *Conn, table, token, query string) (Glance, error) {
	a, err := c.succeed(http.MethodGet, "/api/tables/"+table+"/view"+query, token, nil)
	if err != nil {
		return Glance{}, err
	}
	return Look(a.Body)
}

// mover plays all seats of a table, one move at a time.
type mover struct {
	conn   *Conn
	table  string
	people []Person // one per seat, or one for all seats
	rng    *rand.Rand
	now    Glance // the table as people[0] saw it before the last move
}

// holder returns the person who holds a seat.
func (m *mover) holder(seat int) Person { return m.people[min(seat, len(m.people)-1)] }

// next chooses a random move for the first seat that owes an answer. The move's key is empty if the game is
// over.
func (m *mover) next() (p Post, err error) {
	if m.now, err = view(m.conn, m.table, m.people[0].Token, ""); err != nil || m.now.Over {
		return p, err
	}
	seat, own := m.now.First(), m.now
	if seat > 0 && len(m.people) > 1 {
		own, err = view(m.conn, m.table, m.holder(seat).Token, "")
	}
	list := own.List(seat)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("load: table %s waits for seat %d, which has no move", m.table, seat)
	}
	if err != nil {
		return p, err
	}
	return Post{seat, own.Question.ID, list[m.rng.IntN(len(list))], strconv.FormatUint(m.rng.Uint64(), 36)}, nil
}

// step makes a move that next chose, and returns how long the request took. Choosing the move is not timed.
func (m *mover) step() (got Posted, took time.Duration, err error) {
	p, err := m.next()
	if err != nil || p.Key == "" {
		return got, 0, err
	}
	began := time.Now()
	got, a, err := Move(m.conn, m.table, m.holder(p.Seat).Token, p)
	if err == nil {
		err = a.Err()
	}
	return got, time.Since(began), err
}
