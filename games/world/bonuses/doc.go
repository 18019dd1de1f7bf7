// Package bonuses holds the bonus cards of the game in teams, one file for each kind. A bonus card is either
// played in a turn of its holder's team, or kept for the prestige it is worth.
//
// It deliberately does not depend on other cards, and contains no text that players read.
package bonuses
