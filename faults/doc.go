// Command faults kills, cuts, fills and corrupts real theriac processes while
// people play, and then asks whether a move was lost, made twice or seen out of
// order.
//
// It refuses to look inside: it knows the program's command line, its API, its
// files and its processes. It is a module of its own, so that what it needs is not
// what the game needs.
package main
