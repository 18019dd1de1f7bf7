package notices

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/SherClockHolmes/webpush-go"

	"theriac/internal/store"
)

// serverKeys are the secrets that all nodes share: the key pair that identifies this server to push services,
// and the key that signs links in emails. Replacing the pair would invalidate every push subscription.
type serverKeys struct {
	Public  string `json:"public"`
	Private string `json:"private"`
	Links   []byte `json:"links"`
}

const (
	keysKey     = "keys"
	linkKeySize = 32
)

// sharedKeys reads the shared secrets from the store. The first node to start creates them.
func (n *Notifier) sharedKeys(ctx context.Context) (serverKeys, error) {
	for {
		rec, err := n.kv.server.Get(ctx, keysKey)
		if err == nil {
			var k serverKeys
			if err := json.Unmarshal(rec.Data, &k); err != nil || k.Public == "" || k.Private == "" || len(k.Links) != linkKeySize {
				return k, fmt.Errorf("%w: the server's keys", store.ErrDamaged)
			}
			return k, nil
		}
		if !errors.Is(err, store.ErrAbsent) {
			return serverKeys{}, err
		}
		var k serverKeys
		if k.Private, k.Public, err = webpush.GenerateVAPIDKeys(); err != nil {
			return k, err
		}
		k.Links = make([]byte, linkKeySize)
		if _, err := io.ReadFull(n.conf.Random, k.Links); err != nil {
			return k, err
		}
		data, err := json.Marshal(k)
		if err != nil {
			return k, err
		}
		if _, err = n.kv.server.Put(ctx, keysKey, 0, data); err != nil && !store.Retryable(ctx, err) {
			return k, err
		}
	}
}

// PublicKey returns the server's public key, which a browser needs to subscribe.
func (n *Notifier) PublicKey() string { return n.keys.Public }
