// Command faults kills, cuts off, fills up, corrupts and cuts the power of real theriac
// processes while people play, and then checks whether a move was lost, made twice or seen out of
// order.
//
// It refuses to look inside: it knows the program's command line, its API, its files
// and its processes. It is a module of its own, so that its dependencies are not the
// game's.
package main
