package lists

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"theriac/internal/store"
)

const seedRecord = `{"id":"aaaaaaaaaaaa","game":"world","settings":[{"Name":"players","Value":"2"}],"host":"aaaaaaaaaaaaaaaaaaaa",
"watch":"hidden","clock":{"kind":"slow","limit":259200000000000},"status":"playing","seats":[{"id":"s1","holder":"aaaaaaaaaaaaaaaaaaaa"},
{"id":"s2"}],"links":[{},{"link":"k"}],"webhooks":[{"id":"h","seat":1,"url":"https://x","form":"json","on":"off"}]}`

func someVolume() volume {
	v := volume{}
	for i := range 4 {
		id := fmt.Sprintf("aaaaaaaaaa%c%c", 'a'+i, 'b')
		v = v.with([]Entry{NewEntry(id, []byte(strings.ReplaceAll(seedRecord, "aaaaaaaaaaaa", id)))})
	}
	return v
}

// No flipped bit takes more than one record with it, and none is read wrong.
func TestVolumeFlippedBits(t *testing.T) {
	v := someVolume()
	sound := v.encode()
	for i := range sound {
		for _, bit := range []int{0, i % 8} {
			data := bytes.Clone(sound)
			data[i] ^= 1 << bit
			got, err := decodeVolume(data)
			if errors.Is(err, store.ErrNewer) { // the number of the form
				continue
			}
			if err != nil {
				t.Fatalf("byte %d, bit %d: %v", i, bit, err)
			}
			lost := 0
			for _, want := range v.entries {
				e, there := got.find(want.Table)
				text, err := e.record()
				if !there || err != nil {
					lost++
				} else if was, _ := want.record(); !bytes.Equal(text, was) {
					t.Errorf("byte %d, bit %d: another record", i, bit)
				}
			}
			if lost > 1 || got.split {
				t.Fatalf("byte %d, bit %d: %d records are lost", i, bit, lost)
			}
			// What is damaged stays as it is when the volume is written again.
			if again, err := decodeVolume(got.with(nil).encode()); err != nil || len(again.entries) != len(got.entries) {
				t.Fatalf("byte %d, bit %d: written again: %v", i, bit, err)
			}
		}
	}
}

// storedVolume and storedYear were written by the first version that had them. They can be
// read for ever.
const (
	storedVolume = "dGhlcmlhYy12b2x1bWUtMQoAAQxhYWFhYWFhYWFhYWFWBRil6uxtU/VnwAbLlw6tjIKalogEEEm8PL8oJ0UJe9LGmk5j4QkoEQtQ0uGiYjoCOSAzL10JI+iKDZHDBqtDanW4YIohrkYOFVj2z1bCXjZmwAtHQ/TCsQJH6QjK+7G1gAAAAP//dGhlcmlhYy12b2x1bWUtMQoAAQxhYWFhYWFhYWFhYWFWBRil6uxtU/VnwAbLlw6tjDEAAAA="
	storedYear   = "dGhlcmlhYy15ZWFyLTEKwloSJiIBJexRhxYzhoa6hqYhhkbElIC1sbWAAAAA//8="
)

func TestStoredForms(t *testing.T) {
	data, err := base64.StdEncoding.DecodeString(storedVolume)
	if err != nil {
		t.Fatal(err)
	}
	v, err := decodeVolume(data)
	if err != nil || len(v.entries) != 1 {
		t.Fatal(v, err)
	}
	text, err := v.entries[0].record()
	if err != nil || string(text) != seedRecord || v.entries[0].Table != "aaaaaaaaaaaa" {
		t.Errorf("%s, %v", text, err)
	}
	if data, err = base64.StdEncoding.DecodeString(storedYear); err != nil {
		t.Fatal(err)
	}
	y, err := decodeYear(data)
	if err != nil || len(y.Tables) != 1 || y.Tables[0].Table != "aaaaaaaaaaaa" || y.Tables[0].Status != "finished" || !y.Tables[0].Hosted {
		t.Errorf("%+v, %v", y, err)
	}
	if got := digits("aaaaaaaaaaaa"); got != "46417405636146601701" {
		t.Errorf("the volume of a table is another one: %s", got)
	}
}

// A form that this program does not know is no damage.
func TestNewerForms(t *testing.T) {
	if _, err := decodeVolume([]byte("theriac-volume-2\nxyz")); !errors.Is(err, store.ErrNewer) {
		t.Error(err)
	}
	if _, err := decodeYear([]byte("theriac-year-2\nxyz")); !errors.Is(err, store.ErrNewer) {
		t.Error(err)
	}
	newer := append([]byte(yearMark), compress([]byte(`{"tables":[],"more":1}`))...)
	if _, err := decodeYear(newer); !errors.Is(err, store.ErrNewer) {
		t.Error(err)
	}
}

func FuzzVolume(f *testing.F) {
	f.Add(someVolume().encode())
	f.Add(volume{split: true}.encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = decodeYear(data)
		v, err := decodeVolume(data)
		if err != nil {
			return
		}
		for _, e := range v.entries {
			_, _ = e.record()
		}
		_ = v.encode()
	})
}
