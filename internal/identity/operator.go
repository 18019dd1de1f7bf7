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

// Limits on attempts with the operator's key, per hour.
const (
	triesEach = 5   // attempts by one person
	triesAll  = 100 // attempts by all people on this node, since anyone can make many guests
	triesTime = time.Hour
)

// tries counts the attempts with a wrong key during the current hour.
type tries struct {
	mu    sync.Mutex
	since time.Time
	by    map[string]int
	all   int
	ever  atomic.Uint64
}

func newTries() *tries { return &tries{by: map[string]int{}} }

// may reports whether a person may make another attempt now.
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

// CheckKey returns an error unless the person presents the operator's key.
func (p *People) CheckKey(person, key string) error {
	// Comparing hashes does not reveal the key's length. The right key always works, whatever wrong
	// attempts came before: it is too long to guess, and other people must not be able to lock the
	// operator out.
	if p.conf.OperatorKey != "" && hmac.Equal(proof(key, person, time.Time{}), proof(p.conf.OperatorKey, person, time.Time{})) {
		return nil
	}
	if !p.tries.may(person, p.conf.Now()) {
		return fmt.Errorf("%w tries", ErrTooMany)
	}
	p.tries.failed(person)
	return ErrKey
}

// Elevate gives an operator's rights to the session with this token for ProofTime, if the key is
// right. It is for servers at which passkeys cannot work.
func (p *People) Elevate(ctx context.Context, token, key string) (Person, error) {
	who, err := p.Authenticate(ctx, token)
	if err == nil {
		err = p.CheckKey(who.ID, key)
	}
	if err != nil {
		return Person{}, err
	}
	now := p.conf.Now().UTC().Truncate(time.Second)
	session, _ := keyOf(token)
	r, err := p.changeSession(ctx, session, func(r *sessionRecord) {
		r.Proved, r.Unspent, r.Elevated = now, true, hex.EncodeToString(proof(key, session, now))
	})
	if err != nil {
		return Person{}, err
	}
	return p.withRights(who, session, r), nil
}

// Prove records that the session's own person has just proved a passkey. Without fresh, the proof
// does not count for an operation that needs one of its own.
func (p *People) Prove(ctx context.Context, token string, fresh bool) (Person, error) {
	who, err := p.Authenticate(ctx, token)
	if err != nil {
		return Person{}, err
	}
	now := p.conf.Now().UTC()
	session, _ := keyOf(token)
	r, err := p.changeSession(ctx, session, func(r *sessionRecord) { r.Proved, r.Unspent, r.Elevated = now, fresh, "" })
	if err != nil {
		return Person{}, err
	}
	return p.withRights(who, session, r), nil
}

// SpendProof uses up a session's proof for one operation. It reports whether there was one that
// still counts. Of several concurrent calls only one gets true.
func (p *People) SpendProof(ctx context.Context, token string) (bool, error) {
	session, ok := keyOf(token)
	if !ok {
		return false, ErrUnknown
	}
	spent := false
	_, err := p.changeSession(ctx, session, func(r *sessionRecord) {
		spent = r.Unspent && p.proves(*r)
		r.Unspent = false
	})
	return spent && err == nil, err
}

// Proved reports whether a session's last proof still counts, as the store has it now.
func (p *People) Proved(ctx context.Context, token string) (bool, error) {
	session, ok := keyOf(token)
	if !ok {
		return false, ErrUnknown
	}
	r, err := p.session(ctx, session)
	return err == nil && p.proves(r), err
}

// proves reports whether a session's last proof still counts.
func (p *People) proves(r sessionRecord) bool { return p.conf.Now().Sub(r.Proved) < ProofTime }

// WrongKeys returns how many attempts with a wrong operator key this node has seen.
func (p *People) WrongKeys() uint64 { return p.tries.ever.Load() }

// elevated reports whether a session has the operator key's rights now.
func (p *People) elevated(session string, r sessionRecord) bool {
	if p.conf.OperatorKey == "" || r.Elevated == "" || !p.proves(r) {
		return false
	}
	given, err := hex.DecodeString(r.Elevated)
	return err == nil && hmac.Equal(given, proof(p.conf.OperatorKey, session, r.Proved))
}

// proof returns a hash that ties the operator's key to one session and one moment. It proves
// nothing if it is copied to another session's record or combined with another moment.
func proof(key, session string, at time.Time) []byte {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte("theriac operator's session\n" + session + "\n" + at.UTC().Format(time.RFC3339)))
	return mac.Sum(nil)
}
