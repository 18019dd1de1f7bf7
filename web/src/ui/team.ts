// A team has three distinguishing marks: a colour (--team-0, --team-1, …), a sign, and a name, which is the
// name of its sign.

/** The sign of each team, about 16 units wide around 0,0: a moon, a leaf, waves. */
export const signs: readonly string[] = [
	'M3.4-6.6A7 7 0 1 0 6.8 2.6A5.7 5.7 0 1 1 3.4-6.6Z',
	'M6.5-6.5C7.4 2 3 6.8-3.2 5.4L-5.8 7.4-6.9 6.2-4.6 3.8C-6.4-2.6-2-6.9 6.5-6.5ZM3.2-3.4C-.6-2-2.6.2-3.4 3.2 0 2.4 2.2.4 3.2-3.4Z',
	'M-7.6-3.4C-5.2-7-2.4-7 0-4.6 2.2-2.4 4.8-2.4 7.6-5.6V-1.8C4.8 1.4 2 1.2-.4-1-2.8-3.2-5.2-3.2-7.6.4ZM-7.6 3.6C-5.2 0-2.4 0 0 2.4 2.2 4.6 4.8 4.6 7.6 1.4V5.2C4.8 8.4 2 8.2-.4 6-2.8 3.8-5.2 3.8-7.6 7.4Z',
];

/** Returns the colour token of a team. */
export const teamColour = (team: number) => `var(--team-${team})`;
