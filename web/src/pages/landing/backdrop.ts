// The map as a picture: land, lines and cities, without anything to press.

export interface Drawing {
	width: number;
	height: number;
	links: string;
	cities: { id: string; x: number; y: number; disease: string }[];
}

/** Fetches the map and draws it. */
export async function drawing(): Promise<Drawing> {
	const [{ default: map }, { default: box }] = await Promise.all([
		import('../../gen/world-map.json'),
		import('../../gen/world.json'),
	]);
	const at = map.cities as Record<string, { x: number; y: number } | undefined>;
	const cities = box.cities.flatMap(({ id, disease }) => {
		const place = at[id];
		return place ? [{ id, disease, x: place.x, y: place.y }] : [];
	});
	const lines = box.links.map(([a = '', b = '']) => {
		const from = at[a];
		const to = at[b];
		// A line round the back of the world would cross the whole picture.
		if (!from || !to || Math.abs(from.x - to.x) > map.width / 2) return '';
		return `M${from.x} ${from.y}L${to.x} ${to.y}`;
	});
	return { width: map.width, height: map.height, links: lines.join(''), cities };
}
