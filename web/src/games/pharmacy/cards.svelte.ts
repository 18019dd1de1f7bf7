// What the cards show at the table that is open: those of the box, or those that its
// group has put in their place.

import { type CardFace, cards } from './box.ts';
import type { Replaced } from './position.ts';

class Laid {
	replaced = $state.raw<readonly Replaced[]>([]);
	own = $derived(new Map(this.replaced.map(({ id }) => [id, this.presenterOf(id)])));

	private presenterOf(id: string): CardFace | undefined {
		const box = cards.get(id);
		return box && { ...box, ...this.replaced.find((card) => card.id === id) };
	}
}

const laid = new Laid();

/** What a card shows. */
export function cardOf(id: string): CardFace | undefined {
	return laid.own.get(id) ?? cards.get(id);
}

/** Every card of the table. */
export function allCards(): CardFace[] {
	return [...cards.keys()].flatMap((id) => cardOf(id) ?? []);
}

/** Plays with a group's cards, until what it returns is called. */
export function lay(replaced: readonly Replaced[]): () => void {
	laid.replaced = replaced;
	return () => {
		laid.replaced = [];
	};
}
