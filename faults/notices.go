package main

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"time"

	"theriac/internal/load"
	"theriac/internal/notices/pushtest"
)

// noticeAfter returns how long tables wait before they send notices in this scenario. That is longer than
// creating all debts takes, so that all notices are due at the same time.
func noticeAfter(debts int) time.Duration {
	return 5*time.Second + time.Duration(debts)*100*time.Millisecond
}

// noticesKilled makes many people owe an answer at the same time, and kills the server while it sends the
// notices. Each person must get one. A few may get two, if their notice was not recorded yet when the server
// was killed. Both have the same id, so a device shows only one.
func (p plan) noticesKilled() (r Report, err error) {
	r = Report{Scenario: "kill -9 while people are told", Faults: map[string]int{}}
	push := pushtest.Start()
	defer push.Close()
	n, err := newNode(p.bin, filepath.Join(p.dir, "notices"), "--private-hooks", "--notice-after", noticeAfter(p.notices).String())
	if err != nil {
		return r, err
	}
	if err := n.start(0); err != nil {
		return r, err
	}
	defer func() { n.Kill() }()
	owing, err := p.owe(n, push)
	if err != nil {
		return r, err
	}
	r.Tables = owing
	// The server stops before any notice is due. When it starts again, all are due.
	if err := n.Stop(); err != nil {
		return r, err
	}
	if told := len(push.Messages()); told > 0 {
		return r, fmt.Errorf("%d were told before all owed: this machine is too slow", told)
	}
	time.Sleep(noticeAfter(p.notices))
	before := 0
	for _, part := range []int{3, 6, 10} { // tenths of all notices
		if err := n.start(0); err != nil {
			return r, err
		}
		for wait := time.Now(); told(push) < owing*part/10; time.Sleep(time.Millisecond) {
			if time.Since(wait) > patience {
				return r, fmt.Errorf("%d of %d were told, and no more", told(push), owing)
			}
		}
		if part < 10 {
			n.Kill()
			r.Faults["kill -9"]++
			twice := len(push.Messages()) - told(push)
			p.log("killed with %d of %d told; %d twice since the kill before", told(push), owing, twice-before)
			before = twice
		}
	}
	if err := p.quiet(n); err != nil {
		return r, err
	}
	// After another kill, the server must not resend notices that it has recorded.
	n.Kill()
	if err := n.start(0); err != nil {
		return r, err
	}
	if err := p.quiet(n); err != nil {
		return r, err
	}
	r.SlowestStartMS = n.slowest()
	return r, p.judgeNotices(&r, push, owing)
}

// owe creates as many tables as configured, each with a person who has a device and owes an answer. It waits
// until the server has recorded all these debts.
func (p plan) owe(n *node, push *pushtest.Receiver) (int, error) {
	people := make([]load.Person, p.notices)
	c := load.NewConn(n.listen)
	if err := load.Each(len(people), 16, func(i int) (err error) {
		people[i], err = load.NewPerson(c)
		return err
	}); err != nil {
		return 0, err
	}
	if err := load.Each(len(people), 16, func(i int) error {
		_, err := load.NewTable(c, []load.Person{people[i], people[(i+1)%len(people)]}, load.Wish{})
		return err
	}); err != nil {
		return 0, err
	}
	if err := load.Each(len(people), 16, func(i int) error {
		d := push.Subscribe(strconv.Itoa(i))
		a, err := c.Do(http.MethodPost, "/api/me/notices/devices", people[i].Token, map[string]string{"endpoint": d.Endpoint, "p256dh": d.P256dh, "auth": d.Auth})
		return errors.Join(err, a.Err())
	}); err != nil {
		return 0, err
	}
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		owing, err := noticesWaiting(n)
		if err != nil {
			return 0, err
		}
		if owing == len(people) {
			return owing, nil
		}
		if time.Since(began) > patience {
			return 0, fmt.Errorf("%d of %d owe", owing, len(people))
		}
	}
}

// quiet waits until no more notices are due on the node.
func (p plan) quiet(n *node) error {
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		switch waiting, err := noticesWaiting(n); {
		case err != nil:
			return err
		case waiting == 0:
			return nil
		case time.Since(began) > patience:
			return fmt.Errorf("%d are still to be told", waiting)
		}
	}
}

// judgeNotices checks how many notices each person got.
func (p plan) judgeNotices(r *Report, push *pushtest.Receiver, owing int) error {
	type place struct{ device, table string }
	count, names := map[place]int{}, map[place]string{}
	for _, m := range push.Messages() {
		at, name := place{m.Device, m.Table}, m.ID+" "+m.Topic
		if count[at]++; count[at] > 1 && names[at] != name {
			r.Words = append(r.Words, "a repeated notice has another name")
		}
		names[at] = name
	}
	twice, most := 0, 0
	for _, n := range count {
		if n > 1 {
			twice++
		}
		most = max(most, n)
	}
	r.Lost = owing - len(count)
	r.Notes = append(r.Notes, fmt.Sprintf("%d notices, all told, %d of them more than once under the same name, at most %d times", owing, twice, most))
	if r.Lost > 0 {
		r.Notes[len(r.Notes)-1] = fmt.Sprintf("%d of %d were never told", r.Lost, owing)
	}
	if allowed := r.Faults["kill -9"] * onTheWay; twice > allowed {
		r.Words = append(r.Words, fmt.Sprintf("%d were told twice, more than can have been on their way", twice))
	}
	return push.Faults()
}

// onTheWay is the most notices that may have been sent but not recorded when the server is killed. The server
// sends 16 in parallel to a host; the limit leaves room for several hosts and for notices being recorded.
const onTheWay = 64

// told returns the number of devices that got at least one notice.
func told(push *pushtest.Receiver) int {
	got := map[[2]string]bool{}
	for _, m := range push.Messages() {
		got[[2]string{m.Device, m.Table}] = true
	}
	return len(got)
}

// noticesWaiting returns the number of notices that the node still has to send.
func noticesWaiting(n *node) (int, error) {
	m, err := load.Metrics(n.private)
	waiting, counted := m["theriac_notices_waiting"]
	if err == nil && !counted {
		err = errors.New("no theriac_notices_waiting in the metrics")
	}
	return int(waiting), err
}
