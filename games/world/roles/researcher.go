package roles

import "theriac/games/epidemic"

// Researcher may give any city card when sharing knowledge, in her own turn or in the turn of the player who
// takes it. To receive a card, she must be in its city as usual. In a laboratory she may draw a sequence card
// once a turn for free.
//
// Rule: world/role/researcher.
var Researcher = &epidemic.Role{
	ID: "researcher", Rule: "role/researcher", Not: epidemic.SoloMode, GivesAny: true,
	FreeLab: epidemic.LabSequence,
}
