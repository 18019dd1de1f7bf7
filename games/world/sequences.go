package world

import "theriac/games/epidemic"

// sequences are the sequence cards of the laboratory. There is one for each colour, and one for each pair of
// colours. Four more can be used for any cure, but take more cubes. The original game is known to have these
// fourteen cards. Their vials and circles are our proposal, because no public source describes them. A group
// that owns the real cards can play with those.
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
