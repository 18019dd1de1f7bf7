package property

import (
	"strings"
	"testing"
)

// If a case is rare, Check tries further positions until it has occurred as often as the Floor demands.
func TestFloorIsMet(t *testing.T) {
	const rare, common = "rare cases", "positions"
	met := 0
	Check(t, Floor{rare: 3, common: 1}, func(_ T, n func(int) int, cases *Cases) {
		cases.Met(common, 1)
		if is := n(90) == 71; is {
			met++
			cases.If(is, rare)
		}
	})
	if met < 3 {
		t.Errorf("%d rare cases", met)
	}
}

// below returns the cases that have occurred too rarely. Met rejects a case that the Floor does not contain.
func TestBelowTheFloor(t *testing.T) {
	c := &Cases{floor: Floor{"outbreaks": 2, "cures": 1, "chains": 0}, met: map[string]int{}}
	c.Met("outbreaks", 1)
	c.Met("cures", 4)
	if got := strings.Join(c.below(), ", "); got != "outbreaks" {
		t.Errorf("below the floor: %s", got)
	}
	if got := c.String(); got != "0 chains, 4 cures, 1 outbreaks" {
		t.Errorf("it prints %q", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a case without a floor was counted")
		}
	}()
	c.Met("something", 1)
}

// The further positions that Check tries are the same in every run, and all different.
func TestFurtherPositions(t *testing.T) {
	a, b, other := dice(1), dice(1), dice(2)
	same := 0
	for range 50 {
		x, y, z := a.n(1000), b.n(1000), other.n(1000)
		if x != y {
			t.Fatal("not the same")
		}
		if x == z {
			same++
		}
	}
	if same > 5 {
		t.Errorf("%d of 50 choices are those of another position", same)
	}
}
