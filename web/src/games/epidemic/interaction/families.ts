// The buttons of the action bar. Moves that are one thing to a player share one
// button: giving and taking a card is sharing, wherever the cards lie. Which there
// are, a game says; the order never changes, so that a hand learns where each is.

import type { Key } from '../../../i18n/words.svelte.ts';
import type { IconName } from '../../../ui/icons.ts';
import { treat as cross } from '../art/icons.ts';
import type { Box } from '../model/box.ts';
import type { MoveOption } from '../model/offers.ts';

export interface Family {
	/** Names its texts: `web.act.<id>`. */
	id: string;
	/** The verbs that it stands for. */
	words: readonly string[];
	icon: IconName;
	/** The letter of its key. */
	key: string;
	/** What its choices are, for the count under its name: `web.act.count.<unit>`. */
	unit: string;
	/** Its choices are places that one points at. */
	map?: boolean;
	/** What one is asked to point at, where it is no city. */
	point?: Key;
	/** It leads nearly everywhere: a card that it would spend lists it as one. */
	wide?: boolean;
	/** It stands in a column of its own, after those of the role and the events. */
	extra?: boolean;
	/** What the game is about: it stands out when it is possible. */
	shines?: boolean;
	/** It is asked once more before a card goes away by a slip. */
	guarded?: boolean;
}

/** What every map game has. */
export const treat: Family = {
	id: 'treat',
	words: ['treat'],
	icon: cross,
	key: 'T',
	unit: 'disease',
};

export const share: Family = {
	id: 'share',
	words: ['give', 'take', 'ask'],
	icon: 'share',
	key: 'G',
	unit: 'move',
};

/** What roles do that nobody else does. */
export function roleFamily(box: Box): Family {
	return {
		id: 'role',
		words: box.verbsOf('role'),
		icon: 'person',
		key: 'R',
		unit: 'move',
		guarded: true,
	};
}

export function eventFamily(box: Box): Family {
	return { id: 'event', words: box.verbsOf('event'), icon: 'event', key: 'V', unit: 'move', guarded: true };
}

interface Acted {
	families: readonly Family[];
}

/** The family of a verb; answers to a question have none. */
export function familyOf({ families }: Acted, word: string): Family | undefined {
	return families.find((f) => f.words.includes(word));
}

/** The family of a name. */
export function familyNamed({ families }: Acted, id: string): Family | undefined {
	return families.find((f) => f.id === id);
}

/** The offers of a family. An event may be played from any hand of one's own. */
export function offersFor(family: Family, mine: MoveOption[], seat: number | null): MoveOption[] {
	return mine.filter((o) => family.words.includes(o.word) && (o.seat === seat || family.id === 'event'));
}

/** The verbs of its own that a role has and that cost an action; some have none. */
export function roleVerbs({ verbs }: Box, role: string | undefined): string[] {
	if (!role) return [];
	return Object.keys(verbs).filter(
		(word) => verbs[word]?.role === role && verbs[word]?.steps?.includes('action'),
	);
}
