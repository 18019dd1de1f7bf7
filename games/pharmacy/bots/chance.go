package bots

import (
	"math"

	"theriac/engine"
	"theriac/games/pharmacy"
)

// spread is how far leads still change: the points by which two players of the same
// strength come to differ, times a factor, with no, one or two rounds to play. With none
// it only makes the step between winning and losing by a point less steep.
var spread = [pharmacy.Rounds]float64{1, 6, 8.5}

const (
	farthest = 60 // a lead that counts as no greater one does
	one      = 1 << 16
)

// odds[k][farthest+d] is the odds of being overtaken by who is d points ahead (or -d
// behind) with k rounds to play, in parts of one.
var odds = oddsTable()

func oddsTable() *[pharmacy.Rounds][2*farthest + 1]int {
	var t [pharmacy.Rounds][2*farthest + 1]int
	for k := range t {
		for d := range t[k] {
			t[k][d] = int(math.Round(one * math.Exp(min(30, float64(d-farthest)/spread[k]))))
		}
	}
	return &t
}

// chance is how likely a seat is to win the game, in parts of one, after the rounds that
// have been counted.
func chance(p *pharmacy.Public, players int, left int, seat engine.Seat) int {
	t := &odds[left]
	own, sum := p.Total(seat), 0
	for other := range engine.Seat(players) {
		d := min(farthest, max(-farthest, p.Total(other)-own))
		sum += t[farthest+d]
	}
	return one * one / sum
}
