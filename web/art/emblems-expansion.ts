// The emblems of the expansions' event and bonus cards.

import { F, L, O, turned } from './parts.ts';

const sky = (colour: string) => `<circle cx="50" cy="50" r="46" fill="${colour}"/>`;
const cube = (x: number, y: number, s: number, colour: string) =>
	F(`M${x - s} ${y - s}h${2 * s}v${2 * s}h${-2 * s}Z`, colour, 2);
const house = 'M26 52L50 32L74 52V80H26Z';

export const expansion: Record<string, string> = {
	'borrowed-time':
		sky('#f3d38a') +
		F('M30 16H70V22H30ZM30 78H70V84H30Z', '#8a5a34') +
		F('M34 22H66Q66 40 54 50Q66 60 66 78H34Q34 60 46 50Q34 40 34 22Z', '#e8fbff') +
		F('M39 34H61Q59 42 50 48Q41 42 39 34ZM38 76Q40 66 50 62Q60 66 62 76Z', '#ff8a5c', 1.6) +
		L('M50 48V62', 2, '#c9574a'),
	'commercial-travel-ban':
		sky('#9fd3e6') +
		turned(
			-20,
			50,
			50,
			F('M14 46q20-4 36-2l20-14 7 1-10 15 16 1 5-6h4l-2 14q-40 4-60 2Q16 54 14 46Z', '#f6ecd6'),
		) +
		F('M8 66H92V78H8Z', '#fff8e6') +
		L('M14 78l10-12M34 78l10-12M54 78l10-12M74 78l10-12', 6, '#d93a2b'),
	'mobile-hospital':
		sky('#a9d9c4') +
		L('M2 78H98', 3) +
		F('M14 42H60V72H14Z', '#fff8e6') +
		F('M60 50H76L86 62V72H60Z', '#55a8ff') +
		F('M64 54H74L80 62H64Z', '#e8fbff', 1.6) +
		F('M37 69C22 60 25 47 31 47c3.5 0 5 2.4 6 5c1-2.6 2.5-5 6-5c6 0 9 13-6 22Z', '#f0a3a8', 1.6) +
		O(28, 74, 8, '#14232b') +
		O(72, 74, 8, '#14232b') +
		O(28, 74, 3, '#cfd9dc', 1) +
		O(72, 74, 3, '#cfd9dc', 1),
	'new-assignment':
		sky('#d9c4ee') +
		F('M14 30h30v40H14Z', '#ff9f68') +
		F('M56 30h30v40H56Z', '#74c9dc') +
		O(29, 46, 8, '#8f5636') +
		F('M17 70q2-14 12-14t12 14Z', '#e8743b') +
		O(71, 46, 8, '#ecc095') +
		F('M59 70q2-14 12-14t12 14Z', '#1e7488') +
		L('M34 20Q50 10 66 20l-7 1M66 20l-1-7M66 82Q50 92 34 82l7-1M34 82l1 7', 3),
	'rapid-vaccine-deployment':
		sky('#bfe3c8') +
		F('M38 26H62V34H38Z', '#c99a62') +
		F('M40 34H60V42Q70 46 70 56V80H30V56Q30 46 40 42Z', '#fff8e6') +
		F('M33 60Q50 54 67 60V77H33Z', '#36c7ab', 1.6) +
		L('M76 30h14M78 42h16M76 54h14M24 30H10M22 42H6M24 54H10', 3.4, '#14523c'),
	'reexamined-research':
		sky('#e9d6ad') +
		F('M22 22H62V80H22Z', '#fff8e6') +
		L('M30 34H54M30 44H54M30 54H46M30 64H42', 2.6, '#7b6a4a') +
		O(64, 58, 16, '#e8fbff') +
		L('M76 70L90 86', 7) +
		L('M76 70L89 85', 3.4, '#b9803f') +
		L('M57 58l5 5 9-10', 3, '#0b7f6a'),
	'remote-treatment':
		sky('#bcd6f5') +
		F('M22 26H78V66H22Z', '#1f3b46') +
		F('M27 31H73V61H27Z', '#8fe0f0', 1.6) +
		F('M42 66H58L62 78H38Z', '#5a7d86') +
		cube(40, 46, 7, '#ff6d5c') +
		cube(60, 46, 7, '#55a8ff') +
		L('M33 39l14 14M47 39L33 53M53 39l14 14M67 39L53 53', 3, '#fff8e6'),
	'special-orders':
		sky('#f1b9c9') +
		F('M20 34H80V74H20Z', '#fff8e6') +
		L('M20 34L50 58L80 34', 2.4) +
		O(50, 60, 9, '#9c2148') +
		F('M50 54l2 4h4l-3 3 1 5-4-2-4 2 1-5-3-3h4Z', '#f5c24a', 1),
	'infection-zone-ban':
		sky('#f5c9a8') +
		`<circle cx="50" cy="48" r="32" fill="#fff8e6" stroke="#14232b" stroke-width="2" stroke-dasharray="8 5"/>` +
		cube(50, 44, 8, '#d93a2b') +
		cube(38, 58, 7, '#d93a2b') +
		cube(62, 58, 7, '#d93a2b') +
		F('M4 78H96V90H4Z', '#ffd257') +
		L('M12 90l10-12M32 90l10-12M52 90l10-12M72 90l10-12', 6),
	'improved-sanitation':
		sky('#a8dbe4') +
		F('M40 14H60V26H72V36H28V26H40Z', '#cfd9dc') +
		F('M44 36H56V44H44Z', '#8fa3ab', 1.8) +
		F('M50 48q-10 13-10 20a10 10 0 0 0 20 0q0-7-10-20Z', '#2f80dd') +
		L('M45 68q1 5 5 6', 2.4, '#e8fbff') +
		L('M22 58l4 4M18 70h6M78 58l-4 4M82 70h-6', 3),
	'sequencing-breakthrough':
		sky('#cfc4f0') +
		L('M34 12C34 32 66 30 66 50S34 68 34 90', 5) +
		L('M66 12C66 32 34 30 34 50S66 68 66 90', 5) +
		L('M34 12C34 32 66 30 66 50S34 68 34 90', 2.4, '#ff8a5c') +
		L('M66 12C66 32 34 30 34 50S66 68 66 90', 2.4, '#36c7ab') +
		L('M37 20H63M43 27H57M43 39H57M37 46H63M37 54H63M43 61H57M43 75H57M37 82H63', 2.4),
	'mutation-threatens':
		sky('#e5c9f7') +
		O(50, 50, 22, '#9a4fd0') +
		L('M50 28V16M50 72V84M28 50H16M72 50H84M34 34l-8-8M66 34l8-8M34 66l-8 8M66 66l8 8', 4) +
		O(43, 44, 5, '#e5c9f7', 1.6) +
		O(58, 55, 6, '#e5c9f7', 1.6),
	'mutation-spreads':
		sky('#e5c9f7') +
		L('M50 50L24 28M50 50L78 30M50 50L50 84', 4, '#55217c') +
		O(50, 50, 13, '#9a4fd0') +
		O(24, 28, 9, '#c77dff') +
		O(78, 30, 9, '#c77dff') +
		O(50, 82, 9, '#c77dff'),
	'mutation-intensifies':
		sky('#e5c9f7') +
		cube(34, 66, 11, '#9a4fd0') +
		cube(66, 66, 11, '#9a4fd0') +
		cube(50, 38, 12, '#c77dff') +
		L('M50 24V10M44 15l6-6 6 6', 3),
	'regional-response-team':
		sky('#f3d38a') +
		F('M16 88Q18 62 34 62T52 88Z', '#3e5a67') +
		F('M48 88Q50 62 66 62T84 88Z', '#8d4aa8') +
		O(34, 52, 10, '#c08a60') +
		O(66, 52, 10, '#7a4a30') +
		F('M24 50Q24 38 34 38T44 50Q34 46 24 50ZM56 50Q56 38 66 38T76 50Q66 46 56 50Z', '#ffd257') +
		L('M50 10V30M42 18l8-8 8 8', 3.4),
	'private-grant':
		sky('#a9d9c4') +
		F(house, '#f6ecd6') +
		F('M20 54L50 28L80 54L74 58L50 38L26 58Z', '#1f8f7c') +
		O(50, 62, 13, '#f5c24a') +
		L('M50 54V70M45 58h8a3 3 0 0 1 0 6h-6a3 3 0 0 0 0 6h8', 2.2),
	'extra-shift':
		sky('#bcd6f5') +
		O(50, 52, 28, '#fff8e6') +
		L('M50 52V34M50 52L64 60', 4) +
		L('M50 28v3M50 73v3M26 52h3M71 52h3', 2.4) +
		F('M76 14h8v8h8v8h-8v8h-8v-8h-8v-8h8Z', '#36c7ab'),
	publication:
		sky('#e9d6ad') +
		F('M50 34Q34 24 16 30V76Q34 70 50 80Q66 70 84 76V30Q66 24 50 34Z', '#fff8e6') +
		L(
			'M50 34V80M24 42q9-2 18 2M24 52q9-2 18 2M24 62q9-2 18 2M58 44q9-4 18-2M58 54q9-4 18-2M58 64q9-4 18-2',
			2.2,
		) +
		F('M50 10l3 7h7l-6 5 2 7-6-4-6 4 2-7-6-5h7Z', '#f5c24a', 1.6),
};
