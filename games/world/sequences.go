package world

import "theriac/games/epidemic"

// sequences are the cards of the laboratory: one for each colour alone, one for each
// pair, and four that take any cure for more cubes. That there are these fourteen is
// known; which vials and circles they show is our proposal, for no public source
// tells it. A group that owns the cards can play with what they show.
var sequences = []epidemic.SequenceCard{
	{ID: "small-blue", Vials: []string{"blue"}, Circles: map[string]uint8{"blue": 3, epidemic.GreyCircles: 1}},
	{ID: "small-yellow", Vials: []string{"yellow"}, Circles: map[string]uint8{"yellow": 3, epidemic.GreyCircles: 1}},
	{ID: "small-black", Vials: []string{"black"}, Circles: map[string]uint8{"black": 3, epidemic.GreyCircles: 1}},
	{ID: "small-red", Vials: []string{"red"}, Circles: map[string]uint8{"red": 3, epidemic.GreyCircles: 1}},
	{ID: "pair-black-red", Vials: []string{"black", "red"}, Circles: map[string]uint8{"black": 2, "red": 2, epidemic.GreyCircles: 1}},
	{ID: "pair-blue-black", Vials: []string{"blue", "black"}, Circles: map[string]uint8{"blue": 2, "black": 2, epidemic.GreyCircles: 1}},
	{ID: "pair-red-yellow", Vials: []string{"red", "yellow"}, Circles: map[string]uint8{"red": 2, "yellow": 2, epidemic.GreyCircles: 1}},
	{ID: "pair-red-blue", Vials: []string{"red", "blue"}, Circles: map[string]uint8{"red": 2, "blue": 2, epidemic.GreyCircles: 1}},
	{ID: "pair-yellow-blue", Vials: []string{"yellow", "blue"}, Circles: map[string]uint8{"yellow": 2, "blue": 2, epidemic.GreyCircles: 1}},
	{ID: "pair-black-yellow", Vials: []string{"black", "yellow"}, Circles: map[string]uint8{"black": 2, "yellow": 2, epidemic.GreyCircles: 1}},
	{ID: "big-blue", Vials: anyCure, Circles: map[string]uint8{"blue": 2, epidemic.GreyCircles: 4}},
	{ID: "big-yellow", Vials: anyCure, Circles: map[string]uint8{"yellow": 2, epidemic.GreyCircles: 4}},
	{ID: "big-black", Vials: anyCure, Circles: map[string]uint8{"black": 2, epidemic.GreyCircles: 4}},
	{ID: "big-red", Vials: anyCure, Circles: map[string]uint8{"red": 2, epidemic.GreyCircles: 4}},
}

var anyCure = []string{"blue", "yellow", "black", "red", "purple"}
