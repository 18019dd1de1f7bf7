// Package oidctest tries signing in at an OpenID provider that others wrote (Ory's
// fosite), with a whole server and browsers that follow redirects. It is a module of its
// own, so that the server does not depend on a provider.
//
// It refuses to spoil tokens: signintest has a provider for that.
package oidctest
