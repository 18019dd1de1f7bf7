// Package incidents holds cards of the player deck that take effect as soon as they are drawn, one file each.
//
// Their effects deliberately do not depend on the seat that draws them.
package incidents
