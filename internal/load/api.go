package load

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

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
	a, err := c.succeed(http.MethodPost, "/api/people", "", map[string]any{"bot": true})
	if err != nil {
		return Person{}, err
	}
	var got struct {
		Person Person `json:"person"`
		Token  string `json:"token"`
	}
	err = json.Unmarshal(a.Body, &got)
	if err == nil && (got.Token == "" || got.Person.ID == "") {
		err = fmt.Errorf("load: no token in %s", clip(a.Body))
	}
	return Person{got.Person.ID, got.Token}, err
}

// Wish describes a table.
type Wish struct {
	Game     string // empty: world
	Settings map[string]string
	Cards    string // the group's own
	Watch    string
	Clock    int // seconds of a live clock; 0: the server's default
	Advice   bool
}

// NewTable makes a table with all people seated, one a seat, and starts its game.
func NewTable(c *Conn, people []Person, w Wish) (string, error) {
	settings := map[string]string{"players": strconv.Itoa(len(people))}
	for k, v := range w.Settings {
		settings[k] = v
	}
	ask := map[string]any{"game": cmp.Or(w.Game, games.Default()), "settings": settings, "public": true, "sit": "one"}
	if w.Cards != "" {
		ask["cards"] = w.Cards
	}
	if w.Watch != "" {
		ask["watch"] = w.Watch
	}
	if w.Advice {
		ask["advice"] = true
	}
	if w.Clock > 0 {
		ask["clock"] = map[string]any{"kind": "live", "seconds": w.Clock}
	}
	a, err := c.succeed(http.MethodPost, "/api/tables", people[0].Token, ask)
	if err != nil {
		return "", fmt.Errorf("create: %w", err)
	}
	var made struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(a.Body, &made); err != nil || made.ID == "" {
		return "", fmt.Errorf("load: no table in %s", clip(a.Body))
	}
	for seat, p := range people[1:] {
		if _, err := c.succeed(http.MethodPost, "/api/tables/"+made.ID+"/sit", p.Token, map[string]any{"seat": seat + 1}); err != nil {
			return "", fmt.Errorf("sit: %w", err)
		}
	}
	if _, err = c.succeed(http.MethodPost, "/api/tables/"+made.ID+"/start", people[0].Token, map[string]any{}); err != nil {
		return "", fmt.Errorf("start: %w", err)
	}
	return made.ID, nil
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
func Move(c *Conn, table, token string, p Post) (Posted, Answer, error) {
	return command(c, http.MethodPost, table, "moves", token, p)
}

// command sends any command of a table.
func command(c *Conn, method, table, what, token string, body any) (Posted, Answer, error) {
	a, err := c.Do(method, "/api/tables/"+table+"/"+what, token, body)
	if err != nil || !a.OK() {
		return Posted{}, a, err
	}
	var got Posted
	err = json.Unmarshal(a.Body, &got)
	return got, a, err
}

// View reads a table's newest update.
func View(c *Conn, table, token string) ([]byte, error) {
	a, err := c.succeed(http.MethodGet, "/api/tables/"+table+"/view?fresh=1", token, nil)
	return a.Body, err
}

// Look reads an update into a Glance.
func Look(data []byte) (Glance, error) {
	g, ok := glance(data)
	if !ok {
		return g, fmt.Errorf("load: not an update: %s", clip(data))
	}
	return g, nil
}
