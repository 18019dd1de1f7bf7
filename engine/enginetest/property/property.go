// Package property checks a property over positions that are drawn at random, and
// counts the interesting ones among them: a property that has met none of the cases
// that it is about has shown nothing.
//
// What is drawn follows from RAPID_SEED, which `make check` sets; without it every
// run draws others. Where the drawn positions do not hold enough of a case, further
// ones follow that are the same in every run, so that no seed fails for want of luck.
//
// It refuses to know a game, and to count a case that the property did not name.
package property

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// T is as much of a test as a property needs.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Floor says how often a property must have met each of its cases.
type Floor map[string]int

// Cases counts what has been met. It is handed to the property.
type Cases struct {
	floor Floor
	met   map[string]int
}

// Met counts cases of a kind that the floor names.
func (c *Cases) Met(what string, n int) {
	if _, named := c.floor[what]; !named {
		panic("a case that no floor names: " + what)
	}
	c.met[what] += n
}

// If counts one case where there is one.
func (c *Cases) If(is bool, what string) {
	if is {
		c.Met(what, 1)
	}
}

// below is the kinds that have not been met often enough.
func (c *Cases) below() (kinds []string) {
	for what, least := range c.floor {
		if c.met[what] < least {
			kinds = append(kinds, what)
		}
	}
	slices.Sort(kinds)
	return kinds
}

// String lists the cases, like “134 certain cards, 20 epidemics”.
func (c *Cases) String() string {
	var list []string
	for what := range c.floor {
		list = append(list, fmt.Sprintf("%d %s", c.met[what], what))
	}
	slices.SortFunc(list, func(a, b string) int {
		_, a, _ = strings.Cut(a, " ")
		_, b, _ = strings.Cut(b, " ")
		return strings.Compare(a, b)
	})
	return strings.Join(list, ", ")
}

// most is how many further positions are tried for the floor. They are the same in
// every run: what reaches the floor once always does.
const most = 1000

// Check checks a property: over the positions that rapid draws, which it also makes
// smaller where the property fails, then over further ones until the floor is met. The
// property makes its choices with n, which chooses below a number.
func Check(t *testing.T, floor Floor, property func(t T, n func(int) int, cases *Cases)) {
	t.Helper()
	cases := &Cases{floor: floor, met: map[string]int{}}
	drawn, further := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		drawn++
		property(t, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }, cases)
	})
	for ; further < most && len(cases.below()) > 0; further++ {
		dice := dice(further)
		property(numbered{t, further}, dice.n, cases)
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("met: %s (in %d drawn positions and %d further ones)", cases, drawn, further)
	if kinds := cases.below(); len(kinds) > 0 {
		t.Errorf("too few of %s", strings.Join(kinds, ", "))
	}
}

// Report checks the floor of a test that draws nothing by chance, and prints what it
// has met in the same way.
func Report(t *testing.T, floor Floor, met map[string]int) {
	t.Helper()
	cases := &Cases{floor: floor, met: met}
	t.Logf("met: %s", cases)
	if kinds := cases.below(); len(kinds) > 0 {
		t.Errorf("too few of %s", strings.Join(kinds, ", "))
	}
}

// numbered says which of the further positions fails.
type numbered struct {
	*testing.T
	position int
}

func (n numbered) Errorf(format string, args ...any) {
	n.Helper()
	n.T.Errorf("further position %d: "+format, append([]any{n.position}, args...)...)
}

func (n numbered) Fatalf(format string, args ...any) {
	n.Helper()
	n.T.Fatalf("further position %d: "+format, append([]any{n.position}, args...)...)
}

// dice is the chance of the further positions (splitmix64).
type dice uint64

func (d *dice) n(n int) int {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}
