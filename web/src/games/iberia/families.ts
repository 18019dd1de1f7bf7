// The families of moves in the Iberia game, each of which has a button in the action bar.

import { eventFamily, type Family, roleFamily, share, treat } from '../epidemic/interaction/families.ts';
import type { Box } from '../epidemic/model/box.ts';
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
		},
		{
			id: 'ship',
			words: ['ship', 'sail'],
			icon: ship,
			key: 'S',
			unit: 'port',
			map: true,
			guarded: true,
		},
		{
			id: 'rail',
			words: ['rail'],
			icon: rail,
			key: 'F',
			unit: 'line',
			map: true,
			point: 'web.act.choose-line',
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
		},
		treat,
		{
			id: 'hospital',
			words: ['build-hospital'],
			icon: hospital,
			key: 'B',
			unit: 'move',
			guarded: true,
		},
		share,
		{
			id: 'research',
			words: ['research'],
			icon: 'cure',
			shines: true,
			key: 'X',
			unit: 'disease',
			guarded: true,
		},
		roleFamily(box),
		eventFamily(box),
	];
}
