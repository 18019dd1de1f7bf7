// Defines the world game: its box, its map, its actions and its components.

import { LazyModule } from '../../app/lazy.svelte.ts';
import {
	cities,
	diseases,
	events,
	facts,
	game as name,
	numbers,
	roles,
	start,
	verbs,
} from '../../gen/world.json';
import drawn from '../../gen/world-map.json';
import { station } from '../epidemic/art/icons.ts';
import { byName } from '../epidemic/art/pictures.ts';
import { BoardMap, type MapFile } from '../epidemic/board/map.ts';
import { Box, type BoxFile } from '../epidemic/model/box.ts';
import type { TableGame } from '../epidemic/model/parts.ts';
import { familiesOf } from './families.ts';
import { dispatch, pawn, plane } from './icons.ts';
import Land from './Land.svelte';

/** The boxes of the printed tracks in the empty seas, in units of the map; city names avoid them. */
const printed = {
	outbreaks: { left: 26, top: 458, right: 136, bottom: 880 },
	pile: { left: 166, top: 640, right: 300, bottom: 820 },
	stations: { left: 170, top: 832, right: 300, bottom: 885 },
	shelf: { left: 524, top: 752, right: 800, bottom: 875 },
	rate: { left: 985, top: 700, right: 1215, bottom: 880 },
	supply: { left: 1212, top: 820, right: 1520, bottom: 886 },
};
const map = new BoardMap(drawn as unknown as MapFile, printed);
/** The links come from the map file, so that they are not imported twice. */
const links = map.links.map(({ a, b }) => [a, b]);
/** The contents of the box, with every expansion. */
export const held: BoxFile = {
	game: name,
	start,
	diseases,
	cities,
	links,
	numbers,
	roles,
	events,
	verbs,
	facts,
};
const box = new Box(held);

/** The URLs of portraits and emblems, by file. */
const drawings = import.meta.glob<string>('./art/*.svg', { query: '?url', import: 'default', eager: true });
/** The skylines, which load later because the first move does not need them. */
const views = new LazyModule(() => import('./views.ts'));

/** The world game without expansions. */
export const game: TableGame = {
	box,
	map,
	Land,
	families: familiesOf(box),
	travel: ['drive', 'direct', 'charter', 'shuttle', 'join'],
	travelThen: ['special-flight'],
	art: byName(drawings),
	views,
	pictures: { join: pawn, 'move-station': station, dispatch, 'special-flight': plane, store: 'event' },
};

/** The expansions' code, which only a table that plays with one loads. */
export const deferred = new LazyModule(() => import('./expansion/deferred.ts'));

type Settings = Record<string, string>;

export const expanded = ({ box = 'base' }: Settings): boolean => box !== 'base';

/** Returns the game with the expansions that a table's options choose. */
export async function gameOf(settings: Settings): Promise<TableGame> {
	return expanded(settings) ? (await import('./expansion/deferred.ts')).gameOf(settings) : game;
}
