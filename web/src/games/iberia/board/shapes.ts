// SVG shapes that Iberia's board uses more than once, drawn around their centre.

/** A hospital: a gable over a wide front. */
export const house = 'M0-14.5 15.5-3V0H13V12.5H-13V0H-15.5V-3Z';

/** An anchor, for a port. */
export const anchor = 'M0-2V3.8M-3.4.6C-3.2 2.6-1.8 3.8 0 3.8S3.2 2.6 3.4.6M-1.8-.9H1.8M0-2A1 1 0 1 1 .01-2Z';

/** A drop of clean water. */
export const drop = 'M0-12C4-6.6 8-2.6 8 2.6A8 8 0 0 1-8 2.6C-8-2.6-4-6.6 0-12Z';

/** A shield, for the region that the Nurse protects. */
export const shield = 'M0-10 8.5-6.5V0C8.5 5.2 5 9 0 11-5 9-8.5 5.2-8.5 0V-6.5Z';

/** The heart on a shield and on a hospital. */
export const heart =
	'M0 4.8C-6.4.8-5.2-4.6-2.6-4.6-1.2-4.6-.4-3.6 0-2.6.4-3.6 1.2-4.6 2.6-4.6 5.2-4.6 6.4.8 0 4.8Z';

/**
 * The letters of the diseases in every language, as shapes: screen readers would read text as part of a
 * city's name.
 */
export const letters: Readonly<Record<string, string | undefined>> = {
	B: 'M-2-3.6V3.6H.4A2 2 0 0 0 .4-.3H-2M.2-.3A1.65 1.65 0 0 0 .2-3.6H-2',
	Y: 'M-2.6-3.6L0-.2V3.6M2.6-3.6L0-.2',
	J: 'M1.5-3.6V1.6A2 2 0 0 1-2.5 1.6',
	N: 'M-2.2 3.6V-3.6L2.2 3.6V-3.6',
	K: 'M-2.1-3.6V3.6M2.3-3.6L-2.1.8M-.5-.8L2.5 3.6',
	R: 'M-2 3.6V-3.6H.3A1.9 1.9 0 0 1 .3.2H-2M.2.2L2.4 3.6',
};
