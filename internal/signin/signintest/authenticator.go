// Package signintest has a software authenticator for tests. It creates real keys, and signs the data that a browser
// and a security key would produce. It can also act as an attacker's authenticator would.
//
// By design it refuses to verify anything, because the tests check whether the server does.
package signintest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"
)

// Authenticator holds at most one passkey. A test can falsify its fields.
type Authenticator struct {
	Origin string // the origin that the browser reports
	RPID   string // the host for which the authenticator signs; empty means the host in the request
	Handle []byte // the user's handle; set by Create
	ID     []byte // the credential's id; set by Create unless given
	Count  uint32 // number of signatures so far; if it is 0, it remains 0, as for synced passkeys
	// Unverified leaves out the flag that reports a verified user.
	Unverified bool

	key *ecdsa.PrivateKey
	t   testing.TB
}

// New returns an authenticator without a passkey, for a browser at an origin.
func New(t testing.TB, origin string) *Authenticator { return &Authenticator{Origin: origin, t: t} }

// Clone returns a copy of the authenticator with its key, as an attacker would have after extracting the key.
func (a *Authenticator) Clone() *Authenticator {
	c := *a
	return &c
}

type options struct {
	Challenge string `json:"challenge"`
	RPID      string `json:"rpId"`
	RP        struct {
		ID string `json:"id"`
	} `json:"rp"`
	User struct {
		ID string `json:"id"`
	} `json:"user"`
}

var b64 = base64.RawURLEncoding

func (a *Authenticator) read(text []byte) options {
	a.t.Helper()
	var o options
	if err := json.Unmarshal(text, &o); err != nil {
		a.t.Fatal(err)
	}
	return o
}

// Create creates a passkey according to the options, and returns the browser's answer.
func (a *Authenticator) Create(text []byte) map[string]any {
	a.t.Helper()
	o := a.read(text)
	handle, err := b64.DecodeString(o.User.ID)
	if err != nil {
		a.t.Fatal(err)
	}
	if a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		a.t.Fatal(err)
	}
	a.Handle = handle
	if a.ID == nil {
		a.ID = make([]byte, 32)
		_, _ = rand.Read(a.ID) // cannot fail
	}
	raw := a.authData(o.RP.ID, 0x40)
	raw = append(raw, make([]byte, 16)...) // all zeros, so the make of the device is unknown
	raw = binary.BigEndian.AppendUint16(raw, uint16(len(a.ID)))
	raw = append(raw, a.ID...)
	raw = append(raw, a.coseKey()...)
	object := append([]byte{0xa3}, shortText("fmt")...)
	object = append(append(object, shortText("none")...), shortText("attStmt")...)
	object = append(append(object, 0xa0), shortText("authData")...)
	object = append(object, bytesHead(len(raw))...)
	object = append(object, raw...)
	return a.credential(map[string]any{
		"clientDataJSON": b64.EncodeToString(a.clientData("webauthn.create", o.Challenge)), "attestationObject": b64.EncodeToString(object),
	})
}

// Get signs a challenge according to the options, and returns the browser's answer.
func (a *Authenticator) Get(text []byte) map[string]any {
	a.t.Helper()
	o := a.read(text)
	if a.Count > 0 {
		a.Count++
	}
	client := a.clientData("webauthn.get", o.Challenge)
	hash := sha256.Sum256(client)
	raw := a.authData(o.RPID, 0)
	digest := sha256.Sum256(append(raw[:len(raw):len(raw)], hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return a.credential(map[string]any{
		"clientDataJSON": b64.EncodeToString(client), "authenticatorData": b64.EncodeToString(raw),
		"signature": b64.EncodeToString(signature), "userHandle": b64.EncodeToString(a.Handle),
	})
}

func (a *Authenticator) credential(response map[string]any) map[string]any {
	return map[string]any{
		"id": b64.EncodeToString(a.ID), "rawId": b64.EncodeToString(a.ID), "type": "public-key", "response": response,
		"clientExtensionResults": map[string]any{}, "authenticatorAttachment": "platform",
	}
}

func (a *Authenticator) clientData(kind, challenge string) []byte {
	text, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.Origin, "crossOrigin": false})
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}

// authData returns the data that an authenticator signs: the host, whether a user was present, and the number
// of signatures so far.
func (a *Authenticator) authData(rp string, flags byte) []byte {
	if a.RPID != "" {
		rp = a.RPID
	}
	flags |= 0x01 // a user was present
	if !a.Unverified {
		flags |= 0x04
	}
	hash := sha256.Sum256([]byte(rp))
	return binary.BigEndian.AppendUint32(append(hash[:], flags), a.Count)
}

// coseKey returns the public key in the format of authenticators: ES256 on P-256.
func (a *Authenticator) coseKey() []byte {
	point, err := a.key.PublicKey.Bytes()
	if err != nil {
		a.t.Fatal(err)
	}
	key := []byte{0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32}
	key = append(key, point[1:33]...)
	key = append(key, 0x22, 0x58, 32)
	return append(key, point[33:]...)
}

// shortText returns the CBOR encoding of a short text.
func shortText(text string) []byte { return append([]byte{0x60 | byte(len(text))}, text...) }

// bytesHead returns the CBOR encoding of the head of a byte string with n bytes.
func bytesHead(n int) []byte {
	if n < 256 {
		return []byte{0x58, byte(n)}
	}
	return []byte{0x59, byte(n >> 8), byte(n)}
}
