// Package strains holds the strain cards, one file each. Each epidemic draws one of them, which makes the
// virulent disease worse.
//
// It deliberately does not depend on the board: a card changes a number that the kernel reads, or takes effect
// once.
package strains
