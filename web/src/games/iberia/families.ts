// The actions of the Iberia game.

import type { Box } from '../epidemic/box.ts';
import {
	type Asker,
	eventFamily,
	type Family,
	mostOf,
	roleFamily,
	roleMove,
	share,
	towardsCures,
	treat,
} from '../epidemic/interaction/families.ts';
import { regions } from './board/map.ts';
import { carriage, hospital, rail, ship, water } from './icons.ts';

export function familiesOf(box: Box): Family[] {
	return [
		{
			id: 'travel',
			words: ['drive', 'train'],
			icon: carriage,
			key: 'D',
			unit: 'city',
			map: true,
			candidate: ({ elsewhere }) => `train ${elsewhere}`,
		},
		{
			id: 'ship',
			words: ['ship', 'sail'],
			icon: ship,
			key: 'S',
			unit: 'port',
			map: true,
			guarded: true,
			candidate: ({ me, cards, elsewhere }) => `ship ${elsewhere} ${cards[0] ?? me.pawn}`,
		},
		{
			id: 'rail',
			words: ['rail'],
			icon: rail,
			key: 'F',
			unit: 'line',
			map: true,
			point: 'web.act.choose-line',
			candidate: ({ box, me }) => `rail ${box.cities.get(me.pawn)?.near[0] ?? me.pawn}`,
		},
		{
			id: 'purify',
			words: ['purify'],
			icon: water,
			key: 'W',
			unit: 'region',
			map: true,
			point: 'web.act.choose-region',
			guarded: true,
			candidate: (who) => `purify ${regionAt(who)} ${cardOf(who)}`,
		},
		treat,
		{
			id: 'hospital',
			words: ['build-hospital'],
			icon: hospital,
			key: 'B',
			unit: 'move',
			guarded: true,
			candidate: () => 'build-hospital',
		},
		share,
		{
			id: 'research',
			words: ['research'],
			icon: 'cure',
			key: 'X',
			unit: 'disease',
			guarded: true,
			candidate: (who) => `research ${mostOf(box, towardsCures(who))}`,
		},
		{ ...roleFamily(box), candidate: (who) => roleMove(who, regionAt(who)) },
		eventFamily(box),
	];
}

/** A card of the hand, or that of the city where nobody has one. */
const cardOf = ({ me, cards }: Asker): string => cards[0] ?? me.pawn;

/** A region that the pawn could purify. */
function regionAt({ me }: Asker): string {
	return [...regions.values()].find((r) => r.cities.includes(me.pawn))?.id ?? 'r01';
}
