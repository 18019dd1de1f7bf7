// Nobody has a role in this game. Each seat borrows the colour of one, so that a
// player is found on the table at a glance; the initial and the name say it too.

const tints = [
	'medic',
	'contingency-planner',
	'dispatcher',
	'operations-expert',
	'field-director',
	'epidemiologist',
];

export const tintOf = (seat: number): string | undefined => tints[seat % tints.length];
