package admit

import (
	"net/http"
)

// policy lets a page load from this server and from nowhere else, and nothing inline.
// It may compile WebAssembly, which tables on the visitor's own device run as; text is
// never run as code.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"

// guards are the headers of every response, and those of them that mean something for
// a stream: each header of an open stream stays in memory. Their values are made once
// and shared.
func (o Origin) guards() (all, stream http.Header) {
	all = http.Header{
		"Content-Security-Policy":      {policy},
		"Referrer-Policy":              {"no-referrer"},
		"X-Content-Type-Options":       {"nosniff"},
		"X-Frame-Options":              {"DENY"},
		"Permissions-Policy":           {"camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
		"Cross-Origin-Opener-Policy":   {"same-origin"},
		"Cross-Origin-Resource-Policy": {"same-origin"},
		"Cache-Control":                {"no-store"},
	}
	stream = http.Header{
		"Content-Security-Policy": {"default-src 'none'"},
		"X-Content-Type-Options":  all["X-Content-Type-Options"],
		"Cache-Control":           all["Cache-Control"],
	}
	if o.secure {
		all["Strict-Transport-Security"] = []string{"max-age=31536000"}
		stream["Strict-Transport-Security"] = all["Strict-Transport-Security"]
	}
	return all, stream
}
