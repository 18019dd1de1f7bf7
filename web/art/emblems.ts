// The emblems of event cards. Each is a circle with one scene, which shows what the event does.

import { expansion } from './emblems-expansion.ts';
import { peninsula } from './emblems-peninsula.ts';
import { mutation, strains } from './emblems-strain.ts';
import { F, I, L } from './parts.ts';

const world: Record<string, string> = {
	airlift:
		`<circle cx="50" cy="50" r="46" fill="#9fd3e6"/>` +
		`<path d="M8 66q14-10 26 0q10-9 20 0q16-9 38 2V98H8Z" fill="#fff" opacity=".75"/>` +
		F('M14 20q14-3 34-1l22-8 6 1-14 10 18 1 5-7h4l-2 14q-30 4-50 2Q20 30 14 27Z', '#f6ecd6', 2) +
		F('M30 27h3v3h-3ZM40 28h3v3h-3ZM50 28.500h3v3h-3Z', I, 0) +
		F(
			'M27 60Q50 34 73 60Q68 57 65 61Q61 56 57.5 60.500Q54 56 50 60.500Q46 56 42.5 60.500Q39 56 35 61Q32 57 27 60Z',
			'#ff8a5c',
			2,
		) +
		L('M28 60L47 80M42.5 60L49 78M57.5 60L51 78M72 60L53 80', 1.6) +
		F('M43 96q0-10 3.5-12a5 5 0 1 1 7 0Q57 86 57 96Q50 98 43 96Z', '#5fd9c0', 2),
	forecast:
		`<circle cx="50" cy="50" r="46" fill="#f3d38a"/>` +
		`<circle cx="50" cy="40" r="17" fill="#ff8a5c" stroke="${I}" stroke-width="2"/>` +
		L('M50 12v7M30 20l4.5 5.500M70 20l-4.5 5.500M22 40h7M71 40h7', 3) +
		F('M38 40Q50 28 62 40Q50 52 38 40Z', '#fff8e6') +
		`<circle cx="50" cy="40" r="5" fill="${I}"/>` +
		[-34, -20, -7, 7, 20, 34]
			.map(
				(a, i) =>
					`<g transform="rotate(${a} 50 112)">${F('M41 62h18v30H41Z', ['#1f5f9f', '#9a6a08', '#5d5283', '#a32a20', '#1f5f9f', '#5d5283'][i] ?? I, 1.8)}${L('M45 68h10', 1.5, '#fff8e6')}</g>`,
			)
			.join(''),
	'government-grant':
		`<circle cx="50" cy="50" r="46" fill="#a9d9c4"/>` +
		F('M14 82h72v7H14ZM20 75h60v7H20Z', '#f6ecd6') +
		F('M24 46h52v29H24Z', '#e6d6b4') +
		L('M31 48v26M41 48v26M59 48v26M69 48v26', 5, '#f6ecd6') +
		L('M28.5 48v26M33.5 48v26M38.5 48v26M43.5 48v26M56.5 48v26M61.5 48v26M66.5 48v26M71.5 48v26', 1.5) +
		F('M46 58h8v17h-8Z', '#14232b', 0) +
		F('M18 46L50 24L82 46Z', '#1f8f7c') +
		`<circle cx="50" cy="38" r="4.5" fill="#f6ecd6" stroke="${I}" stroke-width="1.8"/>` +
		L('M50 24V8', 2) +
		F('M50 8q9-3 16 0v9q-8-3-16 0Z', '#ff8a5c'),
	'one-quiet-night':
		`<circle cx="50" cy="50" r="46" fill="#27406b"/>` +
		`<path d="M62 18A24 24 0 1 0 80 54A20 20 0 1 1 62 18Z" fill="#f6e3a8" stroke="${I}" stroke-width="2"/>` +
		`<g fill="#f6ecd6"><circle cx="24" cy="30" r="1.8"/><circle cx="34" cy="18" r="1.4"/><circle cx="20" cy="48" r="1.3"/><circle cx="84" cy="32" r="1.5"/><circle cx="40" cy="44" r="1.2"/></g>` +
		`<clipPath id="qn"><circle cx="50" cy="50" r="46"/></clipPath><g clip-path="url(#qn)">${F('M-2 100V74L12 62L26 74V70H38V66L48 58L58 66V72H66V64H70V60L80 52L92 62V100Z', '#152540')}${F('M10 78h6v7h-6ZM42 76h6v7h-6ZM76 70h6v7h-6ZM52 86h5v6h-5Z', '#f5c24a', 0)}</g>`,
	'resilient-population':
		`<circle cx="50" cy="50" r="46" fill="#f0b7a8"/>` +
		`<clipPath id="rp"><circle cx="50" cy="50" r="46"/></clipPath><g clip-path="url(#rp)">${F('M14 104q0-26 16-26t16 26Z', '#55a8ff')}${F('M54 104q0-26 16-26t16 26Z', '#f5c24a')}${F('M33 106q0-30 17-30t17 30Z', '#3d9573')}<g stroke="${I}" stroke-width="2"><circle cx="30" cy="70" r="8.5" fill="#8f5636"/><circle cx="70" cy="70" r="8.5" fill="#ecc095"/><circle cx="50" cy="66" r="9.5" fill="#c08a60"/></g></g>` +
		F(
			'M10 48C12 24 30 14 50 14S88 24 90 48Q83 41 76 48Q70 41 63 48Q57 41 50 48Q43 41 37 48Q30 41 24 48Q17 41 10 48Z',
			'#b8325a',
		) +
		L('M50 14Q36 24 37 47M50 14Q64 24 63 47M50 14V8', 1.8) +
		L('M50 48v10', 3) +
		L('M20 30q-5 5-6 10', 3, '#e58aa5'),
};

/** The emblems, by the folder into which they are written. */
export const emblems: Record<string, Record<string, string>> = {
	'games/world/art': world,
	'games/world/expansion/art': { ...expansion, ...strains, ...mutation },
	'games/iberia/art': peninsula,
};
