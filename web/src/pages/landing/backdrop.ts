// The maps as pictures: land, lines and cities, without anything to press.

import type { Game } from '../../games/epidemic/game.ts';

export interface Drawing {
	/** The address of the picture of the land. */
	land: string;
	width: number;
	height: number;
	links: string;
	cities: { id: string; x: number; y: number; disease?: string }[];
}

/** By game; who has no map is not here. */
const maps: Record<string, (() => Promise<Drawing>) | undefined> = {
	world: async () => drawn(await import('../../games/world/entry.ts')),
	iberia: async () => drawn(await import('../../games/iberia/entry.ts')),
};

/** Fetches the map of a game and draws it. */
export async function drawing(game: string): Promise<Drawing | null> {
	return (await maps[game]?.()) ?? null;
}

function drawn({ game: { box, map }, land }: { game: Game; land: string }): Drawing {
	const cities = [...map.places].map(([id, { x, y }]) => ({ id, x, y, disease: box.diseaseOf(id) }));
	const lines = map.links.map(({ a, b }) => {
		const from = map.places.get(a);
		const to = map.places.get(b);
		// A line round the back of the world would cross the whole picture.
		if (!from || !to || Math.abs(from.x - to.x) > map.width / 2) return '';
		return `M${from.x} ${from.y}L${to.x} ${to.y}`;
	});
	return { land, width: map.width, height: map.height, links: lines.join(''), cities };
}
