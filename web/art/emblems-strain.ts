// The emblems of the cards that make the virulent strain worse. Their background is wine red, the colour of
// an epidemic.

import { F, L, O } from './parts.ts';

const ground = (colour = '#e7b3c3') => `<circle cx="50" cy="50" r="46" fill="${colour}"/>`;
const cube = (x: number, y: number, s: number, colour = '#b8325a') =>
	F(`M${x - s} ${y - s}h${2 * s}v${2 * s}h${-2 * s}Z`, colour, 2);
const germ = (x: number, y: number, r: number) => {
	const spikes = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => {
		const [cos, sin] = [Math.cos((n * Math.PI) / 4), Math.sin((n * Math.PI) / 4)];
		return `M${x + cos * r} ${y + sin * r}L${x + cos * (r + 7)} ${y + sin * (r + 7)}`;
	});
	return L(spikes.join(''), 3.4) + O(x, y, r, '#b8325a') + O(x - r / 3, y - r / 4, r / 4, '#f1b9c9', 1.4);
};
const paper = '#fff8e6';

export const strains: Record<string, string> = {
	// Two cubes fall into an empty space.
	'chronic-effect':
		ground() +
		L('M6 82H94', 3) +
		cube(37, 58, 13) +
		cube(65, 58, 13, '#d8577c') +
		L('M37 14V36M30 29l7 7 7-7M65 14V36M58 29l7 7 7-7', 3.4),
	// A molecule with one atom too many.
	'complex-molecular-structure':
		ground('#cfc4f0') +
		L('M30 34L52 24L72 38L68 62L44 70L28 54ZM68 62L82 78M44 70L38 88', 4) +
		O(30, 34, 9, '#55a8ff') +
		O(52, 24, 9, paper) +
		O(72, 38, 9, '#f5c24a') +
		O(68, 62, 9, '#b8325a') +
		O(44, 70, 9, paper) +
		O(28, 54, 9, '#36c7ab') +
		O(82, 78, 7, '#b8325a'),
	// A barrier that blocks a pawn.
	'government-interference':
		ground('#f3d38a') +
		F('M38 88q0-22 8-27a11 11 0 1 1 12 0q8 5 8 27Z', '#36c7ab') +
		L('M10 92H92', 3) +
		F('M6 62H94V74H6Z', paper) +
		L('M14 74l10-12M34 74l10-12M54 74l10-12M74 74l10-12', 6, '#b8325a') +
		F('M8 56h8v34H8ZM84 56h8v34h-8Z', '#3e5a67'),
	// A cube that is hidden under a lifted stone.
	'hidden-pocket':
		ground('#bfe3c8') +
		F('M4 66Q50 54 96 66V98H4Z', '#8a6a44') +
		F('M30 66Q50 58 70 66Q68 88 50 88T30 66Z', '#3a2a1c') +
		germ(50, 74, 8) +
		F('M26 46Q34 26 56 28T80 50Q66 56 52 54T26 46Z', '#a9b6bb') +
		L('M40 38q8-5 16-3', 2.4, paper),
	// An outbreak whose arrows come in pairs.
	'highly-contagious':
		ground() +
		germ(50, 50, 14) +
		L('M72 42h16M82 36l6 6-6 6M72 58h16M82 52l6 6-6 6M28 42H12M18 36l-6 6 6 6M28 58H12M18 52l-6 6 6 6', 3.2),
	// A further card is turned over.
	'rate-effect':
		ground('#f5c9a8') +
		F('M20 30h36v48H20Z', '#7d1f3f') +
		F('M26 24h36v48H26Z', '#9c2f52') +
		F('M44 22l34 8-12 46-34-8Z', paper) +
		germ(55, 49, 8) +
		F('M76 66h8v8h8v8h-8v8h-8v-8h-8v-8h8Z', '#ff8a5c'),
	// A shield that stops everything.
	'resistant-to-treatment':
		ground('#bcd6f5') +
		F('M50 12L80 22V48Q80 74 50 88Q20 74 20 48V22Z', '#9c2f52') +
		germ(50, 48, 13) +
		L('M8 52H16M84 52h8', 4) +
		L('M6 36l10 6M94 36l-10 6', 3.4),
	// A marker that slides down two steps.
	'slippery-slope':
		ground('#a8dbe4') +
		F('M4 40H30V56H52V72H74V98H4Z', '#e6d6b4') +
		L('M30 28Q58 30 80 74M70 68l10 7 3-12', 4, '#b8325a') +
		O(24, 28, 11, '#c99a62') +
		O(24, 28, 6, paper, 1.6),
	// Cubes that leave the supply permanently.
	'unacceptable-loss':
		ground('#d9c4ee') +
		F('M14 56H86L78 86H22Z', '#c99a62') +
		L('M22 66H78', 2, '#7c5630') +
		cube(30, 32, 9) +
		cube(52, 24, 9) +
		cube(72, 36, 9) +
		cube(46, 46, 8) +
		L('M20 20L84 50', 5, paper) +
		L('M20 20L84 50', 2.4),
	// Next to a counted cube, a second one that was not counted.
	'uncounted-populations':
		ground('#e9d6ad') +
		F('M20 16H68V84H20Z', paper) +
		L('M30 30H58M30 42H58', 2.6, '#7b6a4a') +
		cube(36, 62, 9) +
		cube(58, 62, 9, '#f1b9c9') +
		F('M74 20h8v8h8v8h-8v8h-8v-8h-8v-8h8Z', '#f5c24a'),
};

/** The emblem of the infection card that belongs to no city. */
export const mutation: Record<string, string> = {
	mutation:
		ground('#e5c9f7') +
		L('M30 16C30 40 62 34 62 54S34 66 34 88', 5) +
		L('M62 16C62 40 30 34 30 54S58 66 58 88', 5) +
		L('M30 16C30 40 62 34 62 54S34 66 34 88', 2.4, '#9a4fd0') +
		L('M62 16C62 40 30 34 30 54S58 66 58 88', 2.4, '#c77dff') +
		L('M33 24H59M36 46H56M35 62H57M36 78H56', 2.4) +
		O(76, 36, 9, '#9a4fd0') +
		L('M76 27v-7M76 45v7M67 36h-7M85 36h7', 3),
};
