// Package archtest holds tests of the shape of the code: which package may
// import which, what the pure core must not reach, and what every package says
// about itself. Each ban has its why.
//
// It contains no code that runs: it refuses to be imported.
package archtest
