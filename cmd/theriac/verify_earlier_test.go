//go:build unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Transcripts of finished games from earlier server versions can still be verified.
func TestVerifyEarlier(t *testing.T) {
	text, err := os.ReadFile("../../internal/serve/testdata/earlier/record.json")
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Tables []struct{ Name, Status, Transcript string }
	}
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	verified := 0
	for _, table := range record.Tables {
		if table.Status != "finished" {
			continue
		}
		verified++
		file := filepath.Join(t.TempDir(), "game.txt")
		writeText(t, file, table.Transcript)
		if out, err := exec.Command("theriac", "verify", file, "--nonce", "kettle", "--lang", "en").CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", table.Name, err, out)
		}
	}
	if verified != 3 {
		t.Errorf("the record has %d finished games, not 3", verified)
	}
}
