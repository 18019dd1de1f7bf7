package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// How often the operator's key may be tried.
const (
	triesEach = 5   // by one person
	triesAll  = 100 // by everybody on this node: guests cost nothing
	triesTime = time.Hour
)

// tries counts wrong keys of the running hour.
type tries struct {
	mu    sync.Mutex
	since time.Time
	by    map[string]int
	all   int
	ever  atomic.Uint64
}

func newTries() *tries { return &tries{by: map[string]int{}} }

// may says whether somebody may try now.
func (t *tries) may(person string, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now.Sub(t.since) >= triesTime {
		t.since, t.all = now, 0
		clear(t.by)
	}
	return t.by[person] < triesEach && t.all < triesAll
}

func (t *tries) failed(person string) {
	t.ever.Add(1)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.by[person]++
	t.all++
}

// Elevate makes an operator of who knows the key. It stays so until the server
// is given another key.
func (p *People) Elevate(ctx context.Context, person, key string) (Person, error) {
	// Both sides are hashed, so that the comparison does not tell the length. Who
	// has the key is let in however many others have guessed: it is too long to be
	// guessed, and nobody can lock the house's keeper out.
	if p.conf.OperatorKey == "" || !hmac.Equal(proof(key, person), proof(p.conf.OperatorKey, person)) {
		if !p.tries.may(person, p.conf.Now()) {
			return Person{}, fmt.Errorf("%w tries", ErrTooMany)
		}
		p.tries.failed(person)
		return Person{}, ErrKey
	}
	return p.change(ctx, person, func(r *personRecord) { r.Elevated = hex.EncodeToString(proof(key, person)) })
}

// Lower ends it.
func (p *People) Lower(ctx context.Context, person string) (Person, error) {
	return p.change(ctx, person, func(r *personRecord) { r.Elevated = "" })
}

// WrongKeys counts how often a wrong operator's key was tried on this node.
func (p *People) WrongKeys() uint64 { return p.tries.ever.Load() }

func (p *People) elevated(person, with string) bool {
	if p.conf.OperatorKey == "" || with == "" {
		return false
	}
	given, err := hex.DecodeString(with)
	return err == nil && hmac.Equal(given, proof(p.conf.OperatorKey, person))
}

// proof ties a key to one person: copied to another record it proves nothing.
func proof(key, person string) []byte {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte("theriac operator\n" + person))
	return mac.Sum(nil)
}
