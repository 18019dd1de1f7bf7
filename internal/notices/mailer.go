package notices

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/smtp"
	"net/textproto"
	"strings"
	"time"
	"unicode"
)

// How a connection to a mail server is encrypted.
const (
	SecurityStartTLS = "starttls" // encrypted after the STARTTLS command; fails if the server does not support it
	SecurityTLS      = "tls"      // encrypted from the first byte
	SecurityNone     = "none"     // not encrypted; for a server on the same machine
)

// mailTime is the timeout for sending one email.
const mailTime = 15 * time.Second

// MailConfig configures the connection to a mail server.
type MailConfig struct {
	Server         string // host and port
	Security       string // "" means SecurityStartTLS
	From           string // the sender, such as Theriac <theriac@example.org>
	User, Password string // empty if the server needs no sign-in
	TLS            *tls.Config
}

// Mailer sends emails over SMTP.
type Mailer struct {
	conf MailConfig
	host string
	from *mail.Address
}

// NewMailer returns a mailer if the configuration is valid. It does not connect yet.
func NewMailer(c MailConfig) (*Mailer, error) {
	host, _, err := net.SplitHostPort(c.Server)
	if err != nil || host == "" {
		return nil, fmt.Errorf("the mail server %q is not a host with a port, such as mail.example.org:587", c.Server)
	}
	from, err := mail.ParseAddress(c.From)
	if err != nil {
		return nil, fmt.Errorf("the sender of mails %q is not a mail address", c.From)
	}
	switch c.Security {
	case "":
		c.Security = SecurityStartTLS
	case SecurityStartTLS, SecurityTLS, SecurityNone:
	default:
		return nil, fmt.Errorf("the security of a mail server is %s, %s or %s, not %q", SecurityStartTLS, SecurityTLS, SecurityNone, c.Security)
	}
	if (c.User == "") != (c.Password == "") {
		return nil, errors.New("a mail server that wants a user wants a password too")
	}
	if c.TLS == nil {
		c.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	c.TLS = c.TLS.Clone()
	c.TLS.ServerName = host
	return &Mailer{conf: c, host: host, from: from}, nil
}

// url identifies the mail server to the outbound queue.
func (m *Mailer) url() string { return "smtp://" + m.conf.Server }

// letter is one email to send.
type letter struct {
	id            string // two letters with the same id count as one email
	to            string
	lang          string
	subject, text string
	stop          string // URL that the recipient can open to get no more such emails
	at            time.Time
}

// send sends an email through the mail server. An error that wraps errFinal is permanent.
func (m *Mailer) send(ctx context.Context, l letter) error {
	ctx, cancel := context.WithTimeout(ctx, mailTime)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", m.conf.Server)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if until, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(until); err != nil {
			return err
		}
	}
	if m.conf.Security == SecurityTLS {
		conn = tls.Client(conn, m.conf.TLS)
	}
	c, err := smtp.NewClient(conn, m.host)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	return refusedForGood(m.converse(c, l))
}

func (m *Mailer) converse(c *smtp.Client, l letter) error {
	if err := c.Hello("localhost"); err != nil {
		return err
	}
	if m.conf.Security == SecurityStartTLS {
		if can, _ := c.Extension("STARTTLS"); !can {
			return errors.New("the mail server offers no encryption")
		}
		if err := c.StartTLS(m.conf.TLS); err != nil {
			return err
		}
	}
	if m.conf.User != "" {
		if err := c.Auth(smtp.PlainAuth("", m.conf.User, m.conf.Password, m.host)); err != nil {
			return fmt.Errorf("signing in at the mail server: %s", strings.ReplaceAll(err.Error(), m.conf.Password, "…"))
		}
	}
	if err := m.begin(c); err != nil {
		return err
	}
	if err := c.Rcpt(l.to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	text, err := m.compose(l)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	_ = c.Quit() // ignore errors, because the server has already accepted the email
	return nil
}

// begin sends the command that names the sender. smtp.Client.Mail would also announce non-ASCII text to servers
// that support it. They would then return the email if the next server does not support it. compose writes only
// ASCII.
func (m *Mailer) begin(c *smtp.Client) error {
	if strings.ContainsFunc(m.from.Address, func(r rune) bool { return r > unicode.MaxASCII }) {
		return c.Mail(m.from.Address)
	}
	id, err := c.Text.Cmd("MAIL FROM:<%s>", m.from.Address)
	if err != nil {
		return err
	}
	c.Text.StartResponse(id)
	defer c.Text.EndResponse(id)
	_, _, err = c.Text.ReadResponse(smtpDone)
	return err
}

// smtpDone is an SMTP server's reply code for a successful command.
const smtpDone = 250

// refusedForGood wraps permanent errors of a mail server in errFinal.
func refusedForGood(err error) error {
	var code *textproto.Error
	if errors.As(err, &code) && code.Code >= 500 {
		return fmt.Errorf("%w: %w", errFinal, err)
	}
	return err
}

// compose returns an email in the format of RFC 5322.
func (m *Mailer) compose(l letter) ([]byte, error) {
	_, domain, _ := strings.Cut(m.from.Address, "@")
	var b bytes.Buffer
	head := func(name, value string) { b.WriteString(fold(name+":", value) + "\r\n") }
	head("From", m.from.String())
	head("To", (&mail.Address{Address: l.to}).String())
	head("Subject", mime.QEncoding.Encode("utf-8", l.subject))
	head("Date", l.at.Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	head("Message-ID", "<"+short(l.id)+"@"+domain+">")
	head("Auto-Submitted", "auto-generated")
	if l.stop != "" { // with these headers (RFC 2369 and 8058), mail programs show an unsubscribe button
		head("List-Unsubscribe", "<"+l.stop+">")
		head("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	head("MIME-Version", "1.0")
	head("Content-Language", l.lang)
	head("Content-Type", "text/plain; charset=utf-8")
	head("Content-Transfer-Encoding", "quoted-printable")
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	if _, err := w.Write([]byte(strings.ReplaceAll(l.text, "\n", "\r\n"))); err != nil {
		return nil, err
	}
	return b.Bytes(), w.Close()
}

// headLine is the maximum length of a header line according to RFC 2047.
const headLine = 76

// fold returns a header field that is broken into lines at spaces.
func fold(field, value string) string {
	var b strings.Builder
	b.WriteString(field)
	for at, word := range strings.Split(value, " ") {
		switch {
		case len(field)+1+len(word) <= headLine, word == "", at == 0 && len(word) >= headLine: // the word fits, or is too long for a line of its own anyway
			b.WriteByte(' ')
			field += " " + word
		default:
			b.WriteString("\r\n ")
			field = " " + word
		}
		b.WriteString(word)
	}
	return b.String()
}
