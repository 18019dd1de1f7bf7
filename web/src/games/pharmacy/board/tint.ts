// The colours of seats. This game has no roles, so each seat gets a colour that other games use for a role,
// which makes players easy to find. Their initials and names differ, too.

const tints = [
	'medic',
	'contingency-planner',
	'dispatcher',
	'operations-expert',
	'field-director',
	'epidemiologist',
];

export const tintOf = (seat: number): string | undefined => tints[seat % tints.length];
