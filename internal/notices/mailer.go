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

// How a mail server is spoken to.
const (
	SecurityStartTLS = "starttls" // plain at first, then encrypted; refused where the server cannot
	SecurityTLS      = "tls"      // encrypted from the beginning
	SecurityNone     = "none"     // in plain text: for a server on the same machine
)

// mailTime is how long sending one mail may take.
const mailTime = 15 * time.Second

// MailConfig says how to send mail.
type MailConfig struct {
	Server         string // host and port
	Security       string // "" for SecurityStartTLS
	From           string // such as Theriac <theriac@example.org>
	User, Password string // none: without signing in
	TLS            *tls.Config
}

// Mailer sends mail by SMTP.
type Mailer struct {
	conf MailConfig
	host string
	from *mail.Address
}

// NewMailer checks a configuration. It connects to nobody yet.
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

// url names the mail server for the queue.
func (m *Mailer) url() string { return "smtp://" + m.conf.Server }

// letter is one mail.
type letter struct {
	id            string // the same id is the same mail
	to            string
	lang          string
	subject, text string
	stop          string // the address that ends such mails
	at            time.Time
}

// send hands a mail to the server. An error that wraps errFinal will not get better.
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
	_ = c.Quit() // it has the mail
	return nil
}

// begin names the sender. smtp.Client.Mail would declare a mail that holds more than
// ASCII wherever the server knows such mails, and a server has to return that where the
// next one does not know them. compose writes ASCII alone.
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

// smtpDone is an SMTP server's answer to what it has done.
const smtpDone = 250

// refusedForGood marks answers that no further attempt changes.
func refusedForGood(err error) error {
	var code *textproto.Error
	if errors.As(err, &code) && code.Code >= 500 {
		return fmt.Errorf("%w: %w", errFinal, err)
	}
	return err
}

// compose writes a mail as RFC 5322 wants it.
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
	if l.stop != "" { // RFC 2369 and 8058: one press in the mail program
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

// headLine is how long a line of a header is at most, by RFC 2047.
const headLine = 76

// fold writes a field of a header in lines, broken at spaces.
func fold(field, value string) string {
	var b strings.Builder
	b.WriteString(field)
	for at, word := range strings.Split(value, " ") {
		switch {
		case len(field)+1+len(word) <= headLine, word == "", at == 0 && len(word) >= headLine: // where it fits, or would not in a line of its own
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
