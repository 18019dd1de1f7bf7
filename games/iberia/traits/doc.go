// Package traits holds the historical diseases, one file each: what a disease does
// beyond the ordinary.
//
// It refuses to know how cubes are placed: it only says where and how many.
package traits
