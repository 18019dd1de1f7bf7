package s3test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"theriac/internal/bucket"
	"theriac/internal/jetstream"
	"theriac/internal/serve"
	"theriac/internal/store"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// open opens the store of a folder, with a bucket unless that is "".
func open(t *testing.T, data, archive string) *serve.Storage {
	t.Helper()
	st, err := serve.OpenStorage(within(t), serve.Options{Data: data, Archive: archive}, slog.New(slog.DiscardHandler))
	check(t, err)
	t.Cleanup(st.Close)
	return st
}

func gameText(i int) []byte { return fmt.Appendf(nil, "the whole game %d of a long evening", i) }

// fill archives games; a hundred of them are a pack.
func fill(t *testing.T, s *jetstream.Store, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		check(t, s.Log().Archive(within(t), fmt.Sprint("ended", i), gameText(i)))
	}
}

// read reads games, and returns how many are damaged.
func read(t *testing.T, s *jetstream.Store, count int) (damaged int) {
	t.Helper()
	for i := range count {
		got, err := s.Log().Archived(within(t), fmt.Sprint("ended", i))
		switch {
		case errors.Is(err, store.ErrDamaged):
			damaged++
		case err != nil || !bytes.Equal(got, gameText(i)):
			t.Fatalf("game %d: %q %v", i, got, err)
		}
	}
	return damaged
}

func later() time.Time { return time.Now().Add(time.Hour) }

// await waits until something holds that needs no more than its time.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("in a minute not ", what)
		}
	}
}

// An object is written, read, and written again; what is not there is absent; whoever has the
// wrong key, bucket or server is told so, and nobody reads a key in it.
func TestObjects(t *testing.T) {
	g := startGateway(t)
	ctx := within(t)
	b, err := bucket.Open(g.bucket(g.address))
	check(t, err)
	check(t, b.Check(ctx))
	_, err = b.Get(ctx, "one")
	if !errors.Is(err, store.ErrAbsent) {
		t.Error(err)
	}
	data := bytes.Repeat([]byte("game "), 100_000)
	for range 2 {
		check(t, b.Put(ctx, "one", data))
	}
	got, err := b.Get(ctx, "one")
	if err != nil || !bytes.Equal(got, data) || len(g.objects()) != 1 || b.Failing() != nil {
		t.Error(len(got), err, g.objects())
	}
	if b.Where() != "s3://games/club/packed" {
		t.Error(b.Where())
	}

	refused := func(address, says string) {
		t.Helper()
		b, err := bucket.Open(address)
		check(t, err)
		err = b.Check(ctx)
		if !errors.Is(err, store.ErrAway) || !strings.Contains(err.Error(), says) || b.Failing() == nil {
			t.Errorf("%q does not say %q", err, says)
		}
		if strings.Contains(fmt.Sprint(err), "secret") || strings.Contains(fmt.Sprint(err), access) {
			t.Errorf("a key is in %q", err)
		}
		if again := b.Put(ctx, "two", data); !errors.Is(again, store.ErrAway) {
			t.Error(again)
		}
	}
	refused(strings.Replace(g.bucket(g.address), "games", "nosuchbucket", 1), "NoSuchBucket")
	refused(g.bucket("127.0.0.1:1"), "connection refused")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "another-secret-key")
	refused(g.bucket(g.address), "SignatureDoesNotMatch")
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	refused(g.bucket(g.address), "AccessDenied")

	// Keys from a file.
	keys := filepath.Join(t.TempDir(), "keys")
	check(t, os.WriteFile(keys, []byte("[default]\naws_access_key_id = "+access+"\naws_secret_access_key = "+secret+"\n"), 0o600))
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", keys)
	b, err = bucket.Open(g.bucket(g.address))
	check(t, err)
	check(t, b.Check(ctx))
}

// stopAt is a proxy before the S3 server that stops the world when an object is written: it
// calls f, and the writer never hears that it was.
func stopAt(t *testing.T, g *gateway, f func()) *httptest.Server {
	t.Helper()
	target, err := url.Parse("http://" + g.address)
	check(t, err)
	proxy := httputil.NewSingleHostReverseProxy(target)
	direct := proxy.Director
	proxy.Director = func(r *http.Request) {
		host := r.Host // it is part of what is signed
		direct(r)
		r.Host = host
	}
	proxy.ModifyResponse = func(r *http.Response) error {
		if r.Request.Method == http.MethodPut && r.StatusCode == http.StatusOK {
			f()
			return errors.New("the writer is dead")
		}
		return nil
	}
	proxy.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s := httptest.NewServer(proxy)
	t.Cleanup(s.Close)
	return s
}

// TestPackerProcess is the packer that TestKilledBetween kills.
func TestPackerProcess(t *testing.T) {
	data, archive := os.Getenv("PACKER_DATA"), os.Getenv("PACKER_ARCHIVE")
	if data == "" {
		t.Skip("only as a process of another test")
	}
	st := open(t, data, archive)
	_, err := st.Shared.Pack(within(t), later())
	t.Fatal("the packer lived on: ", err)
}

// The packer is killed with SIGKILL when its object is written and the store does not know of
// it: no game is lost, the next run packs them, and there is no second object.
func TestKilledBetween(t *testing.T) {
	g := startGateway(t)
	data := t.TempDir()
	st := open(t, data, "")
	fill(t, st.Shared, 0, 150)
	st.Close()
	dead := make(chan struct{})
	packer := exec.Command(os.Args[0], "-test.run", "^TestPackerProcess$")
	proxy := stopAt(t, g, func() {
		_ = packer.Process.Kill()
		<-dead
	})
	packer.Env = append(os.Environ(), "PACKER_DATA="+data, "PACKER_ARCHIVE="+g.bucket(strings.TrimPrefix(proxy.URL, "http://")))
	var said bytes.Buffer
	packer.Stdout, packer.Stderr = &said, &said
	check(t, packer.Start())
	err := packer.Wait()
	close(dead)
	if packer.ProcessState.ExitCode() != -1 {
		t.Fatalf("the packer was not killed: %v\n%s", err, &said)
	}
	if len(g.objects()) != 1 {
		t.Fatal(g.objects())
	}
	st = open(t, data, g.bucket(g.address))
	read(t, st.Shared, 150)
	n, err := st.Shared.Pack(within(t), later())
	if err != nil || n != 100 || len(g.objects()) != 1 {
		t.Error(n, err, g.objects())
	}
	read(t, st.Shared, 150)
	st.Close()
	if lost := read(t, open(t, data, g.bucket(g.address)).Shared, 150); lost != 0 {
		t.Error(lost, "games are damaged")
	}
}

// The S3 server dies while games are packed and read, and comes back. Packs that the store had
// before move to the bucket.
func TestBucketGoesAway(t *testing.T) {
	g := startGateway(t)
	data := t.TempDir()
	st := open(t, data, "")
	fill(t, st.Shared, 0, 250)
	n, err := st.Shared.Pack(within(t), later())
	if err != nil || n != 200 {
		t.Fatal(n, err)
	}
	st.Close()

	st = open(t, data, g.bucket(g.address))
	g.down()
	_, err = st.Shared.Pack(within(t), later())
	if !errors.Is(err, store.ErrAway) {
		t.Error(err)
	}
	read(t, st.Shared, 250)
	fill(t, st.Shared, 250, 330) // games go on ending
	g.up()
	await(t, "packed again", func() bool {
		_, err := st.Shared.Pack(within(t), later())
		return err == nil
	})
	if len(g.objects()) != 3 {
		t.Error(g.objects())
	}
	st.Close()
	st = open(t, data, g.bucket(g.address))
	read(t, st.Shared, 330)
	g.down()
	await(t, "away", func() bool { return st.Bucket.Check(within(t)) != nil })
	st.Close()
	st = open(t, data, g.bucket(g.address))
	if _, err := st.Store.Log().Archived(within(t), "ended7"); !errors.Is(err, store.ErrAway) {
		t.Error(err)
	}
	if _, err := st.Store.Log().Archived(within(t), "ended320"); err != nil {
		t.Error(err)
	}
	g.up()
	await(t, "back", func() bool { return st.Bucket.Check(within(t)) == nil })
	read(t, st.Shared, 330)

	// A bit of an object goes bad: it costs one game, and that is said to be damaged.
	object := g.objects()[0]
	b, err := os.ReadFile(object)
	check(t, err)
	b[len(b)/2] ^= 1
	check(t, os.WriteFile(object, b, 0o600))
	st.Close()
	st = open(t, data, g.bucket(g.address))
	if lost := read(t, st.Shared, 330); lost != 1 {
		t.Error(lost, "games are damaged")
	}
}
