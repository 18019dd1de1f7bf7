// The families of moves in the world game, each of which has a button in the action bar.

import { eventFamily, type Family, roleFamily, share, treat } from '../epidemic/interaction/families.ts';
import type { Box } from '../epidemic/model/box.ts';
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
		},
		{
			id: 'fly',
			words: ['direct'],
			icon: plane,
			key: 'F',
			unit: 'city',
			map: true,
			guarded: true,
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
		},
		{
			id: 'shuttle',
			words: ['shuttle'],
			icon: shuttle,
			key: 'S',
			unit: 'station',
			map: true,
		},
		treat,
		{
			id: 'build',
			words: ['build', 'move-station'],
			icon: build,
			key: 'B',
			unit: 'move',
			guarded: true,
		},
		share,
		{
			id: 'cure',
			words: ['cure'],
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
