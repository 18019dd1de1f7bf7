// The button of the action bar with which the first partner asks for one of the second partner's actions.

import type { Family } from '../../../epidemic/interaction/families.ts';

export const fourth: Family = {
	id: 'fourth',
	words: ['fourth'],
	icon: 'plus',
	key: 'N',
	unit: 'move',
	extra: true,
};
