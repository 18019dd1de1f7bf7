package bots

import (
	"math"

	"theriac/engine"
	"theriac/games/pharmacy"
)

// spread is how much a lead can still change with zero, one or two rounds left to play. It is proportional to
// the expected difference in points between two equally strong players. With no round left, it only smooths the
// step between winning and losing by a point.
var spread = [pharmacy.Rounds]float64{1, 6, 8.5}

const (
	farthest = 60 // larger leads are cut to this one
	one      = 1 << 16
)

// odds[k][farthest+d] is the odds that an opponent who leads the seat by d points beats it with k rounds left
// to play. If d is negative, the seat leads. Odds are fixed-point numbers in which the constant one stands for
// 1.
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

// chance returns a seat's chance of winning the game, judged by the points in the finished rounds. It is a
// fixed-point number in which the constant one stands for 1.
func chance(p *pharmacy.Public, players int, left int, seat engine.Seat) int {
	t := &odds[left]
	own, sum := p.Total(seat), 0
	for other := range engine.Seat(players) {
		d := min(farthest, max(-farthest, p.Total(other)-own))
		sum += t[farthest+d]
	}
	return one * one / sum
}
