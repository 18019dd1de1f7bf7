// Package bonuses holds the bonus cards of the game in teams, one file per kind. A
// bonus is played in the turn of its holder's team only, or kept for its prestige.
//
// It refuses to know other cards, and to write a text that a player reads.
package bonuses
