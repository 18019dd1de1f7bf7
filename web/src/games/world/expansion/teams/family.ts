// What whoever acts first in a team can ask of the partner, at tables of teams.

import type { Family } from '../../../epidemic/interaction/families.ts';

export const fourth: Family = {
	id: 'fourth',
	words: ['fourth'],
	icon: 'plus',
	key: 'N',
	unit: 'move',
	extra: true,
};
