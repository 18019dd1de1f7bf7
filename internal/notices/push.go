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
	// pushTime is the timeout for one attempt to send a push message.
	pushTime = 10 * time.Second
	// pushLife is how long a push service keeps a message for a device that is switched off.
	pushLife   = 24 * time.Hour
	pushAnswer = 4 << 10 // how many bytes of a response are read, only to discard them
	// topicLength is the maximum length of a topic. A message replaces an older one with the same topic that
	// has not been delivered yet.
	topicLength = 32
)

// errExpired reports that a push service no longer knows the subscription.
var errExpired = fmt.Errorf("%w: the subscription has expired", errFinal)

// pushSender sends messages to push services: requests according to RFC 8030, encrypted for the device (RFC
// 8291) and signed (RFC 8292).
type pushSender struct {
	client  *http.Client
	options webpush.Options
}

func newPushSender(c Config, keys serverKeys) *pushSender {
	contact := c.Origin
	if !strings.HasPrefix(contact, "https:") { // push services require a contact address, even from a private server
		contact = "theriac@localhost"
	}
	client := outbound.NewClient(pushTime, c.Private)
	return &pushSender{client: client, options: webpush.Options{
		HTTPClient: client, Subscriber: contact, TTL: int(pushLife / time.Second), Urgency: webpush.UrgencyHigh,
		VAPIDPublicKey: keys.Public, VAPIDPrivateKey: keys.Private,
	}}
}

// Pushed is the content of a push message.
type Pushed struct {
	ID    string `json:"id"` // the same for all messages about one question, so that the device does not show the second one as new
	Table string `json:"table"`
	Title string `json:"title"`
	Body  string `json:"body"`
	Lang  string `json:"lang"`
	Path  string `json:"path,omitempty"` // what a press on it opens; left out for the table
}

// pushTo sends a message to a device. It removes the device if the push service no longer knows it.
func (n *Notifier) pushTo(ctx context.Context, person string, d Device, m *message) error {
	data, err := json.Marshal(Pushed{ID: short(m.id), Table: m.table, Title: m.title, Body: m.body, Lang: m.lang, Path: m.path})
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

// short returns a short hash of a text, which does not reveal the text.
func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:topicLength]
}
