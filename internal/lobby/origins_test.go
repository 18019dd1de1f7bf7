package lobby

import (
	"fmt"
	"testing"
)

// A public table counts against the limit of the address that made it, until it leaves the list. This guards
// against audit finding S13.
func TestOrigins(t *testing.T) {
	o := newOrigins()
	for i := range 3 {
		if !o.add(fmt.Sprint(i), "192.0.2.1", 3) {
			t.Fatal(i)
		}
	}
	if o.add("3", "192.0.2.1", 3) || !o.add("4", "192.0.2.2", 3) || !o.add("5", "", 3) {
		t.Error("counted wrongly")
	}
	o.drop("1")
	o.drop("1")
	if !o.add("6", "192.0.2.1", 3) || o.add("7", "192.0.2.1", 3) {
		t.Error("a table that left is still counted, or counted twice")
	}
	for _, id := range []string{"0", "2", "4", "6", "nothing"} {
		o.drop(id)
	}
	if len(o.count)+len(o.byTable) != 0 {
		t.Error("something stays in memory")
	}
}
