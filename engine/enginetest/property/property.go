// Package property checks a property at random positions. It also counts how many interesting cases occur
// among them, because a property whose cases never occur proves nothing.
//
// RAPID_SEED, which `make check` sets, determines the positions; without it, every run draws others. If a
// case occurs too rarely, Check tries further positions, which are the same in every run, so no seed fails by
// bad luck.
//
// The package refuses to depend on any game, and to count a case that the property does not name.
package property

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// T is the part of *testing.T that a property uses.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Floor maps each case to how often it must occur.
type Floor map[string]int

// Cases counts how often a property's cases occur. Check passes it to the property.
type Cases struct {
	floor Floor
	met   map[string]int
}

// Met adds n to the count of a case. The Floor must contain that case.
func (c *Cases) Met(what string, n int) {
	if _, named := c.floor[what]; !named {
		panic("a case that no floor names: " + what)
	}
	c.met[what] += n
}

// If counts one more occurrence of the given case, provided that the condition is true.
func (c *Cases) If(is bool, what string) {
	if is {
		c.Met(what, 1)
	}
}

// below returns the cases that have occurred less often than the Floor demands.
func (c *Cases) below() (kinds []string) {
	for what, least := range c.floor {
		if c.met[what] < least {
			kinds = append(kinds, what)
		}
	}
	slices.Sort(kinds)
	return kinds
}

// String lists the cases, for example “134 certain cards, 20 epidemics”.
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

// most limits the further positions that Check tries until all cases have occurred often enough. They are the
// same in every run, so a Floor that is reached once is always reached.
const most = 1000

// Check checks a property at random positions from package rapid, which also shrinks failures. It then tries
// further positions until every case has occurred often enough. The property makes its choices with n, which
// returns a number below its argument.
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

// Report checks the Floor of a test that enumerates its own cases, and logs the counts in the same format as
// Check.
func Report(t *testing.T, floor Floor, met map[string]int) {
	t.Helper()
	cases := &Cases{floor: floor, met: met}
	t.Logf("met: %s", cases)
	if kinds := cases.below(); len(kinds) > 0 {
		t.Errorf("too few of %s", strings.Join(kinds, ", "))
	}
}

// numbered is a testing.T that adds the number of the position to failure messages.
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

// dice is a source of random numbers (splitmix64) for the further positions.
type dice uint64

func (d *dice) n(n int) int {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}
