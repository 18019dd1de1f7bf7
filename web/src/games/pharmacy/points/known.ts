// What is known of the risk cards of this round: those that lie open, those that one
// holds, and the rest, which can be anywhere.

import type { CardFace } from '../box.ts';
import { allCards } from '../cards.svelte.ts';
import type { Position } from '../position.ts';

export interface Known {
	face: CardFace;
	/** How many have been turned over in this round. */
	opened: number;
	/** How many are in the hands of whoever looks, or go round face down and were put there by them. */
	own: number;
	/** How many are somewhere else. */
	elsewhere: number;
}

const virusesNow = () => allCards().filter((face) => face.kind === 'virus');

/** As it looks to whoever sees a hand, and perhaps the card that goes round. */
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

/** The viruses by what they bring, the weakest first. */
export function byValue(): [number, CardFace[]][] {
	const viruses = virusesNow();
	const values = [...new Set(viruses.map((face) => face.value))].sort((a, b) => a - b);
	return values.map((value) => [value, viruses.filter((face) => face.value === value)]);
}
