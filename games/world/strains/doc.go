// Package strains holds the cards by which epidemics make one disease worse, one
// file each.
//
// It refuses to know the board: what a card changes is a number that the kernel
// asks for, or something that it does once.
package strains
