// Package roles holds the roles of the world-map game, one file each. A role consists of numbers, verbs and
// reactions. The kernel reads these and names no role.
//
// A role deliberately does not depend on any other role, and changes a position only through the kernel's
// methods.
package roles
