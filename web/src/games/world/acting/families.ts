// The buttons of the action bar. Moves that are one thing to a player share one
// button: giving and taking a card is sharing, wherever the cards lie. The order
// never changes, so that a hand learns where each button is.

import type { IconName } from '../../../look/icons.ts';
import { diseases, isCity, verbs } from '../box.ts';
import type { Offer } from '../offers.ts';
import type { Position } from '../position.ts';
import { groupHand } from './cards.ts';

export interface Family {
	/** Names its texts: `web.act.<id>`. */
	id: string;
	/** The verbs that it stands for. */
	words: readonly string[];
	icon: IconName;
	/** What its choices are, for the count under its name: `web.act.count.<unit>`. */
	unit: 'city' | 'station' | 'disease' | 'move';
	/** Its choices are cities that one points at. */
	map?: boolean;
	/** It is asked once more before a card goes away by a slip. */
	guarded?: boolean;
}

const own = (of: 'role' | 'event') => Object.keys(verbs).filter((word) => verbs[word]?.[of]);

export const families: readonly Family[] = [
	{ id: 'drive', words: ['drive'], icon: 'car', unit: 'city', map: true },
	{ id: 'fly', words: ['direct'], icon: 'plane', unit: 'city', map: true, guarded: true },
	{ id: 'charter', words: ['charter'], icon: 'charter', unit: 'city', map: true, guarded: true },
	{ id: 'shuttle', words: ['shuttle'], icon: 'shuttle', unit: 'station', map: true },
	{ id: 'treat', words: ['treat'], icon: 'treat', unit: 'disease' },
	{ id: 'build', words: ['build', 'move-station'], icon: 'build', unit: 'move', guarded: true },
	{ id: 'share', words: ['give', 'take', 'ask'], icon: 'share', unit: 'move' },
	{ id: 'cure', words: ['cure'], icon: 'cure', unit: 'disease', guarded: true },
	{ id: 'role', words: own('role'), icon: 'person', unit: 'move', guarded: true },
	{ id: 'event', words: own('event'), icon: 'event', unit: 'move', guarded: true },
];

/** The family of a verb; answers to a question have none. */
export function familyOf(word: string): Family | undefined {
	return families.find((f) => f.words.includes(word));
}

/** The family of a name. */
export function familyNamed(id: string): Family | undefined {
	return families.find((f) => f.id === id);
}

/** The offers of a family. An event may be played from any hand of one's own. */
export function offersFor(family: Family, mine: Offer[], seat: number | null): Offer[] {
	return mine.filter((o) => family.words.includes(o.word) && (o.seat === seat || family.id === 'event'));
}

/** The verb of its own that a role has and that costs an action of one's own; most have none. */
export function roleVerb(role: string | undefined): string | undefined {
	if (!role) return undefined;
	return Object.keys(verbs).find(
		(word) => verbs[word]?.role === role && verbs[word]?.steps?.includes('action'),
	);
}

/**
 * A move to ask the server about when a family has no legal one: the likeliest that
 * a player means. It need not be legal, nor is it ever played.
 */
export function candidate(family: Family, seat: number, position: Position): string | undefined {
	const me = position.seats[seat];
	if (!me) return undefined;
	const others = position.seats.filter((s) => s.seat !== seat);
	const mate = others.find((s) => s.pawn === me.pawn) ?? others[0];
	const cards = me.hand.filter(isCity);
	const elsewhere = position.stations.find((c) => c !== me.pawn) ?? me.pawn;
	switch (family.id) {
		case 'drive':
			return `drive ${elsewhere}`;
		case 'fly':
			return `direct ${cards.find((c) => c !== me.pawn) ?? elsewhere}`;
		case 'charter':
			return `charter ${cards.find((c) => c !== me.pawn) ?? elsewhere}`;
		case 'shuttle':
			return `shuttle ${elsewhere}`;
		case 'treat':
			return `treat ${mostOf(cubesAt(position, me.pawn))}`;
		case 'build':
			return 'build';
		case 'share':
			return mate && `give ${mate.seat} ${cards.includes(me.pawn) ? me.pawn : (cards[0] ?? me.pawn)}`;
		case 'cure':
			return `cure ${mostOf(handOf(position, me.hand))}`;
		case 'role':
			return roleMove(me.role, mate?.seat ?? seat, cards[0] ?? me.pawn, position);
		default:
			return undefined;
	}
}

function roleMove(role: string, mate: number, card: string, position: Position): string | undefined {
	const word = roleVerb(role);
	const [kind] = (word && verbs[word]?.args) || [];
	if (!word) return undefined;
	if (kind === 'seat') return `${word} ${mate}`;
	if (kind === 'event') return `${word} ${position.discard.find((c) => !isCity(c)) ?? own('event')[0]}`;
	return kind ? `${word} ${card}` : word;
}

function cubesAt(position: Position, city: string): Record<string, number> {
	return position.cubes[city] ?? {};
}

/** How many cards of each uncured disease a hand holds. */
function handOf(position: Position, hand: string[]): Record<string, number> {
	const left = diseases.filter((d) => !position.cured.includes(d.id));
	return Object.fromEntries(
		left.map((d) => [d.id, groupHand(hand).find((g) => g.disease === d.id)?.cards.length ?? 0]),
	);
}

function mostOf(counts: Record<string, number>): string {
	const [most] = Object.entries(counts).sort((a, b) => b[1] - a[1]);
	return most?.[0] ?? diseases[0]?.id ?? '';
}
