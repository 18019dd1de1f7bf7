// Package archtest tests the architecture: which packages may import which, what the pure core must
// not use, and what each package doc contains. Every ban has a reason.
//
// By design it refuses to be imported: it contains only tests.
package archtest
