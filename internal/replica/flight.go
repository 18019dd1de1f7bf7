package replica

import (
	"errors"
	"slices"
	"time"

	"theriac/internal/state"
)

// hear handles the log's answers to attempts to append. They only determine when a frame is sent again: the
// node learns that it was applied by reading the log.
func (d *Driver) hear(now time.Time) {
	d.mu.Lock()
	list := d.answered
	d.answered = nil
	d.mu.Unlock()
	for _, a := range list {
		i := slices.IndexFunc(d.flight, func(s *sent) bool { return s.number == a.number })
		if i < 0 {
			continue
		}
		s := d.flight[i]
		switch {
		case a.err == nil:
			s.next = now.Add(acceptedResend * d.Resend)
		case errors.Is(a.err, ErrFull):
			if s.refused++; s.refused == s.attempts { // the log has refused every attempt, so it will never contain the frame
				d.flight = slices.Delete(d.flight, i, i+1)
				for _, p := range s.parts {
					p.Done(nil, ErrFull)
				}
			}
		}
	}
}

// resend sends frames again that have not appeared in the log for some time. It sends all of them if the log has
// a new leader, because the pauses between attempts may have grown long during the election.
func (d *Driver) resend(now time.Time, leaders uint64) {
	changed := leaders != d.leaders
	d.leaders = leaders
	for _, s := range d.flight {
		if changed {
			s.wait = d.Resend
		}
		if changed || !now.Before(s.next) {
			d.attempt(now, s)
		}
	}
}

func (d *Driver) attempt(now time.Time, s *sent) {
	s.attempts++
	s.next = now.Add(s.wait)
	s.wait = min(2*s.wait, maxResend*d.Resend)
	number := s.number
	d.Log.Append(d.mark.Epoch, s.frame, func(err error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.answered = append(d.answered, answered{number, err})
	})
}

// send sends the waiting proposals in frames. If there are none and beat is true, it sends an empty frame. No
// timer is needed to collect proposals: those that arrive while frames are in flight share the next frame.
func (d *Driver) send(now time.Time, beat bool) {
	for len(d.flight) < d.Flight {
		claim := d.claim()
		due := claim.Index > d.claimed && !now.Before(d.claimAt)
		if len(d.queue) == 0 && !due && (d.live && !beat || len(d.flight) > 0) {
			return
		}
		// With a higher number, a node that applies the new frame first would drop the oldest frame in flight
		// as outdated.
		if len(d.flight) > 0 && d.number+1-d.flight[0].number > state.MaxAhead {
			return
		}
		d.number++
		d.sentAt, beat = now, false
		f := state.Frame{Name: state.Name{Member: d.self.Member, Boot: d.self.Boot, Nonce: d.nonce, Number: d.number}, Claim: claim}
		parts := d.gather(&f)
		b, err := f.Encode()
		if err != nil { // cannot happen, because this program proposes no such operation
			for _, p := range parts {
				p.Done(nil, err)
			}
			continue
		}
		d.claimed = max(d.claimed, claim.Index)
		s := &sent{number: d.number, frame: b, parts: parts, wait: d.Resend}
		d.flight = append(d.flight, s)
		d.attempt(now, s)
	}
}

// gather moves as many waiting proposals into a frame as fit.
func (d *Driver) gather(f *state.Frame) (parts []*Proposal) {
	bytes := 0
	for len(d.queue) > 0 {
		p := d.queue[0]
		n := size(p)
		if len(parts) > 0 && (len(f.Ops)+len(p.Ops) > state.MaxFrameOps || bytes+n > state.FrameBytes) {
			break
		}
		bytes += n
		f.Ops = append(f.Ops, p.Ops...)
		parts = append(parts, p)
		d.queue = d.queue[1:]
	}
	return parts
}
