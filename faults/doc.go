// Command faults kills, isolates and corrupts real theriac processes, fills their disks and cuts their power
// during play. Afterwards it checks whether a move was lost, applied twice or seen out of order.
//
// It refuses to look inside the program: it knows only its command line, API, files and processes. It is a
// separate module, so that the server does not depend on its libraries.
package main
