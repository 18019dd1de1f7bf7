package notices

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"theriac/internal/outbound"
)

const (
	// pushTime is how long one attempt may take.
	pushTime = 10 * time.Second
	// pushLife is how long a push service keeps a message for a device that is off.
	pushLife   = 24 * time.Hour
	pushAnswer = 4 << 10 // so much of a response is read, and thrown away
	// topicLength is the most that a push service takes for the name by which a newer
	// message replaces an older one.
	topicLength = 32
)

// errExpired says that a push service does not know the device any more.
var errExpired = fmt.Errorf("%w: the subscription has expired", errFinal)

// pushSender speaks the protocols of push services: RFC 8030, encrypted for the device
// alone by RFC 8291, and signed by RFC 8292.
type pushSender struct {
	client  *http.Client
	options webpush.Options
}

func newPushSender(c Config, keys serverKeys) *pushSender {
	contact := c.Origin
	if !strings.HasPrefix(contact, "https:") { // a home server: push services want some address
		contact = "theriac@localhost"
	}
	client := outbound.NewClient(pushTime, c.Private)
	return &pushSender{client: client, options: webpush.Options{
		HTTPClient: client, Subscriber: contact, TTL: int(pushLife / time.Second), Urgency: webpush.UrgencyHigh,
		VAPIDPublicKey: keys.Public, VAPIDPrivateKey: keys.Private,
	}}
}

// Pushed is what a device gets.
type Pushed struct {
	ID    string `json:"id"` // the same for the same question: it is not shown as new again
	Table string `json:"table"`
	Title string `json:"title"`
	Body  string `json:"body"`
	Lang  string `json:"lang"`
}

// pushTo sends a message to a device. One that is no longer there is removed.
func (n *Notifier) pushTo(ctx context.Context, person string, d Device, m *message) error {
	data, err := json.Marshal(Pushed{ID: short(m.id), Table: m.table, Title: m.title, Body: m.body, Lang: m.lang})
	if err != nil {
		return err
	}
	options := n.push.options
	options.Topic = short(person + " " + m.table)
	res, err := webpush.SendNotificationWithContext(ctx, bytes.Clone(data), &webpush.Subscription{
		Endpoint: d.Endpoint, Keys: webpush.Keys{P256dh: d.P256dh, Auth: d.Auth},
	}, &options)
	if err != nil {
		return err
	}
	_, _ = io.CopyN(io.Discard, res.Body, pushAnswer)
	_ = res.Body.Close()
	switch {
	case res.StatusCode < http.StatusMultipleChoices:
		return nil
	case res.StatusCode == http.StatusNotFound || res.StatusCode == http.StatusGone:
		return errors.Join(errExpired, n.RemoveDevice(ctx, person, d.ID))
	case res.StatusCode == http.StatusTooManyRequests || res.StatusCode == http.StatusRequestTimeout || res.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("status %d", res.StatusCode)
	}
	return fmt.Errorf("%w: status %d", errFinal, res.StatusCode)
}

// short is a name for a text that says nothing about it.
func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:topicLength]
}
