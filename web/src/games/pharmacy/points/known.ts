// What a viewer knows about this round's risk cards: which are face up, which are in the viewer's hand, and
// how many are elsewhere.

import type { CardFace } from '../box.ts';
import { allCards } from '../cards.svelte.ts';
import type { Position } from '../position.ts';

export interface Known {
	face: CardFace;
	/** How many copies have been turned over in this round. */
	opened: number;
	/** How many copies the viewer holds, or has played face down. */
	own: number;
	/** How many copies are elsewhere. */
	elsewhere: number;
}

const virusesNow = () => allCards().filter((face) => face.kind === 'virus');

/**
 * Returns what a viewer who sees this hand knows. The viewer also sees the card being passed, unless it is
 * hidden.
 */
export function knownOf(position: Pick<Position, 'opened' | 'travel'>, hand: readonly string[]): Known[] {
	const { opened, travel } = position;
	const held = [...hand];
	if (travel?.risk && travel.card) held.push(travel.card);
	const count = (list: string[], id: string) => list.filter((card) => card === id).length;
	const risks = allCards().filter((face) => face.kind === 'risk');
	return risks.map((face) => {
		const open = count(opened, face.id);
		const own = count(held, face.id);
		return { face, opened: open, own, elsewhere: Math.max(0, face.copies - open - own) };
	});
}

/** Returns the viruses grouped by the sickness that they bring, weakest first. */
export function byValue(): [number, CardFace[]][] {
	const viruses = virusesNow();
	const values = [...new Set(viruses.map((face) => face.value))].sort((a, b) => a - b);
	return values.map((value) => [value, viruses.filter((face) => face.value === value)]);
}
