package notices

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/refusal"
	"theriac/internal/store"
	"theriac/locale"
)

const (
	maxAddress = 254
	// confirmFor is how long the link in a confirmation email is valid.
	confirmFor = 24 * time.Hour
	// How many confirmation emails may be sent during confirmFor, to one address and on behalf of one person.
	// These limits keep people from using the server to fill someone's mailbox.
	perAddress = 3
	perPerson  = 5

	askedPrefix = "asked" // key prefix of records about confirmation emails
)

// What opening a link in an email does.
const (
	LinkConfirm = "confirm"
	LinkStop    = "stop"
)

// SendsMail reports whether the server can send emails.
func (n *Notifier) SendsMail() bool { return n.conf.Mail != nil }

// SetMail sets a person's email address and sends a confirmation email to it. The address gets no other email
// until its owner has opened the link in that email.
func (n *Notifier) SetMail(ctx context.Context, who identity.Person, address string) (Person, error) {
	if n.conf.Mail == nil {
		return Person{}, ErrNoMail
	}
	address, err := cleanAddress(address)
	if err != nil {
		return Person{}, err
	}
	if err := n.allow(ctx, askedPrefix+".person-"+who.ID, perPerson); err != nil {
		return Person{}, err
	}
	if err := n.allow(ctx, askedPrefix+"."+short(strings.ToLower(address)), perAddress); err != nil {
		return Person{}, err
	}
	p, err := n.change(ctx, who.ID, func(p *Person) error {
		p.Mail = &Mail{Address: address, Asked: n.now().Truncate(time.Second)}
		return nil
	})
	if err != nil {
		return p, err
	}
	words, err := locale.For(locale.Match(who.Lang))
	if err != nil {
		return p, err
	}
	link := n.link(LinkConfirm, who.ID, *p.Mail)
	err = n.conf.Mail.send(ctx, letter{
		id: link, to: address, lang: words.Lang(), at: n.now(), subject: words.Text("notice.mail.confirm.subject"),
		text: words.Text("notice.mail.confirm.text", "server", n.conf.Origin, "link", link),
	})
	if err != nil {
		n.count("mail", "failed", err, false)
		return p, fmt.Errorf("%w: %w", ErrSending, err)
	}
	return p, nil
}

// ErrSending reports that the confirmation email could not be sent.
var ErrSending error = refusal.New(refusal.Unavailable, "mail-failed", "notices: the mail was not sent")

// cleanAddress returns a plain email address, or an error if text is not one.
func cleanAddress(text string) (string, error) {
	text = strings.TrimSpace(text)
	a, err := mail.ParseAddress(text)
	if err != nil || a.Address != text || len(text) > maxAddress {
		return "", ErrAddress
	}
	for _, c := range []byte(text) {
		if c <= ' ' || c > '~' || strings.ContainsRune(`<>"(),:;[\]`, rune(c)) {
			return "", ErrAddress
		}
	}
	return text, nil
}

// allow records that another confirmation email is sent. If that would exceed the limit most, it returns
// ErrTooMany instead.
func (n *Notifier) allow(ctx context.Context, key string, most int) error {
	for {
		rec, err := n.kv.server.Get(ctx, key)
		if err != nil && !errors.Is(err, store.ErrAbsent) {
			return err
		}
		var times []time.Time
		if err == nil {
			if err := json.Unmarshal(rec.Data, &times); err != nil {
				return fmt.Errorf("%w: %w", store.ErrDamaged, err)
			}
		}
		times = slices.DeleteFunc(times, func(t time.Time) bool { return n.now().Sub(t) >= confirmFor })
		if len(times) >= most {
			return ErrTooMany
		}
		data, err := json.Marshal(append(times, n.now()))
		if err != nil {
			return err
		}
		if _, err = n.kv.server.Put(ctx, key, rec.Version, data); !store.Retryable(ctx, err) {
			return err
		}
	}
}

// forgetAsked removes outdated records about confirmation emails.
func (n *Notifier) forgetAsked(ctx context.Context) {
	list, err := n.kv.server.List(ctx, askedPrefix)
	if err != nil {
		n.trouble("list confirmations", err)
		return
	}
	for _, rec := range list {
		var times []time.Time
		if json.Unmarshal(rec.Data, &times) == nil && len(times) > 0 && n.now().Sub(times[len(times)-1]) < confirmFor {
			continue
		}
		if err := n.kv.server.Delete(ctx, rec.Key); err != nil {
			n.trouble("remove an old confirmation", err)
			return
		}
	}
}

// RemoveMail removes a person's email address.
func (n *Notifier) RemoveMail(ctx context.Context, person string) error {
	_, err := n.change(ctx, person, func(p *Person) error {
		p.Mail = nil
		return nil
	})
	return err
}

// link returns a link for an email. Its secret contains the person, the purpose, and a signature that also
// covers the address. So the server need not store anything for the link.
func (n *Notifier) link(kind, person string, m Mail) string {
	return n.conf.Origin + "/mail/" + kind + "/" + person + "." + n.seal(kind, person, m)
}

func (n *Notifier) seal(kind, person string, m Mail) string {
	h := hmac.New(sha256.New, n.keys.Links)
	_, _ = fmt.Fprintf(h, "%s\n%s\n%s\n%d", kind, person, m.Address, m.Asked.Unix()) // writing to a hash cannot fail
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// OpenLink does what a link from an email is for: it confirms the address, or removes it.
func (n *Notifier) OpenLink(ctx context.Context, kind, secret string) error {
	person, seal, _ := strings.Cut(secret, ".")
	if kind != LinkConfirm && kind != LinkStop || !identity.IsID(person, identity.PersonLength) {
		return ErrVoid
	}
	_, err := n.change(ctx, person, func(p *Person) error {
		if p.Mail == nil || !hmac.Equal([]byte(seal), []byte(n.seal(kind, person, *p.Mail))) {
			return ErrVoid
		}
		switch {
		case kind == LinkStop:
			p.Mail = nil
		case !p.Mail.Confirmed && n.now().Sub(p.Mail.Asked) > confirmFor:
			return ErrVoid
		default:
			p.Mail.Confirmed = true
		}
		return nil
	})
	if errors.Is(err, identity.ErrUnknown) {
		return ErrVoid
	}
	return err
}

// mailTo sends a notice by email.
func (n *Notifier) mailTo(ctx context.Context, person, address string, m *message) error {
	words, err := locale.For(m.lang)
	if err != nil {
		return err
	}
	stop := n.link(LinkStop, person, *m.to.Mail)
	return n.conf.Mail.send(ctx, letter{
		id: m.id, to: address, lang: m.lang, at: n.now(), stop: stop,
		subject: words.Text("notice.mail.subject", "title", m.title, "body", m.body),
		text:    words.Text("notice.mail.text", "title", m.title, "body", m.body, "link", m.link, "server", n.conf.Origin, "stop", stop),
	})
}
