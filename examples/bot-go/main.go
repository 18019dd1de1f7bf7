// Command bot-go http://HOST TABLE-OR-INVITATION joins a table and answers each question with a listed move.
// It refuses to know any rules, because the list of moves is enough.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
)

type bot struct{ base, token, last string } // last is the id of the latest event

type answer struct { // all fields of any response that the bot reads
	Token, ID             string
	Table, Question, Over *answer
	All, Any              []int    // numbers of seats: every seat in All owes an answer, but only one of those in Any
	Moves                 []answer // for each of the bot's seats, a list of its moves
	Seat                  int
	List                  []string
}

// send repeats a request until the server answers. Because the request contains a key, the server executes it
// only once.
func (b *bot) send(method, path string, body any) (a answer, stream *bufio.Reader) {
	data, _ := json.Marshal(body)
	for ; ; time.Sleep(time.Second) {
		req, _ := http.NewRequest(method, b.base+"/api/"+path, bytes.NewReader(data))
		req.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + b.token}, "Last-Event-Id": {b.last}}
		if resp, err := http.DefaultClient.Do(req); err == nil && resp.StatusCode != http.StatusServiceUnavailable && resp.StatusCode != http.StatusTooManyRequests {
			if stream = bufio.NewReader(resp.Body); method == "POST" {
				_ = json.NewDecoder(stream).Decode(&a)
				_ = resp.Body.Close()
			}
			return a, stream
		}
	}
}

// play reads the event stream from the last event on, and reports whether the game is over.
func (b *bot) play(table string) bool {
	for _, stream := b.send("GET", table+"/events", nil); ; {
		line, err := stream.ReadString('\n')
		var u answer
		switch name, value, _ := strings.Cut(strings.TrimSpace(line), ": "); {
		case err != nil:
			return false // the connection was cut
		case name == "id":
			b.last = value
		case name == "data" && json.Unmarshal([]byte(value), &u) == nil && u.Over != nil:
			return true
		}
		for _, m := range u.Moves {
			if len(m.List) > 0 && slices.Contains(append(u.Question.All, u.Question.Any...), m.Seat) {
				b.send("POST", table+"/moves", map[string]any{ // ignore a rejected move: another seat was faster
					"seat": m.Seat, "question": u.Question.ID, "move": m.List[rand.IntN(len(m.List))], "key": fmt.Sprint(rand.Uint64())})
			}
		}
	}
}

func main() {
	b, table := &bot{base: os.Args[1]}, os.Args[2]
	me, _ := b.send("POST", "people", map[string]any{"name": "bot-go", "bot": true})
	b.token = me.Token
	if _, secret, ok := strings.Cut(table, "/j/"); ok { // an invitation lets the bot join
		opened, _ := b.send("POST", "links", map[string]any{"secret": secret})
		table = opened.Table.ID
	}
	b.send("POST", "tables/"+table+"/sit", map[string]any{})
	for !b.play("tables/" + table) {
		time.Sleep(time.Second) // wait before play reconnects with the id of the latest event
	}
}
