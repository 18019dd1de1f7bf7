package jetstream_test

import (
	"testing"

	"theriac/internal/jetstream"
)

// A subject whose last write has not ended on the leader is no conflict yet: the
// store repeats the call, and then the place decides. Where the place is another one,
// it is a conflict.
func TestWhatIsRepeated(t *testing.T) {
	for _, c := range []struct {
		code, errCode int
		repeated      bool
	}{{400, 10164, true}, {400, 10158, true}, {503, 10008, true}, {400, 10071, false}, {400, 10025, false}} {
		if got := jetstream.Heals(c.code, c.errCode); got != c.repeated {
			t.Errorf("error %d is repeated: %v", c.errCode, got)
		}
	}
}
