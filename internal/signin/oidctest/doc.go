// Package oidctest tests signing in with an independent OpenID provider (Ory's fosite), a complete server,
// and browsers that follow redirects. It is a separate module, so that the server's module does not depend on
// the provider's.
//
// By design it refuses to make invalid tokens: the provider in package signintest does that.
package oidctest
