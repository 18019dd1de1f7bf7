package httpapi

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

// usualMove is what the web client sends.
const usualMove = `{"seat":2,"question":"17","move":"drive paris","key":"k-1"}`

// FuzzPlainMove compares the short reader with encoding/json: what it reads, that reads
// alike.
func FuzzPlainMove(f *testing.F) {
	for _, body := range []string{
		usualMove, " {\t\"key\":\"a\" ,\r\n\"move\":\"\",\"question\":\"\",\"seat\":9}\n", `{"seat":1}`, `{}`, ``, `{"seat":12,"question":"1","move":"a","key":"b"}`,
		`{"seat":0,"seat":1,"question":"1","move":"a","key":"b"}`, `{"seat":-1,"question":"1","move":"a","key":"b"}`, usualMove + "x", usualMove + "{}",
		`{"Seat":1,"question":"1","move":"a","key":"b"}`, `{"seat":1,"question":"1","move":"a\u0041","key":"b"}`, `{"seat":1,"question":null,"move":"a","key":"b"}`,
		`{"seat":1,"question":"1","move":"é","key":"b"}`, `{"seat":1,"question":"1","move":"a","key":"b",}`, `{"seat":01,"question":"1","move":"a","key":"b"}`,
		`{"seat":1.0,"question":"1","move":"a","key":"b"}`, `{"seat":1 "question":"1","move":"a","key":"b"}`, `{"seat":1,"question":"1","move":"a","key":"b","key":"c"}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, ok := plainMove(body)
		if !ok {
			return
		}
		var want sentMove
		strict := json.NewDecoder(bytes.NewReader(body))
		strict.DisallowUnknownFields()
		if err := strict.Decode(&want); err != nil || !json.Valid(body) || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, otherwise %+v %v", body, got, want, err)
		}
	})
}

func TestPlainMoveReadsTheUsual(t *testing.T) {
	if m, ok := plainMove([]byte(usualMove)); !ok || *m.Seat != 2 || *m.Move != "drive paris" {
		t.Errorf("%+v %v", m, ok)
	}
}

func BenchmarkPlainMove(b *testing.B) {
	for b.Loop() {
		plainMove([]byte(usualMove))
	}
}
