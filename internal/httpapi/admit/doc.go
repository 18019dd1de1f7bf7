// Package admit decides who may ask and how often: it recognises callers, counts them
// against limits, and refuses what a busy or full node cannot do.
//
// It refuses to know any operation. It logs no token, and nobody's id or address.
package admit
