package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"

	"theriac/internal/load"
)

// Verdict is the result of checking all tables after the faults.
type Verdict struct {
	Tables       int      `json:"tables"`
	Entries      int      `json:"entries"`
	Acknowledged int      `json:"acknowledged"`
	Refused      int      `json:"refused"`
	Reads        int      `json:"reads"`
	Unsure       int      `json:"unsure"` // moves that were acknowledged only when they were repeated after the faults
	Lost         int      `json:"lost"`
	Twice        int      `json:"twice"`
	Unordered    int      `json:"not_linearizable"`
	Unchecked    int      `json:"not_checked"`
	Twins        int      `json:"views_that_differ"`
	Damaged      int      `json:"damaged"`  // tables that the server reports as damaged
	Playable     int      `json:"playable"` // undamaged tables that are over, or accepted a move after the faults
	Stuck        int      `json:"stuck"`    // undamaged tables that neither ended nor accepted a move
	LongestMS    float64  `json:"longest_answer_ms"`
	Waits        []Wait   `json:"waits,omitempty"`
	Words        []string `json:"words,omitempty"`
}

// Wait is how long clients waited for answers because of one kind of fault.
type Wait struct {
	Fault string `json:"fault"`
	// LongestMS is the longest wait of all. MedianMS is the median of each fault's longest wait.
	LongestMS float64 `json:"longest_ms"`
	MedianMS  float64 `json:"median_ms"`
}

// Sound reports whether no move was lost, applied twice or seen out of order, and every undamaged table can be
// continued.
func (v Verdict) Sound() bool {
	return v.Lost == 0 && v.Twice == 0 && v.Unordered == 0 && v.Twins == 0 && v.Stuck == 0 && len(v.Words) == 0
}

// judge repeats the requests that got no answer, reads every table back, and makes more moves.
func (a *arena) judge() Verdict {
	v := Verdict{Tables: len(a.boards), Refused: int(a.refused.Load()), Reads: int(a.reads.Load()), Unsure: int(a.unsure.Load())}
	v.LongestMS = float64(a.longest.Load()/1e3) / 1e3
	v.Waits = a.waits()
	var mu sync.Mutex
	var all sync.WaitGroup
	next := make(chan *board)
	for w := range 4 {
		c := newClient(a.addrs, rand.New(rand.NewPCG(uint64(w), 99)))
		all.Go(func() {
			defer c.close()
			for b := range next {
				one := a.judgeOne(c, b)
				mu.Lock()
				v.add(one)
				mu.Unlock()
			}
		})
	}
	for _, b := range a.boards {
		next <- b
	}
	close(next)
	all.Wait()
	v.Words = append(v.Words, a.errs...)
	return v
}

// waits returns the longest waits by kind of fault. A wait belongs to the last fault before its answer.
func (a *arena) waits() (list []Wait) {
	longest := make([]float64, len(a.faults))
	for _, b := range a.boards {
		for _, o := range b.ops {
			i := sort.Search(len(a.faults), func(i int) bool { return a.faults[i].at > o.ret }) - 1
			if i >= 0 && !o.unsure {
				longest[i] = max(longest[i], float64((o.ret-o.call)/1e3)/1e3)
			}
		}
	}
	byKind := map[string][]float64{}
	for i, f := range a.faults {
		byKind[f.kind] = append(byKind[f.kind], longest[i])
	}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		all := byKind[kind]
		slices.Sort(all)
		list = append(list, Wait{kind, all[len(all)-1], all[len(all)/2]})
	}
	return list
}

func (v *Verdict) add(o Verdict) {
	v.Entries += o.Entries
	v.Acknowledged += o.Acknowledged
	v.Lost += o.Lost
	v.Twice += o.Twice
	v.Unordered += o.Unordered
	v.Unchecked += o.Unchecked
	v.Twins += o.Twins
	v.Damaged += o.Damaged
	v.Playable += o.Playable
	v.Stuck += o.Stuck
	if len(v.Words) < 20 {
		v.Words = append(v.Words, o.Words...)
	}
}

func (a *arena) judgeOne(c *client, b *board) (v Verdict) {
	a.settle(c, b)
	got, ok := c.do(time.Now().Add(a.patient), http.MethodGet, "/api/tables/"+b.id+"/view?fresh=1&after=-1", b.token, nil)
	if ok && got.Status == http.StatusLocked {
		v.Damaged++
		return v
	}
	if !ok || !got.OK() {
		v.Stuck++
		v.Words = append(v.Words, fmt.Sprintf("table %s cannot be read: %d %s", b.id, got.Status, got.Body))
		return v
	}
	var u struct {
		Steps []load.Step `json:"steps"`
	}
	if err := json.Unmarshal(got.Body, &u); err != nil {
		v.Words = append(v.Words, err.Error())
		return v
	}
	v.Entries = len(u.Steps)
	b.compare(u.Steps, &v)
	v.Twins = b.twins
	switch b.linearizable() {
	case porcupine.Illegal:
		v.Unordered++
		v.Words = append(v.Words, "table "+b.id+" has a history that no order explains: "+b.stale())
	case porcupine.Unknown:
		v.Unchecked++
	}
	if a.playOn(c, b) {
		v.Playable++
	} else {
		v.Stuck++
		v.Words = append(v.Words, "no move can be made at table "+b.id)
	}
	return v
}

// settle repeats the requests that got no answer, with their original keys.
func (a *arena) settle(c *client, b *board) {
	b.mu.Lock()
	ops := b.ops
	b.ops = nil
	b.mu.Unlock()
	for _, o := range ops {
		if !o.unsure {
			b.ops = append(b.ops, o)
			continue
		}
		a.finish(c, b, o, time.Now().Add(a.patient))
	}
}

// kindTouch is the kind of entry that a build with the tag nextentry adds. Such an entry is also a move.
const kindTouch = "touch"

// compare compares a table's history with the acknowledged moves.
func (b *board) compare(steps []load.Step, v *Verdict) {
	mine := map[int]op{}
	for _, o := range b.ops {
		if o.read || o.n < 0 {
			continue
		}
		v.Acknowledged++
		if _, taken := mine[o.n]; taken {
			v.Lost++ // the same entry was acknowledged twice
			v.Words = append(v.Words, fmt.Sprintf("table %s: two commands were told that they are entry %d", b.id, o.n))
		}
		mine[o.n] = o
	}
	for i, st := range steps {
		if st.N != i {
			v.Words = append(v.Words, fmt.Sprintf("table %s: step %d in place %d", b.id, st.N, i))
		}
		b.touched = b.touched || st.Kind == kindTouch
		if st.Kind != "play" && st.Kind != kindTouch {
			continue
		}
		o, ok := mine[st.N]
		switch {
		case !ok:
			v.Twice++ // no client got an acknowledgement for this entry, so a move was applied twice
		case len(st.Plays) == 0 || st.Plays[0].Move != o.move || st.Plays[0].Seat != o.seat:
			v.Lost++
		}
		delete(mine, st.N)
	}
	v.Lost += len(mine)
	if len(mine) > 0 {
		v.Words = append(v.Words, fmt.Sprintf("table %s: %d acknowledged entries are not in its history of %d: %v", b.id, len(mine), len(steps), slices.Sorted(maps.Keys(mine))))
	}
}

// linearizable checks whether all answers can be explained by some order of the operations. In that order, a
// submit must create the next entry or change nothing, and a read must return the newest entry.
func (b *board) linearizable() porcupine.CheckResult {
	var history []porcupine.Operation
	for _, o := range b.ops {
		ret := o.ret
		if o.unsure {
			ret = math.MaxInt64
		}
		history = append(history, porcupine.Operation{ClientId: o.client, Input: o, Call: o.call, Output: o.n, Return: ret})
	}
	model := porcupine.Model{
		Init: func() any { return 0 },
		Step: func(state, input, output any) (bool, any) {
			at, o, n := state.(int), input.(op), output.(int)
			switch {
			case o.read:
				return n == at, at
			case n < 0:
				return true, at
			}
			return n == at+1, n
		},
	}
	return porcupine.CheckOperationsTimeout(model, history, 20*time.Second)
}

// stale describes the most outdated read: one that missed an entry acknowledged before the read began.
func (b *board) stale() string {
	behind, worst := int64(-1), ""
	for _, look := range b.ops {
		if !look.read {
			continue
		}
		for _, o := range b.ops {
			if o.n > look.n && o.ret < look.call && look.call-o.ret > behind {
				behind = look.call - o.ret
				worst = fmt.Sprintf("client %d looked at %d ms, for %d ms, and saw entry %d; entry %d was known since %d ms",
					look.client, look.call/1e6, (look.ret-look.call)/1e6, look.n, o.n, o.ret/1e6)
			}
		}
	}
	return worst
}

// playOn makes one more move at a table, and reports whether that succeeded.
func (a *arena) playOn(c *client, b *board) bool {
	for range 20 {
		l := a.read(c, b, 2)
		if l == nil {
			continue
		}
		if l.Over {
			return true
		}
		if a.submit(c, b, 2, l) {
			return true
		}
	}
	return false
}
