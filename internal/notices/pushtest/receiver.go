// Package pushtest is a push service for tests. It is an HTTP server that accepts messages according to RFC
// 8030. It checks their signatures (RFC 8292) and decrypts them with the device's keys (RFC 8291). It is
// written from the RFCs alone, and shares no code with the sender.
//
// It refuses any message that it cannot decrypt, or that the expected server has not signed.
package pushtest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Message is a message as a device received it.
type Message struct {
	Device string
	Topic  string
	TTL    string
	ID     string `json:"id"`
	Table  string `json:"table"`
	Title  string `json:"title"`
	Body   string `json:"body"`
	Lang   string `json:"lang"`
	Path   string `json:"path"`
}

// Device is a subscribed browser.
type Device struct {
	Endpoint, P256dh, Auth string

	key  *ecdh.PrivateKey
	auth []byte
}

// Receiver is a push service that records the messages it accepts.
type Receiver struct {
	URL string
	// Take decides whether each message is accepted. If Take is nil, or returns 0 or 201, the message is
	// accepted. Any other status rejects it. Take may block, as a slow service would.
	Take func(Message) int

	server  *httptest.Server
	mu      sync.Mutex
	devices map[string]*Device
	signers map[string]bool // public keys of the servers that signed messages
	got     []Message
	faults  []error
	came    chan struct{}
}

// New starts a push service that runs until the test ends.
func New(t testing.TB) *Receiver {
	r := Start()
	t.Cleanup(r.Close)
	return r
}

// Start starts a push service that runs until Close.
func Start() *Receiver {
	r := &Receiver{devices: map[string]*Device{}, signers: map[string]bool{}, came: make(chan struct{}, 1)}
	r.server = httptest.NewServer(http.HandlerFunc(r.serve))
	r.URL = r.server.URL
	return r
}

// Close stops the push service.
func (r *Receiver) Close() { r.server.Close() }

// Subscribe creates a device with the given name.
func (r *Receiver) Subscribe(name string) *Device {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	auth := make([]byte, 16)
	_, _ = rand.Read(auth) // cannot fail
	d := &Device{
		Endpoint: r.URL + "/push/" + name, key: key, auth: auth,
		P256dh: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), Auth: base64.RawURLEncoding.EncodeToString(auth),
	}
	r.mu.Lock()
	r.devices[name] = d
	r.mu.Unlock()
	return d
}

// Messages returns all messages that were accepted.
func (r *Receiver) Messages() []Message {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Message(nil), r.got...)
}

// Faults returns an error for the messages that were invalid, or nil.
func (r *Receiver) Faults() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return errors.Join(r.faults...)
}

// Signers returns the public keys with which messages were signed.
func (r *Receiver) Signers() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []string
	for k := range r.signers {
		list = append(list, k)
	}
	return list
}

// Wait waits until count messages were accepted, and returns them.
func (r *Receiver) Wait(t testing.TB, count int) []Message {
	t.Helper()
	late := time.After(2 * time.Minute)
	for {
		if got := r.Messages(); len(got) >= count {
			return got
		}
		select {
		case <-r.came:
		case <-late:
			t.Fatalf("%d messages came, not %d; %v", len(r.Messages()), count, r.Faults())
		}
	}
}

func (r *Receiver) serve(w http.ResponseWriter, q *http.Request) {
	name := strings.TrimPrefix(q.URL.Path, "/push/")
	r.mu.Lock()
	d := r.devices[name]
	r.mu.Unlock()
	if d == nil {
		w.WriteHeader(http.StatusGone)
		return
	}
	m, signer, err := r.read(q, d)
	if errors.Is(err, errCutOff) {
		return
	}
	if err != nil {
		r.mu.Lock()
		r.faults = append(r.faults, err)
		r.mu.Unlock()
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	m.Device = name
	status := http.StatusCreated
	if r.Take != nil {
		if s := r.Take(m); s != 0 {
			status = s
		}
	}
	if status == http.StatusCreated {
		r.mu.Lock()
		r.got = append(r.got, m)
		r.signers[signer] = true
		r.mu.Unlock()
		select {
		case r.came <- struct{}{}:
		default:
		}
	}
	w.WriteHeader(status)
}

// errCutOff reports a message that is incomplete because its sender was killed. Such a message does not count
// as invalid.
var errCutOff = errors.New("the connection was cut off")

func (r *Receiver) read(q *http.Request, d *Device) (m Message, signer string, err error) {
	if q.Method != http.MethodPost || q.Header.Get("Content-Encoding") != "aes128gcm" || q.Header.Get("TTL") == "" {
		return m, "", fmt.Errorf("a request that is no push message: %s %v", q.Method, q.Header)
	}
	if signer, err = checkSignature(q.Header.Get("Authorization"), r.URL); err != nil {
		return m, "", err
	}
	body, err := io.ReadAll(io.LimitReader(q.Body, 1<<16))
	if err != nil {
		return m, "", errCutOff
	}
	if len(body) > 4096 {
		return m, "", fmt.Errorf("%d bytes are more than a push service must take", len(body))
	}
	plain, err := decrypt(body, d)
	if err != nil {
		return m, "", err
	}
	m.Topic, m.TTL = q.Header.Get("Topic"), q.Header.Get("TTL")
	return m, signer, json.Unmarshal(plain, &m)
}

// decrypt decrypts a message that consists of one record (RFC 8188), with the device's keys (RFC 8291).
func decrypt(body []byte, d *Device) ([]byte, error) {
	if len(body) < 21 {
		return nil, errors.New("shorter than its header")
	}
	salt, size, idLen := body[:16], binary.BigEndian.Uint32(body[16:20]), int(body[20])
	if len(body) < 21+idLen || uint32(len(body)-21-idLen) > size {
		return nil, errors.New("not one record")
	}
	sender, sealed := body[21:21+idLen], body[21+idLen:]
	theirs, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := d.key.ECDH(theirs)
	if err != nil {
		return nil, err
	}
	info := append(append([]byte("WebPush: info\x00"), d.key.PublicKey().Bytes()...), sender...)
	ikm, err := hkdf.Key(sha256.New, shared, d.auth, string(info), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := gcm.Open(nil, nonce, sealed, nil)
	if err != nil {
		return nil, err
	}
	end := len(plain)
	for end > 0 && plain[end-1] == 0 {
		end--
	}
	if end == 0 || plain[end-1] != 2 {
		return nil, errors.New("no end of the last record")
	}
	return plain[:end-1], nil
}

// checkSignature checks the signature in a VAPID header, and returns the server's public key.
func checkSignature(header, audience string) (string, error) {
	rest, ok := strings.CutPrefix(header, "vapid t=")
	token, public, ok2 := strings.Cut(rest, ", k=")
	parts := strings.Split(token, ".")
	if !ok || !ok2 || len(parts) != 3 {
		return "", fmt.Errorf("not signed: %q", header)
	}
	raw, err := base64.RawURLEncoding.DecodeString(public)
	if err != nil {
		return "", err
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	if err != nil {
		return "", err
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || len(signature) != 64 {
		return "", errors.New("no signature")
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return "", errors.New("a wrong signature")
	}
	claims, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return "", err
	}
	var said struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(claims, &said); err != nil {
		return "", err
	}
	if left := time.Until(time.Unix(said.Exp, 0)); said.Aud != audience || left <= 0 || left > 24*time.Hour || !strings.HasPrefix(said.Sub, "mailto:") && !strings.HasPrefix(said.Sub, "https:") {
		return "", fmt.Errorf("claims %s", claims)
	}
	return public, nil
}
