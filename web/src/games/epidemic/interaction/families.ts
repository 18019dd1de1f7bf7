// The buttons of the action bar, each for a family of moves. Moves that players see as one action share a
// button: giving and taking a card are both sharing. Each game defines its own families. Their order never
// changes, so that players learn the position of each.

import type { Key } from '../../../i18n/words.svelte.ts';
import type { IconName } from '../../../ui/icons.ts';
import { treat as cross } from '../art/icons.ts';
import type { Box } from '../model/box.ts';
import type { MoveOption } from '../model/offers.ts';

export interface Family {
	/** The key of the family's texts: `web.act.<id>`. */
	id: string;
	/** The verbs that belong to the family. */
	words: readonly string[];
	icon: IconName;
	/** The letter that is the family's shortcut. */
	key: string;
	/** What the number under the family's name counts: `web.act.count.<unit>`. */
	unit: string;
	/** Whether the player chooses a move by picking a place on the map. */
	map?: boolean;
	/** The text for what to pick on the map, if it is not a city. */
	point?: Key;
	/** Whether the moves can go nearly everywhere. A card that pays for them lists them as one use. */
	wide?: boolean;
	/** Whether the button is in a separate column, after the role's moves and the events. */
	extra?: boolean;
	/** Whether the button is emphasised when it is possible, because it leads to the aim of the game. */
	shines?: boolean;
	/** Whether the button asks for confirmation, so that no card is spent by mistake. */
	guarded?: boolean;
}

/** Families that every map game has. */
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

/** Returns the family of all moves that only some roles have. */
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

/** Returns the family of a verb; undefined for answers to a question. */
export function familyOf({ families }: Acted, word: string): Family | undefined {
	return families.find((f) => f.words.includes(word));
}

/** Returns the family with the given id. */
export function familyNamed({ families }: Acted, id: string): Family | undefined {
	return families.find((f) => f.id === id);
}

/** Returns the legal moves of a family. An event can be played from any of the player's hands. */
export function offersFor(family: Family, mine: MoveOption[], seat: number | null): MoveOption[] {
	return mine.filter((o) => family.words.includes(o.word) && (o.seat === seat || family.id === 'event'));
}

/** Returns the role's own verbs that cost an action; some roles have none. */
export function roleVerbs({ verbs }: Box, role: string | undefined): string[] {
	if (!role) return [];
	return Object.keys(verbs).filter(
		(word) => verbs[word]?.role === role && verbs[word]?.steps?.includes('action'),
	);
}
