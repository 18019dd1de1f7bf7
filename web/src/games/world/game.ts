// The world game: what is its own.

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
import { BoardMap, type MapFile } from '../epidemic/board/map.ts';
import { Box } from '../epidemic/box.ts';
import type { Game } from '../epidemic/game.ts';
import { familiesOf } from './families.ts';
import { dispatch, pawn, plane } from './icons.ts';
import Land from './Land.svelte';

const map = new BoardMap(drawn as unknown as MapFile);
/** The lines come with the map, and need not come twice. */
const links = map.links.map(({ a, b }) => [a, b]);
const box = new Box({ game: name, start, diseases, cities, links, numbers, roles, events, verbs, facts });

export const game: Game = {
	box,
	map,
	Land,
	families: familiesOf(box),
	travel: ['drive', 'direct', 'charter', 'shuttle', 'join'],
	pictures: {
		join: pawn,
		'move-station': 'station',
		dispatch,
		'special-flight': plane,
		store: 'event',
	},
};
