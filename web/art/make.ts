// Draws the people and the emblems of the map games, and the picture of the card game, into the games'
// folders. Each drawing is a small file, which the client fetches when it shows the drawing. The files are
// checked in, like the maps: `npm run art` writes them, `npm run art -- --check` compares.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as base from './base.ts';
import { emblems } from './emblems.ts';
import * as expansion from './expansion.ts';
import { I } from './parts.ts';
import * as peninsula from './peninsula.ts';
import { scene } from './scene.ts';

const source = join(import.meta.dirname, '../src');
const tokens = readFileSync(join(source, 'ui/tokens.css'), 'utf8');
/** Returns a drawing with one decimal in its numbers, and without unnecessary blanks. */
const short = (svg: string) =>
	svg
		.replace(/\d*\.\d+/g, (n) => String(Math.round(Number(n) * 10) / 10).replace(/^0\./, '.'))
		.replace(/\s+\/>/g, '/>');

/** Returns the colour of a role, and a paler one for the disc in the background. */
function papers(role: string): [string, string] {
	const colour = new RegExp(`--role-${role}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
	if (!colour) throw new Error(`tokens.css has no colour for ${role}`);
	const pale = [1, 3, 5].map((at) => {
		const part = Number.parseInt(colour.slice(at, at + 2), 16);
		return Math.round(part + (255 - part) * 0.42)
			.toString(16)
			.padStart(2, '0');
	});
	return [colour, `#${pale.join('')}`];
}

function portrait(role: string, behind: string, person: string): string {
	const [paper, disc] = papers(role);
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="120" height="140" viewBox="0 0 120 140">` +
		`<rect width="120" height="140" fill="${paper}"/>${behind}<circle cx="60" cy="64" r="46" fill="${disc}"/>${person}</svg>\n`
	);
}

const emblem = (drawn: string) =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100"><clipPath id="c"><circle cx="50" cy="50" r="46"/></clipPath>` +
	`<g clip-path="url(#c)">${drawn}</g><circle cx="50" cy="50" r="46" fill="none" stroke="${I}" stroke-width="2.5"/></svg>\n`;

/** The portraits, by the folder into which they are written. */
const casts = {
	'games/world/art': base,
	'games/world/expansion/art': expansion,
	'games/iberia/art': peninsula,
};
const files = new Map<string, string>();
for (const [folder, { people, motifs }] of Object.entries(casts))
	for (const [role, person] of Object.entries(people))
		files.set(`${folder}/${role}.svg`, short(portrait(role, motifs[role]?.() ?? '', person())));
for (const [folder, drawn] of Object.entries(emblems))
	for (const [event, motif] of Object.entries(drawn))
		files.set(`${folder}/${event}.svg`, short(emblem(motif)));
files.set('games/pharmacy/drawn/scene.svg', scene());

const check = process.argv.includes('--check');
for (const [name, text] of files) {
	const file = join(source, name);
	if (check && readFileSync(file, 'utf8') !== text) throw new Error(`${name} is not what npm run art draws`);
	if (check) continue;
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}
console.log(`${files.size} drawings`);
