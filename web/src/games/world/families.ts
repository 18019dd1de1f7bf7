// The actions of the world game.

import type { Box } from '../epidemic/box.ts';
import {
	type Asker,
	eventFamily,
	type Family,
	mostOf,
	roleFamily,
	share,
	towardsCures,
	treat,
} from '../epidemic/interaction/families.ts';
import { build, car, charter, plane, shuttle } from './icons.ts';

export function familiesOf(box: Box): Family[] {
	return [
		{
			id: 'drive',
			words: ['drive'],
			icon: car,
			key: 'D',
			unit: 'city',
			map: true,
			candidate: ({ elsewhere }) => `drive ${elsewhere}`,
		},
		{
			id: 'fly',
			words: ['direct'],
			icon: plane,
			key: 'F',
			unit: 'city',
			map: true,
			guarded: true,
			candidate: (who) => `direct ${aim(who)}`,
		},
		{
			id: 'charter',
			words: ['charter'],
			icon: charter,
			key: 'C',
			unit: 'city',
			map: true,
			wide: true,
			guarded: true,
			candidate: (who) => `charter ${aim(who)}`,
		},
		{
			id: 'shuttle',
			words: ['shuttle'],
			icon: shuttle,
			key: 'S',
			unit: 'station',
			map: true,
			candidate: ({ elsewhere }) => `shuttle ${elsewhere}`,
		},
		treat,
		{
			id: 'build',
			words: ['build', 'move-station'],
			icon: build,
			key: 'B',
			unit: 'move',
			guarded: true,
			candidate: () => 'build',
		},
		share,
		{
			id: 'cure',
			words: ['cure'],
			icon: 'cure',
			key: 'X',
			unit: 'disease',
			guarded: true,
			candidate: (who) => `cure ${mostOf(box, towardsCures(who))}`,
		},
		roleFamily(box),
		eventFamily(box),
	];
}

/** Where a flight would go: where a card leads. */
function aim({ me, cards, elsewhere }: Asker): string {
	return cards.find((c) => c !== me.pawn) ?? elsewhere;
}
