// Defines the Iberia game: its box, its map, its actions and its components.

import { LazyModule } from '../../app/lazy.svelte.ts';
import {
	cities,
	diseases,
	events,
	facts,
	game as name,
	numbers,
	ports,
	roles,
	verbs,
} from '../../gen/iberia.json';
import { byName, type View } from '../epidemic/art/pictures.ts';
import { Box } from '../epidemic/model/box.ts';
import type { TableGame } from '../epidemic/model/parts.ts';
import Land from './board/Land.svelte';
import { map } from './board/map.ts';
import { familiesOf } from './families.ts';
import { rail, ship, train, water } from './icons.ts';

/** The links come from the map file, so that they are not imported twice. */
const links = map.links.map(({ a, b }) => [a, b]);
const box = new Box({ game: name, diseases, cities, links, numbers, roles, events, verbs, facts });

const drawings = import.meta.glob<string>('./art/*.svg', { query: '?url', import: 'default', eager: true });

export const game: TableGame = {
	box,
	map,
	Land,
	families: familiesOf(box),
	travel: ['drive', 'train', 'ship', 'sail', 'train-with', 'sail-with'],
	travelThen: [],
	lines: ['line', 'coastal-line', 'new-line'],
	pictures: {
		train,
		sail: ship,
		'sail-with': ship,
		'train-with': train,
		'rail-two': rail,
		'purify-more': water,
		well: water,
	},
	steps: { 'order-deck': 'order', 'choose-theirs': 'cards', 'free-move': 'free', replay: 'events' },
	art: byName(drawings),
	views: new LazyModule(async () => ({
		viewOf: (city: string): View => ({ roofs: 'gable', inland: !ports.includes(city) }),
	})),
	deferred: new LazyModule(() => import('./deferred.ts')),
};
