// The buttons of the action bar. Moves that are one thing to a player share one
// button: giving and taking a card is sharing, wherever the cards lie. Which there
// are, a game says; the order never changes, so that a hand learns where each is.

import type { IconName } from '../../../look/icons.ts';
import type { Key } from '../../../words/words.svelte.ts';
import type { Box } from '../box.ts';
import { treat as cross } from '../icons.ts';
import type { MoveOption } from '../offers.ts';
import type { Position, Seat } from '../position.ts';

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
	/** It is asked once more before a card goes away by a slip. */
	guarded?: boolean;
	/**
	 * A move to ask the server about when there is no legal one: the likeliest that a
	 * player means. It need not be legal, nor is it ever played.
	 */
	candidate?: (who: Asker) => string | undefined;
}

/** What a player asks about that cannot be done, and what they would do it with. */
export interface Asker {
	box: Box;
	position: Position;
	me: Seat;
	/** Somebody else, here if possible. */
	mate: Seat | undefined;
	/** The city cards in the hand. */
	cards: string[];
	/** A station elsewhere, if there is one. */
	elsewhere: string;
}

/** What every map game has. */
export const treat: Family = {
	id: 'treat',
	words: ['treat'],
	icon: cross,
	key: 'T',
	unit: 'disease',
	candidate: ({ box, position, me }) => `treat ${mostOf(box, position.cubes[me.pawn] ?? {})}`,
};

export const share: Family = {
	id: 'share',
	words: ['give', 'take', 'ask'],
	icon: 'share',
	key: 'G',
	unit: 'move',
	candidate: ({ me, mate, cards }) =>
		mate && `give ${mate.seat} ${cards.includes(me.pawn) ? me.pawn : (cards[0] ?? me.pawn)}`,
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
		candidate: (who) => roleMove(who),
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

/** The first of them. */
export function roleVerb(box: Box, role: string | undefined): string | undefined {
	return roleVerbs(box, role)[0];
}

/** The move of a family to ask the server about. */
export function candidate(family: Family, seat: number, position: Position, box: Box): string | undefined {
	const me = position.seats[seat];
	if (!me) return undefined;
	const others = position.seats.filter((s) => s.seat !== seat);
	const mate = others.find((s) => s.pawn === me.pawn) ?? others[0];
	const cards = me.hand.filter(box.isCity);
	const elsewhere = position.stations.find((c) => c !== me.pawn) ?? me.pawn;
	return family.candidate?.({ box, position, me, mate, cards, elsewhere });
}

/** What the role alone can do, with something likely for everything that it names. */
export function roleMove(who: Asker, region = ''): string | undefined {
	const word = roleVerb(who.box, who.me.role);
	return (
		word &&
		[
			word,
			...(who.box.verbs[word]?.args ?? []).map((kind) => (kind === 'region' ? region : likely(kind, who))),
		].join(' ')
	);
}

/** What one would most likely name for a move of a role. */
function likely(kind: string, { box, position, me, mate, cards }: Asker): string | number {
	switch (kind) {
		case 'seat':
			return mate?.seat ?? me.seat;
		case 'event':
			return position.discard.find((c) => !box.isCity(c)) ?? box.verbsOf('event')[0] ?? '';
		case 'disease':
			return mostOf(box, position.cubes[me.pawn] ?? {});
		case 'city':
			return box.cities.get(me.pawn)?.near[0] ?? me.pawn;
		default:
			return cards[0] ?? me.pawn;
	}
}

/** How many cards of each disease a hand holds that is not done with: cured, or researched. */
export function towardsCures({ box, position, cards }: Asker): Record<string, number> {
	const left = box.diseases.filter((d) => !position.cured.includes(d.id));
	return Object.fromEntries(
		left.map((d) => [d.id, cards.filter((card) => box.diseaseOf(card) === d.id).length]),
	);
}

/** Of which disease there are most. */
export function mostOf(box: Box, counts: Record<string, number>): string {
	const [most] = Object.entries(counts).sort((a, b) => b[1] - a[1]);
	return most?.[0] ?? box.diseases[0]?.id ?? '';
}
