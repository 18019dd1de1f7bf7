// The map as a picture: land, lines and cities, without anything to press.

export interface Drawing {
	/** The address of the picture of the land. */
	land: string;
	width: number;
	height: number;
	links: string;
	cities: { id: string; x: number; y: number; disease?: string }[];
}

/** Fetches the map and draws it. */
export async function drawing(): Promise<Drawing> {
	const { game, land } = await import('../../games/world/entry.ts');
	const { box, map } = game;
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
