package examples_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"
)

// Every text of Brimful exists in both languages.
func TestWords(t *testing.T) {
	text, err := os.ReadFile("brimful/words.json")
	if err != nil {
		t.Fatal(err)
	}
	var words struct{ En, Fr map[string]string }
	if err := json.Unmarshal(text, &words); err != nil {
		t.Fatal(err)
	}
	if en, fr := slices.Sorted(maps.Keys(words.En)), slices.Sorted(maps.Keys(words.Fr)); len(en) < 20 || !slices.Equal(en, fr) {
		t.Errorf("the words are %v and %v", en, fr)
	}
}
