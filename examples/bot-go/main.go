// Command bot-go http://HOST TABLE-OR-INVITATION sits down at a table and answers each
// question with a move of its list. It refuses to know any rule: the list is enough.
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

type bot struct{ base, token, last string } // last: the id of the event that came last

type answer struct { // all that a bot reads of the responses
	Token, ID             string
	Table, Question, Over *answer
	All, Any              []int    // seats: each of All owes an answer, one of Any does
	Moves                 []answer // for each of our seats, it and its list
	Seat                  int
	List                  []string
}

// send repeats a request until it is answered: a command's key is applied once.
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

// play reads the stream from where it was left, and returns whether the game is over.
func (b *bot) play(table string) bool {
	for _, stream := b.send("GET", table+"/events", nil); ; {
		line, err := stream.ReadString('\n')
		var u answer
		switch name, value, _ := strings.Cut(strings.TrimSpace(line), ": "); {
		case err != nil:
			return false // cut off
		case name == "id":
			b.last = value
		case name == "data" && json.Unmarshal([]byte(value), &u) == nil && u.Over != nil:
			return true
		}
		for _, m := range u.Moves {
			if len(m.List) > 0 && slices.Contains(append(u.Question.All, u.Question.Any...), m.Seat) {
				b.send("POST", table+"/moves", map[string]any{ // if it is refused, somebody was faster
					"seat": m.Seat, "question": u.Question.ID, "move": m.List[rand.IntN(len(m.List))], "key": fmt.Sprint(rand.Uint64())})
			}
		}
	}
}

func main() {
	b, table := &bot{base: os.Args[1]}, os.Args[2]
	me, _ := b.send("POST", "people", map[string]any{"name": "bot-go", "bot": true})
	b.token = me.Token
	if _, secret, ok := strings.Cut(table, "/j/"); ok { // an invitation admits us
		opened, _ := b.send("POST", "links", map[string]any{"secret": secret})
		table = opened.Table.ID
	}
	b.send("POST", "tables/"+table+"/sit", map[string]any{})
	for !b.play("tables/" + table) {
		time.Sleep(time.Second) // and reconnect with the id of the last event
	}
}
