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

// Person is a player of the measured server.
type Person struct {
	ID    string `json:"id"`
	Token string `json:"token"`
}

// Addr is the host and port of a server's URL.
func Addr(base string) (string, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "http" {
		return "", fmt.Errorf("load: not an address such as http://127.0.0.1:8080: %q", base)
	}
	return u.Host, nil
}

// NewPerson creates a person.
func NewPerson(c *Conn) (Person, error) {
	var got struct {
		Person Person `json:"person"`
		Token  string `json:"token"`
	}
	err := c.fetch(http.MethodPost, "/api/people", "", map[string]any{"bot": true}, &got)
	return Person{got.Person.ID, got.Token}, err
}

// newPeople creates some people.
func newPeople(c *Conn, n int) (people []Person, err error) {
	for len(people) < n && err == nil {
		var who Person
		who, err = NewPerson(c)
		people = append(people, who)
	}
	return people, err
}

// Wish describes a table.
type Wish struct {
	Game     string // empty: the default
	Settings map[string]string
	Cards    string // the group's own
	Watch    string
	Advice   bool
}

// NewTable makes a table with all people seated, one a seat, and starts its game.
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

// newTable makes a table, and starts it if that is asked for.
func newTable(c *Conn, token string, ask map[string]any) (string, error) {
	var made struct {
		ID string `json:"id"`
	}
	err := c.fetch(http.MethodPost, "/api/tables", token, ask, &made)
	return made.ID, err
}

// Post is an answer to a question.
type Post struct {
	Seat     int    `json:"seat"`
	Question string `json:"question"`
	Move     string `json:"move"`
	Key      string `json:"key"`
}

// Posted is the entry that a command became.
type Posted struct {
	N     int  `json:"n"`
	Again bool `json:"again"`
}

// Move posts an answer.
func Move(c *Conn, table, token string, p Post) (got Posted, a Answer, err error) {
	a, err = c.Do(http.MethodPost, "/api/tables/"+table+"/moves", token, p)
	if err == nil && a.OK() {
		err = json.Unmarshal(a.Body, &got)
	}
	return got, a, err
}

// View reads a table's newest update.
func View(c *Conn, table, token string) (Glance, error) {
	return view(c, table, token, "?fresh=1")
}

// view reads an update of a table.
func view(c *Conn, table, token, query string) (Glance, error) {
	a, err := c.succeed(http.MethodGet, "/api/tables/"+table+"/view"+query, token, nil)
	if err != nil {
		return Glance{}, err
	}
	return Look(a.Body)
}

// mover plays the seats of a table one after another.
type mover struct {
	conn   *Conn
	table  string
	people []Person // one a seat, or one for all of them
	rng    *rand.Rand
	now    Glance // before the last move, as the first person read it
}

// holder is the person of a seat.
func (m *mover) holder(seat int) Person { return m.people[min(seat, len(m.people)-1)] }

// next chooses a move at random for the seat that answers first; it has no key if the game
// is over.
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

// step makes such a move, and reports how long it took. Choosing it is not timed.
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
