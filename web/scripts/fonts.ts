// Reduces the two typefaces to the characters and weights that our English and French texts use. The
// results are checked in (src/ui/fonts): `npm run fonts` writes them, `npm run fonts -- --check` compares.
// Other letters in names of people and cities come from the whole Latin-ext file of Inter (ui/base.css).

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subset from 'subset-font';

const here = join(import.meta.dirname, '..');
const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join('');
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ‐‑–—‘’‚“”„†•…‰‹›\u2009\u202f€−→←↑↓`;

const fonts = [
	{
		from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
		to: 'inter.woff2',
		variationAxes: { wght: { min: 400, max: 800 } },
	},
	{ from: '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2', to: 'young-serif.woff2' },
];

for (const { from, to, variationAxes } of fonts) {
	const whole = readFileSync(join(here, 'node_modules', from));
	const cut = await subset(whole, letters, { targetFormat: 'woff2', variationAxes });
	const file = join(here, 'src/ui/fonts', to);
	if (!process.argv.includes('--check')) writeFileSync(file, cut);
	else if (!readFileSync(file).equals(cut)) throw new Error(`${to} is not what npm run fonts writes`);
	console.log(`${to}: ${(whole.length / 1000).toFixed(1)} kB, cut to ${(cut.length / 1000).toFixed(1)}`);
}
