// The button of the action bar for all moves in the laboratory.

import type { Family } from '../../../epidemic/interaction/families.ts';
import { microscope } from './icon.ts';

export const lab: Family = {
	id: 'lab',
	words: ['characterise', 'centrifuge', 'separate', 'grow', 'fill', 'sequence', 'test', 'lab-work'],
	icon: microscope,
	key: 'W',
	unit: 'move',
	guarded: true,
	extra: true,
};
