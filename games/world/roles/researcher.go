package roles

import "theriac/games/epidemic"

// Researcher may give any city card when sharing knowledge, in her own turn or
// in that of the player who takes it. What she receives follows the normal rule. In a
// laboratory she may draw a sequence card once a turn for nothing.
//
// Rule: world/role/researcher.
var Researcher = &epidemic.Role{
	ID: "researcher", Rule: "role/researcher", Not: epidemic.SoloMode, GivesAny: true,
	FreeLab: epidemic.LabSequence,
}
