// The emblems of the Iberia game's event cards.

import { F, I, L, O, turned } from './parts.ts';

const sky = (colour: string) => `<circle cx="50" cy="50" r="46" fill="${colour}"/>`;
const rail = (y: number) =>
	L(`M0 ${y}H100M0 ${y + 12}H100`, 3.4) +
	L(Array.from({ length: 9 }, (_, i) => `M${6 + i * 11} ${y - 4}V${y + 16}`).join(''), 4, '#8a5a34');
const waves = L(
	'M2 78q8-7 16 0t16 0t16 0t16 0t16 0t16 0M2 88q8-7 16 0t16 0t16 0t16 0t16 0t16 0',
	3,
	'#fff8e6',
);

export const peninsula: Record<string, string> = {
	'coastal-line':
		sky('#9fc9dc') +
		F('M-2 34Q30 22 60 34T102 30V66H-2Z', '#e6d6a0') +
		rail(42) +
		`<path d="M0 66H100V100H0Z" fill="#2b6ea3"/>` +
		waves,
	correspondence:
		sky('#e9d6ad') +
		turned(-10, 38, 40, F('M14 26H62V56H14Z', '#fff8e6') + L('M14 26L38 44L62 26', 2.2)) +
		turned(
			8,
			62,
			64,
			F('M38 50H86V80H38Z', '#fff8e6') + L('M38 50L62 68L86 50', 2.2) + O(62, 68, 6, '#b3271a', 1.6),
		),
	'day-and-night':
		`<path d="M4 50A46 46 0 0 1 96 50Z" fill="#f3d38a"/><path d="M4 50A46 46 0 0 0 96 50Z" fill="#27406b"/>` +
		O(50, 30, 11, '#ff8a5c') +
		L('M50 10v5M32 16l3 4M68 16l-3 4M28 32h5M67 32h5', 2.6) +
		F('M58 62A14 14 0 1 0 66 84A12 12 0 1 1 58 62Z', '#f6e3a8') +
		L('M0 50H100', 4) +
		F('M26 44H66L72 54H20Z', '#8a4b24') +
		O(32, 56, 6, '#e6d6b4') +
		O(60, 56, 6, '#e6d6b4'),
	'hospital-funds':
		sky('#a9d9c4') +
		F('M22 44H78V84H22Z', '#f6ecd6') +
		F('M16 46L50 22L84 46Z', '#c2452f') +
		F('M44 62H56V84H44Z', '#8a5a34') +
		L('M30 54v10M38 54v10M62 54v10M70 54v10', 3) +
		O(74, 74, 12, '#f5c24a') +
		O(74, 74, 7, '#ffe08a', 1.4),
	migration:
		sky('#d8e3b0') +
		L('M4 74Q40 60 96 72', 3) +
		O(36, 38, 8, '#c08a60') +
		F('M26 70Q26 48 36 48T46 70Z', '#3e5a67') +
		O(62, 44, 7, '#ecc095') +
		F('M53 72Q53 53 62 53T71 72Z', '#c2452f') +
		L('M46 58l8-4M20 52l-8 20', 3) +
		F('M6 40q8-8 14 2q-8 6-14-2Z', '#b9803f', 1.8) +
		L('M80 46h12l-5-5M92 46l-5 5', 3),
	'mild-season':
		sky('#bfe0ee') +
		O(66, 32, 13, '#f5c24a') +
		L('M50 90V52', 4, '#3d7a3a') +
		F('M50 66Q34 66 32 50Q48 50 50 66ZM50 58Q66 58 68 44Q52 42 50 58Z', '#76c46a') +
		L('M14 90H86', 3) +
		O(50, 44, 7, '#f19dbf', 1.8),
	mobilisation:
		sky('#f5c9a8') +
		F('M20 42L62 26V74L20 58Z', '#d9a52b') +
		F('M12 42h10v16H12Z', '#8a5a34') +
		F('M62 24q10 26 0 52Z', '#f5c24a') +
		F('M28 60l5 22h10l-5-18Z', '#8a5a34') +
		L('M76 34l10-6M80 50h12M76 66l10 6', 3.4),
	'new-line':
		sky('#e0cfa2') +
		turned(-24, 50, 50, rail(44)) +
		turned(-24, 50, 50, F('M60 16L84 22L80 34L66 30L62 40H54Z', '#5a7d86') + L('M62 40L46 66', 4, '#8a5a34')),
	'one-more-day':
		sky('#f3d38a') +
		F('M20 24H80V82H20Z', '#fff8e6') +
		F('M20 24H80V38H20Z', '#c2452f') +
		L('M34 18v12M66 18v12', 4) +
		L('M30 48h8M46 48h8M62 48h8M30 60h8M46 60h8', 5, '#c9bfa8') +
		F('M60 56h8v8h8v8h-8v8h-8v-8h-8v-8h8Z', '#36c7ab', 1.8),
	'pure-water':
		sky('#a8dbe4') +
		F('M22 54H78L72 88H28Z', '#b9803f') +
		L('M24 64H76M26 76H74', 2.4) +
		F('M22 54Q50 46 78 54Q50 62 22 54Z', '#2f80dd') +
		F('M50 14q-9 12-9 18a9 9 0 0 0 18 0q0-6-9-18Z', '#2f80dd') +
		L('M45.500 32q1 4 4 5', 2.2, '#e8fbff'),
	'seamless-plan':
		sky('#d9c4ee') +
		F('M18 26H82V76H18Z', '#fff8e6') +
		L('M26 66Q36 36 50 52T76 36', 2.6, '#7d3f78', 'stroke-dasharray="6 4"') +
		O(26, 66, 4, '#c2452f', 1.6) +
		L('M71 31l10 10M81 31L71 41', 3, '#c2452f') +
		F('M14 20h8v62h-8ZM78 20h8v62h-8Z', '#e6d6b4'),
	'second-chance':
		sky('#bcd6f5') +
		turned(
			-8,
			50,
			52,
			F('M34 26H66V76H34Z', '#fff8e6') +
				F('M34 26H66V34H34Z', '#2f80dd', 1.8) +
				L('M40 44h20M40 52h14', 2.4, '#7b6a4a'),
		) +
		L('M78 60A30 30 0 1 1 74 34M76 22l-1 13-12-3', 4),
	'ship-arrival':
		sky('#bfe0ee') +
		L('M50 14V62', 4) +
		F('M48 18Q24 30 22 56H48Z', '#fff8e6') +
		F('M54 22Q76 34 78 56H54Z', '#f1d9b0') +
		F('M14 62H86Q80 80 66 80H34Q20 80 14 62Z', '#8a4b24') +
		F('M50 10h12l-4 5 4 5H50Z', '#c2452f', 1.6) +
		`<path d="M0 80H100V100H0Z" fill="#2b6ea3"/>` +
		waves,
	telegraph:
		sky('#e9d6ad') +
		L('M26 90V22M74 90V22M16 30H36M64 30H84', 4) +
		L('M-2 34Q26 22 50 40T102 34', 2.6) +
		O(20, 28, 3, '#8fa3ab', 1.6) +
		O(32, 28, 3, '#8fa3ab', 1.6) +
		O(68, 28, 3, '#8fa3ab', 1.6) +
		O(80, 28, 3, '#8fa3ab', 1.6) +
		F('M38 56h24v18H38Z', '#fff8e6') +
		L('M43 62h4M50 62h7M43 68h8M54 68h3', 2.6, '#7b6a4a'),
	'triumph-of-science':
		sky('#cfe3b8') +
		F('M38 84H70V90H38Z', '#36464f') +
		F('M44 84Q72 78 68 54L60 48L54 56Q62 70 42 76Z', '#5a7d86') +
		turned(-26, 50, 46, F('M43 20h14v36H43ZM46 12h8v8h-8ZM46 56h8v8h-8Z', '#d9a52b')) +
		L('M78 20v10M73 25h10M22 60v8M18 64h8M82 62v8M78 66h8', 3) +
		`<path d="M0 90H100V100H0Z" fill="${I}" opacity=".12"/>`,
};
