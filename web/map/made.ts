import { readFileSync } from 'node:fs';
import { type Board, readBoard, readNames } from './board.ts';
import type { Plan, Written } from './build.ts';
import type { Names } from './labels.ts';
import { readPath } from './path.ts';
import type { Point, Ring } from './project.ts';
import type { Sheet } from './sheet.ts';

/** A map as read from its files, with its board. */
export type Made = {
	board: Board;
	ids: string[];
	names: Names;
	text: Written;
	plan: Plan;
	/** The position of each city on the map. */
	at: Record<string, Point>;
	/** pathOf returns a path of the picture by its name. */
	pathOf: (id: string) => string;
	land: Ring[];
};

/** readMade reads the map files that make.ts wrote. */
export function readMade({ game, print }: Sheet): Made {
	const read = (name: string) => readFileSync(new URL(`../src/gen/${game}-${name}`, import.meta.url), 'utf8');
	const prints = Object.fromEntries(
		Object.keys(print?.inks ?? {}).map((theme) => [theme, read(`print-${theme}.svg`)]),
	);
	const text = { plan: read('map.json'), picture: read('land.svg'), prints };
	const board = readBoard(game);
	const ids = board.cities.map((city) => city.id);
	const plan = JSON.parse(text.plan) as Plan;
	const at = Object.fromEntries(
		Object.entries(plan.cities).map(([id, { x, y }]): [string, Point] => [id, [x, y]]),
	);
	const pathOf = (id: string) =>
		new RegExp(`<path id="${id}" [^>]*\\bd="([^"]*)"`).exec(text.picture)?.[1] ?? '';
	return { board, ids, names: readNames(ids), text, plan, at, pathOf, land: readPath(pathOf('land')) };
}
