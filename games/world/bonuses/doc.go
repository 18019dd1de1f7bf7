// Package bonuses holds the bonus cards of the game in teams, one file per kind. A
// bonus is played in its holder's own turn only, or kept for its prestige.
//
// It refuses to know other cards, and to write a text that a player reads.
package bonuses
