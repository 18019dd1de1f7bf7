// The cards of the open table: the game's own, except for viruses that the table's group has replaced.

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

/** Returns what is printed on a card at the open table. */
export function cardOf(id: string): CardFace | undefined {
	return laid.own.get(id) ?? cards.get(id);
}

/** Returns every card of the open table. */
export function allCards(): CardFace[] {
	return [...cards.keys()].flatMap((id) => cardOf(id) ?? []);
}

/** Uses a group's own cards until the returned function is called. */
export function lay(replaced: readonly Replaced[]): () => void {
	laid.replaced = replaced;
	return () => {
		laid.replaced = [];
	};
}
