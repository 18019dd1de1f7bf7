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

// Limits on attempts with the operator's key.
const (
	triesEach = 5   // by one person
	triesAll  = 100 // by everybody on this node: guests cost nothing
	triesTime = time.Hour
)

// tries counts the wrong keys of the running hour.
type tries struct {
	mu    sync.Mutex
	since time.Time
	by    map[string]int
	all   int
	ever  atomic.Uint64
}

func newTries() *tries { return &tries{by: map[string]int{}} }

// may says whether a person may try now.
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

// Elevate makes an operator of the session that presents the key. The rights are this
// session's alone and expire, or end when the server gets another key.
func (p *People) Elevate(ctx context.Context, token, key string) (Person, error) {
	who, err := p.Authenticate(ctx, token)
	if err != nil {
		return Person{}, err
	}
	// Both sides are hashed, so that the comparison does not reveal the length. The
	// right key works however many wrong ones others have tried: it is too long to
	// guess, and nobody can lock the operator out.
	if p.conf.OperatorKey == "" || !hmac.Equal(proof(key, who.ID, time.Time{}), proof(p.conf.OperatorKey, who.ID, time.Time{})) {
		if !p.tries.may(who.ID, p.conf.Now()) {
			return Person{}, fmt.Errorf("%w tries", ErrTooMany)
		}
		p.tries.failed(who.ID)
		return Person{}, ErrKey
	}
	until := p.conf.Now().UTC().Add(p.conf.OperatorTime).Truncate(time.Second)
	session, _ := keyOf(token)
	r, err := p.changeSession(ctx, session, func(r *sessionRecord) {
		r.Elevated, r.Until = hex.EncodeToString(proof(key, session, until)), until
	})
	if err != nil {
		return Person{}, err
	}
	return p.withRights(who, session, r), nil
}

// Demote ends an operator's rights.
func (p *People) Demote(ctx context.Context, token string) error {
	session, ok := keyOf(token)
	if !ok {
		return ErrUnknown
	}
	_, err := p.changeSession(ctx, session, func(r *sessionRecord) { r.Elevated, r.Until = "", time.Time{} })
	return err
}

// WrongKeys counts the attempts with a wrong operator's key on this node.
func (p *People) WrongKeys() uint64 { return p.tries.ever.Load() }

// elevated says whether a session has an operator's rights now.
func (p *People) elevated(session string, r sessionRecord) bool {
	if p.conf.OperatorKey == "" || r.Elevated == "" || !p.conf.Now().Before(r.Until) {
		return false
	}
	given, err := hex.DecodeString(r.Elevated)
	return err == nil && hmac.Equal(given, proof(p.conf.OperatorKey, session, r.Until))
}

// proof ties a key to one session and an end: copied to another record, or with
// another end, it proves nothing.
func proof(key, session string, until time.Time) []byte {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte("theriac operator's session\n" + session + "\n" + until.UTC().Format(time.RFC3339)))
	return mac.Sum(nil)
}
