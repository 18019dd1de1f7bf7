//go:build js

// Command browser is a table without a server, for a worker of the web client: the
// function theriac takes what is asked and answers with text, mostly JSON. A build has one
// game (package one).
//
// It refuses to keep anything: what was written since the last question goes back with
// each answer.
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

// desk is the table that is open, and what it wrote since the last question.
type desk struct {
	*offline.Table
	fresh []any
}

func main() {
	d := &desk{}
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

// refusal says why something was not done, as the server would.
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

// answer does one thing that is asked.
func (d *desk) answer(what string, args []js.Value) ([]byte, error) {
	switch what {
	case "begin":
		return d.begin(args[0].String(), args[1], args[2].String(), args[3].String(), texts(args[4]), clock(args[5]))
	case "resume":
		return d.resume(args[0].String(), texts(args[1]), texts(args[2]))
	}
	if d.Table == nil {
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

// command is a command of the person: its name, its key, the time, and what belongs to it.
func (d *desk) command(what string, args []js.Value) (table.Command, error) {
	switch what {
	case "moves":
		seat := engine.Seat(args[2].Int())
		if !d.Person.Has(seat) {
			return nil, &table.Refusal{ID: "not-your-seat"}
		}
		return table.Answer{Seat: seat, Question: args[3].String(), Move: args[4].String()}, nil
	case "undo":
		return table.Undo{By: d.Person, To: args[2].Int()}, nil
	case "giveup":
		return table.GiveUp{By: d.Person}, nil
	case "answer":
		return table.Agree{By: d.Person, Refuse: !args[2].Bool()}, nil
	case "standing":
		return table.Stand{Seat: engine.Seat(args[2].Int()), Passes: texts(args[3])}, nil
	}
	return nil, &table.Refusal{ID: "not-here"}
}

// begin begins a game from the options that a person chose and a seed of the browser's.
func (d *desk) begin(id string, chosen js.Value, secret, salt string, bots []string, now int64) ([]byte, error) {
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

// resume goes on with a game.
func (d *desk) resume(id string, entries, bots []string) ([]byte, error) {
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

func (d *desk) keep(entry []byte) { d.fresh = append(d.fresh, string(entry)) }

func (d *desk) sit(local *table.Local, bots []string) {
	d.Table = offline.New(local, one.Levels, bots, random)
}

// play lets the bots do one thing, for which they may think for so long; 0 for no limit.
func (d *desk) play(now int64, most time.Duration) ([]byte, error) {
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

// about is what the record of a table says of its game.
func (d *desk) about() []byte {
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

// why says whether a move is allowed, as the server does.
func (d *desk) why(seat engine.Seat, text string) ([]byte, error) {
	pos := d.State().Pos
	v := pos.Vocabulary()
	m, err := v.ParseMove(seat, text)
	if err != nil || !d.Person.Has(seat) {
		return nil, &table.Refusal{ID: table.RefusedNotation, What: text}
	}
	view := pos.View(d.Person)
	lack, not := engine.LackFrom(view, m)
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

// random is a number of the browser's own chance.
func random() uint64 {
	n := js.Global().Call("theriacRandom") // two halves of 32 bits
	return uint64(n.Index(0).Float())<<32 | uint64(n.Index(1).Float())
}

// clock is a time in milliseconds.
func clock(v js.Value) int64 { return int64(v.Float()) }

func texts(list js.Value) []string {
	out := make([]string, list.Length())
	for i := range out {
		out[i] = list.Index(i).String()
	}
	return out
}
