import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { bending, standings } from './bending.ts';
import type { Board } from './board.ts';
import { borders } from './borders.ts';
import { type Atlas, coast, lakes, shapesOf } from './coast.ts';
import { boxOf, type Label, type Names, placeLabels } from './labels.ts';
import { along, drawLink, type Link, linesOf } from './links.ts';
import { round, smooth, writeLines, writePath } from './path.ts';
import { BLEED, printOf } from './print.ts';
import type { Point, Ring } from './project.ts';
import { type Region, regionsOf } from './regions.ts';
import type { Sheet } from './sheet.ts';
import { inside } from './simplify.ts';
import { entry } from './sure.ts';
import { fieldOf, lineIn, waterLine } from './water.ts';

export type City = { x: number; y: number; label: Label };

/** Where things stand on a map, for the program. */
export type Plan = {
	width: number;
	height: number;
	cities: Record<string, City>;
	links: Link[];
	regions?: Record<string, Region>;
	/** How far its print goes past its edges. */
	bleed?: { x: number; y: number };
};

/** The paths of the picture, each under its name. Land, at home and abroad, is filled by the even-odd rule; the rest are lines. */
export type Picture = { land: string } & Record<string, string>;

/** A map: where things stand, its picture, and where it is printed, one print for each theme. */
export type Built = { plan: Plan; picture: Picture; prints: Record<string, string> };

const FILLED = ['land', 'abroad'];

/** readAtlas gives the shores of the world. */
export function readAtlas({ atlas }: Sheet): Atlas {
	const path = createRequire(import.meta.url).resolve(`world-atlas/${atlas}`);
	return JSON.parse(readFileSync(path, 'utf8')) as Atlas;
}

const idsOf = (board: Board): string[] => board.cities.map((city) => city.id);

/** build makes a whole map. */
export function build(sheet: Sheet, board: Board, names: Names, atlas: Atlas): Built {
	const at = standings(sheet, idsOf(board), board.links);
	const drawn = picture(sheet, board, atlas, at);
	return { plan: plan(sheet, board, names, at, drawn.shores), picture: drawn.paths, prints: drawn.prints };
}

function plan(sheet: Sheet, board: Board, names: Names, at: Record<string, Point>, land: Ring[]): Plan {
	const { width, height } = sheet;
	const ids = idsOf(board);
	const drawn = board.links.map((link) => dot(drawLink(link, at, sheet), board));
	const links = sheet.print ? drawn.map((link) => wet(link, land)) : drawn;
	const lines = links.flatMap(linesOf);
	// Names spare the widest place of every region; then each region looks for its place among the names.
	const open = board.regions ? regionsOf(board.regions, links, at, []) : {};
	const spare = Object.values(open).map(({ x, y, r }) => ({ x, y, r: Math.min(r, sheet.spare) }));
	const labels = placeLabels(at, names, lines, { width, height, spare });
	const cities = Object.fromEntries(
		Object.entries(at).map(([id, [x, y]]): [string, City] => [
			id,
			{ x, y, label: onGrid(entry(labels, id)) },
		]),
	);
	if (!board.regions) return { width, height, ...(sheet.print && { bleed: BLEED }), cities, links };
	const boxes = ids.flatMap((id) => entry(names, id).map((name) => boxOf(entry(cities, id).label, name)));
	return { width, height, cities, links, regions: regionsOf(board.regions, links, at, boxes) };
}

/** dot marks a link on which no rails can lie. */
function dot(link: Link, { dotted = [] }: Board): Link {
	const found = dotted.some((ends) => ends.includes(link.a) && ends.includes(link.b));
	if (!found || !('points' in link)) return link;
	return { a: link.a, b: link.b, dotted: true, points: link.points };
}

/** wet marks a link most of which runs over the sea. */
function wet(link: Link, land: Ring[]): Link {
	if (!('points' in link)) return link;
	const points = along(link.points).filter((_, i) => i % 4 === 0);
	const dry = points.filter((p) => inside(p, land)).length;
	return dry * 2 > points.length ? link : { a: link.a, b: link.b, sea: true, points: link.points };
}

/** picture draws the land; a board that is printed has its water lines in the print. */
function picture(
	sheet: Sheet,
	board: Board,
	atlas: Atlas,
	at: Record<string, Point>,
): { paths: Picture; prints: Record<string, string>; shores: Ring[] } {
	const bend = bending(sheet, at);
	const shapes = shapesOf(atlas, sheet);
	const own = [...coast(shapes.land, sheet, bend), ...lakes(sheet, bend)];
	const abroad = shapes.abroad ? coast(shapes.abroad, sheet, bend) : [];
	const shores = [...own, ...abroad].map(smooth);
	const paths: Picture = { land: writePath(own) };
	if (abroad.length > 0) paths.abroad = writePath(abroad);
	const { print, width, height } = sheet;
	if (!print) {
		sheet.water.forEach((far, i) => {
			paths[`water-${i + 1}`] = writePath(waterLine(shores, far, sheet));
		});
		if (sheet.countries.length > 0) paths.borders = writeLines(borders(atlas, sheet, bend));
		return { paths, prints: {}, shores };
	}
	const field = fieldOf(shores, Math.max(...sheet.water) + 6);
	// The lines of a print are softer than those of an engraving.
	const soft = { grain: sheet.grain * 4, care: sheet.care };
	const water = sheet.water.map((far) => writePath(lineIn(field, far, soft)));
	const ground = { width, height, board, at, land: paths.land, field, water };
	return { paths, prints: printOf(ground, print), shores };
}

/** The files of a map: where things stand, for the program; the land, a picture that the page fetches; its prints. */
export type Written = { plan: string; picture: string; prints: Record<string, string> };

/** write writes the files of a map. */
export const write = (made: Built): Written => ({
	prints: made.prints,
	plan: `${JSON.stringify(made.plan)}\n`,
	picture:
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${made.plan.width} ${made.plan.height}">` +
		`${Object.entries(made.picture).map(writeShape).join('')}</svg>\n`,
});

const writeShape = ([id, d]: [string, string]): string =>
	`<path id="${id}" ${FILLED.includes(id) ? 'fill-rule="evenodd"' : 'fill="none"'} d="${d}"/>`;

function onGrid(label: Label): Label {
	const [x, y] = round([label.x, label.y]);
	return { ...label, x, y };
}
