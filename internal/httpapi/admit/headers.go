package admit

import (
	"net/http"
)

// policy is the Content-Security-Policy. A page loads content only from this server, and has no
// inline scripts or styles. It may use WebAssembly, for tables that run on the visitor's device,
// but it may not evaluate text as code.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"

// guards returns the security headers for all responses, and those for streams. Streams get only a
// few, because the headers of an open stream stay in memory. All responses share the returned
// values.
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
