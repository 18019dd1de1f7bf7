package load

import "time"

// newPermits is where permits come from once pace gives them out; nil, which permits
// everything, where there is no rate. Whoever is behind catches up no more than these, or a
// stall would become a burst.
func newPermits(rate float64) chan struct{} {
	if rate <= 0 {
		return nil
	}
	return make(chan struct{}, 32)
}

// pace gives out permits at a rate until stop is closed.
func pace(permits chan<- struct{}, rate float64, stop <-chan struct{}) {
	if permits == nil {
		return
	}
	go func() {
		tick := time.NewTicker(500 * time.Microsecond)
		defer tick.Stop()
		for given, began := 0.0, time.Now(); ; {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			for due := time.Since(began).Seconds() * rate; given < due; given++ {
				select {
				case permits <- struct{}{}:
				default:
				}
			}
		}
	}()
}

// permit waits for a permit; false if everything stops before.
func permit(permits, stop <-chan struct{}) bool {
	if permits == nil {
		return true
	}
	select {
	case <-permits:
		return true
	case <-stop:
		return false
	}
}
