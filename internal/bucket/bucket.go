// Package bucket keeps packed games as objects in a bucket of an S3 server.
//
// It refuses to know what the objects mean, to delete one, to make a bucket, and to take a
// secret from an address: keys come from the environment or a file.
package bucket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"theriac/internal/store"
)

const (
	// wait is how long one request may take.
	wait = 10 * time.Second
	// pause is how long nobody asks again after a failure: readers of many games would
	// otherwise each wait for the whole time.
	pause = 2 * time.Second
	// mostBytes is the most that an object can have; packs are about half a megabyte.
	mostBytes = 64 << 20

	defaultEndpoint = "https://s3.amazonaws.com"
	defaultRegion   = "us-east-1"
)

// Bucket is a part of a bucket: the objects whose keys begin with a prefix.
type Bucket struct {
	core         *minio.Core
	name, prefix string
	now          func() time.Time

	mu     sync.Mutex
	failed error // of the last request; nil: it succeeded
	at     time.Time
}

// address is what an address says, the environment included.
type address struct {
	bucket, prefix, region string
	host                   string
	secure                 bool
}

// parse reads an address such as s3://bucket/prefix?endpoint=https://s3.example.org&region=eu.
func parse(text string) (a address, err error) {
	u, err := url.Parse(text)
	if err != nil { // the error quotes the address, which may have a secret in it
		return a, errors.New("the address of the bucket cannot be read: s3://bucket/prefix is one")
	}
	switch {
	case u.Scheme != "s3" || u.Host == "" || u.Opaque != "" || u.Fragment != "":
		return a, errors.New("the address of a bucket is like s3://bucket/prefix")
	case u.User != nil:
		return a, errors.New("an address with a key in it is not taken, because others could read it: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	first := func(list ...string) string {
		for _, s := range list {
			if s != "" {
				return s
			}
		}
		return ""
	}
	query := u.Query()
	for key := range query {
		if key != "endpoint" && key != "region" {
			return a, fmt.Errorf("the address of a bucket takes endpoint and region, and not %q", key)
		}
	}
	a.bucket, a.prefix = u.Host, strings.Trim(u.Path, "/")
	a.region = first(query.Get("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), defaultRegion)
	endpoint := first(query.Get("endpoint"), os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), defaultEndpoint)
	e, err := url.Parse(endpoint)
	if err != nil || e.Host == "" || e.Scheme != "https" && e.Scheme != "http" || e.User != nil || strings.Trim(e.Path, "/") != "" {
		return a, errors.New("the endpoint of a bucket is like https://s3.example.org:9000")
	}
	a.host, a.secure = e.Host, e.Scheme == "https"
	return a, nil
}

// Open reads an address, and asks nobody: a bucket that is away now may be back later. Keys
// are taken from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or from the
// file that AWS_SHARED_CREDENTIALS_FILE names.
func Open(text string) (*Bucket, error) {
	a, err := parse(text)
	if err != nil {
		return nil, err
	}
	core, err := minio.NewCore(a.host, &minio.Options{
		Creds:  credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}}),
		Secure: a.secure, Region: a.region, MaxRetries: 1,
		// With the bucket in the host's name only where that is known to work.
		BucketLookup: minio.BucketLookupAuto,
	})
	if err != nil {
		return nil, fmt.Errorf("bucket: %w", err)
	}
	return &Bucket{core: core, name: a.bucket, prefix: a.prefix, now: time.Now}, nil
}

// Where is the address, without the server's.
func (b *Bucket) Where() string { return strings.TrimSuffix("s3://"+b.name+"/"+b.prefix, "/") }

func (b *Bucket) key(name string) string {
	if b.prefix == "" {
		return name
	}
	return b.prefix + "/" + name
}

// Put writes an object.
func (b *Bucket) Put(ctx context.Context, name string, data []byte) error {
	return b.ask(ctx, func(ctx context.Context) error {
		_, err := b.core.Client.PutObject(ctx, b.name, b.key(name), bytes.NewReader(data), int64(len(data)),
			minio.PutObjectOptions{ContentType: "application/octet-stream", SendContentMd5: true, DisableMultipart: true})
		return err
	})
}

// Get reads an object.
func (b *Bucket) Get(ctx context.Context, name string) (data []byte, err error) {
	absent := false
	err = b.ask(ctx, func(ctx context.Context) error {
		body, _, _, err := b.core.GetObject(ctx, b.name, b.key(name), minio.GetObjectOptions{})
		if err != nil {
			if absent = minio.ToErrorResponse(err).Code == minio.NoSuchKey; absent {
				return nil // and it has answered
			}
			return err
		}
		defer func() { _ = body.Close() }()
		data, err = io.ReadAll(io.LimitReader(body, mostBytes+1))
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case absent:
		return nil, store.ErrAbsent
	case len(data) > mostBytes:
		return nil, fmt.Errorf("%w: the object %s of %s is too large for a pack", store.ErrDamaged, name, b.Where())
	}
	return data, nil
}

// checked is an object that is never there: whoever is told so may read.
const checked = "theriac-check"

// Check asks whether the bucket can be read.
func (b *Bucket) Check(ctx context.Context) error {
	_, err := b.Get(ctx, checked)
	if errors.Is(err, store.ErrAbsent) {
		return nil
	}
	return err
}

// Failing is why the last request failed; nil if it did not.
func (b *Bucket) Failing() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failed
}

// ask makes a request, unless one has failed a moment ago.
func (b *Bucket) ask(ctx context.Context, f func(context.Context) error) error {
	b.mu.Lock()
	if b.failed != nil && b.now().Sub(b.at) < pause {
		defer b.mu.Unlock()
		return b.failed
	}
	b.mu.Unlock()
	once, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	err := f(once)
	if err != nil {
		err = fmt.Errorf("%w, %s: %s", store.ErrAway, b.Where(), reason(err))
	}
	if ctx.Err() != nil { // whoever asked has gone: that says nothing of the bucket
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failed, b.at = err, b.now()
	return err
}

// reason is what a server or the way to it says.
func reason(err error) string {
	if r := minio.ToErrorResponse(err); r.Code != "" {
		return fmt.Sprintf("the server says %s (%s)", r.Code, r.Error())
	}
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err.Error()
	}
	return err.Error()
}
