package bucket

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"theriac/internal/store"
)

// An address with its bucket, prefix, endpoint and region; what it leaves out is in the
// environment, or Amazon's.
func TestAddress(t *testing.T) {
	for _, key := range []string{"AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "AWS_REGION", "AWS_DEFAULT_REGION"} {
		t.Setenv(key, "")
	}
	want := func(text string, want address) {
		t.Helper()
		if got, err := parse(text); err != nil || got != want {
			t.Errorf("%s: %+v %v", text, got, err)
		}
	}
	want("s3://games", address{"games", "", "us-east-1", "s3.amazonaws.com", true})
	want("s3://games/club/old/", address{"games", "club/old", "us-east-1", "s3.amazonaws.com", true})
	want("s3://games/club?endpoint=http://10.0.0.3:9000&region=attic", address{"games", "club", "attic", "10.0.0.3:9000", false})
	t.Setenv("AWS_ENDPOINT_URL", "https://s3.example.org")
	t.Setenv("AWS_REGION", "eu-central-1")
	want("s3://games", address{"games", "", "eu-central-1", "s3.example.org", true})
	for _, text := range []string{
		"", "games", "s3://", "s3:///club", "https://games/club", "s3://key:secret@games/club", "s3://games?key=secret", "s3://games#secret",
		"s3://games?endpoint=secret", "s3://games?endpoint=ftp://secret", "s3://games?endpoint=https://a:secret@b", "s3://ga mes:secret/%zz",
	} {
		if _, err := parse(text); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// After a failure nobody is asked for a moment; whoever gives up has not shown that the
// bucket is away.
func TestPause(t *testing.T) {
	now := time.Unix(0, 0)
	b := &Bucket{name: "games", now: func() time.Time { return now }}
	asked := 0
	ask := func(ctx context.Context, err error) error {
		return b.ask(ctx, func(context.Context) error { asked++; return err })
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := ask(gone, context.Canceled); !errors.Is(err, store.ErrAway) || b.Failing() != nil {
		t.Error(err, b.Failing())
	}
	if err := ask(t.Context(), errors.New("no route")); !errors.Is(err, store.ErrAway) || b.Failing() == nil {
		t.Error(err)
	}
	if err := ask(t.Context(), nil); !errors.Is(err, store.ErrAway) || asked != 2 {
		t.Error(err, asked)
	}
	now = now.Add(pause)
	if err := ask(t.Context(), nil); err != nil || asked != 3 || b.Failing() != nil {
		t.Error(err, asked)
	}
}
