package replica

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"theriac/internal/state"
)

// Doubts reports whether other nodes claim a different state and no majority is known yet. Meanwhile no caller
// gets an answer, which can take long if the third node is down. The owner should then check every row of its
// file, and call Stop with ErrDiverged if one is damaged.
func (d *Driver) Doubts() bool {
	for at, by := range d.claims {
		own, known := d.sums[at]
		if !known || at <= d.confirmed {
			continue
		}
		for _, h := range by {
			if h != own {
				return true
			}
		}
	}
	return false
}

// judge compares the hashes that nodes have claimed. It returns an error if a majority has a hash that differs
// from this node's, or if every node has a different one.
func (d *Driver) judge() error {
	if !d.fresh {
		return nil
	}
	d.fresh = false
	majority := d.Members/2 + 1
	var verdict error
	for _, at := range slices.Sorted(maps.Keys(d.claims)) {
		by := d.claims[at]
		own, known := d.sums[at]
		if !known {
			if d.mark.Index >= at && at+keptSums*d.Checkpoint <= d.mark.Index || at <= d.confirmed {
				delete(d.claims, at)
			}
			continue
		}
		agree, most := 1, 0 // agree starts at 1 for this node itself
		votes := map[state.Hash]int{}
		for member, h := range by {
			switch {
			case member == d.self.Member:
			case h == own:
				agree++
			default:
				votes[h]++
				most = max(most, votes[h])
			}
		}
		switch {
		case most >= majority:
			return fmt.Errorf("%w: at %d", ErrDiverged, at)
		case agree >= majority:
			d.confirmed = max(d.confirmed, at)
		case len(by) >= d.Members && len(votes)+1 >= d.Members && d.Members > 1:
			verdict = fmt.Errorf("%w: at %d", ErrDivided, at)
		}
	}
	for at := range d.claims {
		if at < d.confirmed {
			delete(d.claims, at)
		}
	}
	return verdict
}

// claim returns the newest checkpoint that this node has on disk, with its hash.
func (d *Driver) claim() state.Claim {
	newest := d.mark.Index - d.mark.Index%d.Checkpoint
	if _, known := d.sums[newest]; known && newest > d.ready.Index { // otherwise a sync would serve no purpose
		at := d.Machine.Durable()
		at -= at % d.Checkpoint
		if h, known := d.sums[at]; known && at > d.ready.Index {
			d.ready = state.Claim{Index: at, Hash: h}
		}
	}
	return d.ready
}

// trim removes frames from the front of the log. It removes those that a majority, including this node, has had
// on disk for at least the time Keep.
func (d *Driver) trim(now time.Time) {
	if n := len(d.past); n > 0 && now.Sub(d.past[n-1].at) < d.Keep/trimSteps {
		return
	}
	var had []uint64
	for member, at := range d.durable {
		if member != d.self.Member {
			had = append(had, at)
		}
	}
	had = append(had, d.Machine.Durable())
	slices.Sort(had)
	majority := d.Members/2 + 1
	if len(had) < majority {
		return
	}
	d.past = append(d.past, moment{now, min(had[len(had)-majority], d.Machine.Durable())})
	for len(d.past) > 1 && now.Sub(d.past[1].at) >= d.Keep {
		d.past = d.past[1:]
	}
	if first := d.past[0]; now.Sub(first.at) >= d.Keep && first.index > 0 {
		d.Log.Trim(d.mark.Epoch, first.index)
	}
}
