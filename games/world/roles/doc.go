// Package roles holds the roles of the world-map game, one file each. A role is
// numbers, verbs and reactions; the kernel reads them and knows none by name.
//
// A role refuses to know any other role, and to change a position but through
// the kernel's methods.
package roles
