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

/** The positions on a map that the client's code needs. */
export type Plan = {
	width: number;
	height: number;
	cities: Record<string, City>;
	links: Link[];
	regions?: Record<string, Region>;
	/** How far the print extends beyond the map's edges, if the map is printed. */
	bleed?: { x: number; y: number };
};

/**
 * The paths of the drawn map by name. The land of the game's countries and of others is filled by the
 * even-odd rule; all other paths are lines.
 */
export type Picture = { land: string } & Record<string, string>;

/** A finished map: its positions, its picture and, if it is printed, one print per theme. */
export type Built = { plan: Plan; picture: Picture; prints: Record<string, string> };

const FILLED = ['land', 'abroad'];

/** readAtlas reads the shores of the world from the world-atlas package. */
export function readAtlas({ atlas }: Sheet): Atlas {
	const path = createRequire(import.meta.url).resolve(`world-atlas/${atlas}`);
	return JSON.parse(readFileSync(path, 'utf8')) as Atlas;
}

const idsOf = (board: Board): string[] => board.cities.map((city) => city.id);

/** build makes the map of one sheet. */
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
	// First, names are placed so that the middle of each region stays free. Then each region's token gets the
	// widest free spot between the names.
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

/** dot marks a link as dotted if no railroad can be built on it. */
function dot(link: Link, { dotted = [] }: Board): Link {
	const found = dotted.some((ends) => ends.includes(link.a) && ends.includes(link.b));
	if (!found || !('points' in link)) return link;
	return { a: link.a, b: link.b, dotted: true, points: link.points };
}

/** wet marks a link as wet if it runs mostly over the sea. */
function wet(link: Link, land: Ring[]): Link {
	if (!('points' in link)) return link;
	const points = along(link.points).filter((_, i) => i % 4 === 0);
	const dry = points.filter((p) => inside(p, land)).length;
	return dry * 2 > points.length ? link : { a: link.a, b: link.b, sea: true, points: link.points };
}

/** picture draws the land. A printed board has its water lines in the print, not here. */
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
	// A print has smoother lines than an engraved map.
	const soft = { grain: sheet.grain * 4, care: sheet.care };
	const water = sheet.water.map((far) => writePath(lineIn(field, far, soft)));
	const ground = { width, height, board, at, land: paths.land, field, water };
	return { paths, prints: printOf(ground, print), shores };
}

/**
 * The contents of a map's files: the positions, which the client imports; the land, a picture that the page
 * fetches; and the prints.
 */
export type Written = { plan: string; picture: string; prints: Record<string, string> };

/** write returns the contents of a map's files. */
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
