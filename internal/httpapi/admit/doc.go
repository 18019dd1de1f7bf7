// Package admit decides which requests the server accepts. It authenticates callers, applies rate
// limits, and rejects requests that a busy or full node cannot serve.
//
// By design it refuses to know individual operations: the description of an operation names the
// limits that apply. It never logs a token, a person's id or an address.
package admit
