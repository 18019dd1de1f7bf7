//go:build js

// Command browser runs a table without a server, in a worker of the web client. It defines the JavaScript
// function theriac, which takes requests and returns text, usually JSON. Each build has one game (package one).
//
// By design it refuses to store anything: each response includes the entries that were written since the
// previous response.
package main

import (
	"strconv"
	"syscall/js"
	"time"

	"theriac/engine"
	"theriac/games/one"
	"theriac/internal/offline"
	"theriac/internal/table"
)

// session is the open table, with the entries that it has written since the last response.
type session struct {
	*offline.Game
	fresh []any
}

func main() {
	d := &session{}
	js.Global().Set("theriac", js.FuncOf(func(_ js.Value, args []js.Value) any {
		d.fresh = []any{}
		said, err := d.answer(args[0].String(), args[1:])
		out := map[string]any{"said": string(said), "fresh": d.fresh}
		if err != nil {
			out["refused"] = refusal(err)
		}
		return out
	}))
	js.Global().Call("theriacReady")
	select {}
}

// refusal returns the reason why a request was rejected, in the server's format.
func refusal(err error) map[string]any {
	out := map[string]any{"id": "internal", "what": err.Error()}
	switch e := err.(type) { //nolint:errorlint // package errors would bring reflection
	case *table.Refusal:
		out = map[string]any{"id": e.ID, "what": e.What, "rule": e.Rule}
	case *engine.Refusal:
		out = map[string]any{"id": "options", "what": e.What, "rule": e.Rule}
	case *engine.ParseError:
		out = map[string]any{"id": "options", "what": e.Text}
	}
	return out
}

// answer handles one request and returns the response.
func (d *session) answer(what string, args []js.Value) ([]byte, error) {
	switch what {
	case "begin":
		return d.begin(args[0].String(), args[1], args[2].String(), args[3].String(), texts(args[4]), clock(args[5]))
	case "resume":
		return d.resume(args[0].String(), texts(args[1]), texts(args[2]))
	}
	if d.Game == nil {
		return nil, table.ErrNoTable
	}
	s := d.State()
	switch what {
	case "about":
		return d.about(), nil
	case "update":
		return s.AppendUpdate(nil, d.Viewer(), args[0].Int()), nil
	case "why":
		return d.why(engine.Seat(args[0].Int()), args[1].String())
	case "transcript":
		return []byte(s.Transcript(d.Viewer())), nil
	case "replay":
		return s.AppendReplay(nil, engine.Seats(args[0].Int()))
	case "replay-at":
		return s.AppendReplayAt(nil, engine.Seats(args[0].Int()), args[1].Int())
	case "hash":
		return []byte(s.Pos.Hash().String()), nil
	case "play":
		return d.play(clock(args[0]), time.Duration(args[1].Int())*time.Millisecond)
	}
	c, err := d.command(what, args)
	if err != nil {
		return nil, err
	}
	n, err := d.Do(args[0].String(), c, clock(args[1]))
	return strconv.AppendInt(nil, int64(n), 10), err
}

// command decodes a player's command from its name and arguments. The arguments begin with the key and the
// time.
func (d *session) command(what string, args []js.Value) (table.Command, error) {
	switch what {
	case "moves":
		seat := engine.Seat(args[2].Int())
		if !d.Person.Has(seat) {
			return nil, &table.Refusal{ID: "not-your-seat"}
		}
		return table.Answer{Seat: seat, Question: args[3].String(), Move: args[4].String()}, nil
	case "undo":
		return table.Undo{By: d.Person, To: args[2].Int()}, nil
	case "propose":
		if args[2].String() == table.ProposeEnd {
			return table.Propose{By: d.Person, What: table.ProposeEnd}, nil
		}
	case "answer":
		return table.Agree{By: d.Person, Refuse: !args[2].Bool()}, nil
	case "standing":
		return table.StandingPasses{Seat: engine.Seat(args[2].Int()), Passes: texts(args[3])}, nil
	}
	return nil, &table.Refusal{ID: "not-here"}
}

// begin begins a game from the options that the player has chosen and a seed from the browser.
func (d *session) begin(id string, chosen js.Value, secret, salt string, bots []string, now int64) ([]byte, error) {
	own, ok := engine.ParseKey(secret)
	also, ok2 := engine.ParseKey(salt)
	if !ok || !ok2 {
		return nil, &engine.ParseError{Text: "seed", Why: "it cannot be read"}
	}
	var settings engine.Settings
	for _, name := range texts(js.Global().Get("Object").Call("keys", chosen)) {
		settings = append(settings, engine.Setting{Name: name, Value: chosen.Get(name).String()})
	}
	h, err := offline.Setup{Rules: one.Rules, Settings: settings, Seed: engine.NewSeed(own, also)}.Header()
	if err != nil {
		return nil, err
	}
	local, err := table.BeginLocal(id, h, now, d.keep)
	if err != nil {
		return nil, err
	}
	d.sit(local, bots)
	return d.about(), nil
}

// resume continues a game from its entries.
func (d *session) resume(id string, entries, bots []string) ([]byte, error) {
	stored := make([][]byte, len(entries))
	for i, e := range entries {
		stored[i] = []byte(e)
	}
	local, err := table.ResumeLocal(id, stored, d.keep)
	if err != nil {
		return nil, err
	}
	d.sit(local, bots)
	return d.about(), nil
}

func (d *session) keep(entry []byte) { d.fresh = append(d.fresh, string(entry)) }

func (d *session) sit(local *table.Local, bots []string) {
	d.Game = offline.New(local, one.Levels, bots, random)
}

// play has the bots make one step. They may think for the duration most; 0 means no limit.
func (d *session) play(now int64, most time.Duration) ([]byte, error) {
	end := time.Now().Add(most)
	d.Stop = func() bool { return most > 0 && time.Now().After(end) }
	turn, err := d.Play(now)
	if err != nil {
		return nil, err
	}
	out := strconv.AppendBool([]byte(`{"moved":`), turn.Moved)
	if r := turn.Reason; r != nil {
		out = append(out, `,"reason":{"seat":`...)
		out = strconv.AppendInt(out, int64(r.Seat), 10)
		out = append(out, `,"entry":`...)
		out = strconv.AppendInt(out, int64(r.Entry), 10)
		out = append(out, `,"key":`...)
		out = strconv.AppendQuote(out, r.Key)
		out = append(appendPairs(append(out, `,"args":`...), r.Args), '}')
	}
	return append(out, '}'), nil
}

// about returns what a server's table record would tell about the game.
func (d *session) about() []byte {
	s := d.State()
	h := s.Header()
	out := append([]byte(`{"game":"`), h.Game...)
	out = strconv.AppendInt(append(out, `","revision":`...), int64(h.Revision), 10)
	out = append(out, `,"settings":{`...)
	for i, o := range h.Settings {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendQuote(append(strconv.AppendQuote(out, o.Name), ':'), o.Value)
	}
	out = appendSeats(append(out, `},"seats":`...), s.Seats())
	out = appendSeats(append(out, `,"person":`...), d.Person)
	out = appendSeats(append(out, `,"thinking":`...), d.Thinking())
	out = append(out, `,"teams":[`...)
	var seen engine.Seats
	for seat := range s.Seats().Each {
		team := engine.TeamOf(s.Game, h.Settings, seat)
		if team.Empty() || seen.Has(seat) {
			continue
		}
		if seen != 0 {
			out = append(out, ',')
		}
		out, seen = appendSeats(out, team), seen|team
	}
	out = strconv.AppendBool(append(out, `],"over":`...), s.Over)
	return append(out, '}')
}

// why returns whether a move is allowed and, if not, why, in the server's format.
func (d *session) why(seat engine.Seat, text string) ([]byte, error) {
	pos := d.State().Pos
	v := pos.Vocabulary()
	m, err := v.ParseMove(seat, text)
	if err != nil || !d.Person.Has(seat) {
		return nil, &table.Refusal{ID: table.RefusedNotation, What: text}
	}
	view := pos.View(d.Person)
	lack, not := engine.UnmetFrom(view, m)
	out := strconv.AppendBool([]byte(`{"allowed":`), !not)
	if lack.Rule != "" {
		out = strconv.AppendQuote(append(out, `,"rule":`...), lack.Rule)
	}
	if lack.Text != "" {
		out = strconv.AppendQuote(append(out, `,"lack":{"verb":`...), v.Verbs[m.Verb].Name)
		out = strconv.AppendQuote(append(out, `,"rule":`...), lack.Rule)
		out = strconv.AppendQuote(append(out, `,"key":`...), lack.Text)
		out = append(appendPairs(append(out, `,"args":`...), lack.Args), '}')
	}
	if not {
		out = append(out, `,"route":[`...)
		for i, step := range engine.RouteFrom(view, m) {
			if i > 0 {
				out = append(out, ',')
			}
			out = strconv.AppendQuote(out, v.Move(step))
		}
		out = append(out, ']')
	}
	return append(out, '}'), nil
}

func appendPairs(out []byte, pairs [][2]string) []byte {
	out = append(out, '[')
	for i, p := range pairs {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendQuote(append(out, '['), p[0])
		out = strconv.AppendQuote(append(out, ','), p[1])
		out = append(out, ']')
	}
	return append(out, ']')
}

func appendSeats(out []byte, set engine.Seats) []byte {
	out = append(out, '[')
	for seat := range set.Each {
		if out[len(out)-1] != '[' {
			out = append(out, ',')
		}
		out = strconv.AppendUint(out, uint64(seat), 10)
	}
	return append(out, ']')
}

// random returns 64 random bits from the browser.
func random() uint64 {
	n := js.Global().Call("theriacRandom") // two halves of 32 bits
	return uint64(n.Index(0).Float())<<32 | uint64(n.Index(1).Float())
}

// clock converts a time in milliseconds from JavaScript.
func clock(v js.Value) int64 { return int64(v.Float()) }

func texts(list js.Value) []string {
	out := make([]string, list.Length())
	for i := range out {
		out[i] = list.Index(i).String()
	}
	return out
}
